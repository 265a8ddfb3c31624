//! Exact scores: the evaluator under which the one search becomes an endgame solver.
//!
//! The search above searches the whole rest of the game (depth = empties; a pass costs nothing), orders moves by the
//! replies they leave, and keeps whole boards in its table, so that no false hit can corrupt a proof. Here is what it
//! cannot do fast enough or does not know: the last plies, and the bound that stable discs set.

mod cache;
mod last;
mod last_flips;
pub(crate) mod ordering;
mod shallow;

use search_core::recipe::ModelProbCut;
use search_core::{Counters, Evaluator, Heuristics, MoveList, NodeRequest, ProbCut, Score};

use crate::board::Board;
use crate::evaluator::score_moves;
use crate::patterns::Patterns;
use crate::position::{DISC, Move, Position};
use crate::square::Bitboard;
use crate::stability::stable_discs;

use ordering::OrderWeights;
use shallow::{SHALLOW_EMPTIES, Solver};

/// Stable discs are counted only if alpha is at least this high for this number of empties: below, they hardly ever
/// cut. Index: empties / 4; in discs. Asked from 7 empties on, they save 11 % of the visits of hard-20; from 3 on, a fifth of all nodes of FFO
/// #40–#47 and hard-20's first sixty in the same time. With 3 and 4 empties they cut off in 48 and 38 % of the nodes where they are
/// counted.
const STABILITY_ALPHA: [i32; 16] = [-4, 0, 4, 12, 20, 26, 32, 38, 42, 46, 50, 54, 58, 60, 62, 64];

/// The order by replies beside the trained evaluation. The nodes of 60 positions of hard-20 with all of it three times as
/// much: 4.12 M each, twice: 3.97 M, as here 3.83 M, half: 3.92 M. The weights of the potential and of odd regions save
/// 1 % against those of [`Classical`](crate::evaluator::Classical) in proportion.
const ORDER_WEIGHTS: OrderWeights =
    OrderWeights { square: 16, odd_region: 64, reply: 256, corner: 256, potential: 96 };
/// The same on the way to the end of the game. There the first move cuts off in 99 % of the nodes where any does (12 to 20 empty
/// squares, FFO #40–#44), so that the best order is that of the smallest trees. Fitted by the nodes of hard-20's first sixty and of FFO
/// #40–#45.
const END_ORDER_WEIGHTS: OrderWeights =
    OrderWeights { square: 30, odd_region: 32, reply: 310, corner: 0, potential: 40 };
/// By so much above beta a move is good enough there: what the evaluation says beyond counts half. With it these weights take 1.8 % off
/// the nodes of hard-20's first sixty and 2.7 % off those of FFO #40–#46, without it 0.6 % and 0.7 %.
const GOOD_ENOUGH: Score = 19 * DISC;

/// At this depth and below moves in play are ranked by the replies they leave, without evaluation. With 3 a search of 17 plies takes 2 to 3 % more
/// nodes.
const REPLIES_ORDER_DEPTH: i16 = 2;

/// With so few discs, and at most a fourth of all, a side may soon have none, which ends the game at once with the highest score. No
/// shallow search foresees that, so nothing is left out on its word: a wipe-out in five plies with 32 empty squares is then seen at
/// depth 11, otherwise not at 18. Searches of 16 plies take the same nodes with 32 to 50 empty squares, and 3 % more with 52; without the
/// fourth part twice as many there.
const FEW_DISCS: u32 = 6;

/// From this number of empties on the moves of a node are shared between threads.
const SPLIT_EMPTIES: u32 = 16;
/// From this depth on they are in the middle game.
const SPLIT_DEPTH: i16 = 8;

/// The evaluator of the endgame solver: exact as soon as the depth reaches the end of the game, and another's evaluation
/// before that.
#[derive(Debug)]
pub struct Endgame<M = Patterns> {
    midgame: M,
    solver: Solver,
    /// At this depth and below moves are ranked by the replies they leave alone.
    replies_order_depth: i16,
}

impl Default for Endgame<Patterns> {
    fn default() -> Self {
        Endgame::new(Patterns::default())
    }
}

impl<M: Evaluator<Position>> Endgame<M> {
    /// A solver with an empty cache. It looks where every move leads: the moves that the look-ahead finds are the first
    /// that are tried to the end of the game, and careless ones cost 43 % more visits on FFO #26–#38, 59 % on #40–#44.
    pub fn new(midgame: M) -> Self {
        Endgame { midgame, solver: Solver::new(), replies_order_depth: 0 }
    }

    /// The same for play, where most positions are not solved and nodes near the leaves have to be cheap. For searches of
    /// few `visits` a smaller cache is cleared faster.
    pub fn for_play_of(midgame: M, visits: u64) -> Self {
        Endgame { midgame, solver: Solver::for_visits(visits), replies_order_depth: REPLIES_ORDER_DEPTH }
    }
}

impl<M: Evaluator<Position>> Evaluator<Position> for Endgame<M> {
    type Heuristics = Self;

    #[inline(always)]
    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> Self {
        Endgame { replies_order_depth: self.replies_order_depth, ..Endgame::new(self.midgame.fork()) }
    }

    fn clear(&mut self) {
        self.midgame.clear();
        self.solver.clear();
    }

    fn start(&mut self, root: &Position) {
        self.midgame.start(root);
    }

    #[inline(always)]
    fn push(&mut self, parent: &Position, mv: Option<Move>, child: &Position) {
        self.midgame.push(parent, mv, child);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.midgame.pop();
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        self.midgame.evaluate(position)
    }

