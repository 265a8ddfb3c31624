//! The games of a match as data for the scripts of the page.

use std::str::FromStr;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use shuangqi_cli::Failure;
use xiangqi::notation::{Script, write_move};

use super::Report;
use crate::arena::config::{EngineConfig, Game};
use crate::arena::record::{GameRecord, MoveRecord};
use crate::arena::score::EngineScore;
use crate::arena::seat::Seat;
use shuangqi_plot::board::Board;
use shuangqi_plot::page;

/// The most moves of all games in a page, which phones must be able to open; the last games are left out.
const MOST_MOVES: usize = 400_000;

/// The games that can be replayed: the first ones.
pub fn replayable<'a>(report: &Report<'a>) -> &'a [GameRecord] {
    let mut moves = 0;
    let fits = |game: &&GameRecord| {
        moves += game.moves.len();
        moves <= MOST_MOVES
    };
    let count = report.games.iter().take_while(fits).count();
    &report.games[..count]
}

/// The data as [`page::packed`] writes them.
pub fn packed(report: &Report<'_>) -> Result<String, Failure> {
    page::packed(&Data::new(report))
}

/// The data of the script. Games are stored by column, which compresses well.
#[derive(Serialize)]
struct Data<'a> {
    schema: &'static str,
    game: Game,
    board: Board,
    engines: Vec<&'a str>,
    /// Milliseconds on the clock at the start, by engine.
    clocks: Vec<Option<u64>>,
    seats: [&'static str; 2],
    scores: Scores,
    starts: Vec<&'a str>,
    games: Value,
}

/// The axis of the score graph, in hundredths: the score at half the height, and the labelled scores.
#[derive(Serialize)]
struct Scores {
    bend: i32,
    levels: [i32; 3],
}

impl<'a> Data<'a> {
    fn new(report: &Report<'a>) -> Data<'a> {
        let games = replayable(report);
        let mut starts: Vec<&str> = games.iter().map(|game| game.start.as_str()).collect();
        starts.sort_unstable();
        starts.dedup();
        let scores = match report.config.game {
            Game::Othello => Scores { bend: 800, levels: [400, 1600, 6400] },
            Game::Xiangqi => Scores { bend: 300, levels: [100, 300, 1000] },
        };
        Data {
            schema: "match-report/1",
            game: report.config.game,
            board: report.game_info().board,
            engines: report.config.engines.iter().map(|engine| engine.name.as_str()).collect(),
            clocks: report.config.engines.iter().map(clock).collect(),
            seats: Seat::BOTH.map(|seat| report.colour(seat)),
            scores,
            games: columns(report, games, &starts),
            starts,
        }
    }
}

fn clock(engine: &EngineConfig) -> Option<u64> {
    engine.clock.and_then(|clock| clock.base.as_millis().try_into().ok())
}

fn columns(report: &Report<'_>, games: &[GameRecord], starts: &[&str]) -> Value {
    let start = |game: &GameRecord| starts.binary_search(&game.start.as_str()).unwrap_or_default();
    let opening = |game: &GameRecord| game.opening_name.clone();
    json!({
        "number": column(games, |game| game.fixture.number),
        "round": column(games, |game| game.fixture.round),
        "first": column(games, |game| game.fixture.engines[0]),
        "second": column(games, |game| game.fixture.engines[1]),
        "opening": column(games, opening),
        "start": column(games, start),
        "book": column(games, |game| game.book),
        "result": column(games, |game| game.result.text()),
        "termination": column(games, |game| game.termination),
        "explanation": column(games, |game| game.explanation.clone()),
        "begun": column(games, |game| game.begun),
        "moves": column(games, |game| joined(game.moves.iter().map(|mv| mv.text.clone()))),
        "names": names(report.config.game, games),
        "claim": of_moves(games, |mv| mv.claim.map(claim)),
        "depth": of_moves(games, |mv| mv.depth),
        "nodes": of_moves(games, |mv| mv.nodes.map(|nodes| rounded(nodes, 3))),
        "ms": of_moves(games, |mv| mv.micros.map(milliseconds)),
        "left": of_moves(games, |mv| mv.left.map(|left| left / 100_000 * 100)),
    })
}

fn column<T: Serialize>(games: &[GameRecord], value: impl Fn(&GameRecord) -> T) -> Value {
    json!(games.iter().map(value).collect::<Vec<T>>())
}

fn of_moves<T: Serialize>(games: &[GameRecord], value: impl Fn(&MoveRecord) -> T) -> Value {
    column(games, |game| game.moves.iter().map(&value).collect::<Vec<T>>())
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.map(|text| text.replace(' ', "_")).collect::<Vec<String>>().join(" ")
}

/// Hundredths, or `#` and the moves to mate.
fn claim(claim: EngineScore) -> Value {
    match claim {
        EngineScore::Hundredths(hundredths) => json!(hundredths),
        EngineScore::Mate(moves) => json!(format!("#{moves}")),
    }
}

/// A value rounded to a number of significant digits: further ones differ from run to run.
fn rounded(value: u64, digits: u32) -> u64 {
    let surplus = value.checked_ilog10().unwrap_or(0).saturating_sub(digits - 1);
    let unit = 10u64.pow(surplus);
    value.saturating_add(unit / 2) / unit * unit
}

fn milliseconds(micros: u64) -> f64 {
    rounded(micros, 3) as f64 / 1000.0
}

/// The moves of Xiangqi in characters.
fn names(game: Game, games: &[GameRecord]) -> Value {
    match game {
        Game::Othello => column(games, |_| Value::Null),
        Game::Xiangqi => json!(games.par_iter().map(in_characters).collect::<Vec<String>>()),
    }
}

/// The names of the moves; a move that cannot be replayed keeps its coordinates, and so do all after it.
fn in_characters(game: &GameRecord) -> String {
    let mut position = xiangqi::Position::from_str(&game.start).ok();
    joined(game.moves.iter().map(|record| {
        let mv = xiangqi::Move::parse(&record.text).ok();
        let (Some(board), Some(mv)) = (&mut position, mv) else { return record.text.clone() };
        let name = write_move(board.board(), mv, Script::Characters);
        if board.try_play(mv).is_err() {
            position = None;
        }
        name
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_are_kept() {
        assert_eq!([0, 7, 999, 1234, 1_999_600].map(|value| rounded(value, 3)), [0, 7, 999, 1230, 2_000_000]);
        assert_eq!(rounded(u64::MAX, 3), 18_400_000_000_000_000_000);
        assert_eq!(milliseconds(1_234), 1.23);
    }
}
