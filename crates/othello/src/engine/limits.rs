//! The limits of a search: a level, or what the clock allows.

use std::num::NonZero;
use std::time::Duration;

use search_core::{Aspiration, Budget, ClockState, Driver, SearchOptions, Window};

use crate::board::Board;
use crate::certainty;
use crate::position::{DISC, Move};
use crate::solve::{first_depth, look_ahead};

/// Windows of three discs around the last score.
pub const DRIVER: Driver = Driver::Aspiration(Aspiration::around_last(3 * DISC));

/// Time lost between engine and clock on each move.
pub const OVERHEAD: Duration = Duration::from_millis(10);
/// The part of the clock that a solution may take, for an estimate of the move from which the game costs hardly any
/// time.
const SOLVING_PART: u32 = 10;
/// The fewest moves to keep time for: a solution may not be found in time, and the next move costs a fifth. With three,
/// the median clock shows 251 ms at the end of 500 games at 1 s + 10 ms, and no game was lost on time.
const FEWEST_MOVES: u32 = 2;

/// Strength as a number, for play without a clock: the depth of the search in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(i16);

impl Level {
    /// The highest level.
    pub const MOST: u8 = 60;
    /// A level that answers within about a second.
    pub const DEFAULT: Level = Level(8);

    /// The level of this number, if it is 1 to [`Level::MOST`].
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::MOST).contains(&number).then_some(Level(i16::from(number)))
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0 as u8
    }

    /// The game is solved from this number of empties on: twice the depth of the search, but at most ten plies more.
    fn exact_from(self) -> i16 {
        self.0 + self.0.min(10)
    }
}

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limits {
    /// To a fixed depth: the same moves on every run.
    Level(Level),
    /// A share of what is left on the clock.
    Clock(ClockState),
    /// A fixed time, or less if the position is solved sooner.
    Exactly(Duration),
}

impl Limits {
    /// What to search with this number of threads, and how long.
    pub fn plan(self, board: Board, threads: NonZero<usize>) -> (SearchOptions<Move>, Option<Budget>) {
        let empties = board.empties().len() as i16;
        match self {
            Limits::Level(level) if empties <= level.exact_from() => (solving(empties), None),
            Limits::Level(level) => (deepening(level.0.min(empties), empties), None),
            Limits::Clock(clock) => {
                let budget = clock.budget(OVERHEAD, expected_moves(empties, clock.remaining, threads));
                let is_forced = board.legal_moves().len() <= 1;
                timed(empties, if is_forced { budget.at_once() } else { budget }, threads)
            }
            Limits::Exactly(time) => timed(empties, Budget::fixed(time, OVERHEAD), threads),
        }
    }
}

/// Moves of the side to move that still cost time: those before the first that is solved.
fn expected_moves(empties: i16, remaining: Duration, threads: NonZero<usize>) -> u32 {
    let unsolved = (empties - solvable_in(remaining / SOLVING_PART, threads)).max(0) as u32;
    (unsolved / 2).max(FEWEST_MOVES)
}

fn timed(empties: i16, budget: Budget, threads: NonZero<usize>) -> (SearchOptions<Move>, Option<Budget>) {
    if budget.soft > Duration::ZERO && empties <= solvable_in(budget.hard, threads) {
        // Solved positions cost the moves to come nothing, so all that is allowed may be spent.
        return (solving(empties), Some(Budget { soft: budget.hard, ..budget }));
    }
    (deepening(certainty::exact_depth(empties), empties), Some(budget))
}

fn deepening(depth: i16, empties: i16) -> SearchOptions<Move> {
    SearchOptions {
        driver: DRIVER,
        window: Window::FULL,
        stepwise: depth,
        ..SearchOptions::to_depth(certainty::to_the_end(depth, empties))
    }
}

/// A look ahead, then the whole rest of the game with rising certainty.
fn solving(empties: i16) -> SearchOptions<Move> {
    SearchOptions {
        stepwise: look_ahead(empties),
        resume: first_depth(empties),
        ..deepening(empties, empties)
    }
}

/// The most empties that can nearly always be solved in this time. Each two empties more cost five times as much.
fn solvable_in(time: Duration, threads: NonZero<usize>) -> i16 {
    /// Enough for most positions of [`BASE`] empties.
    const BASE_TIME: u128 = 20;
    const BASE: i16 = 14;
    let time = time.as_millis() * threads.get() as u128;
    let mut empties = BASE;
    let mut needed = BASE_TIME;
    while needed * 5 <= time && empties < 40 {
        needed *= 5;
        empties += 2;
    }
    if time < BASE_TIME { BASE - 4 } else { empties }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: NonZero<usize> = NonZero::<usize>::MIN;

    fn seconds(remaining: u64) -> Limits {
        let remaining = Duration::from_secs(remaining);
        Limits::Clock(ClockState { remaining, increment: Duration::ZERO, moves_to_go: None })
    }

    #[test]
    fn levels_have_bounds() {
        assert!(Level::new(0).is_none() && Level::new(61).is_none());
        assert_eq!(Level::new(8), Some(Level::DEFAULT));
    }

    #[test]
    fn a_level_looks_so_far_ahead_and_solves_the_end() {
        let (request, budget) = Limits::Level(Level::DEFAULT).plan(Board::START, ONE);
        assert_eq!((request.depth, request.stepwise, budget), (8, 8, None));
        assert_eq!(Level::DEFAULT.exact_from(), 16);
        let solving = |empties| {
            let options = solving(empties);
            (options.stepwise, options.resume, options.depth)
        };
        assert_eq!([20, 3].map(solving), [(8, 22, 24), (-5, 7, 7)]);
    }

    #[test]
    fn the_clock_allows_a_share() {
        let (request, budget) = seconds(60).plan(Board::START, ONE);
        let budget = budget.unwrap();
        assert_eq!((request.depth, request.stepwise), (64, 64));
        assert!(budget.soft > Duration::from_millis(500) && budget.hard < Duration::from_secs(20));
    }

    #[test]
    fn a_short_time_for_a_move_is_used() {
        for (time, used) in [(10, 9), (100, 90), (1000, 970)] {
            let (_, budget) = Limits::Exactly(Duration::from_millis(time)).plan(Board::START, ONE);
            let used = Duration::from_millis(used);
            assert_eq!(budget, Some(Budget { soft: used, hard: used }));
        }
    }

    #[test]
    fn time_is_kept_for_the_moves_before_the_end_is_solved() {
        let seconds = Duration::from_secs;
        let expected = [60, 40, 20, 2].map(|empties| expected_moves(empties, seconds(1), ONE));
        assert_eq!(expected, [22, 12, 2, 2]);
        assert!(expected_moves(60, seconds(600), ONE) < expected_moves(60, seconds(1), ONE));
    }

    #[test]
    fn more_time_solves_more() {
        let solvable: Vec<i16> = [1, 20, 100, 500, 2500, 100_000_000_000]
            .map(|time| solvable_in(Duration::from_millis(time), ONE))
            .to_vec();
        assert_eq!(solvable, [10, 14, 16, 18, 20, 40][..]);
    }
}
