//! The report of an analysis: a page with every game on the board, a picture of each game's scores, and the records.

use std::borrow::Cow;
use std::path::Path;

use game::{EngineScore, Seat};
use shuangqi_arena::games::Game;
use shuangqi_cli::Failure;
use shuangqi_cli::files::{self, NewFile};
use shuangqi_cli::output::{self, Format};
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::units::{counted, grouped};
use shuangqi_plot::games::{Games, ListedGame};
use shuangqi_plot::replay::{Replay, ReplayData, ReplayMove};
use shuangqi_plot::report::{Part, Report as Page, Section};
use shuangqi_plot::table::Cell;
use shuangqi_plot::{Axis, Figure, Fill, Line, LineChart, Point, ScaleKind, Style, Text, number};

use super::analyst::AnalystOptions;
use super::record::{GameLine, MoveLine};
use super::review::{Judgement, Review};
use super::text;

/// The name of the page in its folder.
const PAGE: &str = "report.html";
/// The name of the file of records.
const RECORDS: &str = "analysis.json";
/// The beginning of the names of pictures.
const PICTURES: &str = "scores-";

/// The data of the report.
#[derive(Debug)]
pub struct Report<'a> {
    /// The game that is played.
    pub game: Game,
    /// The options of the searches.
    pub options: &'a AnalystOptions,
    /// The games in order.
    pub reviews: &'a [Review<'a>],
    /// The command that makes it again.
    pub command: &'a str,
}

/// The folder of a report that this command makes.
pub fn run_folder(path: &Path, command: String) -> RunFolder<'_> {
    RunFolder { path, command, names: &[PAGE, RECORDS], pictures: Some(PICTURES) }
}

/// Writes the report to a folder: all of its files, or none. The same report gives the same bytes.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write(folder: &Path, report: &Report<'_>) -> Result<(), Failure> {
    let page = NewFile { name: PAGE.to_owned(), text: html(report)? };
    let records = NewFile { name: RECORDS.to_owned(), text: records(report)? };
    let picture =
        |review: &Review<'_>| NewFile { name: picture_name(review.number), text: figure(review).file() };
    let pictures = report.reviews.iter().map(picture);
    files::write_all(folder, &[page, records].into_iter().chain(pictures).collect::<Vec<_>>())
}

fn picture_name(number: usize) -> String {
    format!("{}.svg", figure_name(number))
}

/// The records as the command writes them with `--json`.
fn records(report: &Report<'_>) -> Result<String, Failure> {
    output::text(Format::Json, |output| {
        for review in report.reviews {
            (0..review.moves.len()).try_for_each(|index| output.emit(&MoveLine::new(review, index)))?;
        }
        report.reviews.iter().try_for_each(|review| output.emit(&GameLine::new(review)))
    })
}

/// With more games than this, the pictures of their scores are files only.
const MAX_FIGURES: usize = 12;

fn html(report: &Report<'_>) -> Result<String, Failure> {
    let players = players(report);
    let replays: Vec<Replay> = report.reviews.iter().map(|review| replay(review, &players)).collect();
    let names: Vec<&str> = players.iter().map(String::as_str).collect();
    let clocks = vec![None; names.len()];
    page(report).render(&ReplayData::new(
        "analyze-report/2",
        (&report.game.info, report.game.start),
        (names, clocks),
        &replays,
    ))
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
        sections: vec![games(report), turning_points(report), scores(report), method(report)],
        made_by: "shuangqi analyze",
        ..Page::default()
    }
}

/// The conditions of the searches.
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
    let drawn: Vec<Figure> = report.reviews.iter().take(MAX_FIGURES).map(figure).collect();
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

/// The command that makes the report again, and the sources of the numbers.
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

/// The section of the games.
fn games(report: &Report<'_>) -> Section {
    let [first, second] = report.game.info.colours;
    let columns = [
        "result",
        first,
        second,
        &format!("accuracy {first}"),
        &format!("accuracy {second}"),
        &format!("lost a move {first}"),
        &format!("lost a move {second}"),
        "blunders",
        "plies",
        "from",
    ];
    let games = Games {
        game: report.game.info,
        caption: format!(
            "Scores after each move as {first} sees them, in {}s; marks are moves that cost something",
            report.game.info.hundred
        ),
        remark: String::new(),
        filters: Vec::new(),
        columns: columns.map(str::to_owned).into(),
        list: report.reviews.iter().map(listed).collect(),
    };
    Section::new("games", "Games on the board", vec![Part::Games(Box::new(games))])
}

fn listed(review: &Review<'_>) -> ListedGame {
    let sides = Seat::BOTH.map(|seat| review.of_side(seat));
    let [first, second] = review.input.names(review.game);
    let size = f64::from(review.game.info.unit.size);
    let shown = |value: Option<f64>, decimals: usize| match value {
        Some(value) => Cell::keyed(format!("{value:.decimals$}"), value),
        None => Cell::keyed("–", -1.0),
    };
    let result = review.result().replace("1/2-1/2", "½–½").replace('-', "–");
    let [ours, theirs] = sides.map(|side| side.faults[2]);
    let mut cells = [result, first, second].map(Cell::words).to_vec();
    cells.extend(sides.map(|side| shown(side.accuracy, 1)));
    cells.extend(sides.map(|side| shown(side.mean_loss.map(|loss| loss / size), 2)));
    cells.push(Cell::keyed(format!("{ours} and {theirs}"), f64::from(ours + theirs)));
    cells.push(Cell::keyed(grouped(review.moves.len() as u64), review.moves.len() as f64));
    cells.push(Cell::words(review.input.place()));
    ListedGame { number: review.number as u64 - 1, key: None, cells }
}

