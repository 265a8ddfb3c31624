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

use search_core::recipe::STRONGEST;
use search_core::score::MAX_PLY;
use search_core::testing::conformance::next;
use search_core::{
    Control, Position as _, RecipeSource, Root, Score, SearchOptions, Table, ThreadData, Window, think,
};
use xiangqi::evaluator::Classical;
use xiangqi::plan::DRIVER;
use xiangqi::recipe::Play;
use xiangqi::{Game, Move, Position, Rules, Setup};

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
    let (mut filter, mut judge) = (Searcher::new(1 << 24), Searcher::new(1 << 21));
    let (mut state, mut seen, mut openings) = (SEED, HashSet::new(), Vec::new());
    while openings.len() < count {
        let Some((line, game)) = line(&mut filter, start, &mut state) else { continue };
        if seen.insert(canonical_fen(game.position())) && is_level(&mut judge, &game) {
            openings.push(line.iter().map(Move::to_string).collect::<Vec<_>>().join(" "));
        }
    }
    Ok(openings)
}

/// Random moves; `None` if no move was found that gives nothing away.
fn line(filter: &mut Searcher, start: Position, state: &mut u64) -> Option<(Vec<Move>, Game)> {
    let (fewest, most) = PLIES;
    let plies = fewest + next(state) % (most - fewest + 1);
    let (mut line, mut game) = (Vec::new(), Game::new(start, Rules::default()));
    let window = Window::new(-MOST_ON_THE_WAY - 1, MOST_ON_THE_WAY + 1);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let mv = (0..TRIES).find_map(|_| {
            let mv = *moves.get(next(state) as usize % moves.len().max(1))?;
            let mut child = *game.position();
            child.play(mv);
            let root = Root { position: &child, history: &[child.line_entry(None)] };
            let score =
                filter.score(root, &STRONGEST, SearchOptions { window, ..SearchOptions::to_depth(1) });
            (score.abs() <= MOST_ON_THE_WAY).then_some(mv)
        })?;
        line.push(mv);
        game.play(mv);
    }
    (!game.is_over()).then_some((line, game))
}

/// Whether neither side is better by the engine's search; it does not depend on the openings before.
fn is_level(judge: &mut Searcher, game: &Game) -> bool {
    judge.thread.clear();
    judge.table.clear();
    let options = SearchOptions { driver: DRIVER, nodes: NODES, ..SearchOptions::to_depth(MAX_PLY as i16) };
    let root = Root { position: game.position(), history: game.line_entries() };
    judge.score(root, Play, options).abs() <= MOST
}

struct Searcher {
    thread: ThreadData<Position, Classical>,
    table: Table<u64>,
}

impl Searcher {
    fn new(bytes: usize) -> Searcher {
        Searcher { thread: ThreadData::new(Classical::default()), table: Table::with_bytes(bytes) }
    }

    fn score(
        &mut self,
        root: Root<'_, Position>,
        recipe: impl RecipeSource,
        options: SearchOptions<Move>,
    ) -> Score {
        think(root, &mut self.thread, &self.table, recipe, &options, &Control::new(), |_| {}).score
    }
}

/// The position as a FEN whose counters stand at the start; the same for a position and its mirror image.
fn canonical_fen(position: &Position) -> String {
    let setup = Setup { plies: 0, number: 1, ..position.to_setup() };
    let (text, mirrored) = (setup.to_string(), setup.mirrored().to_string());
    text.min(mirrored)
}
