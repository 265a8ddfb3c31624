//! Solving positions to the end of the game: exact scores, or only who wins.

use std::num::NonZero;

use search_core::{
    Aspiration, Bound, Control, Counters, Driver, Evaluator, Helpers, MoveKind, NoMemory, NodeRequest,
    Outcome, Position as _, Report, Root, Score, SearchOptions, Table, ThreadData, Window, think_together,
};

use crate::certainty::{self, exact_depth};
use crate::endgame::Endgame;
use crate::patterns::Patterns;
use crate::position::{DISC, Move, Position};
use crate::recipe::{self, Solve};

/// The depth to which the position is searched before it is solved, so that good moves come first. The first 30 positions of
/// hard-20 take 6.0 M visits and positions made for ordering each with 8, 6.2 M with 10, 6.8 M with 12.
const LOOK_AHEAD: i16 = 8;
/// The first window reaches a disc to each side of the score of the look-ahead: 4 % fewer visits on the same positions
/// than with the full window, 3 % fewer with a disc and a half.
const DRIVER: Driver = Driver::Aspiration(Aspiration::around_last(DISC));
/// The plies that are left to the solver alone.
const UNSEEN: i16 = 8;

/// The depth of the first search of the whole rest of the game: where it costs little to search it exactly, that.
pub(crate) fn first_depth(empties: i16) -> i16 {
    match empties {
        ..14 => exact_depth(empties),
        14..=20 => certainty::depth_at(empties, 2),
        21..=24 => certainty::depth_at(empties, 1),
        _ => certainty::depth_at(empties, 0),
    }
}

/// The depth of the iterations before a position with this number of empties is solved at once.
pub(crate) fn look_ahead(empties: i16) -> i16 {
    LOOK_AHEAD.min(empties - UNSEEN)
}

/// Bytes of the table that a solution of a position with this number of empty squares uses, at most: it takes the same number
/// of nodes with 2 GiB (398 positions with 6 to 22).
fn table_bytes(empties: u32) -> usize {
    (128_usize << 20).saturating_mul(3_usize.saturating_pow(empties.saturating_sub(19)))
}

/// The worth of a position, in discs for the player to move, empty squares to the winner.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The score: exact inside the window, a bound outside.
    pub score: i32,
    /// The meaning of the score. A score of ± 64 is exact however it was found: there is nothing beyond.
    pub bound: Bound,
    /// A best move, or a move that proves the bound; `None` if the game is over or the search was stopped early.
    pub best: Option<Move>,
    /// The best line, beginning with that move; of an exact score nearly always to the end of the game.
    pub variation: Vec<Move>,
    /// The counts.
    pub counters: Counters,
    /// Set if the search was stopped before the score was known; the score is then an estimate.
    pub is_stopped: bool,
    /// The most certain estimate of a search that was stopped.
    pub estimate: Option<Estimate>,
}

/// The result of a selective search of the whole rest of the game, before it was searched exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// In discs, for the player to move.
    pub score: i32,
    /// The move that looked best.
    pub best: Option<Move>,
    /// The certainty, in per cent; below 100.
    pub per_cent: u32,
}

/// The full window: every score is exact.
pub const EXACT: (i32, i32) = (-64, 64);
/// The window that distinguishes win, draw and loss.
pub const WIN_LOSS_DRAW: (i32, i32) = (-1, 1);

/// Solves one position after another.
#[derive(Debug)]
pub struct Solver<M = Patterns> {
    thread: ThreadData<Position, Endgame<M>>,
    helpers: Helpers<Position, Endgame<M>>,
    table: Table<[u64; 2]>,
}

impl Solver {
    /// A solver whose table takes at most so many bytes, or as large a part of them as there is memory for.
    pub fn with_bytes(bytes: usize) -> Solver {
        Solver::with_evaluator(Patterns::default(), bytes)
    }
}

impl<M: Evaluator<Position>> Solver<M> {
    /// A solver that orders moves by this evaluator and whose table takes at most so many bytes.
    ///
    /// # Errors
    /// If the system has no memory for it.
    pub fn allocate_with(midgame: M, bytes: usize) -> Result<Self, NoMemory> {
        Ok(Solver::with_table(midgame, Table::allocate(bytes)?))
    }

