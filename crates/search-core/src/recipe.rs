//! Algorithms as data: what the one node does, part by part.
//!
//! A [`Recipe`] is read by the node through a [`RecipeSource`]: a reference when recipes are compared at run time, a type of
//! no size when an engine has fixed its own, so that every test on it folds away.
//!
//! Recipes come in two classes. *Exact* ones find the score that plain minimax finds at the same depth, and differ in
//! cost alone; *selective* ones look deeper here and less deep there, and are measured by their error too
//! ([`Recipe::is_exact`]).
//!
//! All parts stand in one table, `recipe/parts.rs`, with what each is worth beside it: the change of nodes (visits and positions made
//! for ordering) that `shuangqi compare` measured: geometric means over 100 to 320 positions, at the deepest depth of the block named,
//! all figures in `data/laboratory`. "Alone" is added to plain principal variation search, "in company" to one with
//! every other part.

mod names;
mod parts;
mod variants;

pub use names::{PRESETS, UnknownName};
pub use parts::{PARTS, Parameter, Parameters, Part, Recipe};
pub use variants::{Bounds, CaptureOrder, History, Margins, Null, ReSearch, Scout, TableUse, Verify};

use crate::observer::Event;

/// Plain minimax in negamax form.
pub const NEGAMAX: Recipe = Recipe { quiescence: true, evasions: true, ..Recipe::OFF };
/// Alpha-beta, fail-hard.
pub const FAIL_HARD: Recipe = Recipe { bounds: Bounds::FailHard, ..NEGAMAX };
/// Alpha-beta, fail-soft.
pub const FAIL_SOFT: Recipe = Recipe { bounds: Bounds::FailSoft, ..NEGAMAX };
/// Principal variation search.
pub const PVS: Recipe = Recipe { scout: Scout::AfterFirst, ..FAIL_SOFT };
/// Reinefeld's form of it.
pub const NEGASCOUT: Recipe = Recipe { re_search: ReSearch::FromScout, ..PVS };
/// Every exact part that pays: the same score as negamax, by the fewest nodes. Enhanced transposition cut-offs are
/// not among them: at depth 6 of Xiangqi they save 2 % of the visits and make 20 % more positions, at depth 8 of
/// Othello 2 % for 10 %.
pub const STRONGEST: Recipe = Recipe {
    table: TableUse::EqualDepth,
    sort: true,
    killers: true,
    history: History::DepthSquared,
    deepening: true,
    ..PVS
};
/// Every selective part that pays in a game with captures and checks. What each group of them is worth in games of Xiangqi
/// stands in `data/laboratory/elo.md`.
pub const SELECTIVE: Recipe = Recipe {
    table: TableUse::AtLeast,
    losing_last: true,
    history: History::Gravity,
    history_malus: true,
    continuation: true,
    capture_history: true,
    counter_moves: true,
    mate_distance: true,
    null: Null::ByEvaluation,
    estimate: true,
    improving: true,
    reverse_futility: true,
    late_reductions: true,
    late_pruning: true,
    quiet_futility: true,
    exchange_pruning: true,
    internal_reductions: true,
    extend_safe_check: true,
    singular: true,
    quiescence_table: true,
    quiescence_move: true,
    quiescence_see: true,
    quiescence_delta: true,
    quiescence_checks: true,
    ..STRONGEST
};
/// For play: deeper stored results cut off too, and the referee is consulted.
pub const PLAY: Recipe = Recipe { table: TableUse::AtLeast, rulings: true, ..STRONGEST };

impl Recipe {
    /// Returns whether the score is that of plain minimax at the same depth, in every position.
    pub fn is_exact(&self) -> bool {
        self.table != TableUse::AtLeast && !self.differs_in_score(&NEGAMAX)
    }

    /// Returns whether results of this depth are read from the table and stored in it.
    #[inline(always)]
    pub(crate) fn uses_table(&self, depth: i16) -> bool {
        !matches!(self.table, TableUse::Off) && depth >= self.table_min_depth
    }

    /// Returns whether the static evaluation of every node that is not in check is needed.
    #[inline(always)]
    pub(crate) fn evaluates_always(&self) -> bool {
        self.improving || self.corrections || self.evaluation_bonus || self.hindsight
    }

    /// Returns whether something depends on the moves that led to a node.
    #[inline(always)]
    pub(crate) fn follows_moves(&self) -> bool {
        self.continuation || self.counter_moves || self.rewards_moves_before()
    }

    /// Returns whether the table marks the nodes of principal variations.
    #[inline(always)]
    pub(crate) fn marks_principal(&self) -> bool {
        self.late_reductions && self.parameters.reduction_former != 0
    }

    /// Returns whether something depends on whether a move has led to a node that took nothing.
    #[inline(always)]
    pub(crate) fn rewards_moves_before(&self) -> bool {
        self.fail_low_bonus || self.evaluation_bonus
    }

    /// Returns whether whole windows are asked at every node, or only on the principal variation.
    #[inline(always)]
    pub(crate) fn scouts(&self) -> bool {
        !matches!(self.scout, Scout::Never)
    }

    /// Returns whether moves are treated by their number in the order of a node.
    pub(crate) fn goes_by_move_number(&self) -> bool {
        self.late_reductions || self.prunes_moves()
    }

    /// Returns whether moves may be skipped as futile at this depth.
    #[inline(always)]
    pub(crate) fn is_futile_at(&self, depth: i16) -> bool {
        depth == 1 && self.futility || depth == 2 && self.extended_futility
    }
}

/// The source that the node reads its recipe from, and reports to.
pub trait RecipeSource: Copy + Send + Sync {
    /// The recipe; a constant where the type fixes it.
    fn recipe(&self) -> &Recipe;

    /// Receives what the search does; does nothing by default.
    #[inline(always)]
    fn observe(&self, _event: Event) {}
}

/// Chosen at run time.
impl RecipeSource for &Recipe {
    #[inline(always)]
    fn recipe(&self) -> &Recipe {
        self
    }
}

/// Defines a type of no size that fixes a recipe at compile time.
#[macro_export]
macro_rules! fixed_recipe {
    ($(#[$meta:meta])* $visibility:vis $name:ident = $recipe:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        $visibility struct $name;

        impl $crate::recipe::RecipeSource for $name {
            #[inline(always)]
            fn recipe(&self) -> &$crate::recipe::Recipe {
                const { &$recipe }
            }
        }
    };
}
