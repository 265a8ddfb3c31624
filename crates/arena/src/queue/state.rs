//! How far a queue has come: the counts of pairs of every test that was begun, in a small file beside the queue.
//!
//! The pairs of a test are those of its first openings, so their counts alone say where it continues.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::reader::read_text_file;
use shuangqi_cli::{BadInput, Failure, files, source, version};

use super::pairs::PairOutcome;
use super::test::{Result as TestResult, Test};
use crate::rating::Pentanomial;

const KIND: &str = "state of a queue";
const SCHEMA: &str = "queue-state/1";
/// What the name ends with instead of that of the queue.
const ENDING: &str = "state";
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

    /// The pairs of the latest run, if it is of this commit, or those of a new one.
    fn run_of(&mut self, commit: &str) -> &mut Run {
        let known = self.runs.len().checked_sub(1).filter(|&last| self.runs[last].commit == commit);
        let place = known.unwrap_or(self.runs.len());
        if known.is_none() {
            self.runs.push(Run { commit: commit.to_owned(), pairs: Pentanomial::default() });
        }
        &mut self.runs[place]
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
    ///
    /// # Errors
    /// A file that is none of these, or cannot be read.
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

    /// How far a test has come.
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
    ///
    /// # Errors
    /// [`Failure::Usage`] if the openings are not those of before.
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

    /// Counts a pair for this version of the program: all pairs of the test.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn count(&mut self, test: &Test, [one, other]: PairOutcome) -> Result<Pentanomial, Failure> {
        let state = self.test_mut(test);
        state.run_of(commit()).pairs.add(one, other);
        let pairs = state.pairs();
        if self.written.elapsed() >= INTERVAL {
            self.save()?;
        }
        Ok(pairs)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn save(&mut self) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(&self.contents)
            .map_err(|error| Failure::Internal(format!("the state has no JSON form: {error}")))?;
        files::write(&self.path, (text + "\n").as_bytes())?;
        self.written = Instant::now();
        Ok(())
    }
}

/// The commit of this program.
fn commit() -> &'static str {
    version::COMMIT.trim_start_matches("commit ")
}

fn read(text: &str) -> Result<Contents, BadInput> {
    let contents: Contents = serde_json::from_str(text).map_err(|error| unusable(&error.to_string()))?;
    match contents.schema.as_str() {
        SCHEMA => Ok(contents),
        other => Err(unusable(&quote(other))),
    }
}

fn unusable(found: &str) -> BadInput {
    let remedy = "Restore it from a copy, or remove it to begin all tests again";
    BadInput::new(KIND, None, found, format!("the counts of tests, {SCHEMA}"), remedy)
}
