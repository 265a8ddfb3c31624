//! The search for a move: its limits by level or by what the clock allows.

use std::num::NonZero;
use std::time::Duration;

use search_core::{Aspiration, Budget, ClockState, Driver, SearchOptions};

use crate::board::Board;
use crate::certainty::{self, Level};
use crate::position::{DISC, Move};
use crate::solve::{first_depth, look_ahead};

/// Windows of three discs around the last score.
const DRIVER: Driver = Driver::Aspiration(Aspiration::around_last(3 * DISC));

/// The part of the clock that a solution may take, for an estimate of the move from which the game costs hardly any
/// time. A fourth, and the times of [`solvable_in`], leave 227 ms at the end of 400 games at 1 s + 10 ms in the median; a tenth, and times twice to
/// three times as long, left 273 ms.
const SOLVING_PART: u32 = 4;
/// The fewest moves to keep time for: a solution may not be found in time, and the next move costs a fifth. With three,
/// the median clock shows 251 ms at the end of 500 games at 1 s + 10 ms, and no game was lost on time.
const MIN_MOVES: u32 = 2;

/// The search within a share of what is left on the clock, and its time; `overhead` is lost between engine and clock on each move.
pub(crate) fn by_clock(
    board: Board,
    clock: ClockState,
    overhead: Duration,
    threads: NonZero<usize>,
) -> (SearchOptions<Move>, Option<Budget>) {
    let empties = board.empties().len() as i16;
    let budget = clock.budget(overhead, expected_moves(empties, clock.remaining, threads));
    let is_forced = board.legal_moves().len() <= 1;
    let (options, budget) = timed(empties, if is_forced { budget.at_once() } else { budget }, threads);
    // Without it a move takes its share whatever the iterations say: 37 ± 20 Elo less (606 games at 0.5 s + 0.005 s on a clock of 8,000
    // positions a millisecond).
    (SearchOptions { weighs_stability: true, ..options }, budget)
}

/// The search for a fixed time, or less if the position is solved sooner.
pub(crate) fn for_time(
    board: Board,
    time: Duration,
    overhead: Duration,
    threads: NonZero<usize>,
) -> (SearchOptions<Move>, Option<Budget>) {
    timed(board.empties().len() as i16, Budget::fixed(time, overhead), threads)
}

/// Moves of the side to move that still cost time: those before the first that is solved.
fn expected_moves(empties: i16, remaining: Duration, threads: NonZero<usize>) -> u32 {
    let unsolved = (empties - solvable_in(remaining / SOLVING_PART, threads)).max(0) as u32;
    (unsolved / 2).max(MIN_MOVES)
}

/// The search to the depth of a level, the same moves on every run: every depth up to it, or a look ahead and then the whole
/// rest of the game with rising certainty.
pub(crate) fn to_level(empties: i16, level: Level) -> SearchOptions<Move> {
    let depth = level.depth(empties);
    let stepwise = if depth < empties { depth } else { look_ahead(empties) };
    rising(empties, stepwise, depth)
}

/// Every depth up to this one; if it reaches the end of the game, the position is solved.
pub(crate) fn to_plies(empties: i16, depth: i16) -> SearchOptions<Move> {
    SearchOptions { driver: DRIVER, ..SearchOptions::to_depth(certainty::to_the_end(depth, empties)) }
}

fn timed(empties: i16, budget: Budget, threads: NonZero<usize>) -> (SearchOptions<Move>, Option<Budget>) {
    let options = rising(empties, timed_look_ahead(empties), certainty::exact_depth(empties));
    let is_solvable = budget.soft > Duration::ZERO && empties <= solvable_in(budget.hard, threads);
    // Solved positions cost the moves to come nothing, so all that is allowed may be spent.
    let soft = if is_solvable { budget.hard } else { budget.soft };
    (options, Some(Budget { soft, ..budget }))
}

