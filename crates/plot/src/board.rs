//! The boards of games on pages.

/// Draws boards: `makeBoard(svg, board)` gives one whose `show(frame, isLettered)` draws a frame, `cellsFrame` and
/// `xiangqiFrame` make a frame of a position's text, `hasGlyphs()` is whether the machine has a font with the characters of Xiangqi.
/// It also defines the helpers `draw` and `range`. The SVG element needs the class `board`; with `plain` it has no texture,
/// with `bare` no coordinates.
pub const SCRIPT: &str = concat!(include_str!("page/glyphs.js"), include_str!("page/board.js"));
/// The positions of a game: `boardFrames(board, texts)` gives the frame of each position's text, `framesOf(board, positions)`
/// that of each position that `readPosition` and `changedPositions` make. [`SCRIPT`] goes before it.
pub const FRAMES: &str = include_str!("page/frames.js");
/// `BoardGrid`, which makes the points of a board buttons for pointers, keys and screen readers. [`SCRIPT`] goes before it.
pub const GRID: &str = include_str!("page/grid.js");
/// The names that the three scripts, one after the other, export as a module.
pub const EXPORTS: &str = "export { BoardGrid, boardFrames, cellsFrame, draw, glyphs, hasGlyphs, makeBoard, range, xiangqiFrame };\n";
/// The form of boards in SVG elements of the class `board`.
pub const STYLE: &str = include_str!("page/board.css");
