//! Makes level openings of Xiangqi: `cargo run --release -p tools --example openings -- COUNT FOLDER` writes COUNT of them to
//! two files of the folder, by turns: `level-openings.txt`, for tests and tuning, and `held-out-openings.txt`, for
//! confirmations. A line is an opening by its moves.
//!
//! Moves are random, but none may give away what a short search sees; the position after the last is kept if a search by
//! the engine holds it level, and if neither it nor its mirror image was kept before. The numbers come from a fixed seed.

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::path::Path;

use game::GameSession;
use search_core::score::MAX_PLY;
use search_core::testing::conformance::next;
use search_core::{Control, Root, Score, SearchOptions, Table, ThreadData, Window, think};
use xiangqi::evaluator::Classical;
use xiangqi::plan::DRIVER;
use xiangqi::recipe::Play;
use xiangqi::{GameRules, Move, Position};

use shared::{Searcher, after, canonical_fen, legal_moves};

#[path = "shared/mod.rs"]
#[allow(dead_code)] // of the games that other examples play
mod shared;

const SEED: u64 = 20_261_123;
const FILES: [&str; 2] = ["level-openings.txt", "held-out-openings.txt"];
/// Moves of an opening: from the first number to the second.
const PLIES: (u64, u64) = (4, 10);
/// Nodes of the search that judges an opening.
const NODES: u64 = 20_000;
/// The largest advantage of either side, in hundredths of a soldier.
const MOST: Score = 60;
/// The same before the last move, after one ply and the captures that follow.
const MOST_ON_THE_WAY: Score = 120;
/// Random moves that are tried in a position for one that gives nothing away.
const TRIES: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, folder] = &arguments[..] else { return Err("usage: openings COUNT FOLDER".into()) };
    let openings = openings(count.parse()?)?;
    for (part, name) in FILES.iter().enumerate() {
        let lines: Vec<&str> = openings.iter().skip(part).step_by(FILES.len()).map(String::as_str).collect();
        fs::write(Path::new(folder).join(name), lines.join("\n") + "\n")?;
    }
    Ok(())
}

/// As many openings, no two equal under symmetry.
fn openings(count: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let start = Position::from_fen(xiangqi::fen::START)?;
    let (mut filter, mut judge) = (Searcher::new(Classical::default()), Judge::new());
    let (mut state, mut seen, mut openings) = (SEED, HashSet::new(), Vec::new());
    while openings.len() < count {
        let Some((line, game)) = line(&mut filter, start, &mut state) else { continue };
        if seen.insert(canonical_fen(game.position())) && judge.is_level(&game) {
            openings.push(line.iter().map(Move::to_string).collect::<Vec<_>>().join(" "));
        }
    }
    Ok(openings)
}

/// Random moves; `None` if no move was found that gives nothing away.
fn line(
    filter: &mut Searcher<Position, Classical>,
    start: Position,
    state: &mut u64,
) -> Option<(Vec<Move>, GameSession<Position>)> {
    let (fewest, most) = PLIES;
    let plies = fewest + next(state) % (most - fewest + 1);
    let (mut line, mut game) = (Vec::new(), GameSession::new(start, GameRules::DEFAULT));
    for _ in 0..plies {
        let moves = legal_moves(game.position());
        let window = Window::new(-MOST_ON_THE_WAY - 1, MOST_ON_THE_WAY + 1);
        let mv = (0..TRIES).find_map(|_| {
            let mv = *moves.get(next(state) as usize % moves.len().max(1))?;
            let score = filter.score(&after(game.position(), mv), 1, window);
            (score.abs() <= MOST_ON_THE_WAY).then_some(mv)
        })?;
        line.push(mv);
        game.play(mv);
    }
    game.verdict().is_none().then_some((line, game))
}

/// The engine's search.
struct Judge {
    thread: ThreadData<Position, Classical>,
    table: Table<u64>,
}

impl Judge {
    fn new() -> Judge {
        Judge { thread: ThreadData::new(Classical::default()), table: Table::with_bytes(1 << 21) }
    }

    /// Whether neither side is better; it does not depend on the openings before.
    fn is_level(&mut self, game: &GameSession<Position>) -> bool {
        self.thread.clear();
        self.table.clear();
        let options =
            SearchOptions { driver: DRIVER, nodes: NODES, ..SearchOptions::to_depth(MAX_PLY as i16) };
        let root = Root { position: game.position(), history: game.line() };
        let outcome = think(root, &mut self.thread, &self.table, Play, &options, &Control::new(), |_| {});
        outcome.score.abs() <= MOST
    }
}
