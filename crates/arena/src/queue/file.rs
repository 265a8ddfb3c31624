//! The file that lists the tests.
//!
//! A line is a test: a recipe, or what is changed in its base, and `key=value` words. A line that begins with `each` has words
//! for all tests after it. Empty lines, and what follows a `#`, are ignored:
//!
//! ```text
//! each game=xiangqi kind=gain openings=level-openings.txt
//! +probcut nodes=25k
//! -extend-safe-check nodes=25k kind=simplification
//! +time_fallen=200 tc=1+0.01 nodestime=500
//! ```

use std::num::NonZeroU64;
use std::path::Path;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use search_core::Recipe;
use serde::{Deserialize, Serialize};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::file_lock::FileLock;
use shuangqi_cli::reader::open_file;
use shuangqi_cli::{BadInput, Failure, units};

use crate::clock;
use crate::games::{Game, Games};
use crate::openings;
use crate::rating::{Model, Pentanomial, Sprt, SprtParameters, SprtState, Verdict};
use crate::recipe_match::{MoveLimit, PLAY};
use crate::segment::{self, Segment, number};

const KIND: &str = "queue of tests";
/// The word before keys that hold for all tests after it.
const EACH: &str = "each";

/// A test and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct QueuedTest {
    pub test: Test,
    pub game: Game,
    /// Its place among the tests, from 1.
    pub number: usize,
    file: String,
    line: usize,
}

impl QueuedTest {
    /// Makes sure that it can be played.
    pub fn check(&self) -> Result<(), BadInput> {
        self.test.check(self.game).map_err(|bad| bad.at(&self.file, self.line))
    }
}

/// The claim of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The recipe is stronger: 0 against 10 Elo
    Gain,
    /// The recipe, which has less in it, is not weaker: -10 against 0 Elo
    Simplification,
}

impl Kind {
    /// The strengths of H0 and H1, in Elo.
    pub fn bounds(self) -> [f64; 2] {
        match self {
            Kind::Gain => [0.0, 10.0],
            Kind::Simplification => [-10.0, 0.0],
        }
    }
}

/// Everything that decides the games of a test and its end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Args)]
pub struct Test {
    /// The name of the game.
    #[arg(long)]
    pub game: String,
    /// The recipe that is tested, as a text; in the file also what is changed in the base.
    #[arg(long, allow_hyphen_values = true)]
    pub recipe: String,
    /// The recipe that it is tested against.
    #[arg(long, default_value = PLAY)]
    pub base: String,
    #[arg(long, ignore_case = true)]
    pub kind: Kind,
    /// The strengths of H0 and H1, in Elo.
    #[arg(skip)]
    pub bounds: [f64; 2],
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[arg(long, value_parser = units::nodes, overrides_with = "tc")]
    pub nodes: Option<NonZeroU64>,
    /// Instead, the clock of a game, which counts nodes in place of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[arg(long, value_parser = control, overrides_with = "nodes")]
    pub tc: Option<String>,
    /// Nodes that are a millisecond of the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[arg(long, value_parser = units::nodes)]
    pub nodestime: Option<NonZeroU64>,
    /// A test that is not decided after this number of games stays undecided.
    #[arg(long, default_value_t = 6000, value_parser = number(2..=1_000_000_u64))]
    pub games: u64,
    /// Of shuffled and generated openings.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The file of openings; a path that is not absolute begins at the folder of the queue. `None`: they are generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    pub openings: Option<String>,
}

/// The end of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TestResult {
    /// H1: the gain is there, or nothing is lost by the simplification.
    Accepted,
    /// H0.
    Rejected,
    /// All games were played without a decision.
    Undecided,
}

impl Test {
    /// The end of each search.
    ///
    /// # Errors
    /// A test, read from a file of states, that has none.
    pub fn limit(&self) -> Result<MoveLimit, BadInput> {
        let control = self.tc.as_deref().map(clock::read).transpose()?.flatten();
        let by_clock = control.zip(self.nodestime).map(|(control, rate)| MoveLimit::NodeClock(control, rate));
        self.nodes.map(MoveLimit::Nodes).or(by_clock).ok_or_else(|| {
            let remedy = "Give nodes=, or tc= with nodestime=";
            BadInput::new("queued test", None, quote(&self.recipe), "a limit for each move", remedy)
        })
    }

    /// The number of pairs after which it ends.
    pub fn max_pairs(&self) -> u64 {
        self.games / 2
    }

    /// The state of the sequential test after these pairs; `None` for bounds that no test can have.
    pub fn state(&self, pairs: Pentanomial) -> Option<SprtState> {
        let [elo0, elo1] = self.bounds;
        let parameters = SprtParameters { elo0, elo1, model: Model::Logistic, ..SprtParameters::default() };
        Some(Sprt::new(parameters).ok()?.state(pairs.into()))
    }

    /// The result after these pairs; `None`: there are more to be played.
    pub fn result(&self, pairs: Pentanomial) -> Option<TestResult> {
        match self.state(pairs)?.verdict {
            Verdict::H1 => Some(TestResult::Accepted),
            Verdict::H0 => Some(TestResult::Rejected),
            Verdict::Continue => (pairs.pairs() >= self.max_pairs()).then_some(TestResult::Undecided),
        }
    }

