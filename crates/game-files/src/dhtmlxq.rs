//! DhtmlXQ, the text in which Chinese forums and the game collection dpxq.com show games of Xiangqi:
//!
//! ```text
//! [DhtmlXQ]
//! [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
//! [DhtmlXQ_red]许银川[/DhtmlXQ_red]
//! [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]
//! [DhtmlXQ_move_0_2_1]1242[/DhtmlXQ_move_0_2_1]
//! [DhtmlXQ_comment1_2]顺炮[/DhtmlXQ_comment1_2]
//! [DhtmlXQ_result]红胜[/DhtmlXQ_result]
//! [/DhtmlXQ]
//! ```
//!
//! A point is two digits: the file from Red's left, from 0, and the rank from Black's side, from 0. `binit` has the points of the 32
//! pieces, 99 for one that was taken; `movelist` the main line. Lines have numbers, the main line 0: `move_P_S_N` is line N, which
//! replaces the move of ply S, from 1, of line P. `commentS` is the comment behind ply S of the main line, 0 the one on the game,
//! and `commentN_S` the one behind ply S of line N. `||` ends a line of a comment, and `\u005b` is a character by its number.
//!
//! No document of the format's authors is known. This is what three readers agree on, and what games of dpxq.com show: vschess
//! (xiaxiangqi.com, 2009–2023), the writer of yuccn.net's manual editor, and a Dart reader of DhtmlXQ with remarks on lines.

mod fields;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::{holds_tag, write};

/// The start of all names.
const PREFIX: &str = "DhtmlXQ";

/// The start of the end of every field.
const END: &str = "[/DhtmlXQ_";

/// Headers that have names in PGN.
const NAMES: [(&str, &str); 15] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("timerule", "TimeControl"),
    ("open", "Opening"),
    ("remark", "Annotator"),
    ("author", "Author"),
];

/// The start of the names of headers that PGN has no names for.
const OWN: &str = "DhtmlXQ_";

/// Fields that say how the game is shown, or that the game itself says.
const DERIVED: [&str; 10] =
    ["ver", "init", "pver", "binit", "fen", "movelist", "firstnum", "length", "result", "generator"];

/// Returns whether a field with this name is a header, known or not.
fn is_header(name: &str) -> bool {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name && !DERIVED.contains(&name) && !name.starts_with("comment")
}

/// Returns whether a text has a game of this form.
pub(crate) fn is_text(text: &str) -> bool {
    text.contains("[DhtmlXQ_")
}
