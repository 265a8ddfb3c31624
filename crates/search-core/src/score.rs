//! What a position is worth, as an integer from the view of the side to move.
//!
//! Three bands share the 16 bits that a table entry keeps: evaluations (a game's own unit, |score| < [`PROVEN`]),
//! forced wins and losses counted in plies from the root (|score| ≤ [`MATE`]), and [`INFINITY`], which lies above
//! every score and is never the value of anything.

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
