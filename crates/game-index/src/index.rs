//! Games by their headers and positions.

use game::any::AnySession;
use serde::{Deserialize, Serialize};
use shuangqi_game_files::Part;

/// A file of games, as it was when it was read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct IndexedFile {
    /// The path from the folder down, its parts separated by `/`.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// When it was changed last, in nanoseconds since 1970.
    pub modified: u64,
    /// The name of the game that its games are of; empty where none could be read.
    pub game: String,
    /// The ending that names its kind.
    pub kind: String,
    /// The number of its games with a move that cannot be read: they are found by their headers alone.
    pub broken: u32,
    /// The reason why the file, or the first of those games, cannot be read.
    pub error: Option<String>,
}

/// The results of games, by their places in an index; the last one is open.
pub(crate) const RESULTS: [&str; 4] = ["1-0", "1/2-1/2", "0-1", OPEN];
/// The result of a game that has none.
pub(crate) const OPEN: &str = "*";

/// A game, by its headers. What a file does not say is empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IndexedGame {
    /// The place of its file among the files.
    pub file: u32,
    /// The line on which it begins, or its number in a file of bytes.
    pub line: usize,
    /// The bytes of the decoded file before it, and before its end.
    pub bytes: [usize; 2],
    /// The players by seat.
    pub players: [String; 2],
    /// The event.
    pub event: String,
    /// The date as PGN writes it: `2004.12.??`.
    pub date: String,
    /// The place of its result among 1-0, 1/2-1/2, 0-1 and an open one.
    pub result: u8,
    /// The discs of both sides at the end, in games that count them, where the file or the rules state them.
    pub discs: Option<[u8; 2]>,
}

impl IndexedGame {
    /// The part of its file that holds it.
    pub fn part(&self) -> Part {
        Part { line: self.line, bytes: self.bytes[0]..self.bytes[1] }
    }

    /// The result; `None` where the file and the rules state none.
    pub fn result(&self) -> Option<&'static str> {
        RESULTS.get(usize::from(self.result)).copied().filter(|result| *result != OPEN)
    }

    /// Returns whether each of these words, in small letters, stands in its headers.
    fn has_all(&self, words: &[String]) -> bool {
        if words.is_empty() {
            return true;
        }
        let [one, other] = &self.players;
        let headers = [one, other, &self.event, &self.date].map(|text| text.to_lowercase());
        words.iter().all(|word| headers.iter().any(|header| header.contains(word.as_str())))
    }
}

/// A position that a game reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Occurrence {
    pub key: u64,
    /// The place of the game among the games.
    pub game: u32,
}

/// The games of a folder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameIndex {
    /// By path.
    pub(crate) files: Vec<IndexedFile>,
    /// File by file, those of a file in its order.
    pub(crate) games: Vec<IndexedGame>,
    /// In order, each once.
    pub(crate) occurrences: Vec<Occurrence>,
}

impl GameIndex {
    /// The files, by path.
    pub fn files(&self) -> &[IndexedFile] {
        &self.files
    }

    /// The games of all files.
    pub fn games(&self) -> &[IndexedGame] {
        &self.games
    }

    /// The number of positions, each counted once for every game that reaches it.
    pub fn positions(&self) -> usize {
        self.occurrences.len()
    }

    /// The file of a game.
    pub fn file_of(&self, game: &IndexedGame) -> &IndexedFile {
        &self.files[game.file as usize]
    }

    /// The games of a game by its name whose headers have all these words, in letters of either case; their places among all.
    pub fn find(&self, game: &str, words: &str) -> Vec<u32> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let is_found = |found: &IndexedGame| self.file_of(found).game == game && found.has_all(&words);
        (0..).zip(&self.games).filter(|(_, found)| is_found(found)).map(|(place, _)| place).collect()
    }

    /// The games that reach a position of this key, by their places among all.
    pub fn reaching(&self, key: u64) -> impl ExactSizeIterator<Item = u32> {
        let start = self.occurrences.partition_point(|occurrence| occurrence.key < key);
        let rest = &self.occurrences[start..];
        let length = rest.partition_point(|occurrence| occurrence.key == key);
        rest[..length].iter().map(|occurrence| occurrence.game)
    }

    /// The results of these games: won by the first seat, drawn, won by the second, open.
    pub fn results(&self, key: u64) -> [u32; 4] {
        let mut counts = [0; 4];
        self.reaching(key).for_each(|game| counts[usize::from(self.games[game as usize].result)] += 1);
        counts
    }
}

/// The key of the position after this number of moves: the same for boards that a symmetry maps to each other, whatever their
/// counters of moves are. It is a hash (FNV-1a of 64 bits): the chance that two of ten million positions have the same one is 1 in
/// 400,000.
pub fn position_key(session: &dyn AnySession, plies: usize) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let class = shuangqi_book::position_class(session, plies);
    let bytes = session.info().name.bytes().chain([b' ']).chain(class.into_bytes());
    bytes.fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}
