//! Soldiers across the river, beyond where they stand.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::PieceKind;

use super::Army;
use super::sink::Sink;
use super::weights::groups;

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
pub(super) fn evaluate(army: &Army, enemy: &Army, board: &Board, sink: &mut impl Sink) {
    if army.crossed == 0 {
        return;
    }
    let crossed = army.own & board.kind(PieceKind::Soldier) & attacks::half(!army.color);
    let beside = Bitboard::from_bits(crossed.bits() << 1) & NOT_FIRST_FILE;
    sink.add(groups::SOLDIER_PAIR.index(), (crossed & beside).len() as i32);
    sink.add(groups::SOLDIER_AGAINST_LOST_GUARD.index(), army.crossed * enemy.missing_guards());
}
