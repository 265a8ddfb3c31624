//! What patterns cannot see, as it is spread over the board: how many moves each side has, now and soon, and how many
//! squares are empty.

use crate::board::Board;

/// How many counts there are.
pub const COUNTS: usize = 5;
/// How many values each count has; higher ones count as the last.
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
