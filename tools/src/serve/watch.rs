//! A match that runs in another process, followed by its journal and by the file of its running games.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shuangqi_web::{Call, Problem};

use super::folder::Folder;
use crate::arena::config::RunOptions;
use crate::arena::match_config::MatchConfig;
use crate::arena::record::GameRecord;
use crate::arena::run::journal::{Header, JournalFollower, Kept};
use crate::arena::run::schedule::Schedule;
use crate::arena::running_games::{self, LiveGame, LiveMatch};
use crate::arena::standings::Standings;
use crate::arena::texts::TextReport;
use crate::rating::Sprt;
use game::Seat;

/// How often the files are looked at.
const INTERVAL: Duration = Duration::from_millis(250);
/// A match of which nothing is heard for this long does not run.
const SILENCE: Duration = Duration::from_secs(3);

/// Follows a match until it ends, or until the page has seen enough.
///
/// # Errors
/// A file that is no journal of a match, or was changed.
pub fn watch(folder: &Folder, call: &Call) -> Result<Value, Problem> {
    let (name, journal) = folder.file_of(call)?;
    let live = running_games::beside(&journal.path);
    let mut watched = WatchedMatch::new(&journal.path, &name);
    let mut heard = Instant::now();
    while !call.is_cancelled() {
        let is_changed = watched.read(call)?;
        // Looked for each time: it is written anew.
        let running = folder.file_at(&live).and_then(|live| running_games::read(&live.path));
        if is_changed || running.is_some() {
            heard = Instant::now();
        }
        let is_over = watched.is_over() || heard.elapsed() > SILENCE;
        watched.tell_running(running.filter(|_| !is_over), call);
        if is_over {
            break;
        }
        thread::sleep(INTERVAL);
    }
    Ok(json!({}))
}

/// What is known of a match.
struct WatchedMatch {
    follower: JournalFollower,
    kept: Kept,
    /// The games that the page knows.
    told: usize,
    standings: Option<Standings>,
    /// The last header.
    header: Option<Header>,
    running: Option<LiveMatch>,
}

impl WatchedMatch {
    fn new(path: &Path, name: &str) -> WatchedMatch {
        let follower = JournalFollower::new(path, name);
        WatchedMatch {
            follower,
            kept: Kept::default(),
            told: 0,
            standings: None,
            header: None,
            running: None,
        }
    }

    /// Reads what is new in the journal and tells it; whether there was anything.
    fn read(&mut self, call: &Call) -> Result<bool, Problem> {
        let known = self.kept.lines.values().copied().max().unwrap_or_default();
        self.follower.read(&mut self.kept)?;
        let Some(header) = self.kept.header.clone() else { return Ok(false) };
        let is_new = self.header.as_ref() != Some(&header);
        if is_new {
            call.emit(json!({"match": described(&header.config), "keep": true}));
        }
        let header = self.header.insert(header);
        let (config, options) = (&header.config, &header.options);
        let fresh: Vec<&GameRecord> = self
            .kept
            .lines
            .iter()
            .filter(|&(_, &line)| is_new || line > known)
            .filter_map(|(number, _)| self.kept.games.get(number))
            .collect();
        let test = options.test.and_then(|test| Sprt::new(test).ok());
        let standings = match self.standings.take().filter(|_| !is_new) {
            Some(mut standings) => {
                fresh.iter().for_each(|game| standings.add(game));
                standings
            }
            None => Standings::of(config, test, fresh.iter().copied()),
        };
        let standings = self.standings.insert(standings);
        for game in &fresh {
            call.emit(json!({"finished": finished(game), "keep": true}));
        }
        let is_changed = is_new || !fresh.is_empty();
        if is_changed {
            call.emit(json!({"standings": written(config, options, standings)}));
        }
        self.told = self.kept.games.len();
        Ok(is_changed)
    }

    /// Whether no more games are to come.
    fn is_over(&self) -> bool {
        let (Some(header), Some(standings)) = (&self.header, &self.standings) else { return false };
        standings.is_decided() || self.told as u64 >= planned(&header.config)
    }

    /// Tells which games are running, if that has changed.
    fn tell_running(&mut self, running: Option<LiveMatch>, call: &Call) {
        if self.header.is_some() && running != self.running {
            let games = running.as_ref().map_or(&[][..], |live| &live.games);
            let config = self.header.as_ref().map(|header| &header.config);
            let shown: Vec<Value> = games.iter().map(|game| with_boards(config, game)).collect();
            call.emit(json!({"running": shown}));
            self.running = running;
        }
    }
}

/// A running game with its last boards, two if there was a move.
fn with_boards(config: Option<&MatchConfig>, game: &LiveGame) -> Value {
    let mut value = json!(game);
    let session = config.and_then(|config| config.game.session(&game.start, &config.rules).ok());
    let boards = session.map_or_else(Vec::new, |mut session| {
        let _ = game.moves.iter().try_for_each(|text| session.advance(text));
        let plies = session.plies();
        (plies.saturating_sub(1)..=plies).map(|plies| session.board_after(plies)).collect()
    });
    value["boards"] = json!(boards);
    value
}

/// The number of games that a match plays.
fn planned(config: &MatchConfig) -> u64 {
    // As many as with any number of openings: they are repeated.
    Schedule::new(&config.layout, config.engines.len(), 1).len()
}

fn described(config: &MatchConfig) -> Value {
    json!({
        "game": config.game.name(),
        "engines": config.engines.iter().map(|engine| &engine.name).collect::<Vec<_>>(),
        "planned": planned(config),
        "seats": Seat::BOTH.map(|seat| config.game.colour(seat)),
    })
}

fn finished(game: &GameRecord) -> Value {
    json!({
        "number": game.fixture.number,
        "engines": game.fixture.engines,
        "result": game.result.text(),
        "explanation": game.explanation,
        "start": game.start,
        "moves": game.moves.iter().map(|mv| &mv.text).collect::<Vec<_>>(),
    })
}

fn written(config: &MatchConfig, options: &RunOptions, standings: &Standings) -> Value {
    let report = TextReport { config, options, planned: planned(config) };
    let rows: Vec<Value> = rows(config, standings);
    let llr = standings.test_state().map(|state| {
        json!({"value": state.llr, "lower": state.lower, "upper": state.upper, "state": state.verdict.name()})
    });
    json!({"games": standings.games(), "text": report.figures(standings), "rows": rows, "llr": llr})
}

/// A row for each engine, the strongest first.
fn rows(config: &MatchConfig, standings: &Standings) -> Vec<Value> {
    let is_duel = config.engines.len() == 2;
    let duel = standings.first_encounter().elo();
    let row = |(engine, elo, error): (usize, Option<f64>, Option<f64>)| {
        let games = standings.engines[engine].games();
        json!({
            "name": config.engine_name(engine),
            "points": games.points(),
            "games": games.games(),
            "wins": games.wins,
            "draws": games.draws,
            "losses": games.losses,
            "elo": elo,
            "error": error,
        })
    };
    if is_duel {
        let other = duel.value.map(|value| -value);
        return [(0, duel.value, duel.error), (1, other, duel.error)].into_iter().map(row).collect();
    }
    let rated = standings.ratings().into_iter().map(|rating| (rating.engine, Some(rating.elo), rating.error));
    rated.map(row).collect()
}
