//! The saved index: a line of JSON with the numbers of what follows, a line for each file and each game, and the occurrences of
//! positions in 12 bytes each, numbers in little-endian order.

use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shuangqi_cli::files;
use shuangqi_cli::reader::read_file;

use crate::index::{GameIndex, Occurrence, RESULTS};

/// The form of the file, and what is counted in it: raise it when either changes.
const SCHEMA: &str = "game-index/2";
/// The largest index that is read, in bytes: of some ten million games.
const MAX_BYTES: u64 = 1 << 33;
const OCCURRENCE_BYTES: usize = 12;

#[derive(Serialize, Deserialize)]
struct Head {
    schema: String,
    files: usize,
    games: usize,
    occurrences: usize,
    /// The checksum of all that follows (CRC-32).
    checksum: u32,
}

/// The file in the folder of the system for caches that keeps the index of a folder; `None` where the system has no such folder.
pub fn cache_path(folder: &Path) -> Option<PathBuf> {
    let caches = etcetera::choose_base_strategy().ok()?.cache_dir();
    let folder = folder.canonicalize().ok()?;
    let name = crc32fast::hash(folder.as_os_str().as_encoded_bytes());
    Some(caches.join("shuangqi").join(format!("{name:08x}.games")))
}

impl GameIndex {
    /// Reads an index that was written; `None` where there is none, or one that is damaged or of another version.
    pub fn open(path: &Path) -> Option<GameIndex> {
        let contents = read_file(path, MAX_BYTES).ok()?;
        let (head, rest) = split_line(&contents)?;
        let head: Head = serde_json::from_slice(head).ok()?;
        (head.schema == SCHEMA && head.checksum == crc32fast::hash(rest)).then_some(())?;
        let mut rest = rest;
        let (files, games) = (take_lines(&mut rest, head.files)?, take_lines(&mut rest, head.games)?);
        let occurrences: Vec<Occurrence> = rest.chunks_exact(OCCURRENCE_BYTES).map(occurrence).collect();
        let index = GameIndex { files, games, occurrences };
        (index.occurrences.len() == head.occurrences && index.is_consistent()).then_some(index)
    }

    /// Whether every place that it names is there.
    fn is_consistent(&self) -> bool {
        self.games
            .iter()
            .all(|game| (game.file as usize) < self.files.len() && usize::from(game.result) < RESULTS.len())
            && self.occurrences.iter().all(|at| (at.game as usize) < self.games.len())
    }

    /// Writes the index, whole or not at all, and the folders above it that are missing.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut rest = Vec::with_capacity(self.games.len() * 160 + self.occurrences.len() * OCCURRENCE_BYTES);
        let mut line = |value: serde_json::Result<Vec<u8>>| -> io::Result<()> {
            rest.extend(value?);
            rest.push(b'\n');
            Ok(())
        };
        self.files.iter().try_for_each(|file| line(serde_json::to_vec(file)))?;
        self.games.iter().try_for_each(|game| line(serde_json::to_vec(game)))?;
        for at in &self.occurrences {
            rest.extend(at.key.to_le_bytes());
            rest.extend(at.game.to_le_bytes());
        }
        let head = Head {
            schema: SCHEMA.to_owned(),
            files: self.files.len(),
            games: self.games.len(),
            occurrences: self.occurrences.len(),
            checksum: crc32fast::hash(&rest),
        };
        let mut contents = serde_json::to_vec(&head)?;
        contents.push(b'\n');
        contents.append(&mut rest);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        files::replace(path, &contents)
    }
}

/// Takes values off the beginning, each on a line of its own.
fn take_lines<T: DeserializeOwned>(rest: &mut &[u8], count: usize) -> Option<Vec<T>> {
    let mut take = || {
        let (line, after) = split_line(rest)?;
        *rest = after;
        serde_json::from_slice(line).ok()
    };
    (0..count).map(|_| take()).collect()
}

fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

fn occurrence(bytes: &[u8]) -> Occurrence {
    let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
    Occurrence { key: u64::from(word(0)) | u64::from(word(4)) << 32, game: word(8) }
}
