//! The way of a program from its arguments to its exit code, the same for every engine.

use std::env;
use std::io::{IsTerminal, stdin};
use std::thread;

use crossbeam_channel::{Receiver, unbounded};
use game::Game;
use shuangqi_cli::lines::{self, Event};
use shuangqi_cli::program::{self, Commands};
use shuangqi_cli::sink::{self, Sink};
use shuangqi_cli::{Exit, Failure, interrupt, version};

use crate::arguments::{Arguments, Task};
use crate::engine::{Engine, Protocol, serve};
use crate::terminal::{self, Ending, Input, Limit, TerminalOptions};

/// What differs from engine to engine.
pub(crate) trait Program: Game {
    /// The commands of the program that end when their work is done; the tool `shuangqi` has them too.
    type Commands: Commands;
    /// The text of `--help`.
    const USAGE: &'static str;
    /// The options that not every program has.
    const OPTIONS: &'static [&'static str];
    /// The words that select a protocol as the first line at a terminal.
    const PROTOCOLS: &'static [&'static str];

    /// What the evaluator is called, and which weights it has.
    fn evaluator_id(weights: &Self::Weights) -> (&'static str, String);

    /// The protocol that the first line selects.
    fn protocol(engine: &Engine<Self>, first: &str, arguments: &Arguments) -> Box<dyn Protocol<Self>>;

    /// Executes the one command of the arguments. What is bad input sets the exit code.
    ///
    /// # Errors
    /// What is wrong with the command, or that answers cannot be written.
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
        let weights = arguments.engine.eval.iter();
        let weights = weights.flat_map(|file| ["--eval".into(), file.clone().into_os_string()]);
        let words: Vec<_> = words.iter().cloned().chain(weights).collect();
        return Ok(program::run_command::<G::Commands>(&words).unwrap_or(Exit::Usage));
    }
    sink::exit_when_closed();
    let sink = Sink::stdout();
    match &arguments.task {
        Task::Help => sink.write_line(G::USAGE),
        Task::Version => {
            let (name, id) = G::evaluator_id(&arguments.engine.weights::<G>()?);
            sink.write_line(format_args!("{} {}", G::INFO.name, version::text(&[(name, &id)]).trim_end()));
        }
        task => {
            let engine = Engine::new(arguments.engine.engine()?, sink);
            let is_game = stdin().is_terminal() && arguments.protocol.is_none() || arguments.in_letters;
            match task {
                Task::Command(words) => G::execute(engine, arguments, words)?,
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

/// Speaks the protocol that the first line selects; it may have been taken from the lines, or stand for an option.
fn converse<G: Program>(
    engine: Engine<G>,
    first: Option<String>,
    lines: Receiver<Event>,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let lines = match first {
        Some(first) => with_first(first, lines),
        None => lines,
    };
    serve(engine, &lines, |engine, first| G::protocol(engine, first, arguments))
}

/// Plays with a person at the terminal, or speaks the protocol that the first line names.
fn play<G: Program>(mut engine: Engine<G>, arguments: &Arguments) -> Result<(), Failure> {
    let options = TerminalOptions {
        limit: arguments.level.map_or(Limit::usual::<G>(), |level| Limit::Level(level.number())),
        in_letters: arguments.in_letters,
        setup: Vec::new(),
        protocols: G::PROTOCOLS,
    };
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
