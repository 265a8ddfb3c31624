//! The report of an analysis: a page with every game on the board, a picture of each game's scores, and the records.

use std::borrow::Cow;
use std::path::Path;

use game::{EngineScore, Limits, Message, Seat};
use shuangqi_arena::games::Game;
use shuangqi_cli::Failure;
use shuangqi_cli::files::{self, NewFile};
use shuangqi_cli::output::{self, Format};
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::units::grouped;
use shuangqi_plot::games::{Games, ListedGame};
use shuangqi_plot::replay::{Replay, ReplayData, ReplayMove};
use shuangqi_plot::report::{Part, Report as Page, Section};
use shuangqi_plot::table::Cell;
use shuangqi_plot::texts::PageTexts;
use shuangqi_plot::{Axis, Figure, Fill, Line, LineChart, Point, ScaleKind, Style, Text, number};
use shuangqi_texts::{Catalogue, Language};

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

impl Report<'_> {
    /// The language of the reviews.
    fn language(&self) -> Language {
        self.reviews.first().map(|review| review.language).unwrap_or_default()
    }

    /// What a message says in that language.
    fn say(&self, message: &Message) -> String {
        Catalogue::of(self.language()).say(message)
    }

    /// What a text without arguments says in that language.
    fn text(&self, key: &'static str, english: &'static str) -> String {
        self.say(&Message::new(key, english))
    }

    fn side(&self, seat: Seat) -> Message {
        self.game.info.side(seat)
    }

    /// The game, as headings name it.
    fn game_title(&self) -> Message {
        Message::new(format!("game-{}", self.game.name()), self.game.info.title)
    }
}

fn page(report: &Report<'_>) -> Page {
    let plies: usize = report.reviews.iter().map(|review| review.moves.len()).sum();
    let (title, overview) = match report.reviews {
        [review] => (text::title(review), text::remarks(review)),
        reviews => (analysed(reviews.len()), Vec::new()),
    };
    let (game, moves) = (report.say(&report.game_title()), report.say(&text::moves_text(plies)));
    let catalogue = Catalogue::of(report.language());
    Page {
        title: report.say(&title),
        eyebrow: format!("{game} · {moves}"),
        overview,
        facts: facts(report),
        sections: vec![games(report), turning_points(report), scores(report), method(report)],
        made_by: "shuangqi analyze",
        texts: PageTexts::new(report.language().tag(), |message| catalogue.say(message)),
        ..Page::default()
    }
}

/// `3 games, analysed`.
fn analysed(games: usize) -> Message {
    Message::new("analyze-title", "{games}, analysed").with("games", games_text(games))
}

/// `3 games`.
fn games_text(count: usize) -> Message {
    let english = if count == 1 { "{count} game" } else { "{count} games" };
    Message::new("analyze-games", english).with("count", grouped(count as u64))
}

/// The conditions of the searches.
fn facts(report: &Report<'_>) -> Vec<(Cow<'static, str>, String)> {
    let engine = Message::new("analyze-engine-version", "Shuangqi {game} {version}")
        .with("game", report.game_title())
        .with("version", env!("CARGO_PKG_VERSION").to_owned());
    let exact = Message::new("analyze-exact-empties", "{count} empty squares on")
        .with("count", report.options.exact_empties.to_string());
    let solved = Message::new("analyze-exact-from", "solved exactly from");
    let facts = [
        Some((Message::new("analyze-engine", "engine"), engine)),
        Some((Message::new("analyze-each-position", "each position"), limits(report.options.limits))),
        report.game.info.has_solver.then_some((solved, exact)),
    ];
    facts.into_iter().flatten().map(|(name, value)| (report.say(&name).into(), report.say(&value))).collect()
}

/// The limits of a search: `100,000 nodes, depth 3`.
fn limits(limits: Limits) -> Message {
    let nodes = limits.nodes.map(|nodes| {
        let english = if nodes.get() == 1 { "{count} node" } else { "{count} nodes" };
        Message::new("nodes", english).with("count", grouped(nodes.get()))
    });
    let depth =
        limits.depth.map(|depth| Message::new("depth", "depth {depth}").with("depth", depth.to_string()));
    let time = limits.move_time.map(|time| {
        Message::new("analyze-seconds", "{seconds} s").with("seconds", time.as_secs_f64().to_string())
    });
    let both = |one, other| {
        Message::new("analyze-limits", "{first}, {second}").with("first", one).with("second", other)
    };
    [nodes, depth, time].into_iter().flatten().reduce(both).unwrap_or_else(|| Message::verbatim(""))
}

