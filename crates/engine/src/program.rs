//! The way of a program from its arguments to its exit code, the same for every engine. Arguments are options with one dash or two,
//! then the words of one command.

use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{IsTerminal, stdin};
use std::str::FromStr;
use std::thread;

use crossbeam_channel::{Receiver, unbounded};
use game::{EngineOptions, Game, GameEngine, SearchRequest, Strength};
use othello::Level;
use shuangqi_cli::args::{HashSize, Threads};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::lines::{self, Event};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::program::{self, Commands, unknown_option};
use shuangqi_cli::sink::{self, Sink};
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::{Exit, Failure, interrupt, version};
use shuangqi_texts::Language;

use crate::engine::{Engine, Protocol, seed_of_now, serve};
use crate::terminal::{self, Ending, Input, TerminalOptions};

/// The differences between engine programs.
pub(crate) trait Program: Game {
    /// The commands of the program that end when their work is done; the tool `shuangqi` has them too.
    type Commands: Commands;
    /// The text of `--help`.
    const USAGE: &'static str;
    /// The options that not every program has.
    const OPTIONS: &'static [&'static str];
    /// The words that select a protocol as the first line at a terminal.
    const PROTOCOLS: &'static [&'static str];

    /// The protocol that the first line selects.
    fn protocol(engine: &Engine<Self>, first: &str, arguments: &Arguments) -> Box<dyn Protocol<Self>>;

    /// Executes the one command of the arguments. What is bad input sets the exit code.
    ///
    /// # Errors
    /// Everything that is wrong with the command, or that answers cannot be written.
    fn execute(engine: Engine<Self>, arguments: &Arguments, words: &[String]) -> Result<(), Failure>;
}

/// Runs a program: a command of its own, protocol lines until the end of input, or the one command of the arguments.
pub(crate) fn run<G: Program>() -> Exit {
    let words: Vec<_> = env::args_os().skip(1).collect();
    if let Some(exit) = program::run_command::<G::Commands>(&words) {
        return exit;
    }
    let done = Arguments::parse(words, G::OPTIONS).and_then(|arguments| perform::<G>(&arguments));
    done.unwrap_or_else(|failure| {
        failure.report(true);
        failure.exit()
    })
}

fn perform<G: Program>(arguments: &Arguments) -> Result<Exit, Failure> {
    if let Task::Program(words) = &arguments.task {
        let WeightsArgs { eval, evaluation } = &arguments.engine.weights;
        let option = |name: &str, value: OsString| [name.into(), value];
        let eval = eval.iter().flat_map(|file| option("--eval", file.into()));
        let evaluation = evaluation.iter().flat_map(|name| option("--evaluation", name.into()));
        let words: Vec<_> = words.iter().cloned().chain(eval).chain(evaluation).collect();
        return Ok(program::run_command::<G::Commands>(&words).unwrap_or(Exit::Usage));
    }
    sink::exit_when_closed();
    let sink = Sink::stdout();
    match &arguments.task {
        Task::Help => sink.write_line(G::USAGE),
        Task::Version => {
            let (name, id) = G::evaluator_id(&arguments.engine.weights.read::<G>()?);
            sink.write_line(format_args!("{} {}", G::INFO.name, version::text(&[(name, &id)]).trim_end()));
        }
        task => {
            if arguments.engine.weights == WeightsArgs::default() {
                // The first search waits for it, or does it itself where there is no thread.
                drop(thread::Builder::new().spawn(G::load_weights));
            }
            let mut engine = Engine::new(arguments.engine.engine()?, sink);
            let is_game = stdin().is_terminal() && arguments.protocol.is_none() || arguments.in_letters;
            match task {
                Task::Command(words) => {
                    limit(&mut engine, arguments);
                    G::execute(engine, arguments, words)?;
                }
                Task::Converse if !is_game => {
                    converse(engine, arguments.protocol.map(str::to_owned), lines::from_stdin(), arguments)?;
                }
                _ => play(engine, arguments)?,
            }
            return Ok(Exit::Success);
        }
    }
    sink.failure().map_or(Ok(Exit::Success), Err)
}

/// Sets how strong the engine of a protocol plays, and whether it uses the book.
fn limit<G: Program>(engine: &mut Engine<G>, arguments: &Arguments) {
    engine.strength = arguments.strength.unwrap_or_default();
    engine.own_book = arguments.own_book.then(seed_of_now);
}

/// Speaks the protocol that the first line selects; it may have been taken from the lines, or stand for an option.
fn converse<G: Program>(
    mut engine: Engine<G>,
    first: Option<String>,
    lines: Receiver<Event>,
    arguments: &Arguments,
) -> Result<(), Failure> {
    limit(&mut engine, arguments);
    let lines = match first {
        Some(first) => with_first(first, lines),
        None => lines,
    };
    serve(engine, &lines, |engine, first| G::protocol(engine, first, arguments))
}

