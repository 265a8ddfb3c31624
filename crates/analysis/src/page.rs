//! The report of an analysis: a page with every game on the board, a picture of each game's scores, and the records.

mod games;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::path::Path;

use shuangqi_cli::files::{self, NewFile};
use shuangqi_cli::output::{Format, deliver};
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::units::counted;
use shuangqi_cli::{Exit, Failure};
use shuangqi_plot::report::{Part, Report as Page, Section};
use shuangqi_plot::{Figure, Text};

use super::figure;
use super::record::{GameLine, MoveLine};
use super::review::Review;
use super::text;
use crate::analyst::AnalystOptions;
use shuangqi_arena::games::Game;

/// The name of the page in its folder.
const PAGE: &str = "report.html";
/// The name of the file of records.
const RECORDS: &str = "analysis.json";

/// What the report is made of.
#[derive(Debug)]
pub struct Report<'a> {
    /// Which game is played.
    pub game: Game,
    /// How positions were searched.
    pub options: &'a AnalystOptions,
    /// The games in order.
    pub reviews: &'a [Review<'a>],
    /// The command that makes it again.
    pub command: &'a str,
}

/// The folder of a report that this command makes.
pub fn run_folder(path: &Path, command: String) -> RunFolder<'_> {
    RunFolder { path, command, names: &[PAGE, RECORDS], pictures: Some(figure::NAME) }
}

/// Writes the report to a folder: all of its files, or none. The same report gives the same bytes.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write(folder: &Path, report: &Report<'_>) -> Result<(), Failure> {
    let page = NewFile { name: PAGE.to_owned(), text: html(report)? };
    let records = NewFile { name: RECORDS.to_owned(), text: records(report)? };
    let picture = |review: &Review<'_>| NewFile {
        name: picture_name(review.number),
        text: figure::figure(review).file(),
    };
    let pictures = report.reviews.iter().map(picture);
    files::write_all(folder, &[page, records].into_iter().chain(pictures).collect::<Vec<_>>())
}

fn picture_name(number: usize) -> String {
    format!("{}.svg", figure::name(number))
}

/// The records as the command writes them with `--json`.
fn records(report: &Report<'_>) -> Result<String, Failure> {
    let mut text = Vec::new();
    deliver(Format::Json, &mut text, |output| {
        for review in report.reviews {
            (0..review.moves.len()).try_for_each(|index| output.emit(&MoveLine::new(review, index)))?;
        }
        report.reviews.iter().try_for_each(|review| output.emit(&GameLine::new(review)))?;
        Ok(Exit::Success)
    })?;
    String::from_utf8(text).map_err(|error| Failure::Internal(format!("the records are no text: {error}")))
}

/// With more games than this, the pictures of their scores are files only.
const MOST_FIGURES: usize = 12;

fn html(report: &Report<'_>) -> Result<String, Failure> {
    let players = games::Players::of(report);
    page(report).render(&players.data(report, &players.replays(report)))
}

fn page(report: &Report<'_>) -> Page {
    let plies: usize = report.reviews.iter().map(|review| review.moves.len()).sum();
    let (title, overview) = match report.reviews {
        [review] => (review.input.title(report.game), text::remarks(review)),
        reviews => (format!("{}, analysed", counted(reviews.len() as u64, "game")), Vec::new()),
    };
    Page {
        title,
        eyebrow: format!("{} · {}", report.game.info.title, counted(plies as u64, "move")),
        overview,
        facts: facts(report),
        sections: vec![games::section(report), turning_points(report), scores(report), method(report)],
        made_by: "shuangqi analyze",
        ..Page::default()
    }
}

/// How positions were searched.
fn facts(report: &Report<'_>) -> Vec<(Cow<'static, str>, String)> {
    let limits = report.options.limits;
    let nodes = limits.nodes.map(|nodes| counted(nodes.get(), "node"));
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let time = limits.move_time.map(|time| format!("{} s", time.as_secs_f64()));
    let each = [nodes, depth, time].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let engine = format!("Shuangqi {} {}", report.game.info.title, env!("CARGO_PKG_VERSION"));
    let exact = format!("{} empty squares on", report.options.exact_empties);
    let solved = report.game.info.has_solver.then_some(("solved exactly from", exact));
    let facts = [("engine", engine), ("each position", each)].into_iter().chain(solved);
    facts.map(|(name, value)| (name.into(), value)).collect()
}

fn turning_points(report: &Report<'_>) -> Section {
    const MEANING: &str = "Moves that cost something and after which the mover can expect less of the game. Of a game \
        without any, the move that cost most.";
    let of_game = |review: &Review<'_>| {
        let sentences: Vec<Text> = text::turning_points(review).into_iter().map(Text::from).collect();
        let title = format!("Game {}, {}", review.number, review.input.title(report.game));
        let heading = Text::default().link(title, format!("#game-{}", review.number));
        (!sentences.is_empty()).then_some([Part::Heading(heading), Part::List(sentences)])
    };
    let mut found: Vec<Part> = report.reviews.iter().filter_map(of_game).flatten().collect();
    if found.is_empty() {
        found.push(Part::Paragraph("There is none.".into()));
    }
    found.insert(0, Part::Paragraph(MEANING.into()));
    Section::new("turning-points", "Turning points", found)
}

fn scores(report: &Report<'_>) -> Section {
    let drawn: Vec<Figure> = report.reviews.iter().take(MOST_FIGURES).map(figure::figure).collect();
    let left_out = (report.reviews.len() - drawn.len()) as u64;
    let mut parts = vec![Part::Figures(drawn)];
    if left_out > 0 {
        let others = counted(left_out, "game");
        let text = format!("The pictures of the other {others} are files beside this page.");
        parts.push(Part::Reading(text.into()));
    }
    Section::new("scores", "Scores", parts)
}

const SEARCH: &str = "The engine searches every position of a game. A move costs what the score after it is less than that \
    of the best move, both from the mover's view; where the search after the move finds more, nothing. Positions with one \
    legal move are not searched, and such moves do not count.";
const BY_CHANCES: &str = "Moves are judged by the expected score, the chance to win and half the chance to draw in per cent, \
    by the model of results that was fitted to the engine's own games. An inaccuracy (?!) costs at least 5, a mistake (?) \
    10, a blunder (??) 15 percentage points. The accuracy of a move is 103.1668 · exp(−0.04354 · loss) − 3.1669, within 0 \
    and 100, the curve of lichess.org for chess; that of a side is the mean of its moves. A side is winning or losing if \
    that is more likely than not. Scores are counted within ± 10 soldiers.";

/// How to make the report again, and where the numbers come from.
fn method(report: &Report<'_>) -> Section {
    let has_model = report.reviews.iter().any(|review| review.analysis.positions[0].chances.is_some());
    let by_score = || {
        format!(
            "An inaccuracy (?!) costs at least 2, a mistake (?) 4, a blunder (??) 8 {}s. The accuracy of a move is \
             100 · 2^(−loss / 8); that of a side is the mean of its moves. A side is winning or losing from 2 on. \
             Scores of positions that were not solved are the mean of the last two depths.",
            report.game.info.hundred
        )
    };
    let judgement = if has_model { BY_CHANCES.to_owned() } else { by_score() };
    let parts = vec![
        Part::Paragraph("This command makes the report again:".into()),
        Part::Code(report.command.to_owned()),
        Part::Paragraph(SEARCH.into()),
        Part::Paragraph(judgement.into()),
    ];
    Section::new("method", "Command and method", parts)
}
