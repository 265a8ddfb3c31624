//! The boards of games on pages.

use serde::Serialize;

/// Draws boards: `makeBoard(svg, board)` gives one whose `show(frame, isLettered)` draws a frame, `cellsFrame` and
/// `xiangqiFrame` make a frame of a position's text, `hasGlyphs()` is whether the machine has a font with the characters of Xiangqi.
/// It also defines the helpers `draw` and `range`. The SVG element needs the class `board`; with `plain` it has no texture,
/// with `bare` no coordinates.
pub const SCRIPT: &str = concat!(include_str!("page/glyphs.js"), include_str!("page/board.js"));
/// The rules of the games that scripts know: `othelloFrames(start, moves)` and `xiangqiFrames(start, moves)` give the frame
/// of every position of a game, `boardFrames(boards, moves)` those of any other game, and `cellsText` and `xiangqiText`
/// the text of a position. [`SCRIPT`] goes before it.
pub const RULES: &str = include_str!("page/rules.js");
/// `BoardGrid`, which makes the points of a board buttons for pointers, keys and screen readers. [`SCRIPT`] goes before it.
pub const GRID: &str = include_str!("page/grid.js");
/// What the three scripts, one after the other, give as a module.
pub const EXPORTS: &str = "export { BoardGrid, boardFrames, cellsFrame, cellsText, draw, glyphs, hasGlyphs, makeBoard, othelloFrames, \
    pieceNames, range, xiangqiFrame, xiangqiFrames, xiangqiText };\n";
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
