//! Boards of 64 characters, and the form with ranks and digits that Edax reads besides.
//!
//! The cells follow row by row from a1 to h8, then the side to move, apart or directly attached. Spaces and
//! line breaks among the cells are skipped. Written are `X`, `O` and `-`.

use search_core::bad_input::{BadInput, Reason, quote};

use super::read_side;
use crate::board::Board;
use crate::position::Position;
use crate::side::Side;
use crate::square::{Bitboard, Square};

const KIND: &str = "Othello board";
const REMEDY: &str = "Write 64 cells row by row from a1 to h8, then a space and the side to move";
const CELL: &str = "a cell: X for black, O for white, - for empty";
const SIDE: &str = "the side to move: X or O";
const SIDE_AFTER_CELLS: &str = "the side to move after 64 cells: X or O";

/// A board as far as it is read.
#[derive(Default)]
struct Setup {
    cells: Vec<Option<Side>>,
    side: Option<Side>,
    reasons: Vec<Reason>,
}

impl Setup {
    fn object(&mut self, column: Option<usize>, found: impl Into<String>, expected: impl Into<String>) {
        self.reasons.push(Reason { column, found: found.into(), expected: expected.into() });
    }

    /// Takes one cell. A character that means none is taken for an empty one, so that only it is reported.
    fn take_cell(&mut self, column: usize, letter: char) {
        let cell = read_cell(letter);
        if cell.is_none() {
            self.object(Some(column), quote(&letter.to_string()), CELL);
        }
        self.cells.push(cell.flatten());
    }

    /// Takes the side from what follows the cells.
    fn take_side(&mut self, column: usize, word: &str, expected: &str) {
        self.side = read_side(word.trim());
        if self.side.is_none() {
            let found = if word.trim().is_empty() { "the end".to_owned() } else { quote(word.trim()) };
            self.object(Some(column), found, expected);
        }
    }

    fn validate(mut self) -> Result<Position, BadInput> {
        if self.cells.len() != Square::NUM {
            self.object(None, cells(self.cells.len()), "64");
        }
        match self.side {
            Some(side) if self.reasons.is_empty() => Ok(position(&self.cells, side)),
            _ => Err(BadInput { kind: KIND, place: None, reasons: self.reasons, remedy: REMEDY.to_owned() }),
        }
    }
}

/// A number of cells in words.
fn cells(count: usize) -> String {
    format!("{count} cell{}", if count == 1 { "" } else { "s" })
}

fn position(cells: &[Option<Side>], side: Side) -> Position {
    let discs = |colour: Side| -> Bitboard {
        let squares = Square::ALL.into_iter().zip(cells);
        squares.filter(|&(_, &cell)| cell == Some(colour)).map(|(square, _)| square).collect()
    };
    Position { board: Board::from_disjoint(discs(side), discs(side.other())), side }
}

fn read_cell(letter: char) -> Option<Option<Side>> {
    match letter {
        'X' | 'x' | 'B' | 'b' | '*' => Some(Some(Side::Black)),
        'O' | 'o' | 'W' | 'w' | '0' => Some(Some(Side::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// Reads a board and the side to move, in either form. Every arrangement of 64 cells is a valid board.
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
    let first = text.split_whitespace().next().unwrap_or_default();
    // No empty cell is written as a dash or a dot between ranks: with one, a slash is a slip among the cells.
    let has_ranks = first.contains('/') && !first.contains(['-', '.']);
    if has_ranks { read_ranks(text) } else { read_cells(text) }
}

fn read_cells(text: &str) -> Result<Position, BadInput> {
    let mut setup = Setup::default();
    let mut letters = text.char_indices().enumerate().filter(|(_, (_, letter))| !letter.is_whitespace());
    for (index, (_, letter)) in letters.by_ref().take(Square::NUM) {
        setup.take_cell(index + 1, letter);
    }
    match letters.next() {
        Some((index, (byte, _))) => {
            setup.take_side(index + 1, text.get(byte..).unwrap_or_default(), SIDE_AFTER_CELLS);
        }
        None if setup.cells.len() == Square::NUM => {
            setup.take_side(text.chars().count() + 1, "", SIDE_AFTER_CELLS);
        }
        None => {}
    }
    setup.validate()
}

/// Reads `8/8/8/3Pp3/3pP3/8/8/8 b`: ranks from 8 to 1, digits for runs of empty cells, `p` black and `P`
/// white.
fn read_ranks(text: &str) -> Result<Position, BadInput> {
    let mut setup = Setup::default();
    let board = text.trim_start();
    let indent = text.chars().count() - board.chars().count();
    let (ranks, rest) = board.split_once(char::is_whitespace).unwrap_or((board, ""));
    let mut rows: Vec<Vec<Option<Side>>> = Vec::new();
    let mut column = indent + 1;
    for rank in ranks.split('/') {
        rows.push(read_rank(rank, column, &mut setup));
        column += rank.chars().count() + 1;
    }
    if rows.len() != 8 {
        setup.object(
            Some(indent + 1),
            format!("{} ranks", rows.len()),
            "8 ranks from 8 to 1, separated by /",
        );
        rows.resize(8, vec![None; 8]);
    }
    setup.cells = rows.into_iter().rev().flatten().collect();
    setup.take_side(column.min(text.chars().count() + 1), rest, SIDE);
    setup.validate()
}

/// The eight cells of one rank that begins at `column`. Of a character that means nothing, only that is reported.
fn read_rank(rank: &str, column: usize, setup: &mut Setup) -> Vec<Option<Side>> {
    const CELLS: &str = "p for black, P for white, or a digit from 1 to 8 for empty cells";
    let before = setup.reasons.len();
    let mut cells = Vec::new();
    for (index, letter) in rank.chars().enumerate() {
        match letter {
            'p' => cells.push(Some(Side::Black)),
            'P' => cells.push(Some(Side::White)),
            '1'..='8' => cells.extend((0..letter.to_digit(10).unwrap_or(0)).map(|_| None)),
            _ => setup.object(Some(column + index), quote(&letter.to_string()), CELLS),
        }
    }
    if cells.len() != 8 && setup.reasons.len() == before {
        setup.object(Some(column), format!("a rank of {}", self::cells(cells.len())), "8");
    }
    cells.resize(8, None);
    cells
}

/// The 64 cells, a space and the side to move.
pub fn write(position: Position) -> String {
    let cells = Square::ALL.into_iter().map(|square| position.at(square).map_or('-', Side::letter));
    cells.chain([' ', position.side.letter()]).collect()
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

    #[test]
    fn ranks_with_digits_are_read() {
        assert_eq!(read("8/8/8/3pP3/3Pp3/8/8/8 b"), Ok(Position::START));
        let corner = read("p7/8/8/8/8/8/8/7P w").unwrap();
        assert_eq!(write(corner), format!("{}O{}X{} O", "-".repeat(7), "-".repeat(48), "-".repeat(7)));
    }
}
