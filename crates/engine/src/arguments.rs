//! The arguments of a program: options with one dash or two, then the words of one command.

use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use game::{EngineOptions, Game, GameEngine};
use shuangqi_cli::args::{HashSize, Threads};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::program::unknown_option;
use shuangqi_cli::{BadInput, Failure, weights};

/// The names of the options of every program that a misspelled one may stand for.
const COMMON: [&str; 6] = ["console", "help", "version", "threads", "hash", "eval"];

/// The task of a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Task {
    /// A game if the input is a terminal, a protocol otherwise.
    #[default]
    Converse,
    /// Play with a person.
    Terminal,
    /// One command of a protocol.
    Command(Vec<String>),
    /// Show the help.
    Help,
    /// Show the version.
    Version,
}

/// The options that one program has besides.
pub trait ProgramOptions: Default {
    /// Their names.
    const NAMES: &'static [&'static str];

    /// Takes the option of this name, and from the words behind it its value; `false` if there is none. It may be another
    /// name for an option of the engine.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a value that is missing or will not do.
    fn read(
        &mut self,
        name: &str,
        words: &mut impl Iterator<Item = OsString>,
        engine: &mut EngineArguments,
    ) -> Result<bool, Failure>;
}

/// The parsed arguments.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Arguments<O> {
    /// What is to be done.
    pub task: Task,
    /// The options of this program alone.
    pub own: O,
    /// The engine that does it.
    pub engine: EngineArguments,
}

impl<O: ProgramOptions> Arguments<O> {
    /// Reads the arguments after the program's name.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an option that is unknown or lacks its value.
    pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Self, Failure> {
        let mut arguments = Arguments::<O>::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy().into_owned();
            let Some(name) = text.strip_prefix("--").or_else(|| text.strip_prefix('-')) else {
                let rest = words.map(|word| word.to_string_lossy().into_owned());
                arguments.task = command(std::iter::once(text).chain(rest));
                return Ok(arguments);
            };
            let Arguments { task, own, engine } = &mut arguments;
            match name {
                "console" => *task = Task::Terminal,
                "h" | "help" => *task = Task::Help,
                "V" | "version" => *task = Task::Version,
                _ if engine.read(name, &mut words)? || own.read(name, &mut words, engine)? => {}
                _ => return Err(unknown_option(&text, COMMON.iter().chain(O::NAMES).copied())),
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

/// The options of every engine.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EngineArguments {
    /// How many threads search, if given.
    pub threads: Option<Threads>,
    /// The size of the transposition table, if given.
    pub hash: Option<HashSize>,
    /// The file of weights, if given.
    pub eval: Option<PathBuf>,
}

impl EngineArguments {
    /// As [`ProgramOptions::read`].
    fn read(&mut self, name: &str, words: &mut impl Iterator<Item = OsString>) -> Result<bool, Failure> {
        match name {
            "t" | "threads" => self.threads = Some(value("--threads", words.next())?),
            "hash" => self.hash = Some(value("--hash", words.next())?),
            "eval" => self.eval = Some(file(words.next())?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The weights of the file, or those of the program.
    ///
    /// # Errors
    /// A file that cannot be read, or is none of weights.
    pub fn weights<G: Game>(&self) -> Result<G::Weights, BadInput> {
        weights::read::<G>(self.eval.as_ref())
    }

    /// The engine that they describe.
    ///
    /// # Errors
    /// As [`EngineArguments::weights`], and a table for which there is no memory.
    pub fn engine<G: Game>(&self) -> Result<GameEngine<G>, Failure> {
        let hash_bytes = self.hash.map_or(G::INFO.table_bytes, HashSize::bytes);
        let options =
            EngineOptions { hash_bytes, nodes: u64::MAX, recipe: None, weights: self.weights::<G>()? };
        let engine = memory::take(hash_bytes, 0, || GameEngine::<G>::new(options));
        let mut engine = engine.map_err(TooLarge::in_option)?;
        if let Some(threads) = self.threads {
            engine.set_threads(threads.count());
        }
        Ok(engine)
    }
}

fn file(word: Option<OsString>) -> Result<PathBuf, Failure> {
    let missing = || Failure::Usage("--eval: found nothing, expected a file of weights".to_owned());
    word.map(PathBuf::from).ok_or_else(missing)
}

/// The value of an option.
///
/// # Errors
/// [`Failure::Usage`] if it is missing or cannot be read.
pub fn value<T: FromStr<Err: Display>>(option: &str, word: Option<OsString>) -> Result<T, Failure> {
    let text = word.map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    text.parse().map_err(|expected| Failure::Usage(format!("{option}: found {}, {expected}", quote(&text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, Debug)]
    struct NoOptions;

    impl ProgramOptions for NoOptions {
        const NAMES: &'static [&'static str] = &[];

        fn read(
            &mut self,
            _: &str,
            _: &mut impl Iterator<Item = OsString>,
            _: &mut EngineArguments,
        ) -> Result<bool, Failure> {
            Ok(false)
        }
    }

    fn parse(line: &str) -> Result<Arguments<NoOptions>, Failure> {
        Arguments::parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn a_task_is_an_option_or_a_command() {
        for (line, task) in [
            ("", Task::Converse),
            ("-console", Task::Terminal),
            ("-h", Task::Help),
            ("--version", Task::Version),
            ("go -x", Task::Command(vec!["go".to_owned(), "-x".to_owned()])),
            ("--hash 1M go", Task::Command(vec!["go".to_owned()])),
        ] {
            assert_eq!(parse(line).unwrap().task, task, "{line}");
        }
    }

    #[test]
    fn an_engine_has_threads_a_table_and_weights() {
        let engine = parse("--threads 2 -hash 1M --eval new.weights").unwrap().engine;
        assert_eq!(engine.threads.map(|threads| threads.count().get()), Some(2));
        assert_eq!(engine.hash.map(HashSize::bytes), Some(1 << 20));
        assert_eq!(engine.eval, Some(PathBuf::from("new.weights")));
        assert_eq!(parse("-t auto").unwrap().engine.threads, Some(Threads::Auto));
    }

    #[test]
    fn bad_options_are_usage_errors() {
        for line in ["-x", "--", "--eval", "-t 0", "--threads", "--hash x"] {
            assert!(matches!(parse(line), Err(Failure::Usage(_))), "{line}");
        }
    }
}
