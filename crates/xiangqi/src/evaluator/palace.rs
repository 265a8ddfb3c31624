//! The general and what threatens it.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::PieceKind;
use crate::square::Square;

use super::activity::{Cover, Pressure};
use super::side_pieces::{SidePieces, palace_of};
use super::sink::Sink;
use super::weights::{Group, groups};

/// One step of the weights `danger`: what eight or nine points covered by one piece come to while no guard is lost.
const DANGER_STEP: i32 = 80;

/// The files to the left of the middle one, from Red's view.
const LEFT_WING: Bitboard = Bitboard::of_files(0, 3);

/// The files to the right of the middle one.
const RIGHT_WING: Bitboard = Bitboard::of_files(5, 8);

/// A side's attack on the enemy general.
#[inline(always)]
pub(super) fn evaluate(
    army: &SidePieces,
    enemy: &SidePieces,
    cover: &Cover,
    enemy_cover: &Cover,
    board: &Board,
    sink: &mut impl Sink,
) {
    danger(army, enemy, cover.pressure, sink);
    massed(army, board, sink);
    pins(enemy_cover.pinned, board, sink);
    confined(enemy, cover, enemy_cover, board, sink);
    checks(army, enemy, cover, enemy_cover, board, sink);
}

/// Adds the worth of pressure on the enemy palace. It grows with the number of pieces that take part, as one alone does
/// little, and with the guards that are gone.
#[inline(always)]
fn danger(army: &SidePieces, enemy: &SidePieces, pressure: Pressure, sink: &mut impl Sink) {
    let pieces = pressure.pieces + (army.crossed.len() as i32).min(2);
    let danger = pressure.weight * pieces * (6 + enemy.counts.missing_guards());
    let steps = (danger + DANGER_STEP / 2) / DANGER_STEP;
    sink.add_one(groups::DANGER.nth(steps as usize));
}

/// Pieces of attack across the river, and on one wing.
#[inline(always)]
fn massed(army: &SidePieces, board: &Board, sink: &mut impl Sink) {
    let attackers =
        board.kind(PieceKind::Rook) | board.kind(PieceKind::Horse) | board.kind(PieceKind::Cannon);
    let attackers = attackers & army.own;
    let across = attackers & attacks::half(!army.color);
    sink.add_one(groups::ATTACKERS_ACROSS.nth(across.len() as usize));
    let attackers = attackers | army.crossed;
    let wing = (attackers & LEFT_WING).len().max((attackers & RIGHT_WING).len());
    sink.add_one(groups::ATTACKERS_ON_A_WING.nth(wing as usize));
}

/// The chariots and cannons on a line with the enemy general; returns the pieces between, of either side: if one of
/// them left the line, that general would be in check.
#[inline(always)]
pub(super) fn lines_to_the_general(
    army: &SidePieces,
    enemy: &SidePieces,
    board: &Board,
    sink: &mut impl Sink,
) -> Bitboard {
    let king = board.king(enemy.color);
    let in_line = army.own & attacks::lines_through(king);
    let mut pinned = Bitboard::EMPTY;
    for rook in in_line & board.kind(PieceKind::Rook) {
        let between = attacks::between(king, rook) & board.occupied();
        let pieces = between.len() as usize;
        let group = if is_on_rank(rook, king) { groups::ROOK_ON_RANK } else { groups::ROOK_ON_FILE };
        sink.add_one(group.nth(pieces));
        if pieces == 1 {
            pinned |= between;
        }
    }
    for cannon in in_line & board.kind(PieceKind::Cannon) {
        let between = attacks::between(king, cannon) & board.occupied();
        let pieces = between.len() as usize;
        if is_on_rank(cannon, king) {
            sink.add_one(groups::CANNON_ON_RANK.nth(pieces));
            sink.add(groups::BOTTOM_CANNON_BACKED.index(), army.counts.rooks);
        } else {
            on_the_file(army, enemy, board, between, king, sink);
        }
        if pieces == 2 {
            pinned |= between;
        }
    }
    pinned
}

#[inline(always)]
fn is_on_rank(square: Square, king: Square) -> bool {
    square.rank_index() == king.rank_index()
}

#[inline(always)]
fn on_the_file(
    army: &SidePieces,
    enemy: &SidePieces,
    board: &Board,
    between: Bitboard,
    king: Square,
    sink: &mut impl Sink,
) {
    let pieces = between.len() as usize;
    sink.add_one(groups::CANNON_ON_FILE.nth(pieces));
    match pieces {
        0 => sink.add(groups::HOLLOW_CANNON_BACKED.index(), army.counts.rooks + army.counts.cannons - 1),
        2 => {
            let stuck = between & attacks::king(king) & enemy.pieces(board, PieceKind::Horse);
            sink.add(groups::CANNON_AGAINST_STUCK_HORSE.index(), i32::from(!stuck.is_empty()));
        }
        _ => {}
    }
}

/// Enemy pieces that must stay where they protect their general.
#[inline(always)]
fn pins(pinned: Bitboard, board: &Board, sink: &mut impl Sink) {
    if pinned.is_empty() {
        return;
    }
    let mut count = |group: Group, kind| {
        sink.add(group.index(), (pinned & board.kind(kind)).len() as i32);
    };
    count(groups::PINNED_HORSE, PieceKind::Horse);
    count(groups::PINNED_ROOK, PieceKind::Rook);
    count(groups::PINNED_CANNON, PieceKind::Cannon);
}

/// The steps that the enemy general has left, and the points of its palace that only this side covers.
#[inline(always)]
fn confined(enemy: &SidePieces, cover: &Cover, enemy_cover: &Cover, board: &Board, sink: &mut impl Sink) {
    let king = board.king(enemy.color);
    let facing = cover.from_general.steps;
    let steps = attacks::king(king) - enemy.own - cover.all - facing;
    sink.add_one(groups::KING_STEPS_OF_ENEMY.nth(steps.len() as usize));
    let open = palace_of(enemy.color) & (cover.all - enemy_cover.all);
    sink.add_one(groups::PALACE_POINTS.nth(open.len() as usize));
}

/// The checks that the side could give at once, from points that no enemy piece covers. Whether a pin forbids the move, and
/// checks that a move discovers, are not asked.
#[inline(always)]
fn checks(
    army: &SidePieces,
    enemy: &SidePieces,
    cover: &Cover,
    enemy_cover: &Cover,
    board: &Board,
    sink: &mut impl Sink,
) {
    let from_king = enemy_cover.from_general;
    let unfit = army.own | enemy_cover.all;
    let rooks = (cover.rooks & from_king.steps) - unfit;
    sink.add_one(groups::ROOK_CHECKS.nth(rooks.len() as usize));
    let horses = (cover.horses & attacks::horses_to(board.king(enemy.color), board.lines())) - unfit;
    sink.add_one(groups::HORSE_CHECKS.nth(horses.len() as usize));
    let cannons = (cover.cannon_steps & from_king.leaps) - enemy_cover.all;
    sink.add_one(groups::CANNON_CHECKS.nth(cannons.len() as usize));
}
