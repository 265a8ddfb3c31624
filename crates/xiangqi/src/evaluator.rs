//! The classical evaluator: what a position is worth by rules of thumb, without a trained net.
//!
//! One soldier at home is about 100, advisor and elephant 200, horse and cannon 400 to 450, chariot 900 to 950, a
//! soldier across the river about 200; an evaluation always lies within ± [`LIMIT`]. Every term has two weights, one
//! for the full board and one for the bare one, blended by the attacking pieces left (`tapered`):
//!
//! * the piece and where it stands, the bulk of the evaluation, kept along the line of the search (`accumulator`);
//! * `activity`: how far chariots, cannons and horses reach, and what of that is the enemy palace;
//! * `palace`: advisors and elephants against the pieces they are there for, cannons bearing on the general;
//! * `soldiers`: soldiers side by side across the river, and before a palace without guards.
//!
//! Games of 4,000 nodes a move against the same evaluator without a term, 600 each, from 8 random plies with colours
//! changed (95 %): reach +52 ± 20 Elo, bearing cannons +38 ± 20, guards +25 ± 21, pressure on the palace +23 ± 21,
//! soldiers −3 ± 21; all of them at once, against tables alone, +42 ± 21.
//!
//! The facts about a single move that selective search uses (`selective`, `exchange`) rest on base values on the full
//! board alone, so that a margin means the same all game long.
//!
//! Which patterns matter is common knowledge of players, and what other hand-made evaluations hold (ElephantEye,
//! Pikafish before its nets); the numbers were set by reasoning. Everything is a function of the board
//! alone, so positions with the same key have the same evaluation.

mod accumulator;
mod activity;
mod exchange;
mod ordering;
mod palace;
mod selective;
mod sink;
mod soldiers;
mod tapered;
#[cfg(test)]
mod tests;
mod trace;
mod values;
mod weights;

use std::sync::Arc;

use search_core::{Counters, Evaluator, Material, MoveList, NodeRequest, Position as _, Score, Sharing};

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::movegen;
use crate::moves::Move;
use crate::piece::{Color, PieceKind};
use crate::position::Position;

use accumulator::{Accumulator, Counts};
use sink::{Sink, Sum};
use tapered::Phase;
use values::value;
use weights::groups;

pub use trace::{Trace, trace};
pub use weights::{BadWeights, Weights};

/// No evaluation lies further from zero.
pub const LIMIT: Score = 19_999;

/// The classical evaluator. It keeps sums over the pieces along the line of the search; any other position is evaluated
/// from scratch, with the same result.
#[derive(Clone, Debug)]
pub struct Classical {
    weights: Arc<Weights>,
    line: Vec<Accumulator>,
}

/// With the embedded weights.
impl Default for Classical {
    fn default() -> Classical {
        Classical::with_weights(Weights::shared())
    }
}

impl Classical {
    /// An evaluator with other weights than the embedded ones.
    pub fn with_weights(weights: Arc<Weights>) -> Classical {
        Classical { weights, line: Vec::new() }
    }

    /// The weights in use.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The sums of a board: the kept ones if it is the last of the line, new ones otherwise.
    #[inline(always)]
    fn accumulator(&self, board: &Board) -> Accumulator {
        match self.line.last() {
            Some(kept) if kept.key == board.key() => *kept,
            _ => Accumulator::of(board, &self.weights),
        }
    }
}

impl Evaluator<Position> for Classical {
    const SHARING: Sharing = Sharing::Table;
    const QUIESCENCE: bool = true;
    /// The mean of horse and cannon. ElephantEye's margins 80, 160, 240 are hundredths of it: about 338, 675, 1013.
    const MINOR: Score = (value(PieceKind::Horse) + value(PieceKind::Cannon)) / 2;

    fn fork(&self) -> Classical {
        Classical::with_weights(Arc::clone(&self.weights))
    }

    fn start(&mut self, root: &Position) {
        self.line.clear();
        self.line.push(Accumulator::of(root.board(), &self.weights));
    }

    #[inline(always)]
    fn push(&mut self, parent: &Position, mv: Option<Move>, child: &Position) {
        let sums = self.accumulator(parent.board());
        let sums = sums.after(parent.board(), mv, child.board().key(), &self.weights);
        self.line.push(sums);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.line.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        evaluate(position.board(), self.accumulator(position.board()), &self.weights)
    }

