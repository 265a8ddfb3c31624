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

mod algebraic;
mod read;
mod spell;
mod symbol;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::square::{File, Rank, Square};

pub use read::parse_move;
pub use symbol::Script;

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

/// The characters of the two sides, which differ without colours too, in the order of the kinds.
const RED: [char; 7] = ['帥', '仕', '相', '傌', '俥', '炮', '兵'];
const BLACK: [char; 7] = ['將', '士', '象', '馬', '車', '砲', '卒'];

/// The frame around the points: above them Black's numbers of the files, below them their letters and Red's numbers.
struct Frame {
    black: &'static str,
    river: &'static str,
    files: &'static str,
    red: &'static str,
}

const CHARACTERS: Frame = Frame {
    black: "  １ ２ ３ ４ ５ ６ ７ ８ ９\n",
    river: "      楚 河       漢 界\n",
    files: "  a  b  c  d  e  f  g  h  i\n",
    red: "  九 八 七 六 五 四 三 二 一\n",
};
const LETTERS: Frame = Frame {
    black: "  1 2 3 4 5 6 7 8 9\n",
    river: "  ~ ~ ~ ~ ~ ~ ~ ~ ~\n",
    files: "  a b c d e f g h i\n",
    red: "  9 8 7 6 5 4 3 2 1\n",
};

/// The board with Red at the bottom, and whose turn it is.
pub fn draw(position: &Position, script: Script) -> String {
    let frame = match script {
        Script::Characters | Script::Traditional => &CHARACTERS,
        Script::Letters => &LETTERS,
    };
    let mut text = frame.black.to_owned();
    for (number, &rank) in Rank::ALL.iter().enumerate().rev() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{number}");
        for &file in File::ALL {
            let _ = write!(text, " {}", point(position.board().at(Square::new(file, rank)), script));
        }
        let _ = writeln!(text, " {number}");
        if number == 5 {
            text += frame.river;
        }
    }
    let check = if position.board().in_check() { ", in check" } else { "" };
    text + frame.files + frame.red + &format!("{} to move{check}\n", position.side().name())
}

fn point(piece: Option<Piece>, script: Script) -> char {
    match (piece, script) {
        (None, Script::Letters) => '.',
        (Some(piece), Script::Letters) => piece.letter(),
        (None, Script::Characters | Script::Traditional) => '．',
        (Some(Piece { color: Color::Red, kind }), _) => RED[kind.index()],
        (Some(Piece { color: Color::Black, kind }), _) => BLACK[kind.index()],
    }
}