/// The number of a game and its players, by the message of this key: `Game 3: Li against Wang`.
fn game_heading(review: &Review<'_>, key: &'static str, english: &'static str) -> String {
    let heading = Message::new(key, english).with("number", review.number.to_string());
    review.say(&heading.with("title", text::title(review)))
}

fn turning_points(report: &Report<'_>) -> Section {
    let meaning = Message::new(
        "analyze-turning-points-meaning",
        "Moves that cost something and after which the mover can expect less of the game. Of a game without any, the \
         move that cost most.",
    );
    let of_game = |review: &Review<'_>| {
        let sentences: Vec<Text> = text::turning_points(review).into_iter().map(Text::from).collect();
        let title = game_heading(review, "analyze-game-heading", "Game {number}, {title}");
        let heading = Text::default().link(title, format!("#game-{}", review.number));
        (!sentences.is_empty()).then_some([Part::Heading(heading), Part::List(sentences)])
    };
    let mut found: Vec<Part> = report.reviews.iter().filter_map(of_game).flatten().collect();
    if found.is_empty() {
        found.push(Part::Paragraph(report.text("analyze-no-turning-points", "There is none.").into()));
    }
    found.insert(0, Part::Paragraph(report.say(&meaning).into()));
    Section::new("turning-points", report.text("analyze-turning-points", "Turning points"), found)
}

fn scores(report: &Report<'_>) -> Section {
    let drawn: Vec<Figure> = report.reviews.iter().take(MAX_FIGURES).map(figure).collect();
    let left_out = report.reviews.len() - drawn.len();
    let mut parts = vec![Part::Figures(drawn)];
    if left_out > 0 {
        let english = "The pictures of the other {games} are files beside this page.";
        let others = Message::new("analyze-other-pictures", english).with("games", games_text(left_out));
        parts.push(Part::Reading(report.say(&others).into()));
    }
    Section::new("scores", report.text("analyze-scores", "Scores"), parts)
}

/// The command that makes the report again, and the sources of the numbers.
fn method(report: &Report<'_>) -> Section {
    let has_model = report.reviews.iter().any(|review| review.analysis.positions[0].chances.is_some());
    let judgement = if has_model { judged_by_chances() } else { judged_by_score(report.game) };
    let search = Message::new(
        "analyze-method",
        "The engine searches every position of a game. A move costs what the score after it is less than that of the best \
         move, both from the mover's view; where the search after the move finds more, nothing. Positions with one legal \
         move are not searched, and such moves do not count.",
    );
    let parts = vec![
        Part::Paragraph(report.text("analyze-command", "This command makes the report again:").into()),
        Part::Code(report.command.to_owned()),
        Part::Paragraph(report.say(&search).into()),
        Part::Paragraph(report.say(&judgement).into()),
    ];
    Section::new("method", report.text("analyze-method-heading", "Command and method"), parts)
}

fn judged_by_chances() -> Message {
    Message::new(
        "analyze-judged-by-chances",
        "Moves are judged by the expected score, the chance to win and half the chance to draw in per cent, by the model of \
         results that was fitted to the engine's own games. An inaccuracy (?!) costs at least 5, a mistake (?) 10, a \
         blunder (??) 15 percentage points. The accuracy of a move is 103.1668 · exp(−0.04354 · loss) − 3.1669, within 0 \
         and 100, the curve of lichess.org for chess; that of a side is the mean of its moves. A side is winning or losing \
         if that is more likely than not. Scores are counted within ± 10 soldiers.",
    )
}

fn judged_by_score(game: Game) -> Message {
    Message::new(
        "analyze-judged-by-score",
        "An inaccuracy (?!) costs at least 2, a mistake (?) 4, a blunder (??) 8 {unit}. The accuracy of a move is \
         100 · 2^(−loss / 8); that of a side is the mean of its moves. A side is winning or losing from 2 on. Scores of \
         positions that were not solved are the mean of the last two depths.",
    )
    .with("unit", text::unit_name(game))
}

/// The section of the games.
fn games(report: &Report<'_>) -> Section {
    let english =
        "Scores after each move as {side} sees them, in {unit}; marks are moves that cost something";
    let caption = Message::new("analyze-caption", english)
        .with("side", report.side(Seat::First))
        .with("unit", text::unit_name(report.game));
    let games = Games {
        game: report.game.info,
        sides: Seat::BOTH.map(|seat| report.say(&report.side(seat))),
        caption: report.say(&caption),
        remark: String::new(),
        filters: Vec::new(),
        columns: columns(report),
        list: report.reviews.iter().map(listed).collect(),
    };
    let heading = report.text("analyze-games-on-board", "Games on the board");
    Section::new("games", heading, vec![Part::Games(Box::new(games))])
}

