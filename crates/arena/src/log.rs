//! Logs of a match: what is sent to engines (`>`), what they answer (`<`) and write to stderr (`!`), and events of their
//! games (`-`), in plain lines with their times.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use game::Seat;
use shuangqi_cli::Failure;

use super::config::{EngineConfig, Opening};
use super::fault::Fault;

#[derive(Debug)]
struct Log {
    file: Mutex<File>,
    start: Instant,
}

impl Log {
    /// Opens a log, or creates it.
    fn open(path: &Path, start: Instant) -> Result<Log, Failure> {
        let file = File::options().append(true).create(true).open(path);
        let file = file.map_err(|error| Failure::unwritable(path, &error))?;
        Ok(Log { file: Mutex::new(file), start })
    }

    /// Adds a line. A log that cannot be written is no reason to end a match.
    fn write(&self, name: &str, at: Instant, side: char, text: &str) {
        let time = at.saturating_duration_since(self.start).as_secs_f64();
        let line = format!("{time:9.3} {name} {side} {text}\n");
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }
}

/// The logs of a match: one of all engines, and those of single engines.
#[derive(Debug, Default)]
pub struct Logs {
    common: Option<PathBuf>,
    open: Vec<(PathBuf, Arc<Log>)>,
}

impl Logs {
    /// Opens every log file once, and makes sure that the files for stderr can be opened.
    pub fn open(common: Option<&Path>, engines: &[EngineConfig]) -> Result<Logs, Failure> {
        let start = Instant::now();
        let mut logs = Logs { common: common.map(Path::to_owned), open: Vec::new() };
        let own = engines.iter().filter_map(|engine| engine.log.as_deref()).map(Path::new);
        for path in common.into_iter().chain(own) {
            if !logs.open.iter().any(|(known, _)| known == path) {
                logs.open.push((path.to_owned(), Arc::new(Log::open(path, start)?)));
            }
        }
        for path in engines.iter().filter_map(|engine| engine.stderr.as_deref()) {
            Log::open(Path::new(path), start)?;
        }
        Ok(logs)
    }

    /// The logs of an engine. Where several games run at a time, its name is followed by the number of the worker.
    pub fn of(&self, engine: &EngineConfig, worker: Option<usize>) -> Channel {
        let is_asked = |path: &PathBuf| {
            Some(path) == self.common.as_ref()
                || engine.log.as_deref().is_some_and(|own| Path::new(own) == path)
        };
        let logs = self.open.iter().filter(|(path, _)| is_asked(path)).map(|(_, log)| Arc::clone(log));
        let place = worker.map_or_else(String::new, |worker| format!("[{}]", worker + 1));
        Channel { name: format!("{}{place}", engine.name), logs: logs.collect() }
    }
}

/// The logs of one engine; none by default.
#[derive(Clone, Debug, Default)]
pub struct Channel {
    name: String,
    logs: Vec<Arc<Log>>,
}

impl Channel {
    /// Adds a line with the moment at which it was sent, received or made.
    pub fn write(&self, at: Instant, side: char, text: &str) {
        self.logs.iter().for_each(|log| log.write(&self.name, at, side, text));
    }

    /// Adds a line of this moment, whose text is made only if there is a log.
    pub fn add(&self, side: char, text: impl FnOnce() -> String) {
        if !self.logs.is_empty() {
            self.write(Instant::now(), side, &text());
        }
    }

    /// Adds the beginning of a game.
    pub fn begin(&self, opening: &Opening, seat: Seat) {
        let place = if seat == Seat::First { "first" } else { "second" };
        self.add('-', || format!("a game from opening {} begins, as {place} player", opening.name));
    }

    /// Adds a fault.
    pub fn fault(&self, fault: &Fault) {
        self.add('-', || format!("fault: {fault}"));
    }

    /// Adds the end of a game.
    pub fn end(&self, result: &str, reason: &str) {
        self.add('-', || format!("the game is over: {result}, {reason}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn lines_have_time_name_and_side() {
        let folder = tempfile::tempdir().unwrap();
        let (all, own) = (folder.path().join("all"), folder.path().join("own"));
        let mut engines = [samples::engine("a"), samples::engine("b")];
        engines[1].log = Some(own.to_str().unwrap().to_owned());
        let logs = Logs::open(Some(&all), &engines).unwrap();
        let start = Instant::now();
        logs.of(&engines[0], None).write(start, '>', "position startpos");
        logs.of(&engines[1], Some(2)).write(start, '<', "bestmove h2e2");
        logs.of(&engines[0], None).end("1-0", "mate");
        let read = |path: &Path| {
            let text = std::fs::read_to_string(path).unwrap();
            text.lines().map(|line| line[9..].to_owned()).collect::<Vec<_>>()
        };
        let lines = [" a > position startpos", " b[3] < bestmove h2e2", " a - the game is over: 1-0, mate"];
        assert_eq!(read(&all), lines);
        assert_eq!(read(&own), lines[1..2]);
        let text = std::fs::read_to_string(&own).unwrap();
        assert!(text[..9].trim_start().parse::<f64>().is_ok(), "{text}");
    }

    #[test]
    fn a_log_that_cannot_be_opened_is_an_error() {
        let missing = Path::new("/dev/null/log");
        assert!(matches!(Logs::open(Some(missing), &[]), Err(Failure::Unwritable(..))));
        let mut engine = samples::engine("a");
        engine.stderr = Some("/dev/null/stderr".to_owned());
        assert!(matches!(Logs::open(None, &[engine]), Err(Failure::Unwritable(..))));
    }
}
