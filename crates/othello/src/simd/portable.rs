//! One lane after the other, in plain code.

use super::{Children, LANES, Moves, Replies, SPREAD};
use crate::bitboard::Bitboard;
use crate::board::Board;

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
