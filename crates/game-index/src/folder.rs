//! Brings an index up to date with its folder.

use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use rayon::prelude::*;
use shuangqi_game_files::FileKind;

use crate::index::{GameIndex, IndexedFile, IndexedGame, Occurrence};
use crate::reader::{ReadFile, read_file};
use crate::update::Update;

/// How many folders deep files are looked for.
const DEEPEST: usize = 8;

impl GameIndex {
    /// The index after the files of the folder and of those in it that are new or have changed were read, and those that are gone
    /// were forgotten; `None` where nothing has changed. Links and hidden files are left out. What was read before it was cancelled
    /// is kept.
    pub fn updated(&self, folder: &Path, update: &Update<'_>) -> Option<GameIndex> {
        let mut found = Vec::new();
        collect(folder, "", DEEPEST, &mut found);
        found.sort_by(|one, other| one.path.cmp(&other.path));
        let is_known = |file: &IndexedFile| {
            let known = self.files.binary_search_by(|known| known.path.cmp(&file.path)).ok()?;
            let same = &self.files[known];
            ((same.bytes, same.modified) == (file.bytes, file.modified)).then_some(known)
        };
        let known: Vec<Option<usize>> = found.iter().map(is_known).collect();
        if known.len() == self.files.len() && known.iter().all(Option::is_some) {
            return None;
        }
        let read: Vec<Option<ReadFile>> = found
            .into_par_iter()
            .zip(&known)
            .map(|(file, known)| known.is_none().then(|| read_new(update, folder, file)).flatten())
            .collect();
        Some(self.joined(known, read))
    }

    /// The files that are known still, and those that were read.
    fn joined(&self, known: Vec<Option<usize>>, read: Vec<Option<ReadFile>>) -> GameIndex {
        let mut joined = GameIndex::default();
        // The new place of each game that is known.
        let mut places: Vec<Option<u32>> = vec![None; self.games.len()];
        let firsts = self.first_games();
        for (known, read) in known.into_iter().zip(read) {
            let first = joined.games.len() as u32;
            match (known, read) {
                (Some(known), _) => {
                    let games = firsts[known]..firsts[known + 1];
                    (first..).zip(games.clone()).for_each(|(place, game)| places[game] = Some(place));
                    joined.add(self.files[known].clone(), self.games[games].iter().cloned());
                }
                (None, Some(ReadFile { file, games, occurrences })) => {
                    let placed = |at: Occurrence| Occurrence { game: first + at.game, ..at };
                    joined.occurrences.extend(occurrences.into_iter().map(placed));
                    joined.add(file, games.into_iter());
                }
                (None, None) => {}
            }
        }
        let placed = |at: &Occurrence| places[at.game as usize].map(|game| Occurrence { game, ..*at });
        joined.occurrences.extend(self.occurrences.iter().filter_map(placed));
        joined.occurrences.par_sort_unstable();
        joined.occurrences.dedup();
        joined
    }

    fn add(&mut self, file: IndexedFile, games: impl Iterator<Item = IndexedGame>) {
        let place = self.files.len() as u32;
        self.files.push(file);
        self.games.extend(games.map(|game| IndexedGame { file: place, ..game }));
    }

    /// The place of the first game of each file, and the number of all games.
    fn first_games(&self) -> Vec<usize> {
        let first = |file| self.games.partition_point(|game| (game.file as usize) < file);
        (0..=self.files.len()).map(first).collect()
    }
}

/// Reads a file, unless that is cancelled.
fn read_new(update: &Update<'_>, folder: &Path, file: IndexedFile) -> Option<ReadFile> {
    if update.is_cancelled() {
        return None;
    }
    let path = folder.join(&file.path);
    let read = read_file(update, &path.to_string_lossy(), file);
    // A file that was read in part is read again.
    (!update.is_cancelled()).then_some(read)
}

/// Adds the files of games of a folder and of those in it.
fn collect(folder: &Path, before: &str, depth: usize, files: &mut Vec<IndexedFile>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) else { continue };
        let path = format!("{before}{name}");
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() && depth > 0 {
            collect(&entry.path(), &format!("{path}/"), depth - 1, files);
        } else if kind.is_file() && FileKind::of_file_name(&name).is_some() {
            files.extend(listed(&entry, path));
        }
    }
}

fn listed(entry: &fs::DirEntry, path: String) -> Option<IndexedFile> {
    let metadata = entry.metadata().ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Some(IndexedFile {
        path,
        bytes: metadata.len(),
        modified: modified.as_nanos() as u64,
        ..IndexedFile::default()
    })
}
