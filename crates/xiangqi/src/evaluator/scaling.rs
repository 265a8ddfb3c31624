//! The part of an advantage that counts where it can hardly be won.
//!
//! The rules are those of the endgame books: what one chariot, horse or cannon, or one or two soldiers, cannot force
//! against guards or against a piece that helps them. They look at the numbers of pieces alone.

use super::side_pieces::PieceCounts;

/// [`scale`] of an advantage that counts in full.
pub(super) const FULL: i32 = 64;

/// The rest of an advantage that no piece is there to win with: the other side may still go wrong.
const NOTHING: i32 = 4;

/// The rest, of [`FULL`], of the advantage of `us`, who are ahead.
#[inline(always)]
pub(super) fn scale(us: PieceCounts, them: PieceCounts) -> i32 {
    let attackers = us.rooks + us.horses + us.cannons;
    if attackers + us.soldiers > 2 { FULL } else { of_few(us, them, attackers) }
}

/// The same with at most two pieces that can cross the river.
fn of_few(us: PieceCounts, them: PieceCounts, attackers: i32) -> i32 {
    let guards = them.advisors + them.elephants;
    let helpers = them.rooks + them.horses + them.cannons;
    match (attackers, us.soldiers) {
        (0, 0) => NOTHING,
        (0, soldiers) => by_soldiers(soldiers, guards, helpers),
        (1, 0) => by_one(us, them, guards, helpers),
        _ if helpers > 0 => FULL,
        // Two cannons, and a horse or a cannon with a soldier, do not break a full set of guards.
        (2, 0) if us.cannons == 2 && guards >= 4 => FULL * 3 / 8,
        (1, 1) if us.rooks == 0 && guards >= 4 => FULL / 2,
        _ => FULL,
    }
}

/// One or two soldiers alone: one wins against a bare general, two against two guards.
fn by_soldiers(soldiers: i32, guards: i32, helpers: i32) -> i32 {
    match (soldiers, guards + 2 * helpers) {
        (_, 0) => FULL,
        (1, _) => FULL / 5,
        (_, 1) => FULL,
        (_, 2) => FULL * 5 / 8,
        _ => FULL / 4,
    }
}

/// One chariot, horse or cannon alone.
fn by_one(us: PieceCounts, them: PieceCounts, guards: i32, helpers: i32) -> i32 {
    if helpers > 0 {
        // Piece against piece is a draw, but for a chariot against a lesser one that has no two guards beside it.
        return if us.rooks == 1 && them.rooks == 0 && guards < 2 { FULL } else { FULL / 4 };
    }
    let own_guards = us.advisors + us.elephants;
    match (us.rooks, us.horses) {
        // A chariot wins unless the set is full.
        (1, _) if guards >= 4 => FULL / 5,
        (1, _) => FULL,
        // A horse wins against one advisor, not against two guards.
        (_, 1) if guards == them.advisors && guards <= 1 => FULL,
        (_, 1) if guards == 1 => FULL / 2,
        (_, 1) => FULL / 8,
        // A cannon needs a screen of its own, and does not get through elephants.
        _ if own_guards == 0 && guards > 0 => FULL / 8,
        _ if own_guards == 0 => FULL / 4,
        _ if them.elephants == 0 && guards <= 2 => FULL * 3 / 4,
        _ => FULL / 5,
    }
}

#[cfg(test)]
mod tests {
    use super::super::side_pieces::Counts;
    use super::*;
    use crate::{Color, Position};

    /// Cases: why, a position in which Red is ahead, and how much of the advantage counts, in per cent.
    const CASES: &[(&str, &str, std::ops::RangeInclusive<i32>)] = &[
        ("a chariot against a full set of guards", "3akab2/9/4b4/9/9/9/9/4R4/9/4K4 w", 0..=29),
        ("against two guards", "3akab2/9/9/9/9/9/9/8R/9/3K5 w", 100..=100),
        ("piece against piece is a draw", "4k4/9/9/4r4/9/9/9/4R4/4A4/4KA3 w", 0..=29),
        ("with guards behind the lesser one", "3akab2/9/9/4c4/9/9/9/4R4/9/4K4 w", 0..=29),
        ("not with one guard", "3ak4/9/9/4n4/9/9/9/4R4/9/4K4 w", 100..=100),
        ("a horse against one advisor", "3ak4/9/9/9/9/9/9/4N4/9/4K4 w", 100..=100),
        ("against two guards", "3akab2/9/9/9/9/9/9/4N4/9/4K4 w", 0..=14),
        ("a cannon without a screen", "3ak4/9/9/9/9/9/9/4C4/9/3K5 w", 0..=14),
        ("with one", "3aka3/9/9/9/9/9/9/4C4/4A4/3K5 w", 51..=100),
        ("a soldier against a bare general", "4k4/9/3P5/9/9/9/9/9/9/3K5 w", 100..=100),
        ("against a guard", "3ak4/9/3P5/9/9/9/9/9/9/3K5 w", 0..=24),
        ("two soldiers against two guards", "3aka3/9/3P1P3/9/9/9/9/9/9/3K5 w", 51..=100),
        ("guards alone win nothing", "4k4/9/9/9/9/9/9/4B4/4A4/4KAB2 w", 0..=9),
        ("a horse and a soldier against a full set", "3akab2/9/4b4/3P5/9/9/9/4N4/9/4K4 w", 50..=50),
        ("against two guards", "3aka3/9/9/3P5/9/9/9/4N4/9/4K4 w", 100..=100),
        ("two cannons against a full set", "3akab2/9/4b4/9/9/9/9/2C3C2/9/3K5 w", 0..=49),
        ("more pieces count in full", "3akab2/9/4b4/9/9/9/4P4/4R1N2/9/4K4 w", 100..=100),
    ];

    #[test]
    fn an_advantage_that_can_hardly_be_won_counts_less() {
        for (why, fen, expected) in CASES {
            let counts = Counts::of_board(Position::from_fen(fen).unwrap().board());
            let [us, them] = Color::ALL.map(|color| PieceCounts::of(counts, color));
            let found = 100 * scale(us, them) / FULL;
            assert!(expected.contains(&found), "{why}: {found} in {fen}");
        }
    }
}
