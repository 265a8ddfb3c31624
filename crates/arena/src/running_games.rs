//! The games that are being played, for those who look on: their moves, clocks, and what the engines think.
//!
//! A match with a journal writes them to a file beside it, `JOURNAL.live`, a few times a second, and removes it at the end.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use shuangqi_cli::files;
use shuangqi_cli::reader::read_file;
use shuangqi_cli::units::milliseconds;

use super::config::Opening;
use super::player::{MoveRequest, SearchInfo};
use super::record::ScheduledGame;
use game::{EngineScore, Seat};

/// What the name of the file ends with.
pub const LIVE_ENDING: &str = ".live";
const SCHEMA: &str = "match-live/1";
/// No such file is larger.
const MAX_BYTES: u64 = 1 << 24;
/// The shortest time between two versions of the file.
const INTERVAL: Duration = Duration::from_millis(250);
/// The longest, for a reader to see that the match still runs.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// The current game of each worker.
#[derive(Debug)]
pub(crate) struct RunningGames(Mutex<Vec<WorkerGame>>);

#[derive(Clone, Debug, Default)]
struct WorkerGame {
    scheduled: Option<ScheduledGame>,
    /// With the clocks at the time of the last request.
    game: LiveGame,
    /// When a player was asked for a move.
    asked: Option<Instant>,
}

impl RunningGames {
    /// No games yet, for this many workers.
    pub(crate) fn new(workers: usize) -> RunningGames {
        RunningGames(Mutex::new(vec![WorkerGame::default(); workers]))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<WorkerGame>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, worker: usize, change: impl FnOnce(&mut WorkerGame)) {
        if let Some(game) = self.lock().get_mut(worker) {
            change(game);
        }
    }

    /// The games that are being played, with their plies.
    pub(crate) fn playing(&self) -> Vec<(ScheduledGame, usize)> {
        self.lock().iter().filter_map(|game| Some((game.scheduled?, game.game.moves.len()))).collect()
    }

    /// A worker takes a game, or leaves its last one.
    pub(crate) fn set(&self, worker: usize, scheduled: Option<ScheduledGame>) {
        self.change(worker, |game| game.scheduled = scheduled);
    }

    /// The current game of a worker.
    pub(crate) fn of_worker(&self, worker: usize) -> GameProgress<'_> {
        GameProgress { games: self, worker }
    }

    fn now(&self) -> LiveMatch {
        LiveMatch {
            schema: SCHEMA.to_owned(),
            games: self.lock().iter().filter_map(WorkerGame::live).collect(),
        }
    }
}

/// The current game of a worker, to which its progress is reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameProgress<'a> {
    games: &'a RunningGames,
    worker: usize,
}

impl GameProgress<'_> {
    pub(crate) fn begin(self, opening: &Opening) {
        let (start, moves) = (opening.start.clone(), opening.moves.clone());
        self.games.change(self.worker, |running| {
            running.game = LiveGame { start, moves, ..LiveGame::default() };
            running.asked = None;
        });
    }

    pub(crate) fn ask(self, request: &MoveRequest<'_>) {
        self.games.change(self.worker, |running| {
            let game = &mut running.game;
            let known = game.moves.len().min(request.moves.len());
            game.moves.truncate(known);
            game.moves.extend_from_slice(&request.moves[known..]);
            game.clocks_ms = request.clocks.map(|clock| clock.map(|clock| milliseconds(clock.remaining)));
            game.side = Some(request.seat().index());
            running.asked = Some(Instant::now());
        });
    }

    pub(crate) fn answer(self, seat: Seat, info: &SearchInfo) {
        let snapshot = Some(SearchSnapshot::of(info));
        self.games.change(self.worker, |running| running.game.thoughts[seat.index()] = snapshot);
    }
}

impl WorkerGame {
    /// The game with the clocks of this moment.
    fn live(&self) -> Option<LiveGame> {
        let ScheduledGame { number, engines, .. } = self.scheduled?;
        let mut game = LiveGame { number, engines, ..self.game.clone() };
        if let Some((side, since)) = game.side.zip(self.asked)
            && let Some(left) = &mut game.clocks_ms[side]
        {
            *left = left.saturating_sub(milliseconds(since.elapsed()));
        }
        Some(game)
    }
}

/// What an engine said of its last move, from its own view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchSnapshot {
    /// In hundredths.
    pub score: Option<i32>,
    /// Moves to mate; negative: it is mated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The line that it expected.
    pub pv: Vec<String>,
}

