//! What a position is worth, as an integer from the view of the side to move.
//!
//! Four bands share the 16 bits that a table entry keeps: evaluations (a game's own unit, |score| < [`DECISIVE`]), wins
//! and losses by the referee's ruling (|score| ≤ [`RULING_WIN`]), forced ones counted in plies from the root (|score| ≤
//! [`MATE`]), and [`INFINITY`], which lies above every score and is never the value of anything.

/// A score in the game's own unit: centipawn-like in Xiangqi, hundredths of a disc in Othello.
pub type Score = i32;

/// Strictly above every score; the open end of a window.
pub const INFINITY: Score = 32_500;
/// The side to move wins on the spot. A win in `n` plies from the root is `MATE - n`.
pub const MATE: Score = 32_000;
/// The deepest line the search follows, in plies from the root.
pub const MAX_PLY: u32 = 250;
/// From here on a score is a proven win (or, negated, a proven loss), not an evaluation.
pub const PROVEN: Score = MATE - MAX_PLY as Score;

/// From here on a score is decided: a proven win, or one by the referee's ruling, which depends on the line that led there
/// and so lies below the proven ones. No evaluation comes so far.
pub const DECISIVE: Score = 30_000;

/// A win by the referee's ruling in `n` plies from the root is `RULING_WIN - n`: as good as a mate, but outside the band of
/// proven ones. It rests on the line that led there, and a score that may be met on another line must not pass for the
/// proof of a mate.
pub const RULING_WIN: Score = PROVEN - 500;

/// The side to move has lost, `ply` plies from the root.
pub const fn mated_in(ply: u32) -> Score {
    ply as Score - MATE
}

/// Plies from the root to the end that a proven win or loss counts, or `None` for an evaluation.
pub const fn plies_to_mate(score: Score) -> Option<u32> {
    if score >= PROVEN && score <= MATE {
        Some((MATE - score) as u32)
    } else if score <= -PROVEN && score >= -MATE {
        Some((MATE + score) as u32)
    } else {
        None
    }
}

/// Plies from the root to the ruling that a win or loss by the referee counts, or `None` for any other score. A stored
/// score keeps the count from where it was stored, so it is no more than a guide.
pub const fn plies_to_ruling(score: Score) -> Option<u32> {
    let size = score.abs();
    if size < DECISIVE || size >= PROVEN {
        return None;
    }
    Some(RULING_WIN.abs_diff(size))
}

/// A score counted from the root, as one counted from a node `ply` plies below it (to be stored there).
pub const fn from_root(score: Score, ply: u32) -> Score {
    if score >= PROVEN {
        score + ply as Score
    } else if score <= -PROVEN {
        score - ply as Score
    } else {
        score
    }
}

/// The inverse of [`from_root`]: a score stored at a node, as one counted from the root.
pub const fn to_root(score: Score, ply: u32) -> Score {
    if score >= PROVEN {
        score - ply as Score
    } else if score <= -PROVEN {
        score + ply as Score
    } else {
        score
    }
}
