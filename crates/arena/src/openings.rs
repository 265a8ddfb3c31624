//! Where games begin: openings of files of every usual form, and generated ones.
//!
//! An opening that ends the game is an error, wherever it comes from.

#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use game::Notation;
use game::any::AnySession;
use shuangqi_cli::reader::read_file;
use shuangqi_cli::{BadInput, source};
use shuangqi_game_files::{Contents, Extent, FileGame, FileKind, Source, WthorNames, decoded};

use super::config::Opening;
use super::names;
use crate::games::Game;

/// Reads openings of a game: the contents of a file of this name, of this kind unless they decide; of games, no more than this
/// number of moves.
///
/// # Errors
/// The first place that cannot be used, and a file without openings.
pub fn read(
    game: Game,
    file: &str,
    contents: Contents<'_>,
    kind: Option<FileKind>,
    plies: Option<u32>,
) -> Result<Vec<Opening>, BadInput> {
    let extent = plies.map_or(Extent::MainLine, |plies| Extent::Opening(plies as usize));
    let games = shuangqi_game_files::read(Source { game: game.any, file, extent }, contents, kind)?;
    if games.is_empty() {
        let remedy = "Name a file with positions or games, or leave it out and openings are generated";
        return Err(BadInput::new("openings", None, format!("nothing in {file}"), "an opening", remedy));
    }
    let checked = |game_of_file: FileGame| {
        let opening = of_game(game, &game_of_file);
        check(game, &opening).map_err(|bad| bad.at(file, game_of_file.line))?;
        Ok(opening)
    };
    games.into_iter().map(checked).collect()
}

/// The main line of a game of a file as an opening.
pub fn of_game(game: Game, file: &FileGame) -> Opening {
    Opening {
        name: names::shortened(&file.name),
        is_standard: file.start == game.start,
        start: file.start.clone(),
        moves: file.moves().map(str::to_owned).collect(),
    }
}

fn check(game: Game, opening: &Opening) -> Result<(), BadInput> {
    let Some(verdict) = begin(game.session(&opening.start, "")?, opening)?.verdict() else { return Ok(()) };
    let found = format!("a game that is over: {}", verdict.explanation);
    let remedy = "Take fewer of its moves (plies=), or leave it out";
    Err(BadInput::new("opening", None, found, "one that goes on", remedy))
}

/// Openings that are made as they are needed.
pub type GeneratedOpenings = Box<dyn Iterator<Item = Opening> + Send>;

/// A game at the end of its opening.
///
/// # Errors
/// The first move that is illegal.
pub fn begin(mut session: Box<dyn AnySession>, opening: &Opening) -> Result<Box<dyn AnySession>, BadInput> {
    for (index, text) in opening.moves.iter().enumerate() {
        session.referee_move(text).map_err(|why| {
            let found = format!("{text:?} as move {} of opening {:?}", index + 1, opening.name);
            BadInput::new("opening", None, found, format!("a legal move, but {why}"), "Correct the opening")
        })?;
    }
    Ok(session)
}

/// A session as an opening.
pub(crate) fn of_session(game: Game, session: &dyn AnySession, name: String) -> Opening {
    let start = session.board_after(0);
    let moves = session.moves(Notation::default()).into_iter().map(|mv| mv.text).collect();
    Opening { name, is_standard: start == game.start, start, moves }
}

/// The contents of a file of games, and what stands beside it.
#[derive(Clone, Debug)]
pub struct FileContents {
    bytes: Vec<u8>,
    names: WthorNames,
}

impl FileContents {
    /// Reads a file, which messages call by this kind; beside one of WTHOR the names of players and tournaments, if they are there.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn read(kind: &'static str, path: &str) -> Result<FileContents, BadInput> {
        let bytes = source::read_bytes(kind, path)?;
        let is_wthor = FileKind::of_file_name(path) == Some(FileKind::Wthor);
        let beside = |name| names_beside(&Path::new(path).with_file_name(name));
        let names = match is_wthor {
            true => WthorNames::new(&beside("WTHOR.JOU"), &beside("WTHOR.TRN")),
            false => WthorNames::default(),
        };
        Ok(FileContents { bytes, names })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The contents for a reader.
    pub fn contents(&self) -> Contents<'_> {
        Contents::Bytes(&self.bytes, &self.names)
    }
}

/// The contents of a file of names; nothing where there is none, a link, or one too large to be one.
fn names_beside(path: &Path) -> Vec<u8> {
    const MAX_BYTES: u64 = 1 << 24;
    let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    if is_file { read_file(path, MAX_BYTES).unwrap_or_default() } else { Vec::new() }
}

/// The text of a file of this kind, as messages call it, in whatever encoding it is.
///
/// # Errors
/// A file that cannot be read.
pub fn text_of(kind: &'static str, path: &str) -> Result<String, BadInput> {
    source::read_bytes(kind, path).map(decoded)
}

/// The openings that a seed generates, different and level.
///
/// # Errors
/// None: the start position is in order.
pub fn generated(game: Game, seed: u64) -> Result<GeneratedOpenings, BadInput> {
    let start = of_session(game, &*game.session("", "")?, String::new());
    let named = (1..).zip((game.random_openings)(seed));
    Ok(Box::new(named.map(move |(number, moves)| Opening {
        name: format!("{number}"),
        moves,
        ..start.clone()
    })))
}

/// A hash of the boards and moves of openings, in order. Names do not count.
pub fn hash(openings: &[Opening]) -> u64 {
    let texts = openings.iter().flat_map(|opening| {
        let moves = opening.moves.iter().map(String::as_str);
        std::iter::once(opening.start.as_str()).chain(moves).chain(["\n"])
    });
    hash_of_bytes(texts.flat_map(|text| text.bytes().chain([0])))
}

/// A hash of bytes (FNV-1a; Fowler, Noll & Vo).
pub fn hash_of_bytes(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