    #[inline]
    fn evaluate_child(&mut self, parent: &Position, mv: Move, child: &Position) -> Score {
        let sums = self.accumulator(parent.board());
        let sums = sums.after(parent.board(), Some(mv), child.board().key(), &self.weights);
        evaluate(child.board(), sums, &self.weights)
    }

    #[inline]
    fn order_moves(
        &mut self,
        position: &Position,
        _request: NodeRequest,
        _children: &[Position],
        list: &mut MoveList<Move>,
        _counters: &mut Counters,
    ) {
        ordering::order_moves(position.board(), &self.weights, list);
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
        [us, !us].map(|color| selective::material(position.board(), color))
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
        selective::is_noisy(position.board(), mv)
    }

    /// A soldier that comes to where it is dangerous is looked at one ply deeper.
    #[inline]
    fn extension(&mut self, parent: &Position, mv: Move, _child: &Position) -> i16 {
        i16::from(selective::is_soldier_advance(parent.board(), mv))
    }
}

/// The evaluation from the view of the side to move.
#[inline(always)]
fn evaluate(board: &Board, sums: Accumulator, weights: &Weights) -> Score {
    let red = Army::of(board, Color::Red, sums.counts);
    let black = Army::of(board, Color::Black, sums.counts);
    let (mut ours, mut theirs) = (Sum::new(weights), Sum::new(weights));
    red.play(board, &black, &mut ours);
    black.play(board, &red, &mut theirs);
    let balance = ours.total() - theirs.total();
    let is_red = board.side() == Color::Red;
    let balance = if is_red { sums.worth + balance } else { sums.worth - balance };
    let score = (balance + weights.value(groups::TEMPO.index())).blend(phase(&red, &black));
    let ahead = if (score > 0) == is_red { &red } else { &black };
    (score * ahead.scale() / FULL_SCALE).clamp(-LIMIT, LIMIT)
}

/// How much of the attacking material is left.
#[inline(always)]
fn phase(red: &Army, black: &Army) -> Phase {
    Phase::of(red.strength() + black.strength())
}

/// [`Army::scale`] of a side that can win.
const FULL_SCALE: i32 = 16;

/// One side's pieces, counted.
#[derive(Clone, Copy, Debug)]
struct Army {
    color: Color,
    own: Bitboard,
    advisors: i32,
    elephants: i32,
    horses: i32,
    rooks: i32,
    cannons: i32,
    soldiers: i32,
    /// Soldiers across the river.
    crossed: i32,
}

impl Army {
    #[inline(always)]
    fn of(board: &Board, color: Color, counts: Counts) -> Army {
        let own = board.side_of(color);
        let count = |kind| counts.of(color, kind);
        Army {
            color,
            own,
            advisors: count(PieceKind::Advisor),
            elephants: count(PieceKind::Elephant),
            horses: count(PieceKind::Horse),
            rooks: count(PieceKind::Rook),
            cannons: count(PieceKind::Cannon),
            soldiers: count(PieceKind::Soldier),
            crossed: (own & board.kind(PieceKind::Soldier) & attacks::half(!color)).len() as i32,
        }
    }

    /// The weight of the pieces that decide a middle game; both sides have 32 at the start.
    #[inline(always)]
    fn strength(&self) -> i32 {
        4 * self.rooks + 2 * (self.horses + self.cannons)
    }

    /// What the pieces are worth together, beyond where each of them stands.
    #[inline(always)]
    fn play(&self, board: &Board, enemy: &Army, sink: &mut impl Sink) {
        let pressure = activity::evaluate(self, board, sink);
        soldiers::evaluate(self, enemy, board, sink);
        palace::evaluate(self, enemy, board, sink);
        palace::danger(self, enemy, pressure, sink);
    }

    /// What is left, of [`FULL_SCALE`], of this side's advantage where it can hardly win: without a piece that can
    /// attack, or with a cannon that has no screen.
    #[inline(always)]
    fn scale(&self) -> i32 {
        match (self.rooks + self.horses + self.soldiers, self.cannons, self.advisors + self.elephants) {
            (0, 0, _) => FULL_SCALE / 16,
            (0, _, 0) => FULL_SCALE / 4,
            _ => FULL_SCALE,
        }
    }
}
