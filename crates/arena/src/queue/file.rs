//! The file that lists the tests.
//!
//! A line is a test: a recipe, or what is changed in its base, and `key=value` words. A line that begins with `each` has words
//! for all tests after it. Empty lines, and what follows a `#`, are ignored:
//!
//! ```text
//! each game=xiangqi kind=gain openings=level-openings.txt
//! +probcut nodes=25k
//! -extend-safe-check nodes=25k kind=simplification
//! ```

use std::fs::File;
use std::path::Path;

use clap::Parser;
use clap::builder::NonEmptyStringValueParser;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::reader::open_file;
use shuangqi_cli::{BadInput, Failure, units};

use super::test::{Kind, Test};
use crate::cli::segment::{Segment, parse};
use crate::cli::values::number;
use crate::games::{Game, Games};
use crate::openings;
use crate::recipe_match::PLAY;

const KIND: &str = "queue of tests";
/// The word before keys that hold for all tests after it.
const EACH: &str = "each";
/// A test that is not decided after this number of games stays undecided, unless the file says otherwise.
const MAX_GAMES: u64 = 6000;

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
    ///
    /// # Errors
    /// As [`Test::check`], with the place in the file.
    pub fn check(&self) -> Result<(), BadInput> {
        self.test.check(self.game).map_err(|bad| bad.at(&self.file, self.line))
    }
}

/// The words of a line.
#[derive(Clone, Debug, Default, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Words {
    /// The recipe, or what is changed in the base
    #[arg(long, allow_hyphen_values = true)]
    recipe: Option<String>,
    /// The recipe that it is tested against (play)
    #[arg(long)]
    base: Option<String>,
    /// The game
    #[arg(long)]
    game: Option<String>,
    #[arg(long, ignore_case = true)]
    kind: Option<Kind>,
    /// The strength of H0 (that of the kind)
    #[arg(long, allow_negative_numbers = true, value_parser = number(-200.0..=200.0))]
    elo0: Option<f64>,
    /// The strength of H1 (that of the kind)
    #[arg(long, allow_negative_numbers = true, value_parser = number(-200.0..=200.0))]
    elo1: Option<f64>,
    /// Nodes for each move
    #[arg(long, value_parser = nodes)]
    nodes: Option<u64>,
    /// Games at most (6000)
    #[arg(long, value_parser = number(2..=1_000_000_u64))]
    games: Option<u64>,
    /// Seed of shuffled and generated openings (1)
    #[arg(long)]
    seed: Option<u64>,
    /// The file of openings; a path that is not absolute begins at the folder of the queue (generated)
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    openings: Option<String>,
}

impl Segment for Words {
    fn bare(word: &str) -> Option<String> {
        Some(format!("--recipe={word}"))
    }
}

fn nodes(text: &str) -> Result<u64, String> {
    units::count(text)
        .ok()
        .filter(|&nodes| nodes > 0)
        .ok_or_else(|| "expected a number, as in 25k".to_owned())
}

impl Words {
    /// These words, and `common` ones for keys that are not among them.
    fn or(self, common: &Words) -> Words {
        Words {
            recipe: self.recipe,
            base: self.base.or_else(|| common.base.clone()),
            game: self.game.or_else(|| common.game.clone()),
            kind: self.kind.or(common.kind),
            elo0: self.elo0.or(common.elo0),
            elo1: self.elo1.or(common.elo1),
            nodes: self.nodes.or(common.nodes),
            games: self.games.or(common.games),
            seed: self.seed.or(common.seed),
            openings: self.openings.or_else(|| common.openings.clone()),
        }
    }

    fn test(self, games: &Games) -> Result<(Test, Game), String> {
        let missing = |key: &str| format!("expected {key}=, here or after {EACH}");
        let change = self.recipe.ok_or("expected a recipe, or a change of one as in +probcut")?;
        let base = self.base.unwrap_or_else(|| PLAY.to_owned());
        let kind = self.kind.ok_or_else(|| missing("kind"))?;
        let [elo0, elo1] = kind.bounds();
        let bounds = [self.elo0.unwrap_or(elo0), self.elo1.unwrap_or(elo1)];
        if bounds[0] >= bounds[1] {
            return Err(format!("expected elo0={} below elo1={}", bounds[0], bounds[1]));
        }
        let game = self.game.ok_or_else(|| missing("game"))?;
        let game =
            games.named(&game).ok_or_else(|| format!("game={game}: expected {}", games.names(" or ")))?;
        let is_change = change.starts_with(['+', '-']);
        let test = Test {
            game: game.name().to_owned(),
            recipe: if is_change { format!("{base}{change}") } else { change },
            base,
            kind,
            bounds,
            nodes: self.nodes.ok_or_else(|| missing("nodes"))?,
            games: self.games.unwrap_or(MAX_GAMES),
            seed: self.seed.unwrap_or(1),
            openings: self.openings,
        };
        Ok((test, game))
    }
}

/// Keeps other runs from this queue until it is dropped.
///
/// # Errors
/// A file that cannot be opened, or that another run uses.
pub fn lock(path: &Path) -> Result<File, Failure> {
    let name = quote(&path.to_string_lossy());
    let file = open_file(path).map_err(|error| {
        BadInput::new(KIND, None, format!("{name} ({error})"), "a file of tests", "Check the name")
    })?;
    file.try_lock().map_err(|_| {
        Failure::Usage(format!("the queue {name} is in use by another run. Wait for its end, or stop it."))
    })?;
    Ok(file)
}

