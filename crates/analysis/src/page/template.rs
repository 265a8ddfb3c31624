//! The HTML of the page, from top to bottom.

use maud::{Markup, html};
use shuangqi_cli::units::{counted, grouped};
use shuangqi_plot::figure::figures;
use shuangqi_plot::page::{DOCUMENT_STYLE, Page};
use shuangqi_plot::{Figure, board};

use super::Report;
use crate::review::Review;
use crate::{figure, text};
use game::Seat;
use shuangqi_arena::replay;

/// With more games than this, the pictures of their scores are files only.
const MOST_FIGURES: usize = 12;

/// The whole page. `data` is JSON, compressed by gzip, in base64.
pub fn page(report: &Report<'_>, data: &str) -> String {
    let body = html! {
        (head(report)) "\n"
        main {
            (games(report)) "\n"
            (turning_points(report)) "\n"
            (scores(report)) "\n"
            (method(report)) "\n"
        }
    };
    Page {
        title: &title(report),
        styles: &[DOCUMENT_STYLE, board::STYLE, replay::STYLE],
        body,
        footer: "Made by shuangqi analyze. This page needs no other file: the pictures, the tables and the games are in it.",
        data,
        scripts: &replay::SCRIPTS,
    }
    .render()
}

fn title(report: &Report<'_>) -> String {
    match report.reviews {
        [review] => review.input.title(report.game),
        reviews => format!("{}, analysed", counted(reviews.len() as u64, "game")),
    }
}

fn head(report: &Report<'_>) -> Markup {
    let plies: usize = report.reviews.iter().map(|review| review.moves.len()).sum();
    html! {
        header {
            p.eyebrow { (report.game.info.title) " · " (counted(plies as u64, "move")) }
            h1 { (title(report)) }
            @if let [review] = report.reviews {
                @for remark in text::remarks(review) { p.overview { (remark) } }
            }
            dl.facts { @for (name, value) in facts(report) { div { dt { (name) } dd { (value) } } } }
            nav aria-label="Contents" {
                ul {
                    @for (id, name) in [
                        ("games", "Games on the board"), ("turning-points", "Turning points"), ("scores", "Scores"),
                        ("method", "Command and method"),
                    ] { li { a href={ "#" (id) } { (name) } } }
                }
            }
        }
    }
}

/// How positions were searched.
fn facts(report: &Report<'_>) -> Vec<(&'static str, String)> {
    let limits = report.options.limits;
    let nodes = limits.nodes.map(|nodes| counted(nodes.get(), "node"));
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let time = limits.move_time.map(|time| format!("{} s", time.as_secs_f64()));
    let each = [nodes, depth, time].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let mut facts = vec![
        ("engine", format!("Shuangqi {} {}", report.game.info.title, env!("CARGO_PKG_VERSION"))),
        ("each position", each),
    ];
    if report.game.info.has_solver {
        facts.push(("solved exactly from", format!("{} empty squares on", report.options.exact_empties)));
    }
    facts
}

fn games(report: &Report<'_>) -> Markup {
    let caption = format!(
        "Scores after each move as {} sees them, in {}s; marks are moves that cost something",
        report.game.colour(Seat::First),
        report.game.info.hundred
    );
    html! {
        section #games {
            h2 { "Games" }
            p #no-viewer { "To replay games on a board, open this page in a browser with scripts. The list below needs none." }
            (replay::viewer(report.game, &caption))
            (list(report))
        }
    }
}

fn list(report: &Report<'_>) -> Markup {
    let [first, second] = Seat::BOTH.map(|seat| report.game.colour(seat));
    html! {
        div.scroll.tall tabindex="0" {
            table.sortable #game-list {
                thead { tr {
                    @for (name, is_words) in [
                        ("game".to_owned(), false), ("result".to_owned(), true), (first.to_owned(), true), (second.to_owned(), true),
                        (format!("accuracy {first}"), false), (format!("accuracy {second}"), false),
                        (format!("lost a move {first}"), false), (format!("lost a move {second}"), false),
                        ("blunders".to_owned(), false), ("plies".to_owned(), false), ("from".to_owned(), true),
                    ] {
                        th scope="col" .words[is_words] { button type="button" { (name) } }
                    }
                } }
                tbody { @for review in report.reviews { (row(review)) "\n" } }
            }
        }
    }
}

