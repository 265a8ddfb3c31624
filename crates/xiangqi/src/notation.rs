//! Moves as players write them: 炮二平五 in characters, `C2.5` in WXF letters.
//!
//! Both are four symbols: the piece, where it stands, which way it goes, and how far or to which file, everything seen
//! from the mover. Where several pieces of a kind share a file the second symbol distinguishes them, and for soldiers
//! there are at least three conventions of doing so. No parser of one convention reads them all, so reading works the
//! other way round: every legal move is spelled in every way known (`spell`), and the text is looked up among them. One
//! move fits: that is the move. Several or none: the error lists what could be meant.
//!
//! Writing takes the customary spelling if it reads back as the same move, the next one otherwise, and coordinates
//! in the last resort, so that a move written here is never misread here.
//!
//! ```
//! use xiangqi::notation::{Script, parse_move, write_move};
//! use xiangqi::{Move, Position, fen};
//!
//! let position = Position::from_fen(fen::START)?;
//! let central_cannon = parse_move(position.board(), "炮二平五")?;
//! assert_eq!(central_cannon, Move::parse("h2e2")?);
//! assert_eq!(write_move(position.board(), central_cannon, Script::Letters), "C2.5");
//! # Ok::<(), search_core::BadInput>(())
//! ```

pub mod drawing;
mod read;
mod spell;
mod symbol;
#[cfg(test)]
mod tests;

pub use read::parse_move;
pub use symbol::Script;

use crate::board::Board;
use crate::moves::Move;

/// Writes a legal move in the customary way: WXF with soldiers after XQBase (`Pa.4`), or the characters in print.
///
/// Falls back to coordinates (`h2e2`) for a move that no spelling distinguishes from all others, as can happen with
/// more pieces than a game has, and for one that is not legal. What is written, [`parse_move`] reads as the same move.
pub fn write_move(board: &Board, mv: Move, script: Script) -> String {
    spell::spellings(board, mv, script)
        .into_iter()
        .map(|spelling| spelling.phrase)
        .find(|&phrase| read::fitting(board, script, phrase)[..] == [mv])
        .map_or_else(|| mv.to_string(), |phrase| symbol::render(phrase, script, board.side()))
}

/// The notations of moves for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `炮二平五`
    Chinese,
    /// `C2.5`
    Wxf,
    /// `H2-E2`
    Iccs,
}

impl Notation {
    /// The notation of this name, in lower case.
    pub fn named(name: &str) -> Option<Notation> {
        match name {
            "chinese" => Some(Notation::Chinese),
            "wxf" => Some(Notation::Wxf),
            "iccs" => Some(Notation::Iccs),
            _ => None,
        }
    }

    /// Writes a legal move; [`parse_move`] reads all of them.
    pub fn write(self, board: &Board, mv: Move) -> String {
        match self {
            Notation::Chinese => write_move(board, mv, Script::Characters),
            Notation::Wxf => write_move(board, mv, Script::Letters),
            Notation::Iccs => mv.iccs(),
        }
    }
}

impl From<Script> for Notation {
    fn from(script: Script) -> Notation {
        match script {
            Script::Characters => Notation::Chinese,
            Script::Letters => Notation::Wxf,
        }
    }
}