impl SearchSnapshot {
    fn of(info: &SearchInfo) -> SearchSnapshot {
        let (score, mate) = match info.score {
            Some(EngineScore::Hundredths(score)) => (Some(score), None),
            Some(EngineScore::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        SearchSnapshot { score, mate, depth: info.depth, nodes: info.nodes, pv: info.pv.clone() }
    }
}

/// A game that is being played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LiveGame {
    /// Its number in the schedule, from 0.
    pub number: u64,
    /// The engines' indices by seat.
    pub engines: [usize; 2],
    /// The board before its first move.
    pub start: String,
    /// Its moves, those of the opening among them.
    pub moves: Vec<String>,
    /// The milliseconds on the clocks when this was written.
    pub clocks_ms: [Option<u64>; 2],
    /// The side that is asked for a move: 0 or 1.
    pub side: Option<usize>,
    /// By seat.
    pub thoughts: [Option<SearchSnapshot>; 2],
}

/// The contents of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LiveMatch {
    schema: String,
    /// The games that are being played.
    pub games: Vec<LiveGame>,
}

/// The file beside a journal.
pub fn beside(journal: &Path) -> PathBuf {
    let mut name = journal.as_os_str().to_owned();
    name.push(LIVE_ENDING);
    name.into()
}

/// Reads the file beside a journal; `None` if the match does not run.
pub fn read(path: &Path) -> Option<LiveMatch> {
    let age = fs::metadata(path).ok()?.modified().ok()?.elapsed().unwrap_or_default();
    let is_stale = age > 3 * HEARTBEAT;
    let live: LiveMatch = serde_json::from_slice(&read_file(path, MAX_BYTES).ok()?).ok()?;
    (live.schema == SCHEMA && !is_stale).then_some(live)
}

/// Writes the running games of a match beside its journal; the file is removed with this value.
#[derive(Debug)]
pub(crate) struct LiveFile {
    path: PathBuf,
    games: Arc<RunningGames>,
    written: Option<(Instant, String)>,
}

impl LiveFile {
    /// The file beside this journal.
    pub(crate) fn new(journal: &Path, games: &Arc<RunningGames>) -> LiveFile {
        LiveFile { path: beside(journal), games: Arc::clone(games), written: None }
    }

    /// Writes the file, unless that was done a moment ago. An error is ignored: the match goes on without the file.
    pub(crate) fn write(&mut self) {
        let age = self.written.as_ref().map(|(at, _)| at.elapsed());
        if age.is_some_and(|age| age < INTERVAL) {
            return;
        }
        let text = serde_json::to_string(&self.games.now()).unwrap_or_default();
        let is_known = self.written.as_ref().is_some_and(|(_, last)| *last == text);
        if is_known && age.is_some_and(|age| age < HEARTBEAT) {
            return;
        }
        let _ = files::write_unsynced(&self.path, text.as_bytes());
        self.written = Some((Instant::now(), text));
    }
}

impl Drop for LiveFile {
    fn drop(&mut self) {
        if self.written.is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scheduled() -> ScheduledGame {
        ScheduledGame { number: 4, round: 2, pair: 2, opening: 1, engines: [1, 0] }
    }

    #[test]
    fn what_is_written_is_read_until_the_match_ends() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("m.journal");
        let games = Arc::new(RunningGames::new(2));
        let mut file = LiveFile::new(&journal, &games);
        let moves = vec!["f5".to_owned(), "d6".to_owned()];
        let opening = Opening { name: String::new(), start: "board X".to_owned(), is_standard: false, moves };
        games.set(1, Some(scheduled()));
        games.of_worker(1).begin(&opening);
        let info = SearchInfo { score: Some(EngineScore::Mate(-2)), depth: Some(7), ..SearchInfo::default() };
        games.of_worker(1).answer(Seat::Second, &info);
        file.write();
        let [game] = &read(&beside(&journal)).unwrap().games[..] else { panic!("one game") };
        assert_eq!((game.number, game.engines, &game.moves), (4, [1, 0], &opening.moves));
        let thought = game.thoughts[1].as_ref().unwrap();
        assert_eq!((thought.score, thought.mate, thought.depth), (None, Some(-2), Some(7)));
        assert_eq!((game.thoughts[0].as_ref(), games.playing()), (None, vec![(scheduled(), 2)]));
        drop(file);
        assert_eq!(read(&beside(&journal)), None);
    }
}
