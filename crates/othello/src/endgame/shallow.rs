//! The plies above the last: moves ordered by the replies they leave, bounds kept in a private cache.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;

use super::cache::Cache;
use super::last::{DISCS, solve_last};
use super::ordering::quick_order;
use super::parity::Parity;
use super::stability_bound;

/// From this many empties down only parity orders the moves: counting replies costs more than it saves.
const PARITY_ONLY: u32 = 6;
/// The most empties that a node here can have.
pub(crate) const SHALLOW_EMPTIES: u32 = 12;
/// From this many empties on bounds are kept in the cache. Keeping those of 7 empties too saves 4 % of the visits and costs
/// 5 % of the time (FFO #41 and #42), as the memory is waited for.
const CACHED: u32 = 8;
/// At most 2^16 entries: 1.5 MiB.
const CACHE_BITS: u32 = 16;
/// At least 2^8.
const FEWEST_BITS: u32 = 8;

/// A move with the board it leads to.
#[derive(Clone, Copy)]
struct Candidate {
    square: Square,
    child: Board,
    score: i32,
}

/// Exact solver of positions with up to [`SHALLOW_EMPTIES`] empties.
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
        let bits = visits.saturating_mul(8).max(1).ilog2().clamp(FEWEST_BITS, CACHE_BITS);
        Solver { cache: Cache::new(bits), visits: 0, ordering: 0 }
    }

    pub fn clear(&mut self) {
        self.cache.clear();
    }

    /// The disc difference under best play, empties to the winner; fail-soft in `(alpha, beta)`.
    pub fn solve(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.search(board, Parity::of(board.empties()), alpha, beta)
    }

    fn search(&mut self, board: Board, parity: Parity, alpha: i32, beta: i32) -> i32 {
        if board.empties().len() <= PARITY_ONLY {
            return solve_last(board, parity, alpha, beta, &mut self.visits);
        }
        self.visits += 1;
        if let Some(bound) = stability_bound(board, alpha) {
            return bound;
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return self.pass(board, parity, alpha, beta);
        }
        if board.empties().len() < CACHED {
            return self.try_moves(board, moves, parity, (alpha, beta), None).0;
        }
        let key = board.key();
        let known = self.cache.recall(board, key);
        if let Some(entry) = known {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
        }
        let best_before = known.and_then(|entry| entry.best());
        let (score, best) = self.try_moves(board, moves, parity, (alpha, beta), best_before);
        self.cache.remember(board, key, score, (alpha, beta), best);
        score
    }

    fn pass(&mut self, board: Board, parity: Parity, alpha: i32, beta: i32) -> i32 {
        if board.opponent_moves().is_empty() {
            return board.final_difference();
        }
        -self.search(board.passed(), parity, -beta, -alpha)
    }

    fn try_moves(
        &mut self,
        board: Board,
        moves: Bitboard,
        parity: Parity,
        (alpha, beta): (i32, i32),
        known: Option<Square>,
    ) -> (i32, Square) {
        let mut candidates =
            [Candidate { square: Square::ALL[0], child: board, score: 0 }; SHALLOW_EMPTIES as usize];
        let count = self.list(board, moves, parity, known, &mut candidates);
        let candidates = &mut candidates[..count];
        let mut best = (-DISCS - 1, candidates[0].square);
        for tried in 0..count {
            let Candidate { square, child, .. } = select(candidates, tried);
            let score = self.scout(child, parity.after(square), (alpha.max(best.0), beta), tried > 0);
            if score > best.0 {
                best = (score, square);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The score of a child for its parent; after the first move by a null window, and again only if that fails high.
    #[inline(always)]
    fn scout(&mut self, child: Board, parity: Parity, (alpha, beta): (i32, i32), is_later: bool) -> i32 {
        if is_later && beta - alpha > 1 {
            let score = -self.search(child, parity, -alpha - 1, -alpha);
            if score <= alpha || score >= beta {
                return score;
            }
        }
        -self.search(child, parity, -beta, -alpha)
    }

    /// Lists and ranks the moves; returns how many there are.
    #[inline(always)]
    fn list(
        &mut self,
        board: Board,
        moves: Bitboard,
        parity: Parity,
        known: Option<Square>,
        candidates: &mut [Candidate],
    ) -> usize {
        let mut count = 0;
        let is_cached = board.empties().len() > CACHED;
        for (slot, square) in candidates.iter_mut().zip(moves) {
            let child = board.after(square, board.flips(square));
            let score = if known == Some(square) { i32::MAX } else { quick_order(square, child, parity) };
            *slot = Candidate { square, child, score };
            if is_cached {
                self.cache.prefetch(child.key());
            }
            count += 1;
        }
        self.ordering += count as u64;
        count
    }
}

/// Brings the highest-ranked of the candidates from `start` on to `start`.
#[inline(always)]
fn select(candidates: &mut [Candidate], start: usize) -> Candidate {
    let mut best = start;
    for index in start + 1..candidates.len() {
        if candidates[index].score > candidates[best].score {
            best = index;
        }
    }
    candidates.swap(start, best);
    candidates[start]
}