    /// Makes sure that there is something to be tested.
    pub fn check(&self, game: Game) -> Result<(), BadInput> {
        let read = |text: &str| -> Result<Recipe, BadInput> { game.any.parse_recipe(text) };
        if read(&self.recipe)? != read(&self.base)? {
            return Ok(());
        }
        let found = format!("{}, which is the same as {}", quote(&self.recipe), quote(&self.base));
        let remedy = "Change the recipe, or leave the test out";
        Err(BadInput::new("queued test", None, found, "a recipe that differs from its base", remedy))
    }
}

/// The words of a line.
#[derive(Clone, Debug, Args)]
struct Words {
    #[command(flatten)]
    test: Test,
    /// The strength of H0 (that of the kind)
    #[arg(long, allow_negative_numbers = true, value_parser = number(-200.0..=200.0))]
    elo0: Option<f64>,
    /// The strength of H1 (that of the kind)
    #[arg(long, allow_negative_numbers = true, value_parser = number(-200.0..=200.0))]
    elo1: Option<f64>,
}

impl Segment for Words {
    fn bare(word: &str) -> Option<String> {
        Some(format!("--recipe={word}"))
    }
}

impl Words {
    fn test(self, games: &Games) -> Result<(Test, Game), String> {
        let Words { mut test, elo0, elo1 } = self;
        let usual = test.kind.bounds();
        test.bounds = [elo0.unwrap_or(usual[0]), elo1.unwrap_or(usual[1])];
        if test.bounds[0] >= test.bounds[1] {
            return Err(format!("expected elo0={} below elo1={}", test.bounds[0], test.bounds[1]));
        }
        let unknown = || format!("game={}: expected {}", test.game, games.names(" or "));
        let game = games.named(&test.game).ok_or_else(unknown)?;
        test.game = game.name().to_owned();
        test.nodestime = test.nodestime.filter(|_| test.tc.is_some());
        test.limit().map_err(|_| "expected nodes=, or tc= with nodestime=")?;
        if test.recipe.starts_with(['+', '-']) {
            test.recipe = format!("{}{}", test.base, test.recipe);
        }
        Ok((test, game))
    }
}

/// A clock's time control, in its short form.
fn control(text: &str) -> Result<String, String> {
    let control = clock::read(text).map_err(|bad| bad.to_string())?;
    control.map(|control| control.to_string()).ok_or_else(|| "expected a clock".to_owned())
}

/// Keeps other runs from this queue until it is dropped.
pub fn lock(path: &Path) -> Result<FileLock, Failure> {
    let name = quote(&path.to_string_lossy());
    let file = open_file(path).map_err(|error| {
        BadInput::new(KIND, None, format!("{name} ({error})"), "a file of tests", "Check the name")
    })?;
    FileLock::of(&file, path).map_err(|_| {
        Failure::Usage(format!("the queue {name} is in use by another run. Wait for its end, or stop it."))
    })
}

/// The tests of a queue, in order.
pub fn read(path: &Path, games: &Games) -> Result<Vec<QueuedTest>, BadInput> {
    let name = path.to_string_lossy();
    tests(&name, &openings::text_of(KIND, &name)?, games)
}

/// The tests of a text, in order; `file` is its name in messages.
pub fn tests(file: &str, text: &str, games: &Games) -> Result<Vec<QueuedTest>, BadInput> {
    let mut common = Vec::new();
    let mut tests: Vec<QueuedTest> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or_default().trim();
        let refuse = |why: String| wrong(text, &why).at(file, line);
        if let Some(words) = text.strip_prefix(EACH).filter(|words| words.starts_with([' ', '\t'])) {
            common.extend(segment::arguments::<Words>(words).map_err(refuse)?);
        } else if !text.is_empty() {
            let own = segment::arguments::<Words>(text).map_err(refuse)?;
            let words = segment::read::<Words>(common.iter().chain(&own)).map_err(refuse)?;
            let (test, game) = words.test(games).map_err(refuse)?;
            if let Some(other) = tests.iter().find(|other| other.test == test) {
                return Err(refuse(format!("the same as line {}", other.line)));
            }
            tests.push(QueuedTest { test, game, number: tests.len() + 1, file: file.to_owned(), line });
        }
    }
    Ok(tests)
}

/// An error in a line. The reason may quote parts of the line, so it is shortened and has no control characters.
fn wrong(text: &str, why: &str) -> BadInput {
    const MAX_LENGTH: usize = 200;
    let why: String = why.replace(char::is_control, " ").chars().take(MAX_LENGTH).collect();
    let remedy = "Write it as in +probcut game=xiangqi kind=gain nodes=25k";
    let expected = "a recipe or a change of one, and key=value words";
    BadInput::new(KIND, None, format!("{} ({why})", quote(text)), expected, remedy)
}

