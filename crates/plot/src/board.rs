//! The boards of games on pages.

use serde::Serialize;

/// Draws boards: `makeBoard(svg, board)` gives one whose `show(frame, isLettered)` draws a frame, `cellsFrame` and
/// `xiangqiFrame` make a frame of a position's text, `hasGlyphs()` is whether the machine has a font with the characters of Xiangqi.
/// It also defines the helpers `draw` and `range`. The SVG element needs the class `board`.
pub const SCRIPT: &str = include_str!("page/board.js");
/// The form of boards in SVG elements of the class `board`.
pub const STYLE: &str = include_str!("page/board.css");

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

impl Board {
    /// The value that the script's `makeBoard` is given.
    pub fn json(self) -> String {
        serde_json::to_string(&self).unwrap_or_default()
    }
}
