//! The plies above the last: moves ordered by the replies they leave, bounds kept in a private cache.

use crate::board::Board;
use crate::simd::{self, LANES, Ranked};
use crate::square::{Bitboard, Square};

use super::cache::Cache;
use super::last::{NONE, best_of_six, solve_last};
use super::ordering::{Parity, SHALLOW_WEIGHTS};
use super::stability_bound;

/// From this many empties down only parity orders the moves: at 6, too, counting replies saves no time. It is also the last
/// ply whose bounds are kept in the cache, which saves 3 % of the nodes of hard-20.
const PARITY_ONLY: u32 = 6;
/// The most empties that a node here can have. With 10, hard-20's first sixty take 3 % fewer nodes in 1.05 times the time and FFO
/// #40–#46 4 % fewer in 1.11 times; with 12, 5 % and 8 % more in the same time.
pub(crate) const SHALLOW_EMPTIES: u32 = 11;
/// At most 2^14 buckets: 1 MiB, which the second level of the processor's cache holds (Zen 4). Twice as many save 3 % of the nodes of
/// hard-20's first sixty and 1 % of those of FFO #40–#46, half as many cost 4 % and 1 %, all in the same time.
const CACHE_BITS: u32 = 14;
/// At least 2^7.
const MIN_BITS: u32 = 7;

/// Exact solver of positions with up to [`SHALLOW_EMPTIES`] empties.
///
/// Nearly all windows are null windows, from `alpha` to `alpha + 1`, and so is all the code below [`Solver::solve`].
#[derive(Debug)]
pub(crate) struct Solver {
    cache: Cache,
    /// Positions visited.
    pub visits: u64,
    /// Positions made to order moves.
    pub ordering: u64,
}

impl Solver {
    pub fn new() -> Solver {
        Solver::for_visits(u64::MAX)
    }

    /// A solver whose cache is no larger than a few searches of `visits` can fill: to clear more takes longer than
    /// such searches do.
    pub fn for_visits(visits: u64) -> Solver {
        let bits = visits.saturating_mul(2).max(1).ilog2().clamp(MIN_BITS, CACHE_BITS);
        Solver { cache: Cache::new(bits), visits: 0, ordering: 0 }
    }

    pub fn clear(&mut self) {
        self.cache.clear();
    }

    /// The disc difference under best play, empties to the winner; fail-soft in `(alpha, beta)`.
    pub fn solve(&mut self, board: Board, mut alpha: i32, mut beta: i32) -> i32 {
        let parity = Parity::of(board.empties());
        loop {
            let middle = (alpha + beta).div_euclid(2);
            let score = self.search(board, parity, middle);
            if score <= alpha || beta <= score {
                return score;
            }
            if score <= middle {
                beta = score;
            } else {
                alpha = score;
            }
        }
    }

    fn search(&mut self, board: Board, parity: Parity, alpha: i32) -> i32 {
        if board.empties().len() <= PARITY_ONLY {
            return solve_last(board, parity, alpha, &mut self.visits);
        }
        self.search_moves(board, board.legal_moves(), board.quick_key(), parity, alpha)
    }

    /// The score of a board with more than [`PARITY_ONLY`] empties, whose legal moves and key are known.
    fn search_moves(&mut self, board: Board, moves: Bitboard, key: u64, parity: Parity, alpha: i32) -> i32 {
        self.visits += 1;
        if let Some(bound) = stability_bound(board, alpha) {
            return bound;
        }
        if moves.is_empty() {
            return self.pass(board, parity, alpha);
        }
        let known = self.cache.probe(board, key);
        if let Some(score) = known.cutoff(alpha) {
            return score;
        }
        let (score, best) = self.try_moves(board, moves, parity, alpha, known.best);
        self.cache.store(board, key, score, alpha, best);
        score
    }

    fn pass(&mut self, board: Board, parity: Parity, alpha: i32) -> i32 {
        if board.opponent_moves().is_empty() {
            return board.final_difference();
        }
        -self.search(board.passed(), parity, -alpha - 1)
    }

