//! The general and what keeps it safe.

use crate::attacks;
use crate::board::Board;
use crate::piece::PieceKind;
use crate::square::Square;

use super::Army;
use super::activity::Pressure;
use super::sink::Sink;
use super::weights::groups;

/// One step of the weights `danger`: what eight or nine points covered by one piece come to while no guard is lost.
const DANGER_STEP: i32 = 80;

impl Army {
    /// How many of the four guards are lost.
    #[inline(always)]
    pub(super) fn missing_guards(&self) -> i32 {
        (4 - self.advisors - self.elephants).max(0)
    }
}

/// What a side's guards are worth against the enemy's pieces, and its cannons against the enemy general.
#[inline(always)]
pub(super) fn evaluate(army: &Army, enemy: &Army, board: &Board, sink: &mut impl Sink) {
    guards(army, enemy, sink);
    cannons(army, enemy, board, sink);
}

/// Advisors stop chariots and horses, elephants stop cannons.
#[inline(always)]
fn guards(army: &Army, enemy: &Army, sink: &mut impl Sink) {
    let no_advisors = (2 - army.advisors).max(0);
    let no_elephants = (2 - army.elephants).max(0);
    sink.add(groups::FULL_GUARD.index(), i32::from(no_advisors + no_elephants == 0));
    sink.add(groups::NO_ADVISOR_AGAINST_ROOK.index(), no_advisors * enemy.rooks);
    sink.add(groups::NO_ADVISOR_AGAINST_HORSE.index(), no_advisors * enemy.horses);
    sink.add(groups::NO_ELEPHANT_AGAINST_CANNON.index(), no_elephants * enemy.cannons);
    sink.add(groups::NO_ROOK_AGAINST_ROOK.index(), i32::from(army.rooks == 0 && enemy.rooks > 0));
}

/// The cannons on a line with the enemy general.
#[inline(always)]
fn cannons(army: &Army, enemy: &Army, board: &Board, sink: &mut impl Sink) {
    let king = board.king(enemy.color);
    for cannon in army.own & board.kind(PieceKind::Cannon) & attacks::lines_through(king) {
        if cannon.rank_index() == king.rank_index() {
            on_the_rank(army, board, cannon, king, sink);
        } else {
            on_the_file(army, enemy, board, cannon, king, sink);
        }
    }
}

#[inline(always)]
fn on_the_rank(army: &Army, board: &Board, cannon: Square, king: Square, sink: &mut impl Sink) {
    let is_bare = attacks::between(king, cannon).is_disjoint(board.occupied());
    sink.add(groups::BOTTOM_CANNON_BACKED.index(), army.rooks);
    sink.add(groups::BOTTOM_CANNON.index(), i32::from(is_bare));
}

#[inline(always)]
fn on_the_file(army: &Army, enemy: &Army, board: &Board, cannon: Square, king: Square, sink: &mut impl Sink) {
    let between = attacks::between(king, cannon) & board.occupied();
    match between.len() {
        0 => {
            sink.add_one(groups::HOLLOW_CANNON.index());
            sink.add(groups::HOLLOW_CANNON_BACKED.index(), army.rooks + army.cannons - 1);
        }
        2 => {
            let stuck = between & attacks::king(king) & board.of(enemy.color, PieceKind::Horse);
            let pattern =
                if stuck.is_empty() { groups::CANNON_BEHIND_TWO } else { groups::CANNON_AGAINST_STUCK_HORSE };
            sink.add_one(pattern.index());
        }
        _ => {}
    }
}

/// What pressure on the enemy palace is worth. It grows with the number of pieces that take part, as one alone does
/// little, and with the guards that are gone.
#[inline(always)]
pub(super) fn danger(army: &Army, enemy: &Army, pressure: Pressure, sink: &mut impl Sink) {
    let pieces = pressure.pieces + army.crossed.min(2);
    let danger = pressure.weight * pieces * (6 + enemy.missing_guards());
    let steps = (danger + DANGER_STEP / 2) / DANGER_STEP;
    sink.add_one(groups::DANGER.nth(steps as usize));
}