    #[inline(always)]
    fn evaluate_child(&mut self, parent: &Position, mv: Move, child: &Position) -> Score {
        self.midgame.evaluate_child(parent, mv, child)
    }

    fn exact_bound(
        &mut self,
        position: &Position,
        request: NodeRequest,
        counters: &mut Counters,
    ) -> Option<Score> {
        let board = position.board;
        let empties = board.empties().len();
        if !reaches_end(position, request) {
            return None;
        }
        let (alpha, beta) = discs_around(request);
        if alpha >= 64 || beta <= -64 {
            // No score can pass the whole board: the question is answered before it is searched.
            return Some(DISC * 64 * alpha.signum());
        }
        if empties <= SHALLOW_EMPTIES {
            return Some(DISC * self.solve(board, alpha, beta, counters));
        }
        stability_bound(board, alpha).map(|bound| DISC * bound)
    }

    #[inline(always)]
    fn answers_children(&self, position: &Position, request: NodeRequest) -> bool {
        position.board.empties().len() <= SHALLOW_EMPTIES + 1 && reaches_end(position, request)
    }

    /// Not on the way to the end of the game, where the depth stands for a certainty.
    #[inline(always)]
    fn allows_reductions(&self, position: &Position, request: NodeRequest) -> bool {
        !reaches_end(position, request) && !is_nearly_wiped_out(position)
    }

    fn probcut(&self, position: &Position, request: NodeRequest, model: ModelProbCut) -> Option<ProbCut> {
        if !reaches_end(position, request) && is_nearly_wiped_out(position) {
            return None;
        }
        self.midgame.probcut(position, request, model)
    }
}

impl<M: Evaluator<Position>> Heuristics<Position> for Endgame<M> {
    const MINOR: Score = <M::Heuristics>::MINOR;

    fn is_worth_splitting(&self, position: &Position, request: NodeRequest) -> bool {
        if reaches_end(position, request) {
            position.board.empties().len() >= SPLIT_EMPTIES
        } else {
            request.depth >= SPLIT_DEPTH
        }
    }

    fn order_moves(
        &mut self,
        position: &Position,
        request: NodeRequest,
        children: &[Position],
        list: &mut MoveList<Move>,
        counters: &mut Counters,
    ) {
        if request.depth <= self.replies_order_depth {
            return ordering::score_by_replies(position.board, list, counters);
        }
        let midgame = &mut self.midgame;
        let mut evaluate = |mv: Move, child: &Position| midgame.estimate_child(position, mv, child);
        if reaches_end(position, request) {
            let enough = request.window.beta.min(64 * DISC) + GOOD_ENOUGH;
            let discounted = |mv: Move, child: &Position| {
                let score = -evaluate(mv, child);
                -score.min(enough + (score - enough) / 2)
            };
            score_moves(position, END_ORDER_WEIGHTS, children, list, counters, discounted);
        } else {
            score_moves(position, ORDER_WEIGHTS, children, list, counters, evaluate);
        }
    }
}

impl<M> Endgame<M> {
    /// The first of the best moves of a board that the last plies' solver can take; `None` if there are too many
    /// empties or the game is over.
    pub(crate) fn best_at_the_end(&mut self, board: Board) -> Option<Move> {
        if board.empties().len() > SHALLOW_EMPTIES + 1 || board.is_over() {
            return None;
        }
        if board.must_pass() {
            return Some(Move::PASS);
        }
        let mut best = None;
        for square in board.legal_moves() {
            let score = -self.solver.solve(board.after(square, board.flips(square)), -64, 64);
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, Move::new(square)));
            }
        }
        best.map(|(_, mv)| mv)
    }

    fn solve(&mut self, board: Board, alpha: i32, beta: i32, counters: &mut Counters) -> i32 {
        (self.solver.visits, self.solver.ordering) = (0, 0);
        let score = self.solver.solve(board, alpha, beta);
        // The search has already counted this position once.
        counters.visits += self.solver.visits.saturating_sub(1);
        counters.leaves += 1;
        counters.ordering += self.solver.ordering;
        score
    }
}

/// Returns whether a side has few discs left.
#[inline(always)]
fn is_nearly_wiped_out(position: &Position) -> bool {
    let [mover, opponent] = [position.board.mover(), position.board.opponent()].map(Bitboard::len);
    mover.min(opponent) <= FEW_DISCS.min((mover + opponent) / 4)
}

/// Returns whether the search goes on to the end of the game.
#[inline(always)]
fn reaches_end(position: &Position, request: NodeRequest) -> bool {
    i32::from(request.depth) >= position.board.empties().len() as i32
}

/// The window in whole discs that tells apart what the window in hundredths does, within what a board can be worth.
fn discs_around(request: NodeRequest) -> (i32, i32) {
    let alpha = request.window.alpha.div_euclid(DISC).clamp(-65, 64);
    let beta = -(-request.window.beta).div_euclid(DISC);
    (alpha, beta.clamp(alpha + 1, 65))
}

/// An upper bound at or below alpha, if the opponent's stable discs alone set one.
fn stability_bound(board: Board, alpha: i32) -> Option<i32> {
    // No more discs are stable than there are.
    let lowest = 64 - 2 * board.opponent().len() as i32;
    if alpha < STABILITY_ALPHA[board.empties().len() as usize / 4] || lowest > alpha {
        return None;
    }
    let bound = 64 - 2 * stable_discs(board.opponent(), board.mover()).len() as i32;
    (bound <= alpha).then_some(bound)
}
