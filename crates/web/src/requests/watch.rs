//! A match that runs in another process, followed by its journal and by the file of its running games.

use std::thread;
use std::time::{Duration, Instant};

use crate::{Call, Problem};
use serde_json::{Value, json};

use super::folder::Folder;
use shuangqi_arena::games::Games;
use shuangqi_arena::running_games;
use shuangqi_arena::watched_match::WatchedMatch;

/// How often the files are looked at.
const INTERVAL: Duration = Duration::from_millis(250);
/// A match of which nothing is heard for this long does not run.
const SILENCE: Duration = Duration::from_secs(3);

/// Follows a match until it ends, or until the page has seen enough.
///
/// # Errors
/// A file that is no journal of a match, or was changed.
pub fn watch(games: &Games, folder: &Folder, call: &Call) -> Result<Value, Problem> {
    let (name, journal) = folder.file_of(call)?;
    let live = running_games::beside(&journal.path);
    let mut watched = WatchedMatch::new(&journal.path, &name, games);
    let mut heard = Instant::now();
    while !call.is_cancelled() {
        let is_changed = watched.read(&mut |event| call.emit(event))?;
        // Looked for each time: it is written anew.
        let running = folder.file_at(&live).and_then(|live| running_games::read(&live.path));
        if is_changed || running.is_some() {
            heard = Instant::now();
        }
        let is_over = watched.is_over() || heard.elapsed() > SILENCE;
        watched.tell_running(running.filter(|_| !is_over), &mut |event| call.emit(event));
        if is_over {
            break;
        }
        thread::sleep(INTERVAL);
    }
    Ok(json!({}))
}
