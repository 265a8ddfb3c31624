//! The classical evaluator: what a position is worth by rules of thumb, without a trained net.
//!
//! One soldier at home is about 100, advisor and elephant 200, horse and cannon 400 to 450, chariot 900 to 950, a
//! soldier across the river about 200; an evaluation always lies within ± [`LIMIT`]. Every term has two weights, one
//! for the full board and one for the bare one, blended by the attacking pieces left:
//!
//! * the piece and where it stands, the bulk of the evaluation, and what numbers of pieces are worth in the company of others:
//!   both kept along the line of the search (`sums`);
//! * how far chariots, cannons and horses reach, pinned ones only along the line of the pin (`activity`);
//! * what is attacked, protected, or neither; pressure on the enemy palace, chariots and cannons in line with the general, the
//!   steps it has left, the checks that could be given; soldiers side by side across the river, and before a palace without
//!   guards (`terms`).
//!
//! Games of 4,000 nodes a move against the same evaluator without a term, 600 each, from 8 random plies with colours
//! changed (95 %), with the first numbers: reach +52 ± 20 Elo, bearing cannons +38 ± 20, guards +25 ± 21, pressure on the
//! palace +23 ± 21, soldiers −3 ± 21; all of them at once, against tables alone, +42 ± 21. An evaluation takes a sixth of
//! the time of a search (sampled over `bench 16 1 12`).
//!
//! Safe checks and what horses and cannons attack besides chariots came later: fitted with them, against fitted to the same
//! games without, +35 ± 41 Elo in 200 games of 8,000 nodes a move; the mean loss on unseen games fell from 0.60044 to 0.60026
//! nats by the checks alone, and not measurably further by the attacks. Both cost about 4 per cent of the nodes a second.
//!
//! The numbers are [`Weights`], read from a file. The terms are given to a receiver, which adds them up for the search, or
//! records them for training and explanation ([`trace`](fn@trace)).
//!
//! The facts about a single move that selective search uses (`move_facts`, `exchange`) rest on constants of their own,
//! so that a margin means the same all game long and whatever the weights are.
//!
//! The choice of patterns is common knowledge of players, and what other hand-made evaluations hold (ElephantEye,
//! Pikafish before its nets); the first numbers were set by reasoning. Everything is a function of the board and of the
//! steps of the clock, so positions with the same key have the same evaluation.

use std::sync::Arc;

use search_core::{Evaluator, Score};

use crate::board::Board;
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;

use super::activity::Cover;
use super::side_pieces::SidePieces;
use super::sums::{Accumulator, Sink, Sum};
use super::terms::{self, SideView};
use super::weights::{Phase, Weights, groups};
use super::{FULL_SCALE, LIMIT, MoveHeuristics, scale};

/// The classical evaluator. It keeps sums over the pieces along the line of the search; any other position is evaluated
/// from scratch, with the same result.
#[derive(Clone, Debug)]
pub struct Classical {
    heuristics: MoveHeuristics,
    pub(super) line: Vec<Accumulator>,
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
        Classical { heuristics: MoveHeuristics::new(weights), line: Vec::new() }
    }

    /// The weights in use.
    pub fn weights(&self) -> &Weights {
        &self.heuristics.weights
    }

    /// The evaluation before it is scaled.
    pub(super) fn unscaled(&self, position: &Position) -> Score {
        balance(position, self.accumulator(position.board()), self.weights()).0
    }

    /// The sums of a board: the kept ones if it is the last of the line, new ones otherwise.
    #[inline(always)]
    fn accumulator(&self, board: &Board) -> Accumulator {
        match self.line.last() {
            Some(kept) if kept.key == board.key() => *kept,
            _ => Accumulator::of(board, self.weights()),
        }
    }
}

impl Evaluator<Position> for Classical {
    type Heuristics = MoveHeuristics;

    #[inline(always)]
    fn heuristics(&mut self) -> &mut MoveHeuristics {
        &mut self.heuristics
    }

    fn fork(&self) -> Classical {
        Classical::with_weights(Arc::clone(&self.heuristics.weights))
    }

    fn start(&mut self, root: &Position) {
        self.line.clear();
        self.line.push(Accumulator::of(root.board(), self.weights()));
    }

    #[inline(always)]
    fn push(&mut self, parent: &Position, mv: Option<Move>, child: &Position) {
        let sums = self.accumulator(parent.board());
        let sums = sums.after(parent.board(), mv, child.board().key(), self.weights());
        self.line.push(sums);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.line.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        evaluate(position, self.accumulator(position.board()), self.weights())
    }

    #[inline]
    fn evaluate_child(&mut self, parent: &Position, mv: Move, child: &Position) -> Score {
        let sums = self.accumulator(parent.board());
        let sums = sums.after(parent.board(), Some(mv), child.board().key(), self.weights());
        evaluate(child, sums, self.weights())
    }
}

/// The evaluation from the view of the side to move.
#[inline(always)]
fn evaluate(position: &Position, sums: Accumulator, weights: &Weights) -> Score {
    let (score, [red, black]) = balance(position, sums, weights);
    let is_red = position.board().side() == Color::Red;
    let (ahead, behind) = if (score > 0) == is_red { (red, black) } else { (black, red) };
    (score * scale(position, ahead.counts, behind.counts) / FULL_SCALE).clamp(-LIMIT, LIMIT)
}

/// The evaluation before it is scaled, and the pieces of Red and Black.
#[inline(always)]
fn balance(position: &Position, sums: Accumulator, weights: &Weights) -> (Score, [SidePieces; 2]) {
    let board = position.board();
    let red = SidePieces::of(board, Color::Red, sums.counts);
    let black = SidePieces::of(board, Color::Black, sums.counts);
    let (mut ours, mut theirs) = (Sum::new(weights), Sum::new(weights));
    add_activity_terms(board, &red, &black, &mut ours, &mut theirs);
    let balance = ours.total() - theirs.total();
    let is_red = board.side() == Color::Red;
    let kept = sums.worth + sums.material + weights.value(groups::TEMPO.index());
    let balance = if is_red { kept + balance } else { kept - balance };
    (balance.blend(phase(&red, &black)), [red, black])
}

/// The attacking material that is left.
#[inline(always)]
pub(super) fn phase(red: &SidePieces, black: &SidePieces) -> Phase {
    Phase::of(red.counts.strength() + black.counts.strength())
}

/// Adds the terms of what the pieces of both sides do, beyond where each of them stands and how many there are.
#[inline(always)]
pub(super) fn add_activity_terms<S: Sink>(
    board: &Board,
    red: &SidePieces,
    black: &SidePieces,
    for_red: &mut S,
    for_black: &mut S,
) {
    let pinned_black = terms::lines_to_the_general(red, black, board, for_red);
    let pinned_red = terms::lines_to_the_general(black, red, board, for_black);
    let mut reds = Cover::of_soldiers(red, board, pinned_red);
    let mut blacks = Cover::of_soldiers(black, board, pinned_black);
    reds.add_minors(red, board, blacks.soldiers, for_red);
    blacks.add_minors(black, board, reds.soldiers, for_black);
    let (by_red, by_black) = (reds.all, blacks.all);
    reds.add_rest(red, board, by_black, for_red);
    blacks.add_rest(black, board, by_red, for_black);
    let view = SideView { board, army: red, enemy: black, cover: &reds, enemy_cover: &blacks };
    view.evaluate(for_red);
    view.of_enemy().evaluate(for_black);
}
