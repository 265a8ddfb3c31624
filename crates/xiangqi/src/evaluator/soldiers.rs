//! Soldiers, beyond where they stand.

use crate::board::Board;
use crate::piece::PieceKind;

use super::activity::{ahead, to_the_right};
use super::side_pieces::SidePieces;
use super::sink::Sink;
use super::weights::groups;

/// Adds the terms of what a side's soldiers do together, and against the guards that are left.
#[inline(always)]
pub(super) fn evaluate(army: &SidePieces, enemy: &SidePieces, board: &Board, sink: &mut impl Sink) {
    let before = ahead(army.color, army.pieces(board, PieceKind::Soldier));
    let opposed = before & enemy.pieces(board, PieceKind::Soldier);
    sink.add(groups::SOLDIER_OPPOSED.index(), opposed.len() as i32);
    let blocked = before & army.pieces(board, PieceKind::Horse);
    sink.add(groups::SOLDIER_BEHIND_HORSE.index(), blocked.len() as i32);
    if army.crossed.is_empty() {
        return;
    }
    let pairs = army.crossed & to_the_right(army.crossed);
    sink.add(groups::SOLDIER_PAIR.index(), pairs.len() as i32);
    let lost = groups::SOLDIER_AGAINST_LOST_GUARDS.nth(enemy.counts.missing_guards() as usize);
    sink.add(lost, army.crossed.len() as i32);
}
