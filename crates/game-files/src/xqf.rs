//! XQF, the files of XQStudio: a game of Xiangqi with headers, variations and comments, in versions 10 (plain) to 18 (with keys).
//!
//! The form was found by decoding files; numbers are little endian, texts GB18030.

mod keys;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::{holds_tag, write};

/// Where a file has its headers, how long they are, and their names in PGN.
const HEADERS: [(usize, usize, &str); 9] = [
    (0x50, 64, "Title"),
    (0xD0, 64, "Event"),
    (0x110, 16, "Date"),
    (0x120, 16, "Site"),
    (0x130, 16, "Red"),
    (0x140, 16, "Black"),
    (0x150, 64, "TimeControl"),
    (0x1D0, 16, "Annotator"),
    (0x1E0, 16, "Author"),
];

/// Where the moves begin.
const MOVES: usize = 0x400;
/// Where the points of the pieces begin.
const PIECES: usize = 0x10;
/// What follows a move: another in its line, one in its place behind the line, a comment.
const HAS_NEXT: u8 = 0x80;
const HAS_SIBLING: u8 = 0x40;
const HAS_COMMENT: u8 = 0x20;

/// Returns whether a file begins like one of this kind.
pub(crate) fn is_file(contents: &[u8]) -> bool {
    contents.len() > MOVES && contents.starts_with(b"XQ") && contents[2] >= 10
}
