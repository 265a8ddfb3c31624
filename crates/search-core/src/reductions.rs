//! Late move reductions: the later a move comes in a good order, the less deeply it is searched at first.
//!
//! A move that then beats alpha is searched again at full depth. The amount is the product of the logarithms of depth and
//! move number (as in Stockfish and most engines since Fruit), adjusted by what is known of node and move.

use crate::evaluator::Evaluator;
use crate::node_context::{NodeContext, Picked, Stage};
use crate::position::Position;
use crate::recipe::RecipeSource;
use crate::store::Store;
use crate::worker::Worker;

/// A ply, in the unit of reductions.
const PLY: i32 = 1024;
/// No move is reduced at a depth below this.
const MIN_DEPTH: i16 = 2;

/// Natural logarithms of the numbers up to 63, in 1024ths.
pub(crate) const LN: [i32; 64] = logarithms();

const fn logarithms() -> [i32; 64] {
    let mut table = [0; 64];
    let mut number = 1;
    while number < 64 {
        table[number] = ln(number as u64);
        number += 1;
    }
    table
}

/// By squaring: each square of the mantissa gives a bit of the logarithm to base 2.
const fn ln(number: u64) -> i32 {
    const UNIT: u64 = 1 << 30;
    let whole = number.ilog2();
    let mut mantissa = (number * UNIT) >> whole;
    let (mut log, mut bit) = ((whole as u64) << 20, 1_u64 << 19);
    while bit > 0 {
        mantissa = (mantissa * mantissa) >> 30;
        if mantissa >= 2 * UNIT {
            mantissa >>= 1;
            log |= bit;
        }
        bit >>= 1;
    }
    // ln 2 in millionths.
    ((log * 693_147 / 1_000_000) >> 10) as i32
}

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The reduction by depth and move number alone, in 1024ths of a ply.
    #[inline(always)]
    pub(crate) fn base_reduction(&self, depth: i16, searched: u32) -> i32 {
        let parameters = &self.recipe().parameters;
        let (depth, number) = (depth.clamp(0, 63) as usize, (searched as usize + 1).min(63));
        parameters.reduction_base + LN[depth] * LN[number] / parameters.reduction_divisor
    }

    /// By how many plies the first search of a move is less deep.
    #[inline(always)]
    pub(crate) fn reduction(&self, node: &NodeContext<P>, picked: Picked<P::Move>, child: &P) -> i16 {
        let is_late = node.best.searched > u32::from(self.ply == 0);
        let is_reduced = self.recipe().late_reductions
            && node.request.depth >= MIN_DEPTH
            && is_late
            && picked.stage != Stage::Captures;
        if is_reduced { self.late_reduction(node, picked, child) } else { 0 }
    }

    #[inline(never)]
    fn late_reduction(&self, node: &NodeContext<P>, picked: Picked<P::Move>, child: &P) -> i16 {
        let request = node.request;
        let parameters = &self.recipe().parameters;
        let mut reduction = self.base_reduction(request.depth, node.best.searched);
        let mut add = |applies: bool, amount: i32| reduction += if applies { amount } else { 0 };
        let improving = self.recipe().improving;
        add(request.is_cut_node, parameters.reduction_cut);
        add(improving && !node.is_improving, parameters.reduction_falling);
        add(!request.window.is_null(), -parameters.reduction_principal);
        add(matches!(picked.stage, Stage::Killers(_) | Stage::Counter), -parameters.reduction_killer);
        add(child.in_check(), -parameters.reduction_check);
        if node.position.victim(picked.mv) == 0 {
            reduction -= self.quiet_history(node.position, picked.mv) * PLY / parameters.reduction_history;
        }
        (reduction / PLY).max(0) as i16
    }
}
