//! Writes XQF, in version 11 without keys: the oldest that has variations.

use encoding_rs::GB18030;
use game::any::AnyGame;
use search_core::BadInput;

use super::keys::Keys;
use super::{HAS_COMMENT, HAS_NEXT, HAS_SIBLING, HEADERS, MOVES, PIECES};
use crate::file_game::FileGame;
use crate::points::{ends, points};
use crate::tree::NodeId;

/// The contents of a file with this game.
pub fn write(game: &dyn AnyGame, file: &FileGame) -> Result<Vec<u8>, BadInput> {
    let session = file.session(game)?;
    let mut contents = vec![0; MOVES];
    contents[..3].copy_from_slice(b"XQ\x0B");
    contents[PIECES..PIECES + 32].copy_from_slice(&points(&file.start));
    contents[0x33] = match file.result_of(&*session) {
        "1-0" => 1,
        "0-1" => 2,
        "1/2-1/2" => 3,
        _ => 0,
    };
    // A full game, or an ending from a board of its own.
    contents[0x40] = if file.start == game.start() { 0 } else { 3 };
    for (at, length, name) in HEADERS {
        let text = encoded(file.tag(name).unwrap_or_default(), length - 1);
        // A field is shorter than 256 bytes.
        contents[at] = u8::try_from(text.len()).unwrap_or(u8::MAX);
        contents[at + 1..at + 1 + text.len()].copy_from_slice(&text);
    }
    write_record(&mut contents, file, NodeId::ROOT);
    file.tree.walk().for_each(|(_, node)| write_record(&mut contents, file, node));
    Ok(contents)
}

/// A text of at most so many bytes, of whole characters.
fn encoded(text: &str, bytes: usize) -> Vec<u8> {
    let mut encoded = Vec::new();
    for letter in text.chars() {
        let letter = GB18030.encode(letter.encode_utf8(&mut [0; 4])).0.into_owned();
        if encoded.len() + letter.len() > bytes {
            break;
        }
        encoded.extend(letter);
    }
    encoded
}

fn write_record(contents: &mut Vec<u8>, file: &FileGame, node: NodeId) {
    let (tree, note) = (&file.tree, file.tree.note(node));
    let comment = [note.before.as_str(), note.comment.as_str()].map(str::trim).join(" ");
    let comment = GB18030.encode(comment.trim()).0.into_owned();
    let flags = [
        (tree.main_child(node).is_some(), HAS_NEXT),
        (tree.next_sibling(node).is_some(), HAS_SIBLING),
        (!comment.is_empty(), HAS_COMMENT),
    ];
    let flags = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum();
    // The first record has no move.
    let [from, to] = ends(tree.mv(node)).unwrap_or_default();
    contents.extend([from + 24, to + 32, flags, 0]);
    if !comment.is_empty() {
        let length = u32::try_from(comment.len()).unwrap_or(u32::MAX);
        let plain = Keys::of(b"XQ\x0B\0\0\0\0\0\0\0\0\0\0\0\0\0");
        contents.extend(length.wrapping_add(plain.comment_length).to_le_bytes());
        contents.extend(comment);
    }
}

/// Returns whether a header has a place in the form.
pub fn holds_tag(name: &str, value: &str) -> bool {
    let field = HEADERS.iter().find(|(_, _, known)| *known == name);
    name == "Result" || field.is_some_and(|&(_, length, _)| GB18030.encode(value).0.len() < length)
}
