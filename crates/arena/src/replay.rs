//! The games of a page on its board, move by move: the viewer of the pages of matches and of analyses.
//!
//! The page's data ([`Data`]) has the games by column. A column is a list with a value for each game; those of moves have a list
//! of values, or a text of words, for each game:
//!
//! | column | value |
//! |---|---|
//! | `number` | from 0; the address `#game-1` opens the first game |
//! | `first`, `second` | the players, as indices of `engines` |
//! | `start` | an index of `starts` |
//! | `book` | moves that belong to the opening |
//! | `result`, `explanation` | `1-0`, `*` …, and a sentence without the final stop, or nothing |
//! | `round`, `opening`, `termination`, `begun` | as matches have them, or null; `caption` stands for round and opening |
//! | `moves`, `names` | coordinates, and the writing of the game's readers, or null |
//! | `claim`, `depth`, `nodes`, `ms`, `left` | of each move: score from the mover's view, plies, positions, time and clock, or null |
//! | `marks`, `notes` | of each move: what stands behind it, and what is said of it; may be missing |
//! | `exact` | the number of moves from which on scores are exact, or null; may be missing |
//! | `boards` | for games whose rules the scripts do not know |

use game::{BoardShape, ScoreAxis, Seat};
use maud::{Markup, html};
use serde::Serialize;
use serde_json::{Value, json};
use shuangqi_plot::board;

use crate::games::Game;
use crate::score::EngineScore;

/// The form of the viewer and of the list of games.
pub const STYLE: &str = include_str!("replay/style.css");
/// The scripts that replay and list games; [`MARKS`](shuangqi_plot::page::MARKS) runs before them. The first two draw
/// boards and know the rules of the games. A list of games is a table of the id `game-list`, whose rows have the number of a game
/// as `data-number`.
pub const SCRIPTS: [&str; 5] = [
    board::SCRIPT,
    board::RULES,
    include_str!("replay/score_graph.js"),
    include_str!("replay/replay.js"),
    include_str!("replay/list.js"),
];

/// The data of the scripts. Games are stored by column, which compresses well.
#[derive(Debug, Serialize)]
pub struct Data<'a> {
    schema: &'static str,
    game: &'static str,
    board: BoardShape,
    engines: Vec<&'a str>,
    /// Milliseconds on the clock at the start, by engine.
    clocks: Vec<Option<u64>>,
    seats: [&'static str; 2],
    scores: ScoreAxis,
    starts: Vec<&'a str>,
    games: Value,
}

impl<'a> Data<'a> {
    /// The data of these games, of which these are the starts and the columns. Nobody has a clock.
    pub fn new(
        schema: &'static str,
        game: Game,
        engines: Vec<&'a str>,
        starts: Vec<&'a str>,
        games: Value,
    ) -> Data<'a> {
        Data {
            schema,
            game: game.name(),
            board: game.info.board,
            clocks: vec![None; engines.len()],
            engines,
            seats: Seat::BOTH.map(|seat| game.colour(seat)),
            scores: game.info.scores,
            starts,
            games,
        }
    }

    /// The same with the milliseconds on the players' clocks at the start.
    #[must_use]
    pub fn with_clocks(self, clocks: Vec<Option<u64>>) -> Data<'a> {
        Data { clocks, ..self }
    }
}

/// Texts as a column of words.
pub fn words(texts: impl Iterator<Item = String>) -> String {
    texts.map(|text| text.replace(' ', "_")).collect::<Vec<String>>().join(" ")
}

/// A score as a value of the column `claim`: hundredths, or `#` and the moves to mate.
pub fn claim(claim: EngineScore) -> Value {
    match claim {
        EngineScore::Hundredths(hundredths) => json!(hundredths),
        EngineScore::Mate(moves) => json!(format!("#{moves}")),
    }
}

/// The viewer, which is hidden until the scripts have the data. `caption` says what its graph shows.
pub fn viewer(game: Game, caption: &str) -> Markup {
    let is_xiangqi = game.info.board == BoardShape::Xiangqi;
    html! {
        div #viewer class=(game) hidden {
            div.heading {
                button #previous type="button" aria-label="Previous game" { (icon(BACK)) }
                div { h3 #game-title {} p #game-opening {} }
                button #next type="button" aria-label="Next game" { (icon(FORWARD)) }
                p #game-end {}
            }
            div.table {
                div.player #upper {}
                svg #board .board role="img" {}
                div.player #lower {}
            }
            (controls(is_xiangqi))
            p #last-move aria-live="polite" {}
            ol #moves tabindex="0" aria-label="Moves" {}
            div.graph {
                p.caption { (caption) }
                svg #graph .plot {}
            }
            div.copies {
                button #copy-game type="button" { "Copy game (PGN)" }
                button #copy-position type="button" { @if is_xiangqi { "Copy FEN" } @else { "Copy board" } }
                button #copy-moves type="button" { "Copy moves so far" }
            }
        }
    }
}

const BACK: &str = "M12 4l-6 6 6 6";
const FORWARD: &str = "M8 4l6 6-6 6";

/// An icon drawn with lines: not every font has these characters.
fn icon(path: &str) -> Markup {
    html! { svg.icon viewBox="0 0 20 20" aria-hidden="true" { path d=(path) {} } }
}

fn controls(is_xiangqi: bool) -> Markup {
    let button = |id: &str, path: &str, label: &str| {
        html! { button id=(id) type="button" aria-label=(label) title=(label) { (icon(path)) } }
    };
    html! {
        div.controls {
            div.steps {
                (button("to-start", "M5 4v12M14 4l-6 6 6 6", "First position (Home)"))
                (button("back", BACK, "One move back (left arrow)"))
                (button("play", "M7 4l9 6-9 6z", "Play by itself"))
                (button("forward", FORWARD, "One move on (right arrow)"))
                (button("to-end", "M15 4v12M6 4l6 6-6 6", "Last position (End)"))
                (button("turn", "M6.5 16V4M3 7.5L6.5 4 10 7.5M13.5 4v12M10 12.5l3.5 3.5 3.5-3.5", "Turn the board"))
            }
            input #slider type="range" min="0" max="1" value="0" aria-label="Move";
            span #place {}
            @if is_xiangqi {
                label.lettered { input #lettered type="checkbox"; " Chinese characters" }
            }
        }
    }
}