/// The names of all players, each once, in order.
fn players(report: &Report<'_>) -> Vec<String> {
    let mut names: Vec<String> =
        report.reviews.iter().flat_map(|review| review.input.names(report.game)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn replay(review: &Review<'_>, players: &[String]) -> Replay {
    let names = review.input.names(review.game);
    let explanation = review.ending().map_or("", |ending| &ending.explanation);
    Replay {
        number: review.number as u64 - 1,
        caption: Some(review.input.place()),
        players: names.map(|name| players.binary_search(&name).unwrap_or_default()),
        start: review.input.moves.start.clone(),
        boards: review.analysis.positions.iter().map(|position| position.board.clone()).collect(),
        result: review.result().to_owned(),
        explanation: explanation.to_owned(),
        exact: review.exact_from(),
        moves: (0..review.moves.len()).map(|index| replay_move(review, index)).collect(),
        ..Replay::default()
    }
}

fn replay_move(review: &Review<'_>, index: usize) -> ReplayMove {
    let (mv, position) = (&review.moves[index], review.position(index));
    let depth = position.evaluation.depth;
    ReplayMove {
        text: review.input.moves()[index].clone(),
        name: position.played.clone(),
        claim: Some(EngineScore::of(mv.score)),
        depth,
        nodes: depth.map(|_| position.evaluation.nodes),
        mark: text::mark(mv.judgement),
        note: text::note(review, index),
        ..ReplayMove::default()
    }
}

/// The picture of a game: in discs, or where there is a model of it the expected score in per cent, from the first
/// seat's view. Moves that cost something are marked.
fn figure(review: &Review<'_>) -> Figure {
    let reading = match exact_from(review) {
        Some(from) => format!(
            "Marks are moves that cost something. From the upright line on, after ply {from}, scores are exact."
        ),
        None => "Marks are moves that cost something.".to_owned(),
    };
    Figure::full(figure_name(review.number), reading, &chart(review))
}

/// The number of moves from which on scores are exact, if it is before the end.
fn exact_from(review: &Review<'_>) -> Option<usize> {
    review.exact_from().filter(|&from| from < review.moves.len())
}

/// The name of the picture of the game of this number.
fn figure_name(number: usize) -> String {
    format!("{PICTURES}{number}")
}

fn chart(review: &Review<'_>) -> LineChart {
    let (game, colour) = (review.game, review.game.colour(Seat::First));
    let has_model = review.analysis.positions.iter().any(|position| position.chances.is_some());
    let y = if has_model {
        let label = format!("expected score of {colour} after each move, per cent");
        Axis { ends: (Some(0.0), Some(100.0)), ..Axis::new(&label, ScaleKind::Linear, number::plain) }
    } else {
        let label = format!("score after each move from the view of {colour}, {}", game.info.unit.name);
        Axis::new(&label, ScaleKind::Linear, |value| number::signed(value, 0))
    };
    let points = (0..review.moves.len()).map(|index| point(review, index)).collect();
    let lines = vec![Line::new("score", Style::Numbered(0), points)];
    let title = format!("Game {}: {}", review.number, review.input.title(game));
    LineChart {
        rules: vec![if has_model { 50.0 } else { 0.0 }],
        uprights: exact_from(review).map(|from| from as f64).into_iter().collect(),
        ..LineChart::new(title, Axis::new("ply", ScaleKind::Whole, number::plain), y, lines)
    }
}

fn point(review: &Review<'_>, index: usize) -> Point {
    let mv = &review.moves[index];
    let is_first = review.side(index) == Seat::First;
    let y = match review.position(index).chances {
        Some(chances) => {
            let [win, draw, _] = chances.played;
            let expected = f64::from(2 * u32::from(win) + u32::from(draw)) / 20.0;
            if is_first { expected } else { 100.0 - expected }
        }
        None => {
            let score = f64::from(mv.score) / f64::from(review.game.info.unit.size);
            if is_first { score } else { -score }
        }
    };
    let is_fault = mv.judgement >= Judgement::Inaccuracy;
    let tip = if is_fault { text::sentence(review, index) } else { text::short(review, index) };
    let fill = Some(if is_fault { Fill::Full } else { Fill::Hidden });
    Point { fill, ..Point::new((index + 1) as f64, y, tip) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::analysed;

    #[test]
    fn pages_are_whole_and_the_same_every_time() {
        for game in [Game::OTHELLO, Game::XIANGQI] {
            let run = analysed(game);
            let reviews = run.reviews();
            let report =
                Report { game, options: &run.options, reviews: &reviews, command: "shuangqi analyze …" };
            let text = html(&report).unwrap();
            assert_eq!(text, html(&report).unwrap());
            for part in [
                "id=\"game-1\"",
                "id=\"viewer\"",
                "Turning points",
                "a blunder",
                "id=\"scores-1\"",
                "&lt;b&gt;",
            ] {
                assert!(text.contains(part), "{part}");
            }
            assert!(!text.contains("<b>bold") && !text.contains("NaN"));
        }
    }
}
