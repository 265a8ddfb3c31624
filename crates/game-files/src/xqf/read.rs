//! Reads XQF.

use search_core::{BadInput, Message, message};

use super::keys::Keys;
use super::{HAS_COMMENT, HAS_NEXT, HAS_SIBLING, HEADERS, MOVES, PIECES, is_file};
use crate::encoding::chinese;
use crate::file_game::{FileGame, result_of_discs};
use crate::points::{LETTERS, point_name, set_board};
use crate::scan::Place;
use crate::source::{Extent, PartialGame, Source};
use crate::tree::NodeId;

const XQF: &str = "XQF";

/// The game of a file.
pub fn read(source: Source<'_>, contents: &[u8]) -> Result<Vec<FileGame>, BadInput> {
    let bad = |found: Message| {
        let expected = message!("input-xqf", "a file of XQStudio");
        let remedy = message!("input-xqf-remedy", "Save it again with the program that wrote it");
        BadInput::new(XQF, None, found, expected, remedy).at(source.file, 1)
    };
    let no_header = || bad(message!("input-xqf-no-header", "no header"));
    let tag = contents.first_chunk().filter(|_| is_file(contents)).ok_or_else(no_header)?;
    let keys = Keys::of(tag);
    let mut stream = Stream { contents, at: MOVES, keys, has_flags: tag[2] >= 11 };
    let lacks = || bad(message!("input-xqf-end", "an end in the middle of the moves"));
    let first = stream.record().ok_or_else(lacks)?;
    let place = Place::START;
    let mut game = PartialGame::begin(source, place)?;
    game.count_ranks_from_zero();
    if contents[0x40] >= 2 {
        let moves_first =
            if first.has_next { stream.clone().record().map(|record| record.from) } else { None };
        set_board(&mut game, place, pieces(contents, keys), moves_first)?;
    }
    for (at, length, name) in HEADERS {
        game.tag(name, &text(&contents[at..at + length]));
    }
    let result = match contents[0x33] {
        1 => Some(result_of_discs(1.0)),
        2 => Some(result_of_discs(-1.0)),
        3 => Some(result_of_discs(0.0)),
        _ => None,
    };
    result.into_iter().for_each(|result| game.tag("Result", result.text()));
    game.comment(&first.comment);
    if first.has_next {
        read_moves(source, &mut stream, &mut game)?.then_some(()).ok_or_else(lacks)?;
    }
    Ok(vec![game.finish("1".to_owned())])
}

/// A move, its continuation, then the moves in its place; `false` if the file ends before them.
fn read_moves(
    source: Source<'_>,
    stream: &mut Stream<'_>,
    game: &mut PartialGame<'_>,
) -> Result<bool, BadInput> {
    // The nodes from which other moves come later.
    let mut forks: Vec<NodeId> = Vec::new();
    loop {
        let Some(record) = stream.record() else { return Ok(false) };
        if record.has_sibling {
            forks.push(game.cursor.node());
        }
        let named = |point| point_name(point).unwrap_or_else(|| format!("#{point}"));
        let place = Place { line: game.cursor.plies() + 1, ..Place::START };
        if !game.play(place, &format!("{}{}", named(record.from), named(record.to)))? {
            return Ok(true);
        }
        game.comment(&record.comment);
        if record.has_next {
            continue;
        }
        let Some(fork) = forks.pop().filter(|_| source.extent == Extent::Tree) else { return Ok(true) };
        game.cursor.go_to(&game.tree, fork)?;
    }
}

/// The pieces, each with its point.
fn pieces(contents: &[u8], keys: Keys) -> impl Iterator<Item = (u8, u8)> + Clone {
    let is_shuffled = contents[2] >= 12;
    (0..32_u8).zip(&contents[PIECES..]).map(move |(entry, point)| {
        let piece = if is_shuffled { keys.pieces.wrapping_add(1).wrapping_add(entry) % 32 } else { entry };
        (LETTERS[usize::from(piece)], point.wrapping_sub(keys.pieces))
    })
}

/// A text behind its length.
fn text(field: &[u8]) -> String {
    let length = usize::from(field[0]).min(field.len() - 1);
    let bytes = &field[1..=length];
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    chinese(&bytes[..end]).trim().to_owned()
}

/// A move as it is stored; the first one has only a comment.
struct Record {
    from: u8,
    to: u8,
    has_next: bool,
    has_sibling: bool,
    comment: String,
}

/// The moves that are left.
#[derive(Clone)]
struct Stream<'a> {
    contents: &'a [u8],
    at: usize,
    keys: Keys,
    /// The file has variations, and comments only where a flag says so.
    has_flags: bool,
}

impl Stream<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.contents.get(self.at)?;
        let plain = self.keys.plain(self.at - MOVES, byte);
        self.at += 1;
        Some(plain)
    }

    fn record(&mut self) -> Option<Record> {
        let [from, to, flags, _] = [self.byte()?, self.byte()?, self.byte()?, self.byte()?];
        let has_comment = !self.has_flags || flags & HAS_COMMENT != 0;
        let comment = if has_comment { self.comment()? } else { String::new() };
        Some(Record {
            from: from.wrapping_sub(24).wrapping_sub(self.keys.from),
            to: to.wrapping_sub(32).wrapping_sub(self.keys.to),
            has_next: if self.has_flags { flags & HAS_NEXT != 0 } else { flags & 0xF0 != 0 },
            has_sibling: self.has_flags && flags & HAS_SIBLING != 0,
            comment,
        })
    }

    fn comment(&mut self) -> Option<String> {
        let length = [self.byte()?, self.byte()?, self.byte()?, self.byte()?];
        let length = u32::from_le_bytes(length).wrapping_sub(self.keys.comment_length) as usize;
        // A damaged length is longer than the file.
        if length > self.contents.len() - self.at {
            return None;
        }
        let bytes: Vec<u8> = (0..length).map_while(|_| self.byte()).collect();
        Some(chinese(&bytes).replace('\r', "").trim().to_owned())
    }
}
