//! The numbers that selective search goes by: margins, depths and weights.
//!
//! Margins are in hundredths of a minor piece ([`Heuristics::MINOR`](crate::Heuristics::MINOR)), reductions in 1024ths of
//! a ply, histories in their own units (up to 16,384).

use super::{History, Null, Recipe};

/// A parameter: its name, the range that is worth trying, and which recipes go by it.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, as in `+reduction_base=700`.
    pub name: &'static str,
    /// The least value.
    pub least: i32,
    /// The greatest value.
    pub most: i32,
    /// Whether a recipe has a part that goes by it.
    pub is_used: fn(&Recipe) -> bool,
}

/// Declares the parameters once: value, range, name and access by name, and the recipes that go by them.
macro_rules! parameters {
    ($recipe:ident: $($(#[$meta:meta])*
        $name:ident = $value:literal, $least:literal to $most:literal, if $is_used:expr;)*) => {
        /// The numbers that the parts of selective search use.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $($(#[$meta])* pub $name: i32,)*
        }

        impl Parameters {
            /// The values that engines play with.
            pub const DEFAULT: Parameters = Parameters { $($name: $value,)* };

            /// All parameters.
            pub const ALL: &[Parameter] = &[$(Parameter {
                name: stringify!($name),
                least: $least,
                most: $most,
                is_used: |$recipe| $is_used,
            },)*];

            /// A parameter by name.
            pub fn value_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

parameters! { recipe:
    /// Null move: plies less at least.
    null_base = 3, 1 to 6, if recipe.selective.null == Null::ByEvaluation;
    /// Null move: one ply less for this many plies of depth.
    null_depth = 3, 2 to 8, if recipe.selective.null == Null::ByEvaluation;
    /// Null move: one ply less for each margin that the evaluation is above beta, up to three.
    null_margin = 47, 20 to 120, if recipe.selective.null == Null::ByEvaluation;
    /// Reverse futility: the margin for each ply of depth.
    reverse_margin = 19, 8 to 50, if recipe.selective.reverse_futility;
    /// Reverse futility: the greatest depth.
    reverse_depth = 8, 3 to 12, if recipe.selective.reverse_futility;
    /// Razoring: the margin at depth 0.
    razor_base = 70, 20 to 200, if recipe.selective.deep_razoring;
    /// Razoring: what each ply of depth adds, squared.
    razor_slope = 50, 10 to 150, if recipe.selective.deep_razoring;
    /// Late move reductions: what every late move loses.
    reduction_base = 768, 0 to 2048, if recipe.selective.goes_by_move_number();
    /// Late move reductions: the product of the two logarithms is divided by this (in 1024ths).
    reduction_divisor = 1800, 1200 to 4000, if recipe.selective.goes_by_move_number();
    /// Late move reductions: more where some move is expected to reach beta.
    reduction_cut = 1024, 0 to 2500, if recipe.selective.late_reductions;
    /// Late move reductions: more where the evaluation does not rise.
    reduction_falling = 1024, 0 to 2500, if recipe.selective.late_reductions && recipe.selective.improving;
    /// Late move reductions: less on the principal variation.
    reduction_principal = 512, 0 to 2500, if recipe.selective.late_reductions;
    /// Late move reductions: less for killers and counter moves.
    reduction_killer = 1024, 0 to 2500, if recipe.selective.late_reductions;
    /// Late move reductions: less for moves that give check.
    reduction_check = 1024, 0 to 2500, if recipe.selective.late_reductions;
    /// Late move reductions: one ply less for this much history.
    reduction_history = 8192, 2000 to 30000, if recipe.selective.late_reductions && recipe.history != History::Off;
    /// Late move pruning: moves at depth 0.
    late_base = 3, 1 to 10, if recipe.selective.late_pruning;
    /// Late move pruning: hundredths of a move for each square of the depth.
    late_slope = 100, 30 to 300, if recipe.selective.late_pruning;
    /// Late move pruning: the greatest depth.
    late_depth = 8, 2 to 16, if recipe.selective.late_pruning;
    /// Quiet futility: the margin at depth 0.
    quiet_base = 24, 0 to 100, if recipe.selective.quiet_futility;
    /// Quiet futility: the margin for each ply of reduced depth.
    quiet_margin = 24, 8 to 60, if recipe.selective.quiet_futility;
    /// Quiet futility: the greatest reduced depth.
    quiet_depth = 8, 2 to 14, if recipe.selective.quiet_futility;
    /// History pruning: the least history for each ply of reduced depth.
    history_margin = 4000, 1000 to 12000, if recipe.selective.history_pruning;
    /// History pruning: the greatest reduced depth.
    history_depth = 4, 1 to 10, if recipe.selective.history_pruning;
    /// Exchange pruning: what a capture may lose for each ply of depth.
    capture_loss = 24, 8 to 80, if recipe.selective.exchange_pruning;
    /// Exchange pruning: what a quiet move may lose for each square of the reduced depth.
    quiet_loss = 6, 1 to 20, if recipe.selective.exchange_pruning;
    /// Exchange pruning: the greatest depth.
    exchange_depth = 8, 2 to 14, if recipe.selective.exchange_pruning;
    /// Delta pruning: the margin in quiescence.
    delta_margin = 36, 10 to 120, if recipe.quiescence.delta;
    /// Singular extensions: the least depth.
    singular_depth = 7, 4 to 12, if recipe.extensions.singular;
    /// Singular extensions: hundredths of a minor piece, times 16, for each ply of depth.
    singular_margin = 8, 2 to 40, if recipe.extensions.singular;
    /// Singular extensions: two plies where all other moves are worse by this much more.
    double_margin = 5, 0 to 40, if recipe.extensions.singular;
    /// ProbCut by captures: the margin above beta.
    probcut_margin = 45, 15 to 120, if recipe.selective.capture_probcut;
    /// ProbCut by captures: the least depth.
    probcut_depth = 5, 3 to 10, if recipe.selective.capture_probcut;
    /// Histories: the greatest bonus of a cut-off.
    bonus_most = 1600, 400 to 4000, if recipe.history == History::Gravity;
    /// Histories: the bonus for each ply of depth.
    bonus_slope = 150, 50 to 400, if recipe.history == History::Gravity;
    /// Corrections of the static evaluation: hundredths of the sum over all keys.
    correction_weight = 33, 0 to 200, if recipe.corrections;
    /// The history of a capture is divided by this where captures are ordered: 4096 stands for a step of the victim's value.
    capture_divisor = 4, 1 to 32, if recipe.capture_history;
    /// The weight of the static order of quiet moves beside their histories.
    static_weight = 8, 0 to 64, if recipe.history == History::Gravity;
}

impl Parameters {
    /// Reads `name=number` at the start of a text: how many bytes it took, if it is one.
    pub(super) fn read(&mut self, text: &str) -> Option<usize> {
        let (name, rest) = text.split_once('=')?;
        let slot = self.value_mut(name)?;
        let digits = rest.find(['+', '-']).unwrap_or(rest.len());
        *slot = rest[..digits].parse().ok()?;
        Some(name.len() + 1 + digits)
    }
}
