//! The worth of a position, as an integer from the view of the side to move.
//!
//! Four bands share the 16 bits that a table entry keeps: evaluations (a game's own unit, |score| < [`DECISIVE`]), wins by the
//! referee's ruling (|score| ≤ [`RULING_WIN`]), wins counted in plies from the root (|score| ≤ [`MATE`]), and [`INFINITY`], which
//! lies above every score and is never the value of anything.
//!
//! A ruling rests on the line that led there, so it proves nothing, and the side at the root takes it at its worst. A ruling
//! for it is worth less than any mate. A ruling against it is a loss like being mated at that ply, one less to prefer the mate:
//! the odd scores beyond [`PROVEN`] rest on a ruling, the even ones are proven. What is stored keeps that bit.

use std::cmp::Ordering;

/// A score in the game's own unit: centipawn-like in Xiangqi, hundredths of a disc in Othello.
pub type Score = i32;

/// Strictly above every score; the open end of a window.
pub const INFINITY: Score = 32_500;
/// The side to move wins on the spot; [`mate_in`] counts down from here.
pub const MATE: Score = 32_000;
/// The deepest line the search follows, in plies from the root.
pub const MAX_PLY: u32 = 250;
/// The amount that a ply takes off a decided score.
const PLY: Score = 2;
/// From here on an even score is a proven win (or, negated, a proven loss), not an evaluation.
pub const PROVEN: Score = MATE - PLY * MAX_PLY as Score;

/// From here on a score is decided: a proven win, or one by the referee's ruling. No evaluation comes so far.
pub const DECISIVE: Score = 30_000;

/// A win by the referee's ruling on the spot, for the side at the root.
pub const RULING_WIN: Score = PROVEN - 500;

/// The side to move wins, `ply` plies from the root.
pub const fn mate_in(ply: u32) -> Score {
    MATE - PLY * ply as Score
}

/// The side to move has lost, `ply` plies from the root.
pub const fn mated_in(ply: u32) -> Score {
    -mate_in(ply)
}

/// The score of the referee's ruling `ply` plies from the root: [`Ordering::Greater`] if the side to move there wins.
pub const fn ruling(result: Ordering, ply: u32) -> Score {
    let result = result as Score;
    // The side at the root is to move on every second ply.
    let loss_of_root = if ply.is_multiple_of(2) { -1 } else { 1 };
    result * if result == loss_of_root { mate_in(ply) + 1 } else { RULING_WIN - PLY * ply as Score }
}

/// Returns whether a score beyond [`PROVEN`] rests on a ruling.
pub const fn rests_on_ruling(score: Score) -> bool {
    score.abs() >= PROVEN && score % PLY != 0
}

/// A loss that is proven by every move of a node, one of which loses by a ruling. Other scores stay.
pub const fn loss_with_ruling(score: Score) -> Score {
    if score <= -PROVEN && !rests_on_ruling(score) { score - 1 } else { score }
}

/// Plies from the root to the end that a proven win or loss counts, or `None` for any other score.
pub const fn plies_to_mate(score: Score) -> Option<u32> {
    let size = score.abs();
    let is_proven = size >= PROVEN && size <= MATE && !rests_on_ruling(score);
    if is_proven { Some(((MATE - size) / PLY) as u32) } else { None }
}

/// Plies from the root to the ruling that a win or loss by the referee counts, or to the mate that ends a line beside it; `None`
/// for any other score.
pub const fn plies_to_ruling(score: Score) -> Option<u32> {
    let size = score.abs();
    if size < DECISIVE || size > MATE || plies_to_mate(score).is_some() {
        return None;
    }
    let nearest = if size >= PROVEN { MATE + 1 } else { RULING_WIN };
    Some(nearest.abs_diff(size) / PLY as u32)
}

/// A score counted from the root, as one counted from a node `ply` plies below it (to be stored there).
pub const fn from_root(score: Score, ply: u32) -> Score {
    nearer(score, PLY * ply as Score)
}

/// The inverse of [`from_root`]: a score stored at a node, as one counted from the root.
pub const fn to_root(score: Score, ply: u32) -> Score {
    nearer(score, -PLY * ply as Score)
}

/// A decided score, its end nearer by this much.
const fn nearer(score: Score, amount: Score) -> Score {
    if score >= DECISIVE {
        score + amount
    } else if score <= -DECISIVE {
        score - amount
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A win found at one ply is stored as counted from its node and read back from another ply.
    #[test]
    fn mates_are_stored_from_the_node() {
        let score = -mated_in(9);
        assert_eq!(plies_to_mate(score), Some(9));
        assert_eq!(from_root(score, 4), mate_in(5));
        assert_eq!(to_root(from_root(score, 4), 6), mate_in(11));
        assert_eq!(to_root(from_root(-score, 4), 6), mated_in(11));
        assert_eq!(from_root(1234, 7), 1234);
        assert_eq!(plies_to_mate(PROVEN - 1), None);
        assert_eq!(plies_to_mate(mated_in(MAX_PLY)), Some(MAX_PLY));
        assert!(INFINITY < i32::from(i16::MAX) && from_root(-mated_in(MAX_PLY), MAX_PLY) <= MATE);
    }

    /// A ruling against the side at the root, which moves on every second ply, is no better than being mated there, and better than
    /// being mated sooner; one for it is worth less than every mate, and more than every evaluation.
    #[test]
    fn the_side_at_the_root_takes_a_ruling_at_its_worst() {
        for ply in 1..=MAX_PLY {
            let for_root = |score: i32| if ply % 2 == 0 { score } else { -score };
            let result = |result: Ordering| if ply % 2 == 0 { result } else { result.reverse() };
            let (lost, won) = (ruling(result(Ordering::Less), ply), ruling(result(Ordering::Greater), ply));
            assert!(mated_in(ply - 1) < for_root(lost) && for_root(lost) < mated_in(ply));
            assert!(DECISIVE < for_root(won) && for_root(won) < mate_in(MAX_PLY));
            assert_eq!((plies_to_ruling(lost), plies_to_ruling(won)), (Some(ply), Some(ply)));
            assert_eq!(ruling(Ordering::Equal, ply), 0);
        }
    }

    /// Wherever it is stored and read, and whatever other loss stands beside it.
    #[test]
    fn a_loss_by_ruling_is_never_a_proven_one() {
        for ply in 1..MAX_PLY {
            let lost = loss_with_ruling(mated_in(ply));
            for score in [ruling(Ordering::Less, 2), lost, loss_with_ruling(lost), -lost] {
                let elsewhere = to_root(from_root(score, ply.min(2)), 1);
                assert!(rests_on_ruling(elsewhere) && plies_to_mate(elsewhere).is_none());
            }
            assert!(mated_in(ply - 1) < lost && lost < mated_in(ply));
        }
        assert_eq!([0, mate_in(3), -DECISIVE].map(loss_with_ruling), [0, mate_in(3), -DECISIVE]);
    }
}
