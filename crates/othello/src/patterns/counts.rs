//! Counts of what is spread over the board, which patterns cannot see: the moves of each side, now and soon, and the
//! squares are empty.

use crate::board::Board;

/// The number of counts.
pub const COUNTS: usize = 5;
/// The number of values of each count; higher ones count as the last.
pub(super) const VALUES: [usize; COUNTS] = [32, 32, 40, 40, 61];

/// The moves of the player to move and of the other, the empty squares beside discs that they could turn, and the
/// empty squares.
#[inline(always)]
pub fn counts(board: Board) -> [u16; COUNTS] {
    let numbers = [
        board.legal_moves().len(),
        board.opponent_moves().len(),
        board.potential_moves().len(),
        board.passed().potential_moves().len(),
        board.empties().len(),
    ];
    std::array::from_fn(|count| (numbers[count] as usize).min(VALUES[count] - 1) as u16)
}