    /// A solver that orders moves by another evaluator.
    pub fn with_evaluator(midgame: M, bytes: usize) -> Self {
        Solver::with_table(midgame, Table::with_bytes(bytes))
    }

    fn with_table(midgame: M, table: Table<[u64; 2]>) -> Self {
        Solver { thread: ThreadData::new(Endgame::new(midgame)), helpers: Helpers::none(), table }
    }

    /// The same with so many threads at work on each position. The answers are the same; what is counted differs from run to
    /// run where there are several.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        self.helpers = Helpers::of(threads, &self.thread.evaluator);
        self
    }

    /// Clears the table and the histories, so that the next solution has the counts of the first.
    pub fn clear(&mut self) {
        self.clear_within(usize::MAX);
    }

    /// The same before `solutions` of a position with this number of empty squares or of its children. Of a large table
    /// only the part is used that they need.
    pub fn clear_for(&mut self, empties: u32, solutions: usize) {
        self.clear_within(table_bytes(empties).saturating_mul(solutions));
    }

    fn clear_within(&mut self, bytes: usize) {
        self.thread.clear();
        self.helpers.clear();
        self.table.clear_to(bytes);
    }

    /// Solves a position within the window `(alpha, beta)` of discs, until the control says stop.
    ///
    /// # Panics
    /// If `alpha >= beta`.
    pub fn solve(&mut self, position: &Position, window: (i32, i32), control: &Control) -> Solution {
        self.solve_watched(position, window, control, |_| {})
    }

    /// The same; `watch` gets each estimate on the way.
    ///
    /// # Panics
    /// If `alpha >= beta`.
    pub fn solve_watched(
        &mut self,
        position: &Position,
        (alpha, beta): (i32, i32),
        control: &Control,
        mut watch: impl FnMut(Estimate),
    ) -> Solution {
        let empties = position.board.empties().len() as i16;
        let request =
            SearchOptions { window: window_of(alpha, beta), ..self.request(position, exact_depth(empties)) };
        let mut estimate = None;
        let report = |report: &Report<Move>| {
            let per_cent = certainty::per_cent(empties, report.depth).filter(|&per_cent| per_cent < 100);
            if let Some(per_cent) = per_cent {
                let best = report.variation.first().copied();
                let latest = Estimate { score: rounded(report.score), best, per_cent };
                estimate = Some(latest);
                watch(latest);
            }
        };
        let root = Root { position, history: &[()] };
        let threads = (&mut self.thread, &mut self.helpers);
        let outcome = think_together(root, threads, &self.table, Solve, &request, control, report);
        let mut solution = Solution::new(outcome, estimate);
        if solution.bound == Bound::Exact && !solution.is_stopped {
            self.play_out(position, &mut solution.variation);
        }
        solution
    }

    /// The outcome of a search of the whole rest of the game at a level of certainty, an index of
    /// [`LEVELS`](certainty::LEVELS); the score in hundredths of a disc. An evaluator without a model of ProbCut makes
    /// it exact.
    pub fn estimate(&mut self, position: &Position, level: i16, control: &Control) -> Outcome<Move> {
        let request =
            self.request(position, certainty::depth_at(position.board.empties().len() as i16, level));
        let root = Root { position, history: &[()] };
        let threads = (&mut self.thread, &mut self.helpers);
        think_together(root, threads, &self.table, Solve, &request, control, |_| {})
    }

    /// A look ahead, then the whole rest of the game with rising certainty, to this depth.
    fn request(&self, position: &Position, depth: i16) -> SearchOptions<Move> {
        SearchOptions {
            driver: DRIVER,
            stepwise: look_ahead(position.board.empties().len() as i16),
            resume: self.first_selective(position).min(depth),
            ..SearchOptions::to_depth(depth)
        }
    }

    /// The depth of the first search of the whole rest of the game: a selective one, where the evaluator has a model for it.
    fn first_selective(&self, position: &Position) -> i16 {
        let empties = position.board.empties().len() as i16;
        let depth = first_depth(empties);
        let request = NodeRequest::new(Window::FULL, depth);
        let is_selective =
            self.thread.evaluator.probcut(position, request, recipe::SOLVE.model_probcut).is_some();
        if is_selective { depth } else { exact_depth(empties) }
    }

    /// Carries a line that ended where the last plies took over on to the end of the game.
    fn play_out(&mut self, start: &Position, variation: &mut Vec<Move>) {
        let mut position = *start;
        variation.iter().for_each(|&mv| position.play(mv));
        while let Some(mv) = self.thread.evaluator.best_at_the_end(position.board) {
            position.play(mv);
            variation.push(mv);
        }
    }

    /// Solves every legal move within the window, each as if it were the only one, best first; equal ones keep the
    /// order of their squares. A stopped search leaves out what it did not come to.
    ///
    /// # Panics
    /// If `alpha >= beta`.
    pub fn solve_moves(
        &mut self,
        position: &Position,
        (alpha, beta): (i32, i32),
        control: &Control,
    ) -> Vec<(Move, Solution)> {
        let mut solved = Vec::new();
        for mv in position.list_moves(MoveKind::All) {
            let answer = self.solve(&position.child(mv), (-beta, -alpha), control);
            if answer.is_stopped {
                break;
            }
            solved.push((mv, answer.reversed(mv)));
        }
        solved.sort_by_key(|(_, solution)| -solution.score);
        solved
    }
}

