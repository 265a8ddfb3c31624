//! The boards of games on pages.

use serde::Serialize;

/// How a page draws a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Board {
    /// Discs in cells. A position's text begins with a letter for each cell, row by row: `X` for the side that begins,
    /// `O` for the other, `-` for none.
    Cells {
        /// Cells in a row.
        columns: u8,
        /// Rows.
        rows: u8,
        /// Whether the first row is drawn on top and has the number 1.
        is_first_row_on_top: bool,
    },
    /// Pieces on the points of a Xiangqi board. A position is a FEN.
    Xiangqi,
}
