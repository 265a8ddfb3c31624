//! WTHOR, the database of Othello games: `WTH_2004.WTB` holds games, `WTHOR.JOU` and `WTHOR.TRN` beside it the names of players and
//! tournaments. Numbers are little endian. Passes are not stored.
//!
//! The form is described by Sylvain Quin, "Format de la base WTHOR", Fédération Française d'Othello.

mod names;
mod read;
mod write;

pub use names::WthorNames;
pub(crate) use read::read;
pub use write::write as write_wthor;
pub(crate) use write::{holds_tag, lost_together};

const WTHOR: &str = "WTHOR file";
const HEADER: usize = 16;
const RECORD: usize = 68;

/// Where a header has the number of games, of names, the year of the games, the side of the board, and the number of empty squares
/// from which on best play was found.
const GAME_COUNT: usize = 4;
const NAME_COUNT: usize = 8;
const YEAR: usize = 10;
const BOARD_SIDE: usize = 12;
const SOLVED_EMPTIES: usize = 14;

/// The headers of a game under which the score of best play stands, and the number of empty squares from which on it is one.
const BEST_SCORE: &str = "WthorBestScore";
const SOLVED_FROM: &str = "WthorSolvedEmpties";

/// Returns whether these are the contents of a file of games: their number is that of the header.
pub(crate) fn is_file(contents: &[u8]) -> bool {
    let Some((header, records)) = contents.split_first_chunk::<HEADER>() else { return false };
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    !records.is_empty() && count.checked_mul(RECORD) == Some(records.len())
}
