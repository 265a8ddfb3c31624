//! The worth of pieces in the company of others.
//!
//! All of it depends on the numbers of pieces alone, so it is computed when a piece is taken and kept between
//! (`accumulator`).

use super::side_pieces::PieceCounts;
use super::sink::Sink;
use super::weights::{Group, groups};

/// The terms of one side.
pub(super) fn evaluate(us: PieceCounts, them: PieceCounts, sink: &mut impl Sink) {
    guards(us, them, sink);
    let full = us.advisors >= 2 && us.elephants >= 2;
    sink.add(groups::FULL_GUARD.index(), i32::from(full));
    sink.add(groups::NO_ROOK_AGAINST_ROOK.index(), i32::from(us.rooks == 0 && them.rooks > 0));
    sink.add_one(pair(groups::HORSES_CANNONS, us.horses, us.cannons));
    let enemy_minors = (them.horses + them.cannons).clamp(0, 4);
    sink.add_one(groups::ROOKS_AGAINST_MINORS.nth((us.rooks.clamp(0, 2) * 5 + enemy_minors) as usize));
    sink.add_one(groups::SOLDIERS.nth(us.soldiers as usize));
}

/// Advisors stop chariots and horses, elephants stop cannons, and cannons use either as screens.
fn guards(us: PieceCounts, them: PieceCounts, sink: &mut impl Sink) {
    sink.add_one(pair(groups::ADVISORS_AGAINST_ROOKS, us.advisors, them.rooks));
    sink.add_one(pair(groups::ADVISORS_AGAINST_HORSES, us.advisors, them.horses));
    sink.add_one(pair(groups::ADVISORS_AGAINST_CANNONS, us.advisors, them.cannons));
    sink.add_one(pair(groups::ELEPHANTS_AGAINST_ROOKS, us.elephants, them.rooks));
    sink.add_one(pair(groups::ELEPHANTS_AGAINST_HORSES, us.elephants, them.horses));
    sink.add_one(pair(groups::ELEPHANTS_AGAINST_CANNONS, us.elephants, them.cannons));
}

/// The weight of a table of nine by two numbers of pieces, more than two counted as two.
fn pair(table: Group, first: i32, second: i32) -> usize {
    table.nth((first.clamp(0, 2) * 3 + second.clamp(0, 2)) as usize)
}
