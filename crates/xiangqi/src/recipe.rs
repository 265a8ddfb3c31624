//! The recipes of Xiangqi's search.

use search_core::recipe::{self, CaptureOrder, Extensions, History, Null, Quiescence, Recipe, Selective};

/// The strongest exact search: captures by what the whole exchange wins, and those that lose after the quiet moves. At
/// depth 6 the two take 10 % fewer positions than the victim first and then the attacker, all captures before quiet
/// moves.
pub const STRONGEST: Recipe =
    Recipe { captures: CaptureOrder::Exchange, losing_last: true, ..recipe::STRONGEST };

/// For play: what selective search does by depth, by evaluation and by history. What each group of parts is worth stands in
/// `data/laboratory/elo.md`.
pub const PLAY: Recipe = Recipe {
    losing_last: true,
    history: History::Gravity,
    history_malus: true,
    continuation: true,
    capture_history: true,
    counter_moves: true,
    quiescence: Quiescence {
        table: true,
        table_move: true,
        exchanges: true,
        delta: true,
        checks: true,
        ..Quiescence::FULL
    },
    selective: Selective {
        null: Null::ByEvaluation,
        estimate: true,
        improving: true,
        reverse_futility: true,
        late_reductions: true,
        late_pruning: true,
        quiet_futility: true,
        exchange_pruning: true,
        ..Selective::NONE
    },
    extensions: Extensions { safe_check: true, ..Extensions::NONE },
    ..recipe::PLAY
};

search_core::fixed_recipe! {
    /// [`PLAY`], fixed at compile time.
    pub Play = PLAY
}
