//! The worth of pieces to the search.
//!
//! Exchanges, margins and the order of captures rest on these, not on the weights of the evaluation: tuning those
//! leaves the search's margins, which were measured with these values, as they are, and the search needs constants
//! ([`Heuristics::MINOR`](search_core::Heuristics::MINOR)).

use search_core::Score;

use crate::piece::PieceKind;

/// The worth of a piece wherever it stands, in hundredths of a soldier or so; the general 0, as it is never won or lost.
#[inline(always)]
pub(super) const fn value(kind: PieceKind) -> Score {
    match kind {
        PieceKind::King => 0,
        PieceKind::Advisor | PieceKind::Elephant => 200,
        PieceKind::Horse => 405,
        PieceKind::Rook => 910,
        PieceKind::Cannon => 440,
        PieceKind::Soldier => 95,
    }
}
