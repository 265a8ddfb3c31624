//! Boards drawn for people: in Chinese characters, or in letters.

use std::fmt::Write;

use super::Script;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::square::{File, Rank, Square};

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
        Script::Characters => &CHARACTERS,
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
        (None, Script::Characters) => '．',
        (None, Script::Letters) => '.',
        (Some(piece), Script::Letters) => piece.letter(),
        (Some(Piece { color: Color::Red, kind }), Script::Characters) => RED[kind.index()],
        (Some(Piece { color: Color::Black, kind }), Script::Characters) => BLACK[kind.index()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::START;

    fn lines(script: Script) -> Vec<String> {
        draw(&Position::from_fen(START).unwrap(), script).lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_start_in_characters() {
        let lines = lines(Script::Characters);
        assert_eq!(lines[1], "9 車 馬 象 士 將 士 象 馬 車 9");
        assert_eq!(lines[3], "7 ． 砲 ． ． ． ． ． 砲 ． 7");
        assert_eq!(lines[6], "      楚 河       漢 界");
        assert_eq!(lines[11], "0 俥 傌 相 仕 帥 仕 相 傌 俥 0");
        assert_eq!(lines[14], "Red to move");
    }

    #[test]
    fn the_start_in_letters() {
        let lines = lines(Script::Letters);
        assert_eq!(lines[1], "9 r n b a k a b n r 9");
        assert_eq!(lines[8], "3 P . P . P . P . P 3");
        assert_eq!(lines[12], "  a b c d e f g h i");
    }

    #[test]
    fn a_check_is_shown() {
        let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4r4/r3K4 w").unwrap();
        assert!(draw(&position, Script::Letters).ends_with("Red to move, in check\n"));
    }
}
