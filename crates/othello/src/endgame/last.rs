//! The last empties: squares are tried without testing first whether a move there is legal.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::flips::flips;
use crate::last_flips::count_last_flips;
use crate::square::Square;

use super::parity::Parity;

/// The largest disc difference there is.
pub(crate) const DISCS: i32 = 64;
/// Below every difference.
const NONE: i32 = -DISCS - 1;

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
    let own = board.mover().len() as i32;
    let turned = count_last_flips(square, board.mover()) as i32;
    if turned > 0 {
        return 2 * (own + turned + 1) - DISCS;
    }
    let taken = count_last_flips(square, board.opponent()) as i32;
    if taken > 0 {
        return 2 * (own - taken) - DISCS;
    }
    // Nobody can play there: the winner is given the square. 63 discs never draw.
    let difference = 2 * own - (DISCS - 1);
    difference + difference.signum()
}

/// The difference with two squares left, fail-soft in `(alpha, beta)`.
#[inline(always)]
fn last_two(board: Board, first: Square, second: Square, alpha: i32, beta: i32, visits: &mut Visits) -> i32 {
    *visits += 1;
    let best = try_two(board, first, second, beta, visits);
    if best > NONE {
        return best;
    }
    let best = try_two(board.passed(), first, second, -alpha, visits);
    if best > NONE { -best } else { board.final_difference() }
}

/// The better of the two orders for the mover, or [`NONE`] if both are illegal.
#[inline(always)]
fn try_two(board: Board, first: Square, second: Square, beta: i32, visits: &mut Visits) -> i32 {
    let mut best = NONE;
    for (square, other) in [(first, second), (second, first)] {
        if let Some(child) = child(board, square) {
            best = best.max(-last_one(child, other, visits));
            if best >= beta {
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

/// The exact difference with at most a handful of squares left (more are right, but slow), fail-soft in
/// `(alpha, beta)`: squares of odd regions first, no further ordering.
pub(crate) fn solve_last(board: Board, parity: Parity, alpha: i32, beta: i32, visits: &mut Visits) -> i32 {
    let empties = board.empties();
    let mut squares = empties.into_iter();
    match (empties.len(), squares.next(), squares.next()) {
        (1, Some(only), _) => last_one(board, only, visits),
        (2, Some(first), Some(second)) => last_two(board, first, second, alpha, beta, visits),
        _ => solve_few(board, empties, parity, alpha, beta, visits),
    }
}

fn solve_few(
    board: Board,
    empties: Bitboard,
    parity: Parity,
    alpha: i32,
    beta: i32,
    visits: &mut Visits,
) -> i32 {
    *visits += 1;
    let best = try_few(board, empties, parity, alpha, beta, visits);
    if best > NONE {
        return best;
    }
    let best = try_few(board.passed(), empties, parity, -beta, -alpha, visits);
    if best > NONE { -best } else { board.final_difference() }
}

/// The best of the mover's moves, or [`NONE`] if there is none.
fn try_few(
    board: Board,
    empties: Bitboard,
    parity: Parity,
    alpha: i32,
    beta: i32,
    visits: &mut Visits,
) -> i32 {
    let mut best = NONE;
    let odd = parity.odd_squares();
    for region in [empties & odd, empties - odd] {
        for square in region {
            let Some(child) = child(board, square) else { continue };
            let score = -solve_last(child, parity.after(square), -beta, -alpha.max(best), visits);
            if score > best {
                best = score;
                if best >= beta {
                    return best;
                }
            }
        }
    }
    best
}