/// A file that a queue names.
pub fn beside(queue: &Path, name: &str) -> String {
    queue.parent().unwrap_or(Path::new("")).join(name).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::config::TimeControl;

    fn read(text: &str) -> Vec<Test> {
        tests("q", text, &Games::built_in()).unwrap().into_iter().map(|queued| queued.test).collect()
    }

    #[test]
    fn a_line_is_a_test_and_each_holds_for_those_after_it() {
        let read = read(
            "# Tests\n\neach game=xiangqi kind=gain nodes=10k openings=o.txt\n\
             +hindsight  # a part\n\
             -extend-safe-check kind=simplification nodes=25K games=200\n\
             each nodes=25k\n\
             play+reduction_principal=1024 base=play+iir elo1=5 seed=7\n\
             +time_fallen=200 tc=1.0+0.01 nodestime=500\n",
        );
        let [gain, simplification, parameter, clock] = &read[..] else { panic!("{read:?}") };
        assert_eq!((gain.recipe.as_str(), gain.base.as_str()), ("play+hindsight", "play"));
        assert_eq!(
            (gain.nodes.unwrap().get(), gain.games, gain.bounds, gain.seed),
            (10_000, 6_000, [0.0, 10.0], 1)
        );
        assert_eq!(simplification.recipe, "play-extend-safe-check");
        assert_eq!((simplification.nodes.unwrap().get(), simplification.games), (25_000, 200));
        assert_eq!(simplification.bounds, [-10.0, 0.0]);
        assert_eq!(parameter.recipe, "play+reduction_principal=1024");
        assert_eq!((parameter.base.as_str(), parameter.bounds, parameter.seed), ("play+iir", [0.0, 5.0], 7));
        let control =
            TimeControl { base: Duration::from_secs(1), increment: Duration::from_millis(10), moves: None };
        let rate = NonZeroU64::new(500).unwrap();
        assert_eq!(clock.limit().unwrap(), MoveLimit::NodeClock(control, rate));
        assert!(read.iter().all(|test| test.openings.as_deref() == Some("o.txt")));
    }

    #[test]
    fn a_line_that_is_no_test_is_refused_with_its_number() {
        let common = "each game=xiangqi kind=gain\neach nodes=1k\n";
        for (line, words) in [
            ("+probcut kind=gains", "kind=gains: expected gain, simplification"),
            ("+probcut node=5", "did you mean nodes=?"),
            ("+probcut nodes=0", "as in 5000"),
            ("+probcut tc=1+0.1", "expected nodes=, or tc= with nodestime="),
            ("+probcut tc=inf nodestime=5", "expected a clock"),
            ("+probcut games=1", "from 2 to 1000000"),
            ("+probcut game=chess", "game=chess: expected"),
            ("nodes=5", "expected recipe="),
            ("+probcut elo0=12", "expected elo0=12 below elo1=10"),
            ("+probcut 'x", "every quote"),
            ("+probcut +iir", "recipe= is given twice"),
            ("+probcut nodes=5 nodes=6", "nodes= is given twice"),
            ("each kind=gains", "kind=gains: expected gain, simplification"),
        ] {
            let refused =
                tests("q", &format!("{common}{line}\n"), &Games::built_in()).unwrap_err().to_string();
            assert!(refused.starts_with("q:3: queue of tests: ") && refused.contains(words), "{refused}");
        }
        for (line, words) in [
            ("+probcut", "expected game=, kind="),
            ("+probcut kind=gain nodes=5", "(expected game=)"),
            ("+probcut game=xiangqi kind=gain", "expected nodes=, or tc= with nodestime="),
        ] {
            assert!(tests("q", line, &Games::built_in()).unwrap_err().to_string().contains(words));
        }
        let twice = tests("q", &format!("{common}+probcut\n+iir\n+probcut\n"), &Games::built_in())
            .unwrap_err()
            .to_string();
        assert!(twice.starts_with("q:5: ") && twice.contains("the same as line 3"), "{twice}");
    }

    /// A test of few games.
    fn small(kind: Kind) -> Test {
        Test {
            game: Game::XIANGQI.to_string(),
            recipe: "play+probcut".to_owned(),
            base: "play".to_owned(),
            kind,
            bounds: kind.bounds(),
            nodes: NonZeroU64::new(60),
            tc: None,
            nodestime: None,
            games: 400,
            seed: 1,
            openings: None,
        }
    }

    #[test]
    fn a_test_ends_at_a_bound_or_at_its_last_pair() {
        for kind in [Kind::Gain, Kind::Simplification] {
            let test = small(kind);
            assert_eq!(test.result(Pentanomial([0, 0, 0, 0, 0])), None);
            assert_eq!(test.result(Pentanomial([0, 20, 20, 130, 20])), Some(TestResult::Accepted));
            assert_eq!(test.result(Pentanomial([20, 130, 20, 20, 0])), Some(TestResult::Rejected));
        }
        let even = |pairs| Pentanomial([0, pairs, pairs, pairs, 0]);
        assert_eq!(small(Kind::Gain).result(even(20)), None);
        assert_eq!(Test { games: 120, ..small(Kind::Gain) }.result(even(20)), Some(TestResult::Undecided));
    }
}
