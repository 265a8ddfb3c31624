//! What a position is worth: by the classical terms (`classical`) or by a trained net (`net`), whichever the weights are for; and the
//! judgement of moves, which both share.

mod activity;
mod any;
mod chances;
mod classical;
mod exchange;
mod explanation;
mod move_facts;
pub mod net;
mod side_pieces;
mod sums;
mod terms;
#[cfg(test)]
mod tests;
mod threats;
mod trace;
mod weights;

use std::sync::Arc;

use search_core::{Counters, Heuristics, Material, MoveList, NodeRequest, Position as _, Score, Sharing};

use crate::board::Board;
use crate::movegen;
use crate::moves::Move;
use crate::piece::{Color, PieceKind};
use crate::position::Position;

use classical::{add_activity_terms, phase};
use move_facts::value;
use side_pieces::PieceCounts;
use weights::Phase;

pub use any::{AnyEvaluator, AnyWeights};
pub use chances::Chances;
pub use classical::Classical;
pub use explanation::{ExplainedTerm, Explanation};
pub use trace::{Trace, trace};
pub use weights::{BadWeights, Weights};

/// No evaluation lies further from zero.
pub const LIMIT: Score = 19_999;

/// The judgement of moves, which any evaluator of Xiangqi shares whose soldier at home is worth about 100. Quiet moves are
/// ordered by the tables of the classical weights.
#[derive(Clone, Debug)]
pub struct MoveHeuristics {
    weights: Arc<Weights>,
}

impl MoveHeuristics {
    fn new(weights: Arc<Weights>) -> MoveHeuristics {
        MoveHeuristics { weights }
    }
}

impl Heuristics<Position> for MoveHeuristics {
    const SHARING: Sharing = Sharing::Table;
    const QUIESCENCE: bool = true;
    /// The mean of horse and cannon. ElephantEye's margins 80, 160, 240 are hundredths of it: about 338, 675, 1013.
    const MINOR: Score = (value(PieceKind::Horse) + value(PieceKind::Cannon)) / 2;

    #[inline]
    fn order_moves(
        &mut self,
        position: &Position,
        _request: NodeRequest,
        _children: &[Position],
        list: &mut MoveList<Move>,
        _counters: &mut Counters,
    ) {
        move_facts::order_moves(position.board(), &self.weights, list);
    }

    #[inline]
    fn is_threatened(&self, position: &Position) -> bool {
        threats::is_threatened(position.board())
    }

    /// A side with nothing left to attack with proves nothing by a pass.
    #[inline]
    fn may_pass(&self, position: &Position) -> bool {
        let board = position.board();
        let attackers =
            board.kind(PieceKind::Rook) | board.kind(PieceKind::Horse) | board.kind(PieceKind::Cannon);
        !board.side_of(position.side()).is_disjoint(attackers)
    }

    /// `None` in check, and for a side without a move, which has lost and which a pass would save.
    #[inline]
    fn null_move(&self, position: &Position) -> Option<Position> {
        let may_pass = !position.in_check() && movegen::has_moves(position.board());
        may_pass.then(|| position.passed())
    }

    #[inline]
    fn material(&self, position: &Position) -> [Material; 2] {
        let us = position.side();
        [us, !us].map(|color| move_facts::material(position.board(), color))
    }

    #[inline]
    fn captured_value(&self, position: &Position, mv: Move) -> Score {
        exchange::captured_value(position.board(), mv)
    }

    #[inline]
    fn exchange_value(&self, position: &Position, mv: Move) -> Score {
        exchange::exchange_value(position.board(), mv)
    }

    #[inline]
    fn see(&self, position: &Position, mv: Move, threshold: Score) -> bool {
        exchange::see(position.board(), mv, threshold)
    }

    #[inline]
    fn is_noisy(&self, position: &Position, mv: Move) -> bool {
        move_facts::is_noisy(position.board(), mv)
    }

    /// A soldier that comes to where it is dangerous is looked at one ply deeper.
    #[inline]
    fn extension(&self, parent: &Position, mv: Move, _child: &Position) -> i16 {
        i16::from(move_facts::is_soldier_advance(parent.board(), mv))
    }
}

/// The part that the clock leaves of an advantage after the last capture, in parts of this; each of its steps takes one.
const FULL_CLOCK: i32 = 32;

/// The phase of a board, from 0 on the bare one to 32 on the full one.
pub fn phase_of(board: &Board) -> i32 {
    let strengths = Color::ALL.map(|color| PieceCounts::of_board(board, color).strength());
    Phase::of(strengths.iter().sum()).number()
}

/// The rest, from 0 to 1, of an advantage of the side to move and of one of the other side.
pub fn scales(position: &Position) -> [f32; 2] {
    let board = position.board();
    let [us, them] = [board.side(), !board.side()].map(|color| PieceCounts::of_board(board, color));
    [scale(position, us, them), scale(position, them, us)].map(|part| part as f32 / FULL_SCALE as f32)
}

/// [`scale`] of an advantage that counts in full.
const FULL_SCALE: i32 = side_pieces::FULL * FULL_CLOCK;

/// The rest, of [`FULL_SCALE`], of the advantage of the side ahead: less where it has little to win with
/// (`side_pieces`), and less the nearer the sixty-move rule is. Both are functions of what the key of a position holds, the
/// steps of the clock included.
#[inline(always)]
fn scale(position: &Position, ahead: PieceCounts, behind: PieceCounts) -> i32 {
    let steps = i32::from(position.halfmove_clock().step());
    side_pieces::scale(ahead, behind) * (FULL_CLOCK - steps.min(FULL_CLOCK / 2))
}
