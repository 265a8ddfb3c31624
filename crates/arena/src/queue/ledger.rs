//! The results of tests, a line each, in a file that grows from queue to queue.

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Serialize;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::output::{Format, Record, deliver};
use shuangqi_cli::reader::read_text_file;
use shuangqi_cli::{BadInput, Exit, Failure, files, source, units};

use super::state::{Run, TestState};
use super::test::{Kind, Result as TestResult};
use crate::rating::{Counts, Estimate};

/// What the name ends with instead of that of the queue.
const ENDING: &str = "csv";

/// The result of a test.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    game: String,
    recipe: String,
    base: String,
    kind: Kind,
    nodes: u64,
    result: TestResult,
    games: u64,
    pentanomial: [u64; 5],
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_lower: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_upper: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    llr: Option<f64>,
    elo0: f64,
    elo1: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<String>,
    seed: u64,
    /// The commits of the program that played it; where there are several, each with the number of its pairs.
    commits: Vec<String>,
}

impl Record for Entry {
    const SCHEMA: &'static str = "queued-test/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game recipe base kind nodes result games pentanomial elo elo_lower elo_upper llr elo0 elo1 openings seed commits
    };
    const MINOR: &'static [&'static str] =
        shuangqi_cli::columns! { openings seed elo0 elo1 game commits elo_lower elo_upper base };
}

impl Entry {
    /// The entry of a test that is finished.
    ///
    /// # Errors
    /// [`Failure::Internal`] if it is not.
    pub fn new(state: &TestState) -> Result<Entry, Failure> {
        let unfinished = || Failure::Internal(format!("the test of {} is not finished", state.test.recipe));
        let (test, pairs) = (&state.test, state.pairs());
        let counts = Counts::from(pairs);
        let Estimate { value, lower, upper, .. } = counts.spread().elo();
        Ok(Entry {
            game: test.game.clone(),
            recipe: test.recipe.clone(),
            base: test.base.clone(),
            kind: test.kind,
            nodes: test.nodes,
            result: state.result().ok_or_else(unfinished)?,
            games: counts.games(),
            pentanomial: pairs.0,
            elo: value.map(hundredths),
            elo_lower: lower.map(hundredths),
            elo_upper: upper.map(hundredths),
            llr: test.state(pairs).map(|state| hundredths(state.llr)),
            elo0: test.bounds[0],
            elo1: test.bounds[1],
            openings: test.openings.clone(),
            seed: test.seed,
            commits: commits(&state.runs),
        })
    }

    /// The entry as a line of the file.
    fn line(&self) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        deliver(Format::Csv, &mut bytes, |output| output.emit(self).map(|()| Exit::Success))?;
        let text = String::from_utf8(bytes).map_err(|error| Failure::Internal(error.to_string()))?;
        Ok(text.lines().last().unwrap_or_default().to_owned())
    }
}

/// `play+probcut against play: accepted, 12.34 Elo (5.12 to 19.70) after 1,204 games, LLR 2.95`.
impl fmt::Display for Entry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.result {
            TestResult::Accepted => "accepted",
            TestResult::Rejected => "rejected",
            TestResult::Undecided => "undecided",
        };
        let estimate = Estimate::new(self.elo, self.elo_lower, self.elo_upper);
        let (recipe, base, games) = (&self.recipe, &self.base, units::counted(self.games, "game"));
        write!(out, "{recipe} against {base}: {result}, Elo {estimate} after {games}")?;
        self.llr.map_or(Ok(()), |llr| write!(out, ", LLR {llr:.2}"))
    }
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn commits(runs: &[Run]) -> Vec<String> {
    match runs {
        [run] => vec![run.commit.clone()],
        _ => runs.iter().map(|run| format!("{}:{}", run.commit, run.pairs.pairs())).collect(),
    }
}

/// The file of the results.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
}

impl Ledger {
    /// The file beside a queue.
    ///
    /// # Errors
    /// A file that is no such table.
    pub fn open(queue: &Path) -> Result<Ledger, Failure> {
        let ledger = Ledger { path: queue.with_extension(ENDING) };
        ledger.read().map(|_| ledger)
    }

    /// Adds an entry, unless the same one is there; whether it was added.
    ///
    /// # Errors
    /// A file that is no such table, or cannot be written.
    pub fn add(&self, entry: &Entry) -> Result<bool, Failure> {
        let (known, line) = (self.read()?, entry.line()?);
        let is_new = !known.lines().any(|known| known == line);
        if is_new {
            files::write(&self.path, format!("{known}{line}\n").as_bytes())?;
        }
        Ok(is_new)
    }

    /// The lines of the file, with their ends; the head alone if there is none yet.
    fn read(&self) -> Result<String, Failure> {
        let head = head();
        match read_text_file(&self.path, source::MAX_BYTES) {
            Ok(text) if text.lines().next() == Some(&head) => Ok(format!("{}\n", text.trim_end())),
            Ok(text) => Err(self.foreign(&quote(text.lines().next().unwrap_or_default()), &head)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(format!("{head}\n")),
            Err(error) => Err(self.foreign(&error.to_string(), &head)),
        }
    }

    fn foreign(&self, found: &str, head: &str) -> Failure {
        let remedy = "Move the file away, or give the queue another name";
        let bad = BadInput::new("ledger of tests", None, found, format!("the line {head}"), remedy);
        bad.at(self.path.to_string_lossy(), 1).into()
    }
}

/// The first line of the file: the names of the columns.
fn head() -> String {
    format!("schema,{}", Entry::COLUMNS.join(","))
}
