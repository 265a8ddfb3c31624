//! Openings for matches without a file: random moves from the start, as far as they leave the game level.
//!
//! The openings of a seed are a sequence that does not depend on how many of it are asked for, so a match can be made
//! longer. No two have the same board, mirrored or turned. Judged is by exact scores alone, so a sequence does not
//! change when the search learns to be faster.

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

use crate::arena::config::Opening;
use crate::args::Game;

/// For the short searches that judge an opening.
const TABLE_BYTES: usize = 1 << 18;
/// After so many lines in a row of which none would do, the sequence goes on with lines two plies longer.
const TRIES: u32 = 5_000;
/// No line is longer.
const LONGEST: u32 = 24;

/// What is asked of a game's openings.
#[derive(Clone, Copy, Debug)]
struct Demand {
    /// Moves of an opening.
    plies: u32,
    /// Plies of the search that judges it.
    depth: i16,
    /// The most by which either side may be ahead.
    most: Score,
    /// The same of every position on the way: a depth and the most. `None`: any move will do there.
    each: Option<(i16, Score)>,
}

/// As long as the lines of the XOT list, and within three discs.
const OTHELLO: Demand = Demand { plies: 8, depth: 5, most: 300, each: None };
/// Within less than half a soldier, by moves of which none gives anything away: random ones alone leave generals in the
/// open, and pieces to be won by threats that a short search does not see.
const XIANGQI: Demand = Demand { plies: 8, depth: 4, most: 40, each: Some((1, 60)) };
/// So many moves of a position are tried for one that gives nothing away.
const DRAWS: usize = 8;

/// The openings of a game and a seed, different and level, one after the other; it ends only if the game has no more.
///
/// # Errors
/// None: the texts of the start positions are in order.
pub fn generator(game: Game, seed: u64) -> Result<Box<dyn Iterator<Item = Opening> + Send>, BadInput> {
    let start = super::standard(game)?;
    let lines: Box<dyn Iterator<Item = Vec<String>> + Send> = match game {
        Game::Othello => {
            let class = |position: &othello::Position| {
                let board = othello::symmetry::canonical(position.board);
                (board.mover().0, board.opponent().0, position.side.letter())
            };
            Box::new(Maker::new(OTHELLO, Endgame::new(), seed, class, othello::Position::START))
        }
        Game::Xiangqi => {
            let class = |position: &xiangqi::Position| {
                let setup = position.to_setup();
                let [one, other] = [&setup, &setup.mirrored()].map(ToString::to_string);
                one.min(other)
            };
            let board = xiangqi::Position::from_fen(&start.start)?;
            Box::new(Maker::new(XIANGQI, Classical, seed, class, board))
        }
    };
    let named = (1..).zip(lines);
    Ok(Box::new(named.map(move |(number, moves)| Opening {
        name: format!("{number}"),
        moves,
        ..start.clone()
    })))
}

/// Makes the openings of a seed.
struct Maker<P: Position, E, K, C> {
    start: P,
    demand: Demand,
    kit: ThreadData<P, E>,
    table: Table<P::Signature>,
    random: Random,
    /// What is the same for boards that count as equal.
    class: C,
    seen: HashSet<K>,
}

impl<P, E, K, C> Maker<P, E, K, C>
where
    P: Position,
    P::Move: Display,
    E: Evaluator<P>,
    K: Eq + std::hash::Hash,
    C: Fn(&P) -> K,
{
    fn new(demand: Demand, evaluator: E, seed: u64, class: C, start: P) -> Self {
        let (kit, table) = (ThreadData::new(evaluator), Table::with_bytes(TABLE_BYTES));
        Maker { start, demand, kit, table, random: Random::new(seed), class, seen: HashSet::new() }
    }

    /// A random line; `None` if it is not level, ends the game, or is not the first of its class.
    fn line(&mut self) -> Option<Vec<String>> {
        let mut position = self.start.clone();
        let mut line = Vec::new();
        for _ in 0..self.demand.plies {
            let mv = self.sane_move(&position)?;
            line.push(mv.to_string());
            position.play(mv);
        }
        let is_new = self.seen.insert((self.class)(&position));
        (is_new && position.count_moves() > 0 && self.is_level(&position)).then_some(line)
    }

    /// A random move after which the game is as level as is demanded of every position.
    fn sane_move(&mut self, position: &P) -> Option<P::Move> {
        let Some((depth, most)) = self.demand.each else { return self.random_move(position) };
        (0..DRAWS).find_map(|_| {
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

    /// Whether neither side is too far ahead. Most lines that are not level show it at a glance.
    fn is_level(&mut self, position: &P) -> bool {
        let Demand { depth, most, .. } = self.demand;
        [(0, 3 * most), (depth, most)].into_iter().all(|(depth, most)| self.is_within(position, depth, most))
    }

    fn is_within(&mut self, position: &P, depth: i16, most: Score) -> bool {
        let window = Window::new(-most - 1, most + 1);
        let request = SearchOptions { window, ..SearchOptions::to_depth(depth) };
        let root = Root { position, history: &[position.line_entry(None)] };
        let plan = &search_core::recipe::STRONGEST;
        let outcome = think(root, &mut self.kit, &self.table, plan, &request, &Control::new(), |_| {});
        outcome.score.abs() <= most
    }
}

impl<P, E, K, C> Iterator for Maker<P, E, K, C>
where
    P: Position,
    P::Move: Display,
    E: Evaluator<P>,
    K: Eq + std::hash::Hash,
    C: Fn(&P) -> K,
{
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        while self.demand.plies <= LONGEST {
            let found = (0..=TRIES).find_map(|_| self.line());
            if found.is_some() {
                return found;
            }
            self.demand.plies += 2;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Class = fn(&xiangqi::Position) -> String;

    fn maker(demand: Demand, seed: u64) -> Maker<xiangqi::Position, Classical, String, Class> {
        let class: Class = |position| position.to_string();
        let start = xiangqi::Position::from_fen(xiangqi::fen::START).unwrap();
        Maker::new(demand, Classical, seed, class, start)
    }

    /// The score after a line by a deeper search, from the view of the side to move.
    fn deep_score(line: &[String], depth: i16) -> Score {
        let mut position = xiangqi::Position::from_fen(xiangqi::fen::START).unwrap();
        line.iter().for_each(|mv| position.try_play(xiangqi::Move::parse(mv).unwrap()).unwrap());
        let (mut kit, table) = (ThreadData::new(Classical), Table::with_bytes(1 << 24));
        let root = Root { position: &position, history: &[position.line_entry(None)] };
        let plan = &search_core::recipe::PLAY;
        think(root, &mut kit, &table, plan, &SearchOptions::to_depth(depth), &Control::new(), |_| {}).score
    }

    #[test]
    fn openings_of_xiangqi_are_level_to_a_deeper_search() {
        for line in maker(XIANGQI, 3).take(4) {
            let score = deep_score(&line, 6);
            assert!(score.abs() <= 120, "{}: {score}", line.join(" "));
        }
    }

    #[test]
    fn no_move_of_an_opening_gives_anything_away() {
        let (mut judge, start) =
            (maker(XIANGQI, 3), xiangqi::Position::from_fen(xiangqi::fen::START).unwrap());
        for line in maker(XIANGQI, 3).take(4) {
            let mut position = start;
            for mv in &line {
                position.try_play(xiangqi::Move::parse(mv).unwrap()).unwrap();
                assert!(judge.is_within(&position, 1, 60), "{}: {mv}", line.join(" "));
            }
        }
    }
}
