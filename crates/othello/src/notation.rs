//! Boards, moves, problems and games as text.

pub mod board;
pub mod obf;
pub mod transcript;

use crate::position::{Move, Side};
use crate::square::Square;

/// The ways to write a pass, in lower case; the longest first, as one begins with another.
const PASSES: [&str; 6] = ["pass", "pa", "ps", "p@", "--", "@@"];

/// A move by its square's name or one of the words for a pass, in either case; `None` for anything else.
pub fn read_move(word: &str) -> Option<Move> {
    let pass = PASSES.iter().any(|pass| word.eq_ignore_ascii_case(pass));
    if pass { Some(Move::PASS) } else { Square::parse(word).map(Move::new) }
}

/// The colour that a letter or word means: `X x B b * black`, `O o W w 0 white`.
pub fn read_side(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "x" | "b" | "*" | "black" => Some(Side::Black),
        "o" | "w" | "0" | "white" => Some(Side::White),
        _ => None,
    }
}
