//! Portable Game Notation, of any game: headers, comments, marks, variations inside variations, moves in every notation of the
//! game.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
