//! Openings for matches without a file: random moves from the start, as far as they leave the game level.
//!
//! The openings of a seed are a sequence that does not depend on how many of it are asked for, so a match can be made
//! longer. No two have the same board, mirrored or turned. Only exact scores decide, so a sequence does not change when
//! the search becomes faster.

use std::collections::HashSet;

use game::Game;
use search_core::{Control, Evaluator, Root, Score, SearchOptions, Table, ThreadData, Window, think};
use shuangqi_lab::stats::Random;

/// For the short searches that evaluate an opening.
const TABLE_BYTES: usize = 1 << 18;
/// After this number of unsuitable lines in a row, the sequence continues with lines two plies longer.
const TRIES: u32 = 5_000;
/// No line is longer.
const MAX_PLIES: u32 = 24;

/// What openings of a game must fulfil.
#[derive(Clone, Copy, Debug)]
pub struct Requirements {
    /// Moves of an opening.
    pub plies: u32,
    /// Plies of the search that evaluates it.
    pub depth: i16,
    /// The largest advantage of either side.
    pub most: Score,
    /// The same for every position on the way: depth and largest advantage. `None`: any move is allowed there.
    pub each: Option<(i16, Score)>,
}

impl Requirements {
    /// For games without others: six moves, within three discs or soldiers.
    pub const NEW: Requirements = Requirements { plies: 6, depth: 5, most: 300, each: None };
}

/// Random moves that are tried in a position for one that loses nothing.
const MOVE_TRIES: usize = 8;

/// Openings by their moves. They end only if the game has no more.
pub type Lines = Box<dyn Iterator<Item = Vec<String>> + Send>;

/// Generates the openings of a seed.
pub struct Generator<P: Game, E> {
    start: P,
    requirements: Requirements,
    thread: ThreadData<P, E>,
    table: Table<P::Signature>,
    random: Random,
    seen: HashSet<String>,
}

impl<P: Game, E: Evaluator<P>> Generator<P, E> {
    /// Openings from the start of every game.
    pub fn new(requirements: Requirements, evaluator: E, seed: u64) -> Self {
        let (thread, table) = (ThreadData::new(evaluator), Table::with_bytes(TABLE_BYTES));
        let (start, random) = (P::start(), Random::new(seed));
        Generator { start, requirements, thread, table, random, seen: HashSet::new() }
    }

    /// A random line; `None` if it is not level, ends the game, or is not the first of its class.
    fn line(&mut self) -> Option<Vec<String>> {
        let mut position = self.start.clone();
        let mut line = Vec::new();
        for _ in 0..self.requirements.plies {
            let mv = self.sane_move(&position)?;
            line.push(mv.to_string());
            position.play(mv);
        }
        let is_new = self.seen.insert(position.opening_class());
        (is_new && position.count_moves() > 0 && self.is_level(&position)).then_some(line)
    }

    /// A random move after which the game is as level as every position must be.
    fn sane_move(&mut self, position: &P) -> Option<P::Move> {
        let Some((depth, most)) = self.requirements.each else { return self.random_move(position) };
        (0..MOVE_TRIES).find_map(|_| {
            let mv = self.random_move(position)?;
            let mut after = position.clone();
            after.play(mv);
            (after.count_moves() > 0 && self.is_within(&after, depth, most)).then_some(mv)
        })
    }

    fn random_move(&mut self, position: &P) -> Option<P::Move> {
        let list = position.legal_moves();
        (!list.is_empty()).then(|| self.random.below(list.len())).and_then(|index| list.iter().nth(index))
    }

    /// Whether neither side is too far ahead. Most lines that are not level fail the first, shallow test.
    fn is_level(&mut self, position: &P) -> bool {
        let Requirements { depth, most, .. } = self.requirements;
        [(0, 3 * most), (depth, most)].into_iter().all(|(depth, most)| self.is_within(position, depth, most))
    }

    /// Whether neither side is ahead by more than `most` after a search of this depth.
    pub fn is_within(&mut self, position: &P, depth: i16, most: Score) -> bool {
        let window = Window::new(-most - 1, most + 1);
        let request = SearchOptions { window, ..SearchOptions::to_depth(depth) };
        let root = Root { position, history: &[position.line_entry(None)] };
        let plan = &search_core::recipe::STRONGEST;
        let outcome = think(root, &mut self.thread, &self.table, plan, &request, &Control::new(), |_| {});
        outcome.score.abs() <= most
    }
}

impl<P: Game, E: Evaluator<P>> Iterator for Generator<P, E> {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        while self.requirements.plies <= MAX_PLIES {
            let found = (0..=TRIES).find_map(|_| self.line());
            if found.is_some() {
                return found;
            }
            self.requirements.plies += 2;
        }
        None
    }
}
