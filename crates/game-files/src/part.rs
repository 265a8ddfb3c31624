//! Large files of games: their headers first, and then one game alone.
//!
//! [`read`](crate::read) with [`Extent::Opening(0)`](crate::Extent) reads no move, so it takes a small part of the time. Each of the
//! games that it gives is read alone when it is wanted:
//!
//! ```
//! use game::any::{AnyGame, GameEntry};
//! use shuangqi_game_files::{Contents, Extent, FileKind, Part, Source, read, read_part};
//!
//! let game: &dyn AnyGame = &GameEntry::<othello::Position>::NEW;
//! let text = "[Black \"A\"]\n\n1. f5 d6 *\n\n[Black \"B\"]\n\n1. f5 f6 2. e6 *\n";
//! let source = Source { game, file: "games.pgn", extent: Extent::Opening(0) };
//! let headers = read(source, Contents::Text(text), None)?;
//! assert_eq!((headers.len(), headers[1].tag("Black")), (2, Some("B")));
//! let parts = Part::of_games(&headers, text.len());
//! let source = Source { extent: Extent::Tree, ..source };
//! let second = read_part(source, Contents::Text(text), FileKind::Pgn, &parts[1])?;
//! assert_eq!(second.tree.count(), 3);
//! # Ok::<(), search_core::BadInput>(())
//! ```

use std::ops::Range;

use search_core::{BadInput, message};

use crate::encoding::decoded;
use crate::file_game::FileGame;
use crate::kind::{Contents, FileKind, read, without_mark};
use crate::source::Source;
use crate::wthor;

/// The part of a file that holds one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The line on which it begins, as [`FileGame::line`].
    pub line: usize,
    /// Its bytes, as [`FileGame::offset`] counts them.
    pub bytes: Range<usize>,
}

impl Part {
    /// The parts of all games of a file of this length, each up to the next game.
    pub fn of_games(games: &[FileGame], length: usize) -> Vec<Part> {
        let ends = games.iter().skip(1).map(|game| game.offset).chain([length]);
        let part = |(index, (game, end)): (usize, (&FileGame, usize))| {
            // What stands before the first game belongs to it.
            let (line, start) = if index == 0 { (1, 0) } else { (game.line, game.offset) };
            Part { line, bytes: start..end }
        };
        games.iter().zip(ends).enumerate().map(part).collect()
    }
}

/// Reads the game of a part of a file of this kind. Give a text that was decoded where many games of it are read.
///
/// # Errors
/// The first place that cannot be used; a part without a game.
pub fn read_part(
    source: Source<'_>,
    contents: Contents<'_>,
    kind: FileKind,
    part: &Part,
) -> Result<FileGame, BadInput> {
    let games = match (kind, contents) {
        (FileKind::Wthor, Contents::Bytes(bytes, names)) => {
            return first(source, wthor::read(source, bytes, names, &part.bytes)?, part);
        }
        (FileKind::Xqf, _) => return first(source, read(source, contents, Some(kind))?, part),
        (_, Contents::Bytes(bytes, _)) => read_text(source, &decoded(bytes.to_vec()), kind, part),
        (_, Contents::Text(text)) => read_text(source, text, kind, part),
    };
    let mut game = first(source, games?, part)?;
    game.line += part.line - 1;
    game.offset += part.bytes.start;
    Ok(game)
}

fn read_text(source: Source<'_>, text: &str, kind: FileKind, part: &Part) -> Result<Vec<FileGame>, BadInput> {
    let text = without_mark(text).get(part.bytes.clone()).unwrap_or_default();
    read(source, Contents::Text(text), Some(kind)).map_err(|mut bad| {
        bad.place.iter_mut().for_each(|(_, line)| *line += part.line - 1);
        bad
    })
}

fn first(source: Source<'_>, games: Vec<FileGame>, part: &Part) -> Result<FileGame, BadInput> {
    games.into_iter().next().ok_or_else(|| {
        let (found, expected) = (message!("input-none", "none"), message!("input-a-game", "a game"));
        let remedy = message!("input-read-again", "Read the file again");
        BadInput::new("games", None, found, expected, remedy).at(source.file, part.line)
    })
}
