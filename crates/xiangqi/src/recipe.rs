//! The recipes of Xiangqi's search.

use search_core::recipe::{self, CaptureOrder, Recipe};

/// The strongest exact search: captures by what the whole exchange wins, and those that lose after the quiet moves. At
/// depth 6 the two take 10 % fewer positions than the victim first and then the attacker, all captures before quiet
/// moves.
pub const STRONGEST: Recipe =
    Recipe { captures: CaptureOrder::Exchange, losing_last: true, ..recipe::STRONGEST };

/// For play: everything selective that pays, and the referee is consulted. What each group of parts is worth stands in
/// `data/laboratory/elo.md`.
pub const PLAY: Recipe = Recipe { rulings: true, ..recipe::SELECTIVE };

search_core::fixed_recipe! {
    /// [`PLAY`], fixed at compile time.
    pub Play = PLAY
}