/// Plays with a person at the terminal, or speaks the protocol that the first line names.
fn play<G: Program>(mut engine: Engine<G>, arguments: &Arguments) -> Result<(), Failure> {
    let at_level = arguments.level.map(|level| SearchRequest::at_level(level.number()));
    let options = TerminalOptions {
        limit: arguments.strength.map(SearchRequest::at_strength).or(at_level),
        in_letters: arguments.in_letters,
        language: arguments.language,
        setup: Vec::new(),
        protocols: G::PROTOCOLS,
        seed: None,
    };
    engine.own_book = arguments.own_book.then(seed_of_now);
    let (interrupts, input) = (interrupt::events()?, Input::stdin());
    if let Ending::Protocol(line) = terminal::run(&mut engine, &options, &input, &interrupts)? {
        exit_when_interrupted(interrupts);
        converse(engine, Some(line), input.into_lines(), arguments)?;
    }
    Ok(())
}

/// A protocol session ends at the first Ctrl-C.
fn exit_when_interrupted(interrupts: Receiver<()>) {
    thread::spawn(move || {
        if interrupts.recv().is_ok() {
            std::process::exit(Exit::Interrupted as i32);
        }
    });
}

/// The lines with one before them.
fn with_first(line: String, rest: Receiver<Event>) -> Receiver<Event> {
    let (sender, events) = unbounded();
    thread::spawn(move || {
        let all = std::iter::once(Event::Line(line)).chain(rest);
        all.map(|event| sender.send(event)).take_while(Result::is_ok).for_each(drop);
    });
    events
}

/// The options of every program.
const COMMON: [&str; 10] =
    ["console", "help", "version", "lang", "strength", "own-book", "threads", "hash", "eval", "evaluation"];

/// The task of a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) enum Task {
    /// A game if the input is a terminal, a protocol otherwise.
    #[default]
    Converse,
    /// Play with a person.
    Terminal,
    /// One command of a protocol.
    Command(Vec<String>),
    /// A command of the program itself, by an option: its words.
    Program(Vec<OsString>),
    /// Show the help.
    Help,
    /// Show the version.
    Version,
}

/// The parsed arguments.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Arguments {
    /// The task.
    pub task: Task,
    /// The line that selects the protocol, if one is chosen.
    pub protocol: Option<&'static str>,
    /// The level of strength, if given.
    pub level: Option<Level>,
    /// How strong it may play, if that is limited.
    pub strength: Option<Strength>,
    /// The language of a game at the terminal, if given.
    pub language: Option<Language>,
    /// Set if it begins games by the program's book.
    pub own_book: bool,
    /// Set if a game at the terminal is shown in letters.
    pub in_letters: bool,
    /// The engine.
    pub engine: EngineArguments,
}

impl Arguments {
    /// Reads the arguments after the program's name. The program has the options that all have, and its own; some are those of
    /// Edax in its spelling.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an option that is unknown or lacks its value.
    pub fn parse(words: impl IntoIterator<Item = OsString>, own: &[&str]) -> Result<Self, Failure> {
        let mut arguments = Arguments::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy().into_owned();
            let Some(name) = text.strip_prefix("--").or_else(|| text.strip_prefix('-')) else {
                let rest = words.map(|word| word.to_string_lossy().into_owned());
                arguments.task = command(std::iter::once(text).chain(rest));
                return Ok(arguments);
            };
            let name = match name {
                "t" => "threads",
                "h" => "help",
                "V" => "version",
                "l" => "level",
                "n" => "n-tasks",
                name => name,
            };
            let known = || COMMON.iter().chain(own).copied();
            if !known().any(|option| option == name) {
                return Err(unknown_option(&text, known()));
            }
            arguments.read(name, &mut words)?;
        }
        Ok(arguments)
    }

    /// Reads the value of an option, if it has one.
    fn read(&mut self, name: &str, words: &mut impl Iterator<Item = OsString>) -> Result<(), Failure> {
        match name {
            "console" => self.task = Task::Terminal,
            "help" => self.task = Task::Help,
            "version" => self.task = Task::Version,
            "threads" | "n-tasks" => self.engine.threads = Some(value("--threads", words.next())?),
            "hash" => self.engine.hash = Some(value("--hash", words.next())?),
            "eval" => {
                let missing =
                    || Failure::Usage("--eval: found nothing, expected a file of weights".to_owned());
                self.engine.weights.eval = Some(words.next().ok_or_else(missing)?.into());
            }
            "evaluation" => self.engine.weights.evaluation = Some(value("--evaluation", words.next())?),
            "strength" => self.strength = Some(value("--strength", words.next())?),
            "lang" => self.language = Some(value("--lang", words.next())?),
            "own-book" => self.own_book = true,
            "letters" => self.in_letters = true,
            "gtp" => self.protocol = Some(""),
            "nboard" => self.protocol = Some("nboard 2"),
            "level" => self.level = Some(level(words.next())?),
            _ => self.task = Task::Program(std::iter::once(name.into()).chain(words).collect()),
        }
        Ok(())
    }
}

