//! The last empties: squares are tried without testing first whether a move there is legal.

use crate::board::Board;
use crate::moves::flips;
use crate::square::{Bitboard, Square};

use super::last_flips::count_both_last_flips;
use super::ordering::Parity;
use super::stability_bound;

/// The largest disc difference there is.
pub(crate) const DISCS: i32 = 64;
/// Below every difference.
pub(crate) const NONE: i32 = -DISCS - 1;

/// Positions visited.
pub(crate) type Visits = u64;

/// The squares beside each square.
static NEIGHBOURS: [Bitboard; Square::NUM] = {
    let mut table = [Bitboard::EMPTY; Square::NUM];
    let mut index = 0;
    while index < Square::NUM {
        let around = Bitboard::of(Square::ALL[index]).grown();
        table[index] = Bitboard(around.0 & !(1 << index));
        index += 1;
    }
    table
};

/// The exact difference with one square left.
#[inline(always)]
fn last_one(board: Board, square: Square, visits: &mut Visits) -> i32 {
    *visits += 1;
    let own = 2 * board.mover().len() as i32 - DISCS;
    let (turned, taken) = count_both_last_flips(square, board.mover());
    let (turned, taken) = (2 * turned as i32, 2 * taken as i32);
    // If nobody can play there, the winner is given the square: 63 discs never draw.
    let kept = if own < 0 { own } else { own + 2 };
    let passed = if taken > 0 { own - taken } else { kept };
    if turned > 0 { own + 2 + turned } else { passed }
}

/// The difference with two squares left, fail-soft with a null window at `alpha`.
#[inline(always)]
fn last_two(board: Board, first: Square, second: Square, alpha: i32, visits: &mut Visits) -> i32 {
    *visits += 1;
    let best = try_two(board, first, second, alpha, visits);
    if best > NONE {
        return best;
    }
    let best = try_two(board.passed(), first, second, -alpha - 1, visits);
    if best > NONE { -best } else { board.final_difference() }
}

/// The better of the two orders for the mover, or [`NONE`] if both are illegal.
#[inline(always)]
fn try_two(board: Board, first: Square, second: Square, alpha: i32, visits: &mut Visits) -> i32 {
    let mut best = NONE;
    for (square, other) in [(first, second), (second, first)] {
        if let Some(child) = child(board, square) {
            best = best.max(-last_one(child, other, visits));
            if best > alpha {
                break;
            }
        }
    }
    best
}

/// The board after the move on an empty square, if it is legal.
#[inline(always)]
fn child(board: Board, square: Square) -> Option<Board> {
    if NEIGHBOURS[square.index()].is_disjoint(board.opponent()) {
        return None;
    }
    let turned = flips(square, board.mover(), board.opponent());
    (!turned.is_empty()).then(|| board.after(square, turned))
}

/// The exact difference with at most six squares left, fail-soft with a null window at `alpha`: squares of odd regions
/// first, no further ordering.
pub(crate) fn solve_last(board: Board, parity: Parity, alpha: i32, visits: &mut Visits) -> i32 {
    let empties = board.empties();
    debug_assert!(empties.len() <= 6);
    match empties.len() {
        6.. => solve_few::<6>(board, empties, parity, alpha, visits),
        5 => solve_few::<5>(board, empties, parity, alpha, visits),
        4 => solve_few::<4>(board, empties, parity, alpha, visits),
        3 => solve_few::<3>(board, empties, parity, alpha, visits),
        _ => solve_two_or_fewer(board, empties, alpha, visits),
    }
}

/// The same for at most two squares.
#[inline(always)]
fn solve_two_or_fewer(board: Board, empties: Bitboard, alpha: i32, visits: &mut Visits) -> i32 {
    let mut squares = empties.into_iter();
    match (squares.next(), squares.next()) {
        (Some(first), Some(second)) => last_two(board, first, second, alpha, visits),
        (Some(only), None) => last_one(board, only, visits),
        _ => board.final_difference(),
    }
}

/// The same for `EMPTIES` squares, three to six.
#[inline(never)]
fn solve_few<const EMPTIES: u32>(
    board: Board,
    empties: Bitboard,
    parity: Parity,
    alpha: i32,
    visits: &mut Visits,
) -> i32 {
    *visits += 1;
    if let Some(bound) = stability_bound(board, alpha) {
        return bound;
    }
    let best = try_few::<EMPTIES>(board, empties, parity, alpha, visits);
    if best > NONE {
        return best;
    }
    let best = try_few::<EMPTIES>(board.passed(), empties, parity, -alpha - 1, visits);
    if best > NONE { -best } else { board.final_difference() }
}

/// The best of the mover's moves, or [`NONE`] if there is none.
#[inline(always)]
fn try_few<const EMPTIES: u32>(
    board: Board,
    empties: Bitboard,
    parity: Parity,
    alpha: i32,
    visits: &mut Visits,
) -> i32 {
    let mut best = NONE;
    let odd = parity.odd_squares();
    for region in [empties & odd, empties - odd] {
        for square in region {
            let Some(child) = child(board, square) else { continue };
            let others = empties - Bitboard::of(square);
            let score = -solve_fewer::<EMPTIES>(child, others, parity.after(square), -alpha - 1, visits);
            if score > best {
                best = score;
                if best > alpha {
                    return best;
                }
            }
        }
    }
    best
}

/// The best of the legal `moves` on a board with six empties, and its square; there must be a move. The board itself is not
/// counted among the visits.
pub(crate) fn best_of_six(
    board: Board,
    moves: Bitboard,
    parity: Parity,
    alpha: i32,
    visits: &mut Visits,
) -> (i32, Square) {
    debug_assert!(board.empties().len() == 6);
    let mut best = (NONE, Square::ALL[0]);
    let odd = parity.odd_squares();
    for region in [moves & odd, moves - odd] {
        for square in region {
            let child = board.after(square, board.flips(square));
            let score = -solve_few::<5>(child, child.empties(), parity.after(square), -alpha - 1, visits);
            if score > best.0 {
                best = (score, square);
                if score > alpha {
                    return best;
                }
            }
        }
    }
    best
}

/// The score after one of `EMPTIES` squares is filled.
#[inline(always)]
fn solve_fewer<const EMPTIES: u32>(
    board: Board,
    empties: Bitboard,
    parity: Parity,
    alpha: i32,
    visits: &mut Visits,
) -> i32 {
    match EMPTIES {
        6 => solve_few::<5>(board, empties, parity, alpha, visits),
        5 => solve_few::<4>(board, empties, parity, alpha, visits),
        4 => solve_few::<3>(board, empties, parity, alpha, visits),
        _ => solve_two_or_fewer(board, empties, alpha, visits),
    }
}