fn row(review: &Review<'_>) -> Markup {
    let sides = Seat::BOTH.map(|seat| review.of_side(seat));
    let [first, second] = review.input.names(review.game);
    let size = f64::from(review.game.info.unit.size);
    let shown = |value: Option<f64>, decimals: usize| {
        html! {
            @match value {
                Some(value) => { td data-key=(value) { (format!("{value:.decimals$}")) } }
                None => { td data-key="-1" { "–" } }
            }
        }
    };
    let result = review.result().replace("1/2-1/2", "½–½").replace('-', "–");
    let blunders = sides.map(|side| side.faults[2]);
    html! {
        tr id={ "game-" (review.number) } data-number=(review.number - 1) {
            td data-key=(review.number) { a href={ "#game-" (review.number) } { (review.number) } }
            td.words { (result) }
            td.words { (first) }
            td.words { (second) }
            @for side in sides { (shown(side.accuracy, 1)) }
            @for side in sides { (shown(side.mean_loss.map(|loss| loss / size), 2)) }
            td data-key=(blunders[0] + blunders[1]) { (blunders[0]) " and " (blunders[1]) }
            td data-key=(review.moves.len()) { (grouped(review.moves.len() as u64)) }
            td.words { (review.input.place()) }
        }
    }
}

fn turning_points(report: &Report<'_>) -> Markup {
    let found: Vec<(&Review<'_>, Vec<String>)> = report
        .reviews
        .iter()
        .map(|review| (review, text::turning_points(review)))
        .filter(|(_, sentences)| !sentences.is_empty())
        .collect();
    html! {
        section #turning-points {
            h2 { "Turning points" }
            p { "Moves that cost something and after which the mover can expect less of the game. Of a game without any, the \
                move that cost most." }
            @if found.is_empty() { p { "There is none." } }
            @for (review, sentences) in found {
                h3 { a href={ "#game-" (review.number) } { "Game " (review.number) ", " (review.input.title(report.game)) } }
                ul { @for sentence in sentences { li { (sentence) } } }
            }
        }
    }
}

fn scores(report: &Report<'_>) -> Markup {
    let drawn: Vec<Figure> = report.reviews.iter().take(MOST_FIGURES).map(figure::figure).collect();
    let left_out = report.reviews.len() - drawn.len();
    html! {
        section #scores {
            h2 { "Scores" }
            (figures(&drawn))
            @if left_out > 0 {
                p.reading { "The pictures of the other " (counted(left_out as u64, "game")) " are files beside this page." }
            }
        }
    }
}

/// How to make the report again, and where the numbers come from.
fn method(report: &Report<'_>) -> Markup {
    let has_model = report.reviews.iter().any(|review| review.analysis.positions[0].chances.is_some());
    html! {
        section #method {
            h2 { "Command and method" }
            p { "This command makes the report again:" }
            pre { code { (report.command) } }
            p {
                "The engine searches every position of a game. A move costs what the score after it is less than that of the best \
                move, both from the mover's view; where the search after the move finds more, nothing. Positions with one \
                legal move are not searched, and such moves do not count."
            }
            @if has_model {
                p {
                    "Moves are judged by the expected score, the chance to win and half the chance to draw in per cent, by the \
                    model of results that was fitted to the engine's own games. An inaccuracy (?!) costs at least 5, a mistake \
                    (?) 10, a blunder (??) 15 percentage points. The accuracy of a move is 103.1668 · exp(−0.04354 · loss) − 3.1669, \
                    within 0 and 100, the curve of lichess.org for chess; that of a side is the mean of its moves. A side is \
                    winning or losing if that is more likely than not. Scores are counted within ± 10 soldiers."
                }
            } @else {
                p {
                    "An inaccuracy (?!) costs at least 2, a mistake (?) 4, a blunder (??) 8 " (report.game.info.hundred) "s. The \
                    accuracy of a move is 100 · 2^(−loss / 8); that of a side is the mean of its moves. A side is winning or \
                    losing from 2 on. Scores of positions that were not solved are the mean of the last two depths."
                }
            }
        }
    }
}