impl Solution {
    fn new(outcome: Outcome<Move>, estimate: Option<Estimate>) -> Solution {
        let score = outcome.score / DISC;
        let is_extreme = score.abs() == 64;
        Solution {
            score,
            bound: if is_extreme { Bound::Exact } else { outcome.bound },
            best: outcome.best,
            variation: outcome.variation,
            counters: outcome.counters,
            is_stopped: outcome.is_stopped,
            estimate: estimate.filter(|_| outcome.is_stopped),
        }
    }

    /// The same from the view of the player who got here by `mv`.
    fn reversed(self, mv: Move) -> Solution {
        let bound = match self.bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        let variation = std::iter::once(mv).chain(self.variation).collect();
        Solution { score: -self.score, bound, best: Some(mv), variation, estimate: None, ..self }
    }
}

/// A score to the nearest disc.
fn rounded(score: Score) -> i32 {
    (score + DISC / 2).div_euclid(DISC)
}

/// The search's window for a window of discs; one that reaches the ends of the scale is left open, as no score lies
/// beyond.
fn window_of(alpha: i32, beta: i32) -> Window {
    let open = Window::FULL;
    Window::new(
        if alpha <= -64 { open.alpha } else { alpha * DISC },
        if beta >= 64 { open.beta } else { beta * DISC },
    )
}

#[cfg(test)]
mod tests {
    use search_core::think;

    use super::*;
    use crate::notation::obf::{self, Problem};

    /// Positions with 16 to 24 squares empty and the exact score of every move.
    const ENDGAMES: &str = include_str!("../../../data/othello/endgames.obf");

    fn problems(count: usize) -> Vec<(Position, i32)> {
        let read = obf::read("endgames.obf", ENDGAMES).take(count);
        let problems: Vec<(usize, Problem)> = read.collect::<Result<_, _>>().unwrap();
        problems.iter().map(|(_, problem)| (problem.position, problem.expected().unwrap().0)).collect()
    }

    /// Threads race for moves, and read and write one table that still holds other positions.
    #[test]
    fn several_threads_and_a_used_table_find_the_same_scores() {
        let mut solver = Solver::with_bytes(1 << 18).with_threads(NonZero::new(3).unwrap());
        for (position, expected) in problems(6) {
            for window in [EXACT, WIN_LOSS_DRAW] {
                let solution = solver.solve(&position, window, &Control::new());
                let (alpha, beta) = window;
                assert_eq!(solution.score.clamp(alpha, beta), expected.clamp(alpha, beta), "{position:?}");
            }
            let solution = solver.solve(&position, EXACT, &Control::new());
            assert_eq!((solution.score, solution.bound), (expected, Bound::Exact));
            let mut end = position;
            solution.variation.iter().for_each(|&mv| end.play(mv));
            let difference = end.board.final_difference();
            assert!(end.board.is_over());
            assert_eq!(if end.side == position.side { difference } else { -difference }, expected);
        }
    }

