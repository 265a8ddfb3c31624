//! Boards drawn for people.

use crate::position::Position;
use crate::side::Side;
use crate::square::Square;

/// The board as a grid with names of files and ranks, `.` where the side to move may play, `-` on the other
/// empty squares; below it whose turn it is, and the discs of both.
///
/// ```
/// use othello::{Position, notation::drawing};
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
/// assert_eq!(drawing::draw(Position::START), expected);
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