/// The tests of a queue, in order.
///
/// # Errors
/// The first line that is no test.
pub fn read(path: &Path, games: &Games) -> Result<Vec<QueuedTest>, BadInput> {
    let name = path.to_string_lossy();
    tests(&name, &openings::text_of(KIND, &name)?, games)
}

/// The tests of a text, in order; `file` is its name in messages.
///
/// # Errors
/// The first line that is no test.
pub fn tests(file: &str, text: &str, games: &Games) -> Result<Vec<QueuedTest>, BadInput> {
    let mut common = Words::default();
    let mut tests: Vec<QueuedTest> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or_default().trim();
        let refuse = |why: String| wrong(text, &why).at(file, line);
        if let Some(words) = text.strip_prefix(EACH).filter(|words| words.starts_with([' ', '\t'])) {
            common = parse::<Words>(words).map_err(refuse)?.or(&common);
        } else if !text.is_empty() {
            let (test, game) =
                parse::<Words>(text).and_then(|words| words.or(&common).test(games)).map_err(refuse)?;
            if let Some(other) = tests.iter().find(|other| other.test == test) {
                return Err(refuse(format!("the same as line {}", other.line)));
            }
            tests.push(QueuedTest { test, game, number: tests.len() + 1, file: file.to_owned(), line });
        }
    }
    Ok(tests)
}

/// What is wrong with a line. The reason may repeat some of it, whatever that is.
fn wrong(text: &str, why: &str) -> BadInput {
    const LONGEST: usize = 200;
    let why: String = why.replace(char::is_control, " ").chars().take(LONGEST).collect();
    let remedy = "Write it as in +probcut game=xiangqi kind=gain nodes=25k";
    let expected = "a recipe or a change of one, and key=value words";
    BadInput::new(KIND, None, format!("{} ({why})", quote(text)), expected, remedy)
}

/// A file that a queue names.
pub fn beside(queue: &Path, name: &str) -> String {
    queue.parent().unwrap_or(Path::new("")).join(name).to_string_lossy().into_owned()
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    fn read(text: &str) -> Vec<Test> {
        tests("q", text, &Games::built_in()).unwrap().into_iter().map(|queued| queued.test).collect()
    }

    #[test]
    fn a_line_is_a_test_and_each_holds_for_those_after_it() {
        let read = read(
            "# Tests\n\neach game=xiangqi kind=gain nodes=10k openings=o.txt\n\
             +history-pruning   # a part\n\
             -extend-safe-check kind=simplification nodes=25K games=200\n\
             each nodes=25k\n\
             play+reduction_principal=1024 base=play+iir elo1=5 seed=7\n",
        );
        let [gain, simplification, parameter] = &read[..] else { panic!("{read:?}") };
        assert_eq!((gain.recipe.as_str(), gain.base.as_str()), ("play+history-pruning", "play"));
        assert_eq!((gain.nodes, gain.games, gain.bounds, gain.seed), (10_000, 6_000, [0.0, 10.0], 1));
        assert_eq!(simplification.recipe, "play-extend-safe-check");
        assert_eq!((simplification.nodes, simplification.games), (25_000, 200));
        assert_eq!(simplification.bounds, [-10.0, 0.0]);
        assert_eq!(parameter.recipe, "play+reduction_principal=1024");
        assert_eq!((parameter.base.as_str(), parameter.bounds, parameter.seed), ("play+iir", [0.0, 5.0], 7));
        assert!(read.iter().all(|test| test.openings.as_deref() == Some("o.txt")));
    }

    #[test]
    fn a_line_that_is_no_test_is_refused_with_its_number() {
        let common = "each game=xiangqi kind=gain\neach nodes=1k\n";
        for (line, words) in [
            ("+probcut kind=gains", "kind=gains: expected gain, simplification"),
            ("+probcut node=5", "did you mean nodes=?"),
            ("+probcut nodes=0", "as in 25k"),
            ("+probcut games=1", "from 2 to 1000000"),
            ("+probcut game=chess", "game=chess: expected"),
            ("nodes=5", "expected a recipe, or a change of one"),
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
        for (line, words) in
            [("+probcut", "expected kind="), ("+probcut kind=gain nodes=5", "expected game=")]
        {
            assert!(tests("q", line, &Games::built_in()).unwrap_err().to_string().contains(words));
        }
        let twice = tests("q", &format!("{common}+probcut\n+iir\n+probcut\n"), &Games::built_in())
            .unwrap_err()
            .to_string();
        assert!(twice.starts_with("q:5: ") && twice.contains("the same as line 3"), "{twice}");
    }

    #[test]
    fn a_test_that_changes_nothing_is_refused_with_its_line() {
        let text = "each game=xiangqi kind=simplification nodes=1k\n-iir\n-probcut\n";
        let checked: Vec<bool> =
            tests("q", text, &Games::built_in()).unwrap().iter().map(|one| one.check().is_ok()).collect();
        assert_eq!(checked, [true, false]);
        assert!(
            tests("q", text, &Games::built_in()).unwrap()[1]
                .check()
                .unwrap_err()
                .to_string()
                .starts_with("q:3: ")
        );
    }

    #[test]
    fn files_are_found_from_the_folder_of_the_queue() {
        assert_eq!(beside(Path::new("data/tests.queue"), "../o.txt"), "data/../o.txt");
        assert_eq!(beside(Path::new("tests.queue"), "o.txt"), "o.txt");
        assert_eq!(beside(Path::new("data/tests.queue"), "/o.txt"), "/o.txt");
    }
}
