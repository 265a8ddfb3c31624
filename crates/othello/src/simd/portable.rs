//! One lane after the other, in plain code.

use super::{Children, FILE_A, LANES, Moves, Ranked, Replies, SPREAD, Weights};
use crate::board::Board;
use crate::square::{Bitboard, Square};

/// Plays all the moves.
#[inline]
pub(crate) fn play(moves: Moves<'_>) -> Children {
    let mut children = Children { mover: [0; LANES], opponent: [0; LANES], moves: [0; LANES] };
    for lane in 0..LANES {
        let child = moves.child(lane);
        children.mover[lane] = child.mover().0;
        children.opponent[lane] = child.opponent().0;
        children.moves[lane] = child.legal_moves().0;
    }
    children
}

/// Plays all the moves and counts the replies.
#[inline]
pub(crate) fn count_replies(moves: Moves<'_>) -> Replies {
    let children = play(moves);
    let mut replies = Replies { count: 0, none: 0 };
    for (lane, moves) in children.moves.into_iter().enumerate() {
        replies.count += u64::from(moves.count_ones());
        replies.none |= u8::from(moves == 0) << lane;
    }
    replies
}

/// Writes each of the `moves` on `board`, in the order of the index; the bytes after them are left undefined.
#[inline]
pub(crate) fn spread(
    board: Board,
    moves: Bitboard,
    mover: &mut [u64; SPREAD],
    opponent: &mut [u64; SPREAD],
    squares: &mut [u8; SPREAD],
) {
    for (index, square) in moves.into_iter().enumerate() {
        mover[index] = board.mover().0;
        opponent[index] = board.opponent().0;
        squares[index] = square.index() as u8;
    }
}

/// Plays the first eight of the `moves` and ranks them; `known` is the index of a square to be tried first.
#[inline(always)]
pub(crate) fn rank(board: Board, moves: Bitboard, odd: Bitboard, known: u8, weights: &Weights) -> Ranked {
    let none = [0; LANES];
    let mut ranked = Ranked {
        square: [0; LANES],
        mover: none,
        opponent: none,
        replies: none,
        key: none,
        cost: [u16::MAX; LANES],
    };
    for (lane, square) in moves.into_iter().take(LANES).enumerate() {
        let child = board.after(square, board.flips(square));
        let replies = child.legal_moves();
        let is_first = child.mover().is_empty() || square.index() == usize::from(known);
        ranked.square[lane] = square.index() as u8;
        ranked.mover[lane] = child.mover().0;
        ranked.opponent[lane] = child.opponent().0;
        ranked.replies[lane] = replies.0;
        ranked.key[lane] = child.quick_key();
        ranked.cost[lane] = if is_first { 0 } else { cost(square, child, replies, odd, weights) };
    }
    ranked
}

#[inline(always)]
fn cost(square: Square, child: Board, replies: Bitboard, odd: Bitboard, weights: &Weights) -> u16 {
    let held = (child.opponent() & Bitboard::CORNERS).0;
    let beside = Bitboard((held & FILE_A) << 1 | (held & !FILE_A) >> 1 | held << 8 | held >> 8);
    let anchored = Bitboard(held) | child.opponent() & beside;
    let even = if odd.has(square) { 0 } else { weights.even };
    let times = |weight: u8, count: u32| u16::from(weight) * count as u16;
    u16::from(weights.square[square.index()])
        + u16::from(even)
        + times(weights.reply, replies.len())
        + times(weights.corner, (replies & Bitboard::CORNERS).len())
        + times(weights.anchored, u32::from(Weights::MAX_ANCHORED) - anchored.len())
}

/// The lane of the least cost, and that cost.
#[inline(always)]
pub(crate) fn least(cost: &[u16; LANES]) -> (usize, u16) {
    let earlier = |found: (usize, u16), lane| if cost[lane] < found.1 { (lane, cost[lane]) } else { found };
    (1..LANES).fold((0, cost[0]), earlier)
}
