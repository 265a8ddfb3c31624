//! Boards as text: drawn for people, and as 64 characters, the cells row by row from a1 to h8, then the side to move, apart or directly attached. Spaces and
//! line breaks among the cells are skipped. Written are `X`, `O` and `-`.

use search_core::bad_input::{BadInput, Reason, quote, the_end};
use search_core::{Message, message};

use super::read_side;
use crate::board::Board;
use crate::position::{Position, Side};
use crate::square::{Bitboard, Square};

/// Reads a board and the side to move. Every arrangement of 64 cells is a valid board.
///
/// # Errors
/// With every reason: characters that are no cells, a number of cells other than 64, a side that is
/// missing or unknown. Columns count characters of `text` from 1.
///
/// ```
/// use othello::{Position, notation::board};
/// let text = "---------------------------OX------XO--------------------------- X";
/// assert_eq!(board::read(text), Ok(Position::START));
/// assert_eq!(board::write(Position::START), text);
/// ```
pub fn read(text: &str) -> Result<Position, BadInput> {
    let mut discs = [Bitboard::EMPTY; 2];
    let mut reasons = Vec::new();
    let mut object = |column, found, expected| reasons.push(Reason::new(column, found, expected));
    let mut letters = (1..).zip(text.char_indices()).filter(|(_, (_, letter))| !letter.is_whitespace());
    let mut count = 0;
    for (square, (column, (_, letter))) in Square::ALL.into_iter().zip(letters.by_ref()) {
        count += 1;
        match read_cell(letter) {
            Some(Some(side)) => discs[side as usize] |= Bitboard::of(square),
            Some(None) => {}
            None => object(
                Some(column),
                quote(&letter.to_string()),
                message!("input-cell", "a cell: X for black, O for white, - for empty"),
            ),
        }
    }
    let rest = letters.next();
    let word = rest.and_then(|(_, (byte, _))| text.get(byte..)).unwrap_or_default().trim();
    let side = read_side(word);
    if count < Square::NUM {
        let english = if count == 1 { "{count} cell" } else { "{count} cells" };
        object(None, message!("input-cells", english, count = count), Message::verbatim("64"));
    } else if side.is_none() {
        let column = rest.map_or_else(|| text.chars().count() + 1, |(column, _)| column);
        let found = if word.is_empty() { the_end() } else { quote(word) };
        let expected = message!("input-side-after-cells", "the side to move after 64 cells: X or O");
        object(Some(column), found, expected);
    }
    match side {
        Some(side) if reasons.is_empty() => {
            let board = Board::from_disjoint(discs[side as usize], discs[side.other() as usize]);
            Ok(Position { board, side })
        }
        _ => {
            let english = "Write 64 cells row by row from a1 to h8, then a space and the side to move";
            Err(BadInput::of("Othello board", reasons, message!("input-cells-remedy", english)))
        }
    }
}

fn read_cell(letter: char) -> Option<Option<Side>> {
    match letter {
        'X' | 'x' | 'B' | 'b' | '*' => Some(Some(Side::Black)),
        'O' | 'o' | 'W' | 'w' | '0' => Some(Some(Side::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// The 64 cells, a space and the side to move.
pub fn write(position: Position) -> String {
    let cells = Square::ALL.into_iter().map(|square| position.at(square).map_or('-', Side::letter));
    cells.chain([' ', position.side.letter()]).collect()
}

/// The board as a grid with names of files and ranks, `.` where the side to move may play, `-` on the other
/// empty squares; below it whose turn it is, and the discs of both.
///
/// ```
/// use othello::{Position, notation::board};
/// let expected = "  a b c d e f g h
/// 1 - - - - - - - - 1
/// 2 - - - - - - - - 2
/// 3 - - - . - - - - 3
/// 4 - - . O X - - - 4
/// 5 - - - X O . - - 5
/// 6 - - - - . - - - 6
/// 7 - - - - - - - - 7
/// 8 - - - - - - - - 8
///   a b c d e f g h
/// X to move, X 2, O 2
/// ";
/// assert_eq!(board::draw(Position::START), expected);
/// ```
pub fn draw(position: Position) -> String {
    const FILES: &str = "  a b c d e f g h\n";
    let legal = position.board.legal_moves();
    let mut drawing = String::from(FILES);
    for square in Square::ALL {
        let rank = square.rank() + 1;
        if square.file() == 0 {
            drawing += &rank.to_string();
        }
        let empty = if legal.has(square) { '.' } else { '-' };
        drawing.push(' ');
        drawing.push(position.at(square).map_or(empty, Side::letter));
        if square.file() == 7 {
            drawing += &format!(" {rank}\n");
        }
    }
    let [black, white] = Side::ALL.map(|side| position.discs(side).len());
    drawing + FILES + &format!("{} to move, X {black}, O {white}\n", position.side)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn all_letters_for_cells_and_sides_are_read() {
        for side in ["X", " x", " *", "\tb", " B", " black", "  Black \n"] {
            assert_eq!(read(&format!("{START}{side}")), Ok(Position::START), "{side:?}");
        }
        for side in ["O", " o", " w", " W", "0", " white"] {
            assert_eq!(read(&format!("{START}{side}")), Ok(Position::START.passed()), "{side:?}");
        }
        let rows = "........\n........\n........\n...0*...\n...bW...\n........\n........\n........\nX";
        assert_eq!(read(rows), Ok(Position::START));
    }
}