/// A command may come as one argument or as several.
fn command(words: impl Iterator<Item = String>) -> Task {
    let line = words.collect::<Vec<_>>().join(" ");
    Task::Command(line.split_whitespace().map(str::to_owned).collect())
}

fn value<T: FromStr<Err: Display>>(option: &str, word: Option<OsString>) -> Result<T, Failure> {
    let text = word.map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    text.parse().map_err(|expected| Failure::Usage(format!("{option}: found {}, {expected}", quote(&text))))
}

fn level(word: Option<OsString>) -> Result<Level, Failure> {
    let text = word.map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    text.parse().ok().and_then(Level::new).ok_or_else(|| {
        let most = Level::MAX;
        let found = quote(&text);
        Failure::Usage(format!("--level: found {found}, expected a number from 1 to {most}; try --level 8"))
    })
}

/// The options of every engine.
#[derive(Clone, PartialEq, Eq, Default, Debug, clap::Args)]
pub struct EngineArguments {
    /// What it evaluates by
    #[command(flatten)]
    pub weights: WeightsArgs,
    /// Size of the transposition table: a number and a unit, as in 64M
    #[arg(long, value_name = "SIZE")]
    pub hash: Option<HashSize>,
    /// Threads that search together: a number, or auto for one per processor core [default: 1]
    #[arg(long, value_name = "N")]
    pub threads: Option<Threads>,
}

impl EngineArguments {
    /// The engine that they describe.
    ///
    /// # Errors
    /// As [`WeightsArgs::read`], and a table for which there is no memory.
    pub fn engine<G: Game>(&self) -> Result<GameEngine<G>, Failure> {
        let hash_bytes = self.hash.map_or(G::INFO.table_bytes, HashSize::bytes);
        let weights = Some(self.weights.read::<G>()?);
        let options = EngineOptions { hash_bytes, nodes: u64::MAX, recipe: None, weights, solves: false };
        let engine = memory::take(hash_bytes, 0, || GameEngine::<G>::new(options));
        let mut engine = engine.map_err(TooLarge::in_option)?;
        if let Some(threads) = self.threads {
            engine.set_threads(threads.count());
        }
        Ok(engine)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// With the options of both programs.
    fn parse(line: &str) -> Result<Arguments, Failure> {
        let own = ["letters", "gtp", "nboard", "level", "n-tasks", "solve"];
        Arguments::parse(line.split_whitespace().map(OsString::from), &own)
    }

    #[test]
    fn a_task_is_an_option_or_a_command() {
        let command = |words: &[&str]| Task::Command(words.iter().map(|&word| word.to_owned()).collect());
        let solve = ["solve", "ffo.obf", "--check"].map(OsString::from).to_vec();
        for (line, task) in [
            ("", Task::Converse),
            ("-level 10 -console", Task::Terminal),
            ("-h", Task::Help),
            ("--version", Task::Version),
            ("go -x", command(&["go", "-x"])),
            ("--hash 1M go", command(&["go"])),
            ("-l 10 -solve ffo.obf --check", Task::Program(solve)),
        ] {
            assert_eq!(parse(line).unwrap().task, task, "{line}");
        }
    }

    #[test]
    fn options_have_one_dash_or_two() {
        let arguments = parse("--threads 2 -hash 1M --eval new.weights --letters").unwrap();
        let engine = arguments.engine;
        assert_eq!(engine.threads.map(|threads| threads.count().get()), Some(2));
        assert_eq!(engine.hash.map(HashSize::bytes), Some(1 << 20));
        assert!(engine.weights.eval == Some(PathBuf::from("new.weights")) && arguments.in_letters);
        let engine = parse("--evaluation classical").unwrap().engine;
        assert_eq!(engine.weights.evaluation.as_deref(), Some("classical"));
        for (line, level, protocol) in
            [("-gtp", None, Some("")), ("-l 10 -nboard", Level::new(10), Some("nboard 2"))]
        {
            let arguments = parse(line).unwrap();
            assert_eq!((arguments.level, arguments.protocol), (level, protocol), "{line}");
        }
        for line in ["-t auto", "-n auto", "-n-tasks auto"] {
            assert_eq!(parse(line).unwrap().engine.threads, Some(Threads::Auto), "{line}");
        }
    }

    #[test]
    fn bad_options_are_usage_errors() {
        assert_eq!(parse("--strength 5").unwrap().strength, Strength::new(5));
        for line in [
            "-x",
            "--",
            "--eval",
            "--strength 21",
            "-t 0",
            "--threads",
            "--hash x",
            "-l",
            "-l 0",
            "-level 61",
            "-n 0",
        ] {
            assert!(matches!(parse(line), Err(Failure::Usage(_))), "{line}");
        }
    }
}