/// The headings of the list of games.
fn columns(report: &Report<'_>) -> Vec<String> {
    let [first, second] = Seat::BOTH.map(|seat| report.side(seat));
    let accuracy = |side: &Message| {
        Message::new("analyze-column-accuracy", "accuracy {side}").with("side", side.clone())
    };
    let loss =
        |side: &Message| Message::new("analyze-column-loss", "lost a move {side}").with("side", side.clone());
    let columns = [
        Message::new("analyze-column-result", "result"),
        first.clone(),
        second.clone(),
        accuracy(&first),
        accuracy(&second),
        loss(&first),
        loss(&second),
        Message::new("analyze-column-blunders", "blunders"),
        Message::new("analyze-column-plies", "plies"),
        Message::new("analyze-column-place", "from"),
    ];
    columns.iter().map(|column| report.say(column)).collect()
}

fn listed(review: &Review<'_>) -> ListedGame {
    let sides = Seat::BOTH.map(|seat| review.of_side(seat));
    let [first, second] = names(review);
    let size = f64::from(review.game.info.unit.size);
    let shown = |value: Option<f64>, decimals: usize| match value {
        Some(value) => Cell::keyed(format!("{value:.decimals$}"), value),
        None => Cell::keyed("–", -1.0),
    };
    let result = review.result().replace("1/2-1/2", "½–½").replace('-', "–");
    let [ours, theirs] = sides.map(|side| side.faults[2]);
    let blunders = Message::new("analyze-of-both", "{first} and {second}")
        .with("first", ours.to_string())
        .with("second", theirs.to_string());
    let mut cells = [result, first, second].map(Cell::words).to_vec();
    cells.extend(sides.map(|side| shown(side.accuracy, 1)));
    cells.extend(sides.map(|side| shown(side.mean_loss.map(|loss| loss / size), 2)));
    cells.push(Cell::keyed(review.say(&blunders), f64::from(ours + theirs)));
    cells.push(Cell::keyed(grouped(review.moves.len() as u64), review.moves.len() as f64));
    cells.push(Cell::words(review.input.place()));
    ListedGame { number: review.number as u64 - 1, key: None, cells }
}

/// The players of a game by seat, as the page names them.
fn names(review: &Review<'_>) -> [String; 2] {
    Seat::BOTH.map(|seat| review.say(&text::player(review, seat)))
}

