//! The search for a move: its recipes, its options and its time.

use std::num::NonZero;
use std::time::Duration;

use search_core::recipe::{self, CaptureOrder, Parameters, Recipe};
use search_core::{Aspiration, Budget, ClockState, Driver, SearchOptions};

use crate::moves::Move;
use crate::position::Position;

/// The strongest exact search: captures by what the whole exchange wins, and those that lose after the quiet moves. At
/// depth 6 the two take 10 % fewer positions than the victim first and then the attacker, all captures before quiet
/// moves.
pub const STRONGEST: Recipe =
    Recipe { captures: CaptureOrder::Exchange, losing_last: true, ..recipe::STRONGEST };

/// For play: everything selective that pays by the net, and the referee is consulted. Stored scores in place of evaluations, rising
/// evaluations and delta pruning do not (left out together, and with the corrections of evaluations that there were: +2 ± 9 Elo in 3,138
/// games at 10,000 nodes a move). What each group of parts is worth stands in
/// `data/laboratory/elo.md`, what was tested alone in `data/laboratory/tests.csv`.
pub const PLAY: Recipe = Recipe {
    rulings: true,
    estimate: false,
    improving: false,
    quiescence_delta: false,
    capture_reductions: true,
    parameters: TUNED,
    ..recipe::SELECTIVE
};

/// Tuned together in 20,000 games: +47 ± 17 Elo (`data/laboratory/elo.md`).
const TUNED: Parameters = Parameters {
    bonus_most: 1800,
    bonus_slope: 231,
    static_weight: 26,
    capture_divisor: 6,
    aspiration_radius: 2,
    null_base: 2,
    null_margin: 40,
    reverse_margin: 25,
    reverse_depth: 7,
    reduction_base: 1225,
    reduction_divisor: 1841,
    reduction_cut: 716,
    reduction_principal: 690,
    reduction_window: 34,
    reduction_table_capture: 205,
    reduction_cutoffs: 54,
    reduction_killer: 1596,
    reduction_check: 1021,
    reduction_history: 2701,
    reduction_history_most: 7772,
    reduction_capture: 1023,
    late_base: 6,
    late_slope: 121,
    late_depth: 9,
    quiet_base: 10,
    quiet_margin: 17,
    capture_loss: 27,
    quiet_loss: 10,
    exchange_depth: 9,
    singular_margin: 5,
    double_margin: 8,
    ..Parameters::DEFAULT
};

search_core::fixed_recipe! {
    /// [`PLAY`], fixed at compile time.
    pub Play = PLAY
}

/// Windows of a third of a soldier around the last score, where no recipe says otherwise ([`PLAY`] does).
pub const DRIVER: Driver = Driver::Aspiration(Aspiration::around_last(30));
/// A forced move takes this part of its share: enough for a score that an adjudicator may read, as one of depth 1 is not.
const FORCED_PART: u32 = 10;

/// A search to this depth, of at most so many nodes.
pub fn options(depth: i16, nodes: Option<NonZero<u64>>) -> SearchOptions<Move> {
    let nodes = nodes.map_or(u64::MAX, NonZero::get);
    SearchOptions { driver: DRIVER, nodes, weighs_stability: true, ..SearchOptions::to_depth(depth) }
}

/// A share of the clock for a move of this position; a forced move needs little of it.
pub(crate) fn share(clock: ClockState, position: &Position, overhead: Duration) -> Budget {
    let budget = clock.budget(overhead, expected_moves(position, clock.increment));
    match position.legal_moves().len() {
        0 | 1 => Budget { soft: budget.soft / FORCED_PART, ..budget },
        _ => budget,
    }
}

/// The number of moves to keep time for. A longer game uses the increment, if there is one, and ever smaller
/// shares: what is saved for a late ending is not there in the middle game, which decides whether there will be one.
pub fn expected_moves(position: &Position, increment: Duration) -> u32 {
    let fewest = if increment.is_zero() { 24 } else { 12 };
    fewest + position.board().occupied().len() / 4
}