/// Every depth up to `stepwise`, then the whole rest of the game from the first certainty on, to `depth`.
fn rising(empties: i16, stepwise: i16, depth: i16) -> SearchOptions<Move> {
    SearchOptions {
        driver: DRIVER,
        stepwise,
        resume: first_depth(empties).min(depth),
        ..SearchOptions::to_depth(depth)
    }
}

/// The depth from which a search by the clock goes to the end of the game at once: that takes about as long as the next
/// few depths together. With 22 to 25 empty squares 93 % certainty is reached in 0.08 to 0.26 s (medians of 42
/// positions), and in 0.26 to 0.85 s where every depth is searched. From 26 squares on, each two more take four times as
/// long to the end, and so the depth before it rises by three. To skip twelve plies in place of ten, and that with up to 32 squares, gains
/// nothing: −13 ± 17 Elo (400 games at 1 s + 0.01 s).
fn timed_look_ahead(empties: i16) -> i16 {
    let skipped = 10 - ((empties - 26) / 2).clamp(0, 10);
    (empties - skipped).max(look_ahead(empties))
}

/// The most empties that are mostly solved in this time by this number of threads. Each two empties more cost about five times as
/// much: of 60 positions of level games, each begun with an empty table, one thread solves seven in ten in 6 ms with 16 empty squares, 22 ms with 18,
/// 75 ms with 20, 0.4 s with 22 and 1.9 s with 24, beside other work. In a game the search of the move before has filled the table: there half of that is enough.
fn solvable_in(time: Duration, threads: NonZero<usize>) -> i16 {
    /// In milliseconds, enough for most positions of [`BASE`] empties.
    const BASE_TIME: u128 = 3;
    const BASE: i16 = 16;
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

    #[test]
    fn a_level_looks_so_far_ahead_and_solves_the_end() {
        let steps = |empties| {
            let options = to_level(empties, Level::DEFAULT);
            (options.stepwise, options.resume, options.depth)
        };
        let expected = [(16, 16, 16), (19, 19, 19), (8, 26, 27), (8, 22, 24), (-5, 7, 7)];
        assert_eq!([60, 28, 26, 20, 3].map(steps), expected);
        assert_eq!([5, 60, 99].map(|depth| to_plies(60, depth).depth), [5, 64, 64]);
    }

    #[test]
    fn the_clock_allows_the_end_of_the_game_after_a_look_ahead() {
        let budget = Budget::fixed(Duration::from_secs(1), Duration::ZERO);
        let steps = |empties| {
            let options = timed(empties, budget, ONE).0;
            (options.stepwise, options.resume, options.depth)
        };
        assert_eq!([60, 30, 24, 16].map(steps), [(60, 60, 64), (22, 30, 34), (14, 25, 28), (8, 18, 20)]);
    }

    #[test]
    fn the_clock_allows_a_share() {
        let clock =
            ClockState { remaining: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: None };
        let (options, budget) = by_clock(Board::START, clock, Duration::ZERO, ONE);
        let budget = budget.unwrap();
        let later = by_clock(Board::START, clock, Duration::from_secs(5), ONE).1.unwrap();
        assert!(later.soft < budget.soft);
        assert_eq!((options.depth, options.stepwise), (64, 60));
        assert!(options.weighs_stability, "the clock keeps what a confirmed move does not take");
        assert!(budget.soft > Duration::from_millis(500) && budget.hard < Duration::from_secs(20));
    }

    #[test]
    fn time_is_kept_for_the_moves_before_the_end_is_solved() {
        let seconds = Duration::from_secs;
        let expected = [60, 40, 20, 2].map(|empties| expected_moves(empties, seconds(1), ONE));
        assert_eq!(expected, [20, 10, 2, 2]);
        assert!(expected_moves(60, seconds(600), ONE) < expected_moves(60, seconds(1), ONE));
    }

    #[test]
    fn more_time_solves_more() {
        let solvable: Vec<i16> = [1, 20, 100, 500, 2500, 100_000_000_000]
            .map(|time| solvable_in(Duration::from_millis(time), ONE))
            .to_vec();
        assert_eq!(solvable, [12, 18, 20, 22, 24, 40][..]);
    }
}
