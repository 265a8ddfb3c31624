//! Openings for matches without a file: random moves from the start, as far as they leave the game level.
//!
//! The openings of a seed are a sequence that does not depend on how many of it are asked for, so a match can be made
//! longer. No two have the same board, mirrored or turned. Only exact scores decide, so a sequence does not change when
//! the search becomes faster.

use std::collections::HashSet;
use std::fmt::Display;

use othello::endgame::Endgame;
use search_core::{
    Control, Evaluator, MoveKind, MoveList, Position, Root, Score, SearchOptions, Table, ThreadData, Window,
    think,
};
use shuangqi_cli::BadInput;
use shuangqi_lab::stats::Random;
use xiangqi::evaluator::Classical;

use crate::arena::config::{Game, Opening};

/// For the short searches that evaluate an opening.
const TABLE_BYTES: usize = 1 << 18;
/// After this number of unsuitable lines in a row, the sequence continues with lines two plies longer.
const TRIES: u32 = 5_000;
/// No line is longer.
const LONGEST: u32 = 24;

/// What openings of a game must fulfil.
#[derive(Clone, Copy, Debug)]
struct Requirements {
    /// Moves of an opening.
    plies: u32,
    /// Plies of the search that evaluates it.
    depth: i16,
    /// The largest advantage of either side.
    most: Score,
    /// The same for every position on the way: depth and largest advantage. `None`: any move is allowed there.
    each: Option<(i16, Score)>,
}

/// As long as the lines of the XOT list, and within three discs.
const OTHELLO: Requirements = Requirements { plies: 8, depth: 5, most: 300, each: None };
/// Within less than half a soldier, by moves that lose nothing: random ones alone expose generals and leave pieces to
/// threats that a short search does not see.
const XIANGQI: Requirements = Requirements { plies: 8, depth: 4, most: 40, each: Some((1, 60)) };
/// Random moves that are tried in a position for one that loses nothing.
const MOVE_TRIES: usize = 8;

/// The openings of a game and a seed, different and level. It ends only if the game has no more.
pub fn generator(game: Game, seed: u64) -> Result<Box<dyn Iterator<Item = Opening> + Send>, BadInput> {
    let start = super::standard(game)?;
    let lines: Box<dyn Iterator<Item = Vec<String>> + Send> = match game {
        Game::Othello => {
            let class = |position: &othello::Position| {
                let board = othello::symmetry::canonical(position.board);
                (board.mover().0, board.opponent().0, position.side.letter())
            };
            Box::new(Generator::new(OTHELLO, Endgame::new(), seed, class, othello::Position::START))
        }
        Game::Xiangqi => {
            let class = |position: &xiangqi::Position| {
                let setup = position.to_setup();
                let [one, other] = [&setup, &setup.mirrored()].map(ToString::to_string);
                one.min(other)
            };
            let board = xiangqi::Position::from_fen(&start.start)?;
            Box::new(Generator::new(XIANGQI, Classical, seed, class, board))
        }
    };
    let named = (1..).zip(lines);
    Ok(Box::new(named.map(move |(number, moves)| Opening {
        name: format!("{number}"),
        moves,
        ..start.clone()
    })))
}

/// Generates the openings of a seed.
struct Generator<P: Position, E, K, C> {
    start: P,
    requirements: Requirements,
    thread: ThreadData<P, E>,
    table: Table<P::Signature>,
    random: Random,
    /// A key that boards which count as equal share.
    class: C,
    seen: HashSet<K>,
}

impl<P, E, K, C> Generator<P, E, K, C>
where
    P: Position,
    P::Move: Display,
    E: Evaluator<P>,
    K: Eq + std::hash::Hash,
    C: Fn(&P) -> K,
{
    fn new(requirements: Requirements, evaluator: E, seed: u64, class: C, start: P) -> Self {
        let (thread, table) = (ThreadData::new(evaluator), Table::with_bytes(TABLE_BYTES));
        Generator {
            start,
            requirements,
            thread,
            table,
            random: Random::new(seed),
            class,
            seen: HashSet::new(),
        }
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
        let is_new = self.seen.insert((self.class)(&position));
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
        let mut list = MoveList::new();
        position.moves(MoveKind::All, &mut list);
        (!list.is_empty()).then(|| self.random.below(list.len())).and_then(|index| list.iter().nth(index))
    }

    /// Whether neither side is too far ahead. Most lines that are not level fail the first, shallow test.
    fn is_level(&mut self, position: &P) -> bool {
        let Requirements { depth, most, .. } = self.requirements;
        [(0, 3 * most), (depth, most)].into_iter().all(|(depth, most)| self.is_within(position, depth, most))
    }

    fn is_within(&mut self, position: &P, depth: i16, most: Score) -> bool {
        let window = Window::new(-most - 1, most + 1);
        let request = SearchOptions { window, ..SearchOptions::to_depth(depth) };
        let root = Root { position, history: &[position.line_entry(None)] };
        let plan = &search_core::recipe::STRONGEST;
        let outcome = think(root, &mut self.thread, &self.table, plan, &request, &Control::new(), |_| {});
        outcome.score.abs() <= most
    }
}

impl<P, E, K, C> Iterator for Generator<P, E, K, C>
where
    P: Position,
    P::Move: Display,
    E: Evaluator<P>,
    K: Eq + std::hash::Hash,
    C: Fn(&P) -> K,
{
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        while self.requirements.plies <= LONGEST {
            let found = (0..=TRIES).find_map(|_| self.line());
            if found.is_some() {
                return found;
            }
            self.requirements.plies += 2;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Class = fn(&xiangqi::Position) -> String;

    fn openings(
        requirements: Requirements,
        seed: u64,
    ) -> Generator<xiangqi::Position, Classical, String, Class> {
        let class: Class = |position| position.to_string();
        let start = xiangqi::Position::from_fen(xiangqi::fen::START).unwrap();
        Generator::new(requirements, Classical, seed, class, start)
    }

    /// The score after a line by a deeper search, from the view of the side to move.
    fn deep_score(line: &[String], depth: i16) -> Score {
        let mut position = xiangqi::Position::from_fen(xiangqi::fen::START).unwrap();
        line.iter().for_each(|mv| position.try_play(xiangqi::Move::parse(mv).unwrap()).unwrap());
        let (mut thread, table) = (ThreadData::new(Classical), Table::with_bytes(1 << 24));
        let root = Root { position: &position, history: &[position.line_entry(None)] };
        let plan = &search_core::recipe::PLAY;
        think(root, &mut thread, &table, plan, &SearchOptions::to_depth(depth), &Control::new(), |_| {}).score
    }

    #[test]
    fn openings_of_xiangqi_are_level_to_a_deeper_search() {
        for line in openings(XIANGQI, 3).take(4) {
            let score = deep_score(&line, 6);
            assert!(score.abs() <= 120, "{}: {score}", line.join(" "));
        }
    }

    #[test]
    fn no_move_of_an_opening_loses_anything() {
        let (mut judge, start) =
            (openings(XIANGQI, 3), xiangqi::Position::from_fen(xiangqi::fen::START).unwrap());
        for line in openings(XIANGQI, 3).take(4) {
            let mut position = start;
            for mv in &line {
                position.try_play(xiangqi::Move::parse(mv).unwrap()).unwrap();
                assert!(judge.is_within(&position, 1, 60), "{}: {mv}", line.join(" "));
            }
        }
    }
}
