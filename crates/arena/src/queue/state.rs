//! How far a queue has come: the counts of pairs of every test that was begun, in a small file beside the queue, and the
//! results of those that are finished, a line each, in another one.
//!
//! The pairs of a test are those of its first openings, so their counts alone say where it continues.

use std::fmt;
use std::io::ErrorKind;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::output::{self, Format, Record};
use shuangqi_cli::reader::read_text_file;
use shuangqi_cli::{BadInput, Failure, files, source, units, version};

use super::file::{Kind, Test, TestResult};
use crate::rating::{Counts, Estimate, Pentanomial};
use crate::recipe_match::PairOutcome;

const KIND: &str = "state of a queue";
const SCHEMA: &str = "queue-state/1";
/// The ending of the names, in place of that of the queue.
const ENDING: &str = "state";
const LEDGER_ENDING: &str = "csv";
/// The time after which counts are written again; what is lost with the process is played again.
const INTERVAL: Duration = Duration::from_secs(5);

/// The pairs that one version of the program has played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Run {
    pub commit: String,
    pub pairs: Pentanomial,
}

/// A test that was begun.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TestState {
    #[serde(flatten)]
    pub test: Test,
    /// In hexadecimal digits.
    pub openings_hash: String,
    /// In order.
    pub runs: Vec<Run>,
}

impl TestState {
    fn new(test: &Test) -> TestState {
        TestState { test: test.clone(), openings_hash: String::new(), runs: Vec::new() }
    }

    /// Counts a pair for this version of the program.
    fn count(&mut self, [one, other]: PairOutcome) {
        let commit = version::COMMIT.trim_start_matches("commit ");
        if self.runs.last().is_none_or(|run| run.commit != commit) {
            self.runs.push(Run { commit: commit.to_owned(), pairs: Pentanomial::default() });
        }
        if let Some(run) = self.runs.last_mut() {
            run.pairs.add(one, other);
        }
    }

    /// All pairs, by the points of the recipe that is tested.
    pub fn pairs(&self) -> Pentanomial {
        self.runs.iter().fold(Pentanomial::default(), |sum, run| sum.merged(run.pairs))
    }

    /// The result; `None` if it is not finished.
    pub fn result(&self) -> Option<TestResult> {
        self.test.result(self.pairs())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Contents {
    schema: String,
    tests: Vec<TestState>,
}

/// The tests of a queue that were begun.
#[derive(Debug)]
pub struct QueueState {
    path: PathBuf,
    contents: Contents,
    written: Instant,
}

impl QueueState {
    /// Reads the file beside a queue, if there is one.
    pub fn open(queue: &Path) -> Result<QueueState, Failure> {
        let path = queue.with_extension(ENDING);
        let contents = match read_text_file(&path, source::MAX_BYTES) {
            Ok(text) => read(&text).map_err(|bad| bad.at(path.to_string_lossy(), 1))?,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Contents { schema: SCHEMA.to_owned(), tests: Vec::new() }
            }
            Err(error) => return Err(unusable(&format!("{error}")).at(path.to_string_lossy(), 1).into()),
        };
        Ok(QueueState { path, contents, written: Instant::now() })
    }

    /// The progress of a test.
    pub fn test(&self, test: &Test) -> TestState {
        let known = self.contents.tests.iter().find(|known| known.test == *test);
        known.cloned().unwrap_or_else(|| TestState::new(test))
    }

    fn test_mut(&mut self, test: &Test) -> &mut TestState {
        let tests = &mut self.contents.tests;
        let place = tests.iter().position(|known| known.test == *test).unwrap_or(tests.len());
        if place == tests.len() {
            tests.push(TestState::new(test));
        }
        &mut tests[place]
    }

    /// Begins a test or goes on with it: the pairs played before.
    pub fn begin(&mut self, test: &Test, openings_hash: u64) -> Result<Pentanomial, Failure> {
        let hash = format!("{openings_hash:016x}");
        let state = self.test_mut(test);
        if state.pairs().pairs() > 0 && state.openings_hash != hash {
            return Err(Failure::Usage(format!(
                "the openings of the test {} have changed since it was begun. Restore them, or change its seed to begin again.",
                quote(&test.recipe)
            )));
        }
        state.openings_hash = hash;
        Ok(state.pairs())
    }

    /// Counts a pair: all pairs of the test.
    pub fn count(&mut self, test: &Test, pair: PairOutcome) -> Result<Pentanomial, Failure> {
        let state = self.test_mut(test);
        state.count(pair);
        let pairs = state.pairs();
        if self.written.elapsed() >= INTERVAL {
            self.save()?;
        }
        Ok(pairs)
    }

    /// Writes the file.
    pub fn save(&mut self) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(&self.contents)
            .map_err(|error| Failure::Internal(format!("the state has no JSON form: {error}")))?;
        files::write(&self.path, (text + "\n").as_bytes())?;
        self.written = Instant::now();
        Ok(())
    }
}

