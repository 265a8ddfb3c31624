//! Soldiers across the river, beyond where they stand.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::PieceKind;

use super::Army;
use super::tapered::Tapered;

/// For two soldiers side by side across the river: neither can be taken for nothing.
const PAIR: Tapered = Tapered::new(14, 18);
/// For each crossed soldier and each guard that the enemy has lost.
const BEFORE_A_BARE_PALACE: Tapered = Tapered::new(6, 5);

/// Every file but Red's leftmost, so that what moves one point to the right stays on its rank.
const NOT_FIRST_FILE: Bitboard = crate::bitboard! {
    . X X X X X X X X
    . X X X X X X X X
    . X X X X X X X X
    . X X X X X X X X
    . X X X X X X X X
    . X X X X X X X X
    . X X X X X X X X
    . X X X X X X X X
    . X X X X X X X X
    . X X X X X X X X
};

/// What a side's crossed soldiers do together, and against the guards that are left.
#[inline(always)]
pub(super) fn evaluate(army: &Army, enemy: &Army, board: &Board) -> Tapered {
    if army.crossed == 0 {
        return Tapered::ZERO;
    }
    let crossed = army.own & board.kind(PieceKind::Soldier) & attacks::half(!army.color);
    let beside = Bitboard::from_bits(crossed.bits() << 1) & NOT_FIRST_FILE;
    let pairs = (crossed & beside).len() as i32;
    PAIR * pairs + BEFORE_A_BARE_PALACE * (army.crossed * enemy.missing_guards())
}