/// The names of all players, each once, in order.
fn players(report: &Report<'_>) -> Vec<String> {
    let mut names: Vec<String> = report.reviews.iter().flat_map(names).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn replay(review: &Review<'_>, players: &[String]) -> Replay {
    let explanation = review.ending().map(|ending| review.say(&review.ending_message(ending)));
    Replay {
        number: review.number as u64 - 1,
        caption: Some(review.input.place()),
        players: names(review).map(|name| players.binary_search(&name).unwrap_or_default()),
        start: review.input.moves.start.clone(),
        boards: review.analysis.positions.iter().map(|position| position.board.clone()).collect(),
        result: review.result().to_owned(),
        explanation: explanation.unwrap_or_default(),
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
        Some(from) => {
            let english = "Marks are moves that cost something. From the upright line on, after ply {ply}, scores are exact.";
            Message::new("analyze-marks-exact", english).with("ply", from.to_string())
        }
        None => Message::new("analyze-marks", "Marks are moves that cost something."),
    };
    Figure::full(figure_name(review.number), review.say(&reading), &chart(review))
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
    let has_model = review.analysis.positions.iter().any(|position| position.chances.is_some());
    let (ply, score) = (Message::new("analyze-ply", "ply"), Message::new("analyze-score", "score"));
    let (ply, score) = (review.say(&ply), review.say(&score));
    let points = (0..review.moves.len()).map(|index| point(review, index)).collect();
    let lines = vec![Line::new(score.as_str(), Style::Numbered(0), points)];
    let title = game_heading(review, "analyze-chart-title", "Game {number}: {title}");
    let x = Axis::new(&ply, ScaleKind::Whole, number::plain);
    LineChart {
        rules: vec![if has_model { 50.0 } else { 0.0 }],
        uprights: exact_from(review).map(|from| from as f64).into_iter().collect(),
        ..LineChart::new(title, x, score_axis(review, has_model), lines)
    }
}

/// The axis of the expected score, or of the score where there is no model of results.
fn score_axis(review: &Review<'_>, has_model: bool) -> Axis {
    let label = match has_model {
        true => {
            Message::new("analyze-expected-score-axis", "expected score of {side} after each move, per cent")
        }
        false => {
            let english = "score after each move from the view of {side}, {unit}";
            Message::new("analyze-score-axis", english).with("unit", text::unit_name(review.game))
        }
    };
    let label = review.say(&label.with("side", review.game.info.side(Seat::First)));
    match has_model {
        true => {
            Axis { ends: (Some(0.0), Some(100.0)), ..Axis::new(&label, ScaleKind::Linear, number::plain) }
        }
        false => Axis::new(&label, ScaleKind::Linear, |value| number::signed(value, 0)),
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
    use std::collections::{BTreeMap, BTreeSet};

    use serde_json::Value;

    use super::*;
    use crate::tests::{Run, analysed};

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
            // The compressed data, in which any letters may follow each other, are left out.
            let (before, data) = text.split_once("application/gzip;base64").unwrap();
            let (_, after) = data.split_once("</script>").unwrap();
            for shown in [before, after] {
                assert!(!shown.contains("<b>bold") && !shown.contains("NaN"));
            }
        }
    }

    /// Words that are the same in every language: of commands, formulas, formats and coordinates, and names of keys.
    const COMMON: [&str; 10] =
        ["Home", "End", "PGN", "FEN", "analyze", "exp", "lichess", "org", "pass", "shuangqi"];

    /// The words of a text in Latin letters.
    fn latin_words(text: &str) -> impl Iterator<Item = &str> {
        text.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| word.len() > 2)
    }

    /// What people read of a page without its scripts: texts between tags, and labels.
    fn read_of(page: &str) -> Vec<&str> {
        let (head, _) = page.split_once("<script").unwrap();
        let (_, body) = head.split_once("<body>").unwrap();
        let texts = body.split('<').filter_map(|part| Some(part.split_once('>')?.1));
        let labels = ["aria-label=\"", " title=\""].into_iter().flat_map(|label| body.split(label).skip(1));
        texts.chain(labels.filter_map(|rest| Some(rest.split_once('"')?.0))).collect()
    }

    /// The texts of its scripts, without the names of their arguments.
    fn script_texts(page: &str) -> Vec<String> {
        let (_, rest) = page.split_once("const texts = ").unwrap();
        let texts: BTreeMap<String, Value> = serde_json::from_str(rest.split_once(";\n").unwrap().0).unwrap();
        let words = |text: &Value| {
            let text = text.as_str().unwrap_or_default().replace('{', " {");
            text.split_whitespace().filter(|word| !word.starts_with('{')).collect::<Vec<_>>().join(" ")
        };
        texts.values().map(words).collect()
    }

    /// Everything that people read of a report, on its page and of its games.
    fn texts_of(report: &Report<'_>) -> Vec<String> {
        let page = html(report).unwrap();
        let language = format!("<html lang=\"{}\">", report.language().tag());
        assert!(page.contains(&language), "{language}");
        let replays = report.reviews.iter().map(|review| replay(review, &players(report)));
        let of_games = replays.flat_map(|replay| {
            replay.moves.into_iter().map(|mv| mv.note).chain([replay.explanation]).collect::<Vec<_>>()
        });
        let of_page = read_of(&page).into_iter().map(str::to_owned);
        of_page.chain(script_texts(&page)).chain(of_games).collect()
    }

    /// The words that an analysis in a language has in Latin letters, without those of names and files.
    fn english_words(run: &Run, language: Language) -> BTreeSet<String> {
        let reviews: Vec<Review<'_>> =
            run.reviews().into_iter().map(|review| review.speaking(language)).collect();
        let (game, options) = (run.game, &run.options);
        let report = Report { game, options, reviews: &reviews, command: "shuangqi analyze" };
        let given: Vec<String> =
            run.games.iter().flat_map(|game| [game.players.join(" "), game.place()]).collect();
        let known: Vec<&str> = given.iter().flat_map(|text| latin_words(text)).chain(COMMON).collect();
        let texts = texts_of(&report);
        let words = texts.iter().flat_map(|text| latin_words(text));
        words.filter(|word| !known.contains(word)).map(str::to_owned).collect()
    }

    /// A report is in the language of its reviews, from its headings to the labels of its buttons.
    #[test]
    fn a_report_in_another_language_has_no_english_words() {
        for run in [Game::OTHELLO, Game::XIANGQI].map(analysed) {
            for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
                let english = english_words(&run, language);
                assert!(english.is_empty(), "{language:?}, {}: {english:?}", run.game.name());
            }
            assert!(english_words(&run, Language::English).len() > 100);
        }
    }
}
