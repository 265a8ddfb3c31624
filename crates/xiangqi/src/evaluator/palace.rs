//! The general and what keeps it safe.

use crate::attacks;
use crate::board::Board;
use crate::piece::PieceKind;
use crate::square::Square;

use super::Army;
use super::activity::Pressure;
use super::tapered::Tapered;

/// Both advisors and both elephants are there.
const FULL_GUARD: Tapered = Tapered::new(16, 24);
/// For a missing advisor and each enemy chariot.
const NO_ADVISOR_AGAINST_ROOK: Tapered = Tapered::new(14, 12);
/// For a missing advisor and each enemy horse.
const NO_ADVISOR_AGAINST_HORSE: Tapered = Tapered::new(6, 8);
/// For a missing elephant and each enemy cannon.
const NO_ELEPHANT_AGAINST_CANNON: Tapered = Tapered::new(12, 8);
/// The enemy has a chariot, this side has none.
const NO_ROOK_AGAINST_ROOK: Tapered = Tapered::new(40, 20);

/// A cannon on the general's file with nothing between: any piece that steps in gives check.
const HOLLOW_CANNON: Tapered = Tapered::new(90, 30);
/// For each chariot and each further cannon that backs up a hollow one.
const HOLLOW_CANNON_BACKED: Tapered = Tapered::new(30, 10);
/// A cannon and two pieces before the general on a file: neither may move out alone without care.
const CANNON_BEHIND_TWO: Tapered = Tapered::new(14, 4);
/// The same with the general's own horse next to it in the palace centre, where it blocks its guards.
const CANNON_AGAINST_STUCK_HORSE: Tapered = Tapered::new(50, 20);
/// A cannon on the general's back rank with nothing between.
const BOTTOM_CANNON: Tapered = Tapered::new(34, 8);
/// For each chariot that backs up a cannon on the back rank.
const BOTTOM_CANNON_BACKED: Tapered = Tapered::new(14, 4);

/// Danger never counts for more than this.
const MOST_DANGER: i32 = 360;

impl Army {
    /// How many of the four guards are lost.
    #[inline(always)]
    pub(super) fn missing_guards(&self) -> i32 {
        (4 - self.advisors - self.elephants).max(0)
    }
}

/// What a side's guards are worth against the enemy's pieces, and its cannons against the enemy general.
#[inline(always)]
pub(super) fn evaluate(army: &Army, enemy: &Army, board: &Board) -> Tapered {
    guards(army, enemy) + cannons(army, enemy, board)
}

/// Advisors stop chariots and horses, elephants stop cannons.
#[inline(always)]
fn guards(army: &Army, enemy: &Army) -> Tapered {
    let no_advisors = (2 - army.advisors).max(0);
    let no_elephants = (2 - army.elephants).max(0);
    let full = i32::from(no_advisors + no_elephants == 0);
    let no_rook = i32::from(army.rooks == 0 && enemy.rooks > 0);
    FULL_GUARD * full
        - NO_ADVISOR_AGAINST_ROOK * (no_advisors * enemy.rooks)
        - NO_ADVISOR_AGAINST_HORSE * (no_advisors * enemy.horses)
        - NO_ELEPHANT_AGAINST_CANNON * (no_elephants * enemy.cannons)
        - NO_ROOK_AGAINST_ROOK * no_rook
}

/// The cannons on a line with the enemy general.
#[inline(always)]
fn cannons(army: &Army, enemy: &Army, board: &Board) -> Tapered {
    let king = board.king(enemy.color);
    let mut sum = Tapered::ZERO;
    for cannon in army.own & board.kind(PieceKind::Cannon) & attacks::lines_through(king) {
        sum = sum
            + if cannon.rank_index() == king.rank_index() {
                on_the_rank(army, board, cannon, king)
            } else {
                on_the_file(army, enemy, board, cannon, king)
            };
    }
    sum
}

#[inline(always)]
fn on_the_rank(army: &Army, board: &Board, cannon: Square, king: Square) -> Tapered {
    let is_bare = attacks::between(king, cannon).is_disjoint(board.occupied());
    BOTTOM_CANNON_BACKED * army.rooks + if is_bare { BOTTOM_CANNON } else { Tapered::ZERO }
}

#[inline(always)]
fn on_the_file(army: &Army, enemy: &Army, board: &Board, cannon: Square, king: Square) -> Tapered {
    let between = attacks::between(king, cannon) & board.occupied();
    match between.len() {
        0 => HOLLOW_CANNON + HOLLOW_CANNON_BACKED * (army.rooks + army.cannons - 1),
        2 => {
            let stuck = between & attacks::king(king) & board.of(enemy.color, PieceKind::Horse);
            if stuck.is_empty() { CANNON_BEHIND_TWO } else { CANNON_AGAINST_STUCK_HORSE }
        }
        _ => Tapered::ZERO,
    }
}

/// What pressure on the enemy palace is worth. It grows with the number of pieces that take part, as one alone does
/// little, and with the guards that are gone.
#[inline(always)]
pub(super) fn danger(army: &Army, enemy: &Army, pressure: Pressure) -> Tapered {
    let pieces = pressure.pieces + army.crossed.min(2);
    let danger = pressure.weight * pieces * (6 + enemy.missing_guards()) / 8;
    let danger = danger.min(MOST_DANGER);
    Tapered::new(danger, danger / 2)
}