    fn try_moves(
        &mut self,
        board: Board,
        moves: Bitboard,
        parity: Parity,
        alpha: i32,
        known: u8,
    ) -> (i32, Square) {
        let mut candidates = Candidates::new(board, moves, parity.odd_squares(), known);
        self.ordering += candidates.len() as u64;
        if let Some(cut) = self.known_cut(&candidates, alpha) {
            return cut;
        }
        let mut best = (NONE, Square::ALL[0]);
        for _ in 0..candidates.len() {
            let candidate = candidates.take();
            let score = -self.search_child(candidate, parity, -alpha - 1);
            if score > best.0 {
                best = (score, candidate.square);
                if score > alpha {
                    break;
                }
            }
        }
        best
    }

    #[inline(always)]
    fn search_child(&mut self, candidate: Candidate, parity: Parity, alpha: i32) -> i32 {
        let Candidate { square, child, replies, key } = candidate;
        let parity = parity.after(square);
        if child.empties().len() > PARITY_ONLY {
            return self.search_moves(child, replies, key, parity, alpha);
        }
        if replies.is_empty() {
            return solve_last(child, parity, alpha, &mut self.visits);
        }
        self.visits += 1;
        if let Some(bound) = stability_bound(child, alpha) {
            return bound;
        }
        if let Some(score) = self.cache.probe(child, key).cutoff(alpha) {
            return score;
        }
        let (score, best) = best_of_six(child, replies, parity, alpha, &mut self.visits);
        self.cache.store(child, key, score, alpha, best);
        score
    }

    /// A score above alpha that the cache knows for one of the moves, which saves the search (enhanced transposition cut-off).
    #[inline(always)]
    fn known_cut(&self, candidates: &Candidates, alpha: i32) -> Option<(i32, Square)> {
        candidates.first_eight().find_map(|Candidate { square, child, key, .. }| {
            let score = -i32::from(self.cache.probe(child, key).upper);
            (score > alpha).then_some((score, square))
        })
    }
}

/// The moves of a board that are left to be tried, up to twice eight.
#[derive(Debug)]
struct Candidates {
    count: usize,
    first: Ranked,
    /// From the ninth move on.
    others: Option<Ranked>,
}

/// A move, the board it leads to, and the legal moves there.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    square: Square,
    child: Board,
    replies: Bitboard,
    /// The child's [`Board::quick_key`].
    key: u64,
}

impl Candidates {
    /// Plays and ranks the `moves`, sixteen at most; `odd` are the squares of the odd regions, and the square of the
    /// index `known` goes first.
    #[inline(always)]
    fn new(board: Board, moves: Bitboard, odd: Bitboard, known: u8) -> Candidates {
        let rank = |moves| simd::rank(board, moves, odd, known, &SHALLOW_WEIGHTS);
        let count = moves.len() as usize;
        let others = (count > LANES).then(|| rank(without_first_eight(moves)));
        Candidates { count, first: rank(moves), others }
    }

    fn len(&self) -> usize {
        self.count
    }

    /// The first eight moves, in the order of their squares.
    #[inline(always)]
    fn first_eight(&self) -> impl Iterator<Item = Candidate> {
        (0..self.count.min(LANES)).map(|lane| candidate(&self.first, lane))
    }

    /// Takes the move that costs least; there must be one left.
    #[inline(always)]
    fn take(&mut self) -> Candidate {
        let (mut lane, cost) = simd::least(&self.first.cost);
        let mut ranked = &mut self.first;
        if let Some(others) = &mut self.others {
            let (other_lane, other_cost) = simd::least(&others.cost);
            if other_cost < cost {
                (lane, ranked) = (other_lane, others);
            }
        }
        ranked.cost[lane] = u16::MAX;
        candidate(ranked, lane)
    }
}

#[inline(always)]
fn candidate(ranked: &Ranked, lane: usize) -> Candidate {
    Candidate {
        square: Square::wrapping(u32::from(ranked.square[lane])),
        child: ranked.child(lane),
        replies: Bitboard(ranked.replies[lane]),
        key: ranked.key[lane],
    }
}

#[cold]
fn without_first_eight(moves: Bitboard) -> Bitboard {
    moves.into_iter().skip(LANES).collect()
}