    /// Estimates become more certain, and are no scores.
    #[test]
    fn guesses_come_before_the_score() {
        let mut solver = Solver::with_bytes(1 << 20);
        for (position, expected) in problems(3) {
            let mut estimates = Vec::new();
            let solution = solver.solve_watched(&position, EXACT, &Control::new(), |estimate| {
                estimates.push(estimate.per_cent)
            });
            assert_eq!((solution.score, solution.estimate), (expected, None));
            assert!(
                !estimates.is_empty() && estimates.is_sorted() && estimates.iter().all(|&found| found < 100)
            );
        }
    }

    /// The predictions and reductions of the search for play end where it is to be exact.
    #[test]
    fn a_search_for_play_to_the_exact_depth_is_exact() {
        let mut thread = ThreadData::new(Endgame::default());
        let table = Table::with_bytes(1 << 22);
        for (position, expected) in problems(8) {
            let empties = position.board.empties().len() as i16;
            let options = SearchOptions { driver: DRIVER, ..SearchOptions::to_depth(exact_depth(empties)) };
            let root = Root { position: &position, history: &[()] };
            let ignore = |_: &Report<Move>| {};
            let outcome = think(root, &mut thread, &table, recipe::Play, &options, &Control::new(), ignore);
            assert_eq!(outcome.score, expected * DISC, "{position:?}");
        }
    }

    /// A side without a disc has lost, however many squares are empty, and no shallow search foresees it.
    #[test]
    fn a_wipe_out_is_seen_from_afar() {
        const DEPTH: i16 = 12;
        let read = obf::read("wipe-outs.obf", include_str!("../../../data/othello/wipe-outs.obf"));
        let table = Table::with_bytes(1 << 24);
        for problem in read {
            let (_, problem) = problem.unwrap();
            let root = Root { position: &problem.position, history: &[()] };
            let options = SearchOptions { driver: DRIVER, ..SearchOptions::to_depth(DEPTH) };
            let mut thread = ThreadData::new(Endgame::for_play_of(Patterns::default(), u64::MAX));
            let ignore = |_: &Report<Move>| {};
            let outcome = think(root, &mut thread, &table, recipe::Play, &options, &Control::new(), ignore);
            let (score, moves) = problem.expected().unwrap();
            assert_eq!((outcome.score, outcome.best), (score * DISC, moves.first().copied()));
        }
    }

    #[test]
    fn a_stopped_search_has_no_score() {
        let control = Control::new();
        control.stop();
        let (position, _) = problems(1)[0];
        let mut solver = Solver::with_bytes(1 << 16).with_threads(NonZero::new(2).unwrap());
        let solution = solver.solve(&position, EXACT, &control);
        assert!(solution.is_stopped && solution.estimate.is_none());
    }

    /// The results stored of one position are neither read nor in the way of another, whichever part of the table each uses.
    #[test]
    fn ten_positions_have_the_same_counts_in_either_order() {
        let (bytes, problems) = (256 << 20, problems(46));
        let mut solver = Solver::with_bytes(bytes);
        let mut count = |(position, expected): &(Position, i32)| {
            solver.clear_for(position.board.empties().len(), 1);
            let solution = solver.solve(position, EXACT, &Control::new());
            assert_eq!(solution.score, *expected);
            (solver.table.capacity(), solution.counters)
        };
        let ten = || problems.iter().step_by(5);
        let forwards: Vec<_> = ten().map(&mut count).collect();
        let mut backwards: Vec<_> = ten().rev().map(&mut count).collect();
        backwards.reverse();
        assert_eq!((forwards.len(), &forwards), (10, &backwards));
        // The first has 16 empty squares, the last 20.
        assert!(
            2 * forwards[0].0 == forwards[9].0
                && forwards[9].0 == Table::<[u64; 2]>::with_bytes(bytes).capacity()
        );
    }
}
