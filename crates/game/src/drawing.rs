//! Boards as text.

use std::fmt::Write;

use crate::BoardShape;

/// A board's text as rows of cells with the letters of columns and the numbers of rows; the text itself, if it has no cells.
pub fn of_board(text: &str, shape: BoardShape) -> String {
    let BoardShape::Cells { columns, rows, is_first_row_on_top } = shape else { return format!("{text}\n") };
    let cells: Vec<char> = text.chars().collect();
    let names: String = (b'a'..).take(columns.into()).map(|name| format!(" {}", char::from(name))).collect();
    let mut drawn = String::new();
    for (index, row) in cells.chunks(columns.into()).take(rows.into()).enumerate() {
        let number = if is_first_row_on_top { index + 1 } else { usize::from(rows) - index };
        let row: String = row.iter().map(|cell| format!(" {cell}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(drawn, "{number:>2}{row}");
    }
    drawn + "  " + &names + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_as_its_text_counts_rows() {
        let shape = |is_first_row_on_top| BoardShape::Cells { columns: 3, rows: 2, is_first_row_on_top };
        assert_eq!(of_board("XO-OX- X", shape(true)), " 1 X O -\n 2 O X -\n   a b c\n");
        assert_eq!(of_board("XO-OX- X", shape(false)), " 2 X O -\n 1 O X -\n   a b c\n");
    }
}