fn read(text: &str) -> Result<Contents, BadInput> {
    let contents: Contents = serde_json::from_str(text).map_err(|error| unusable(&error.to_string()))?;
    match contents.schema.as_str() {
        SCHEMA => Ok(contents),
        other => Err(unusable(&quote(other).to_string())),
    }
}

fn unusable(found: &str) -> BadInput {
    let remedy = "Restore it from a copy, or remove it to begin all tests again";
    BadInput::new(KIND, None, found, format!("the counts of tests, {SCHEMA}"), remedy)
}

/// The result of a test.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    game: String,
    recipe: String,
    base: String,
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<NonZeroU64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tc: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodestime: Option<NonZeroU64>,
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
    const SCHEMA: &'static str = "queued-test/2";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game recipe base kind nodes tc nodestime result games pentanomial elo elo_lower elo_upper llr elo0 elo1 openings seed commits
    };
    const MINOR: &'static [&'static str] =
        shuangqi_cli::columns! { openings seed tc nodestime elo0 elo1 game commits elo_lower elo_upper base };
}

impl Entry {
    /// The entry of a test that is finished.
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
            tc: test.tc.clone(),
            nodestime: test.nodestime,
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

    /// Adds the entry to the ledger beside a queue, unless the same one is there; whether it was added.
    pub fn add_to_ledger(&self, queue: &Path) -> Result<bool, Failure> {
        let (known, line) = (read_ledger(queue)?, self.line()?);
        let is_new = !known.lines().any(|known| known == line);
        if is_new {
            files::write(&queue.with_extension(LEDGER_ENDING), format!("{known}{line}\n").as_bytes())?;
        }
        Ok(is_new)
    }

    /// The entry as a line of the file.
    fn line(&self) -> Result<String, Failure> {
        let text = output::text(Format::Csv, |output| output.emit(self))?;
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

/// The lines of the ledger beside a queue, with their ends; the head alone if there is none yet.
pub fn read_ledger(queue: &Path) -> Result<String, Failure> {
    let (path, head) = (queue.with_extension(LEDGER_ENDING), format!("schema,{}", Entry::COLUMNS.join(",")));
    let found = match read_text_file(&path, source::MAX_BYTES) {
        Ok(text) if text.lines().next() == Some(&head) => return Ok(format!("{}\n", text.trim_end())),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(format!("{head}\n")),
        Ok(text) => quote(text.lines().next().unwrap_or_default()).to_string(),
        Err(error) => error.to_string(),
    };
    let remedy = "Move the file away, or give the queue another name";
    let bad = BadInput::new("ledger of tests", None, found, format!("the line {head}"), remedy);
    Err(bad.at(path.to_string_lossy(), 1).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;
    use crate::queue::file;

    #[test]
    fn the_queue_of_the_laboratory_goes_on_from_its_state() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/laboratory/tests.queue"));
        let (tests, state) = (file::read(path, &Games::built_in()).unwrap(), QueueState::open(path).unwrap());
        assert!(tests.iter().any(|queued| state.test(&queued.test).pairs().pairs() > 0));
        assert!(read_ledger(path).unwrap().lines().count() > 1);
    }
}
