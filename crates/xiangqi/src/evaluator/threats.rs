//! Pieces that protect each other, and pieces that can be won.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::PieceKind;

use super::activity::Cover;
use super::side_pieces::SidePieces;
use super::sink::Sink;
use super::weights::{Group, groups};

/// Adds the terms of what a side's pieces attack and protect.
#[inline(always)]
pub(super) fn evaluate(
    army: &SidePieces,
    enemy: &SidePieces,
    cover: &Cover,
    enemy_cover: &Cover,
    board: &Board,
    sink: &mut impl Sink,
) {
    let of = |army: &SidePieces, kind| army.pieces(board, kind);
    let mut count = |group: Group, points: Bitboard| sink.add(group.index(), points.len() as i32);
    let (horses, cannons) = (of(enemy, PieceKind::Horse), of(enemy, PieceKind::Cannon));
    let rooks = of(enemy, PieceKind::Rook);
    if !cover.soldiers.is_disjoint(horses | cannons | rooks) {
        count(groups::SOLDIER_ATTACKS_MINOR, cover.soldiers & (horses | cannons));
        count(groups::SOLDIER_ATTACKS_ROOK, cover.soldiers & rooks);
    }
    let guards = of(enemy, PieceKind::Advisor) | of(enemy, PieceKind::Elephant);
    count(groups::MINOR_ATTACKS_ROOK, cover.minors & rooks);
    count(groups::MINOR_ATTACKS_MINOR, cover.minors & (horses | cannons));
    count(groups::MINOR_ATTACKS_GUARD, cover.minors & guards);
    let hanging = enemy.own & (cover.all - enemy_cover.all);
    if !hanging.is_empty() {
        count(groups::HANGING_HORSE, hanging & horses);
        count(groups::HANGING_CANNON, hanging & cannons);
        count(groups::HANGING_ROOK, hanging & rooks);
        count(groups::HANGING_CROSSED_SOLDIER, hanging & enemy.crossed);
        count(groups::HANGING_GUARD, hanging & guards);
    }
    count(groups::PROTECTED_HORSE, cover.all & of(army, PieceKind::Horse));
    count(groups::PROTECTED_CANNON, cover.all & of(army, PieceKind::Cannon));
    if !army.crossed.is_empty() {
        count(groups::PROTECTED_SOLDIER, cover.all & army.crossed);
    }
}
