//! The files of the folder that is served, among them the journals of matches that run in other processes.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant, UNIX_EPOCH};

use game::{Message, Notation};
use serde::Deserialize;
use serde_json::{Value, json};
use shuangqi_arena::games::Games;
use shuangqi_arena::openings::FileContents;
use shuangqi_arena::running_games::{self, LIVE_ENDING};
use shuangqi_arena::watched_match::WatchedMatch;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::run_folder::MANIFEST;
use shuangqi_cli::units::milliseconds;
use shuangqi_game_files::{FileKind, read_first};
use shuangqi_page::message::language_of;
use shuangqi_page::{Call, Problem, fields, texts};
use shuangqi_texts::Catalogue;

use crate::ServedFile;

/// The most files that are listed, and how many folders deep.
const MAX_FILES: usize = 1000;
const DEEPEST: usize = 4;
/// The largest file of games that is opened, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// The name of the last positions of a match in the folder of its results.
const FINAL_POSITIONS: &str = "final.epd";
/// The interval at which the files of a match are read.
const INTERVAL: Duration = Duration::from_millis(250);
/// A match of which nothing is heard for this long does not run.
const SILENCE: Duration = Duration::from_secs(3);

#[derive(Debug, Deserialize)]
struct PathField {
    path: String,
}

#[derive(Debug, Deserialize)]
struct WatchFields {
    /// The notation of the moves of running games.
    #[serde(default)]
    notation: Notation,
}

#[derive(Clone, Debug)]
pub struct Folder(pub Option<crate::Folder>);

impl Folder {
    pub fn is_given(&self) -> bool {
        self.0.is_some()
    }

    /// The folder that is served.
    pub fn served(&self) -> Result<&crate::Folder, Problem> {
        let text = "No folder is served. Name one, as in: shuangqi serve FOLDER.";
        self.0.as_ref().ok_or_else(|| Problem::new("problem-no-folder", text))
    }

    /// The files of the folder, those of its folders among them.
    pub fn list(&self) -> Value {
        let mut files = Vec::new();
        if let Some(folder) = &self.0 {
            collect(folder, folder.root(), "", DEEPEST, &mut files);
        }
        json!({"files": files})
    }

    /// The games of a file, of the first game whose games they are.
    pub fn open(&self, games: &Games, call: &Call) -> Result<Value, Problem> {
        let (name, ServedFile { path, .. }) = self.file_of(call)?;
        let bytes = fs::metadata(&path).map_or(0, |metadata| metadata.len());
        if bytes > MAX_BYTES {
            let text = "The file has {bytes} bytes; at most {most} can be opened here.";
            let problem = Problem::new("problem-file-too-large", text);
            return Err(problem.with("bytes", bytes as usize).with("most", MAX_BYTES as usize));
        }
        let contents = contents(&path)?;
        let (game, read) = read_first(games.all().map(|game| game.any), &name, contents.contents(), None)?;
        Ok(texts::games_read(game, &read))
    }

    fn file_of(&self, call: &Call) -> Result<(String, ServedFile), Problem> {
        let PathField { path } = fields::read(call)?;
        match self.served()?.file(&path) {
            Some(file) => Ok((path, file)),
            None => {
                let text = "There is no file {path} in the folder that a page may read.";
                Err(Problem::new("problem-no-file", text).with("path", quote(&path)))
            }
        }
    }

    /// Follows a match until it ends, or until the page has seen enough.
    pub fn watch(&self, games: &Games, call: &Call) -> Result<Value, Problem> {
        let (name, journal) = self.file_of(call)?;
        let WatchFields { notation } = fields::read(call)?;
        let live = running_games::beside(&journal.path);
        let mut watched = WatchedMatch::new(&journal.path, &name, games, notation);
        let catalogue = Catalogue::of(language_of(&call.fields));
        let say = |message: &Message| catalogue.say(message);
        let mut heard = Instant::now();
        while !call.is_cancelled() {
            let is_changed = watched.read(&say, &mut |event| call.emit(event))?;
            // Looked for each time: it is written anew.
            let live_file = self.0.as_ref().and_then(|folder| folder.file_at(&live));
            let running = live_file.and_then(|file| running_games::read(&file.path));
            if is_changed || running.is_some() {
                heard = Instant::now();
            }
            let is_over = watched.is_over() || heard.elapsed() > SILENCE;
            watched.send_running(running.filter(|_| !is_over), &mut |event| call.emit(event));
            if is_over {
                break;
            }
            thread::sleep(INTERVAL);
        }
        Ok(json!({}))
    }
}

/// The contents of a file of games. What the system says of one that cannot be read is not passed on: it would name the folder.
pub fn contents(path: &Path) -> Result<FileContents, Problem> {
    let contents = FileContents::read("games", &path.to_string_lossy());
    contents.map_err(|_| Problem::new("problem-file", "The file cannot be read."))
}

/// Adds the files of a folder inside the one that is served and of those in it; what pages may not read, links, and what a
/// running match writes for those who look on are left out.
fn collect(served: &crate::Folder, at: &Path, before: &str, depth: usize, files: &mut Vec<Value>) {
    let Ok(entries) = fs::read_dir(at) else { return };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) else { continue };
        if name.starts_with('.') || name.ends_with(LIVE_ENDING) || files.len() >= MAX_FILES {
            continue;
        }
        let path = format!("{before}{name}");
        if kind.is_dir() && depth > 0 {
            collect(served, &entry.path(), &format!("{path}/"), depth - 1, files);
        } else if kind.is_file() && served.file_at(&entry.path()).is_some() {
            files.extend(listed(&entry, path));
        }
    }
}

/// Whether a file holds the last positions of a match, which the match wrote to its own folder: they are no games to analyse.
fn is_output_of_match(path: &Path) -> bool {
    path.ends_with(FINAL_POSITIONS) && path.with_file_name(MANIFEST).exists()
}

fn listed(entry: &fs::DirEntry, path: String) -> Option<Value> {
    let metadata = entry.metadata().ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let kind = match ending.as_deref() {
        Some("epd") if is_output_of_match(&entry.path()) => "other",
        Some("html") => "report",
        Some("journal") => "journal",
        Some(ending) if FileKind::named(ending).is_some() => "games",
        _ => "other",
    };
    let (bytes, modified) = (metadata.len(), milliseconds(modified));
    Some(json!({"path": path, "kind": kind, "bytes": bytes, "modified_ms": modified}))
}
