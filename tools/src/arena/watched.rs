//! Players that are looked at while they play.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use console::Failure;

use super::player::{Answer, Choice, Fault, Player, Question, Seat};
use super::preflight::SetupProblem;
use super::setup::Opening;

/// How far the game at each worker's table has come.
#[derive(Debug)]
pub struct Tables(Vec<AtomicU32>);

impl Tables {
    /// So many tables.
    pub fn new(count: usize) -> Tables {
        Tables((0..count).map(|_| AtomicU32::new(0)).collect())
    }

    /// Plies played at a table.
    pub fn plies(&self, worker: usize) -> u32 {
        self.0.get(worker).map_or(0, |plies| plies.load(Relaxed))
    }

    fn set(&self, worker: usize, plies: usize) {
        if let Some(place) = self.0.get(worker) {
            place.store(u32::try_from(plies).unwrap_or(u32::MAX), Relaxed);
        }
    }
}

/// A file that tells what is played, as it is played.
#[derive(Debug)]
pub struct Log {
    file: Mutex<File>,
    start: Instant,
}

impl Log {
    /// Begins a log, or goes on with one.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn open(path: &Path) -> Result<Log, Failure> {
        let file = File::options().append(true).create(true).open(path);
        let file = file.map_err(|error| Failure::unwritable(path, &error))?;
        Ok(Log { file: Mutex::new(file), start: Instant::now() })
    }

    /// Adds a line. A log that cannot be written is no reason to end a match.
    fn say(&self, worker: usize, name: &str, what: &str) {
        let time = self.start.elapsed().as_secs_f64();
        let line = format!("{time:.3} [{}] {name}: {what}\n", worker + 1);
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }
}

/// A player whose moves are seen.
pub struct Watched {
    inner: Box<dyn Player>,
    name: String,
    worker: usize,
    tables: Arc<Tables>,
    log: Option<Arc<Log>>,
}

impl Watched {
    /// A player of this name at a worker's table.
    pub fn new(
        inner: Box<dyn Player>,
        name: &str,
        worker: usize,
        tables: &Arc<Tables>,
        log: Option<&Arc<Log>>,
    ) -> Watched {
        let (tables, log) = (Arc::clone(tables), log.map(Arc::clone));
        Watched { inner, name: name.to_owned(), worker, tables, log }
    }

    fn say(&self, what: impl FnOnce() -> String) {
        if let Some(log) = &self.log {
            log.say(self.worker, &self.name, &what());
        }
    }

    fn tell_fault(&self, fault: &Fault) {
        self.say(|| {
            let dialogue = self.inner.dialogue().join("\n    ");
            format!("FAULT: {fault}\n    {dialogue}")
        });
    }
}

impl Player for Watched {
    fn begin(&mut self, opening: &Opening, seat: Seat) -> Result<(), Fault> {
        self.tables.set(self.worker, opening.moves.len());
        self.say(|| format!("begins as {seat:?} from {}", opening.name));
        self.inner.begin(opening, seat).inspect_err(|fault| self.tell_fault(fault))
    }

    fn problems(&self) -> Vec<SetupProblem> {
        self.inner.problems()
    }

    fn set_up(&mut self, question: &Question<'_>) -> Result<(), Fault> {
        self.inner.set_up(question).inspect_err(|fault| self.tell_fault(fault))
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
        self.tables.set(self.worker, question.moves.len());
        let answer = self.inner.answer(question).inspect_err(|fault| self.tell_fault(fault))?;
        self.say(|| {
            let chosen = match &answer.choice {
                Choice::Move(text) => text.as_str(),
                Choice::Resign => "resigns",
                Choice::NoMove(text) => text.as_str(),
            };
            let thoughts = &answer.thoughts;
            format!(
                "{chosen} in {:.3} s, {:?}, depth {:?}, nodes {:?}, line {}",
                answer.elapsed.as_secs_f64(),
                thoughts.claim,
                thoughts.depth,
                thoughts.nodes,
                thoughts.line.join(" ")
            )
        });
        Ok(answer)
    }

    fn end(&mut self, result: &str, why: &str) {
        self.say(|| format!("{result}, {why}"));
        self.inner.end(result, why);
    }

    fn dialogue(&self) -> Vec<String> {
        self.inner.dialogue()
    }

    fn title(&self) -> Option<String> {
        self.inner.title()
    }

    fn dismiss(&mut self) {
        self.inner.dismiss();
    }
}
