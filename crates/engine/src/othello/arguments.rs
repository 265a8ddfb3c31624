//! The program's arguments, in the spellings of this program and of Edax: one dash or two.

use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use shuangqi_cli::Failure;
use shuangqi_cli::args::{HashSize, Threads};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::spelling::unknown_option;

use othello::level::Level;

/// The names of options that a misspelled one may stand for.
const OPTIONS: [&str; 11] =
    ["gtp", "nboard", "console", "help", "version", "level", "threads", "n-tasks", "hash", "eval", "solve"];

/// The task of the program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Task {
    /// A game if the input is a terminal, GTP otherwise.
    #[default]
    Converse,
    /// GTP.
    Gtp,
    /// NBoard's protocol.
    NBoard,
    /// Play with a person.
    Terminal,
    /// `solve` with these arguments.
    Solve(Vec<OsString>),
    /// One command of GTP, or `bench`.
    Command(Vec<String>),
    /// Show the help.
    Help,
    /// Show the version.
    Version,
}

/// The parsed arguments.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Arguments {
    /// What is to be done.
    pub task: Task,
    /// The level, if given.
    pub level: Option<Level>,
    /// How many threads search, if given.
    pub threads: Option<Threads>,
    /// The size of the transposition table, if given.
    pub hash: Option<HashSize>,
    /// The file of weights, if given.
    pub eval: Option<PathBuf>,
}

impl Arguments {
    /// Reads the arguments after the program's name.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an option that is unknown or lacks its value.
    pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, Failure> {
        let mut arguments = Arguments::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy().into_owned();
            let Some(name) = text.strip_prefix("--").or_else(|| text.strip_prefix('-')) else {
                let rest = words.map(|word| word.to_string_lossy().into_owned());
                arguments.task = command(std::iter::once(text).chain(rest));
                return Ok(arguments);
            };
            match name {
                "gtp" => arguments.task = Task::Gtp,
                "nboard" => arguments.task = Task::NBoard,
                "console" => arguments.task = Task::Terminal,
                "h" | "help" => arguments.task = Task::Help,
                "V" | "version" => arguments.task = Task::Version,
                "l" | "level" => arguments.level = Some(level(words.next())?),
                "t" | "threads" | "n" | "n-tasks" => {
                    arguments.threads = Some(value("--threads", words.next())?);
                }
                "hash" => arguments.hash = Some(value("--hash", words.next())?),
                "eval" => arguments.eval = Some(file(words.next())?),
                "solve" => {
                    arguments.task = Task::Solve(std::iter::once("solve".into()).chain(words).collect());
                    return Ok(arguments);
                }
                _ => return Err(unknown_option(&text, OPTIONS)),
            }
        }
        Ok(arguments)
    }
}

/// A command may come as one argument or as several.
fn command(words: impl Iterator<Item = String>) -> Task {
    let line = words.collect::<Vec<_>>().join(" ");
    Task::Command(line.split_whitespace().map(str::to_owned).collect())
}

fn file(word: Option<OsString>) -> Result<PathBuf, Failure> {
    let missing = || Failure::Usage("--eval: found nothing, expected a file of weights".to_owned());
    word.map(PathBuf::from).ok_or_else(missing)
}

fn level(word: Option<OsString>) -> Result<Level, Failure> {
    let text = word.map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    text.parse().ok().and_then(Level::new).ok_or_else(|| {
        let most = Level::MOST;
        let found = quote(&text);
        Failure::Usage(format!("--level: found {found}, expected a number from 1 to {most}; try --level 8"))
    })
}

fn value<T: FromStr<Err: Display>>(option: &str, word: Option<OsString>) -> Result<T, Failure> {
    let text = word.map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    text.parse().map_err(|expected| Failure::Usage(format!("{option}: found {}, {expected}", quote(&text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, Failure> {
        Arguments::parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn options_have_one_dash_or_two() {
        let ten = Level::new(10);
        let solve = Task::Solve(["solve", "ffo.obf", "--check"].map(OsString::from).to_vec());
        for (line, task, level) in [
            ("", Task::Converse, None),
            ("-gtp", Task::Gtp, None),
            ("--gtp -l 10", Task::Gtp, ten),
            ("-l 10 -nboard", Task::NBoard, ten),
            ("--level 10", Task::Converse, ten),
            ("-level 10 -console", Task::Terminal, ten),
            ("-l 10 -solve ffo.obf --check", solve, ten),
            ("-h", Task::Help, None),
            ("--version", Task::Version, None),
            ("-l 10 genmove b", Task::Command(vec!["genmove".to_owned(), "b".to_owned()]), ten),
        ] {
            let expected = Arguments { task, level, ..Arguments::default() };
            assert_eq!(parse(line).unwrap(), expected, "{line}");
        }
    }

    #[test]
    fn a_file_of_weights_may_be_named() {
        let arguments = parse("--eval new.weights -gtp").unwrap();
        assert_eq!((arguments.task, arguments.eval), (Task::Gtp, Some(PathBuf::from("new.weights"))));
    }

    #[test]
    fn threads_and_table_have_sizes() {
        let arguments = parse("--threads 2 -hash 1M").unwrap();
        assert_eq!(arguments.threads.map(|threads| threads.count().get()), Some(2));
        assert_eq!(arguments.hash.map(HashSize::bytes), Some(1 << 20));
        for line in ["-t auto", "-n auto", "-n-tasks auto"] {
            assert_eq!(parse(line).unwrap().threads, Some(Threads::Auto), "{line}");
        }
    }

    #[test]
    fn bad_options_are_usage_errors() {
        for line in [
            "-x",
            "--",
            "-l",
            "--eval",
            "-l 0",
            "-level 61",
            "--level x",
            "-gtp -lvl 3",
            "-t 0",
            "--threads",
            "--hash x",
        ] {
            assert!(matches!(parse(line), Err(Failure::Usage(_))), "{line}");
        }
    }
}
