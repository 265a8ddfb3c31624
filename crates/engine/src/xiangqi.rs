//! The engine: UCI, UCCI and xboard's protocol on standard input and output, and a game at a terminal.
//!
//! A line is read by the grammar of its protocol ([`protocols`]); an engine acts on it, and the search runs on its own
//! thread ([`search_core::session`]), so that every command is answered at once.

pub mod bench;
mod command;
mod display;
pub mod go;
pub mod judge;
mod mate_search;
pub mod options;
mod perft;
pub mod position_command;
mod queue;
mod report;
pub mod search;
mod state;
pub mod xboard;

use std::env;
use std::io::{IsTerminal, stdin};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use crate::terminal::{self, Ending, Limit, TerminalOptions};
use crossbeam_channel::{Receiver, unbounded};
use game::{EngineOptions, Game, GameEngine};
use search_core::Evaluator as _;
use shuangqi_cli::lines::{self, Event};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::sink::Sink;
use shuangqi_cli::spelling::unknown_option;
use shuangqi_cli::{Exit, Failure, closed_output, interrupt, program, version, weights};

use command::Command;
use queue::CommandQueue;
use xboard::XboardSession;
use xiangqi::evaluator::Classical;
use xiangqi::position::Position;

pub use state::Engine;

const USAGE: &str = "\
A Xiangqi engine. It reads UCI from standard input, or UCCI or xboard's protocol
if the first line is `ucci` or `xboard`. At a terminal it plays with a person
(help lists the commands there) unless the first line names one of the three.

Usage: xiangqi [OPTION]... [COMMAND...]
       xiangqi judge [OPTIONS] <POSITION> [MOVE]... | --suite <FILE>

Arguments form one command, which is executed before the program ends:
  xiangqi bench              search a fixed set of positions
  xiangqi \"go perft 4\"       count the leaves of the tree from the start
  xiangqi \"go depth 8\"       search the start position

Rulings on games (all options: xiangqi judge --help):
  xiangqi judge startpos h2e2 h9g7

Options:
      --eval <FILE>
                 evaluate by the weights of this file
      --console  play with a person, also if the input is no terminal
      --letters  show that game in letters instead of Chinese characters
  -h, --help     this text
  -V, --version  version, commit and the processor's features in use";

/// The program: protocol lines until the end of input, or the one command of the arguments.
pub fn run() -> Exit {
    let words: Vec<_> = env::args_os().skip(1).collect();
    if let Some(exit) = program::run_command::<Command>(&words) {
        return exit;
    }
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let outcome = serve(words);
    match outcome {
        Ok(()) => Exit::Success,
        Err(failure) => {
            failure.report(true);
            failure.exit()
        }
    }
}

fn serve(words: Vec<String>) -> Result<(), Failure> {
    closed_output::exit_when_closed();
    let (evaluator, words) = evaluator(words)?;
    let sink = Arc::new(Sink::stdout());
    match words.first().map(String::as_str) {
        None if stdin().is_terminal() => play(&evaluator, false, &sink)?,
        Some("--console" | "--letters") => play(&evaluator, in_letters(&words)?, &sink)?,
        None => serve_protocol(&lines::from_stdin(), &sink, &evaluator)?,
        Some("-h" | "--help") => sink.write_line(USAGE),
        Some("-V" | "--version") => {
            let text = version::text(&[("classical", &evaluator.weights().id())]);
            sink.write_line(format_args!("xiangqi {text}"));
        }
        Some(option) if option.starts_with('-') => return Err(unknown(option)),
        Some(_) => execute(&mut Engine::new(Arc::clone(&sink), evaluator)?, &words.join(" "))?,
    }
    sink.failure().map_or(Ok(()), Err)
}

/// The evaluator with the weights that `--eval` names, and the other words.
fn evaluator(mut words: Vec<String>) -> Result<(Classical, Vec<String>), Failure> {
    let Some(place) = words.iter().position(|word| word == "--eval") else {
        return Ok((Classical::default(), words));
    };
    let Some(path) = words.get(place + 1) else {
        return Err(Failure::Usage("--eval: found nothing, expected a file of weights".to_owned()));
    };
    let weights = weights::load::<Position>(path)?.1;
    words.drain(place..place + 2);
    Ok((Classical::with_weights(weights), words))
}

/// Plays with a person at the terminal, or runs the protocol that the first line names.
fn play(evaluator: &Classical, in_letters: bool, sink: &Arc<Sink>) -> Result<(), Failure> {
    let options = TerminalOptions {
        limit: Limit::usual::<Position>(),
        in_letters,
        setup: Vec::new(),
        protocols: &["uci", "ucci", "xboard"],
    };
    let hash_bytes = <Position as Game>::INFO.table_bytes;
    let weights = Arc::new(evaluator.weights().clone());
    let engine_options = EngineOptions { hash_bytes, nodes: u64::MAX, recipe: None, weights };
    let engine = memory::take(hash_bytes, 0, || GameEngine::<Position>::new(engine_options));
    let (interrupts, lines) = (interrupt::events()?, lines::from_stdin());
    match terminal::run(engine.map_err(TooLarge::in_option)?, &options, &lines, &interrupts)? {
        Ending::Protocol(line) => {
            exit_when_interrupted(interrupts);
            serve_protocol(&with_first(line, lines), sink, evaluator)
        }
        Ending::Quit | Ending::Interrupted => Ok(()),
    }
}

/// A protocol session ends at the first Ctrl-C.
fn exit_when_interrupted(interrupts: Receiver<()>) {
    thread::spawn(move || {
        if interrupts.recv().is_ok() {
            std::process::exit(Exit::Interrupted as i32);
        }
    });
}

/// The lines with one that was taken from them in its place.
fn with_first(line: String, rest: Receiver<Event>) -> Receiver<Event> {
    let (sender, events) = unbounded();
    thread::spawn(move || {
        let all = std::iter::once(Event::Line(line)).chain(rest);
        all.map(|event| sender.send(event)).take_while(Result::is_ok).for_each(drop);
    });
    events
}

/// Whether the game at the terminal is shown in letters.
fn in_letters(options: &[String]) -> Result<bool, Failure> {
    match options.iter().find(|option| !matches!(option.as_str(), "--console" | "--letters")) {
        Some(other) => Err(unknown(other)),
        None => Ok(options.iter().any(|option| option == "--letters")),
    }
}

fn unknown(option: &str) -> Failure {
    unknown_option(option, ["eval", "console", "letters", "help", "version"])
}

/// Executes line after line. At the end of input a search that ends by itself is waited for.
///
/// # Errors
/// If answers cannot be written.
pub fn serve_protocol(
    events: &Receiver<Event>,
    sink: &Arc<Sink>,
    evaluator: &Classical,
) -> Result<(), Failure> {
    let mut engine = Engine::new(Arc::clone(sink), evaluator.fork())?;
    let mut queue = CommandQueue::new(events);
    let mut is_first = true;
    loop {
        let flow = match queue.next(&mut engine) {
            Event::Line(line) if is_first && line.parse() == Ok(protocols::xboard::Command::Xboard) => {
                return XboardSession::new(Arc::clone(sink), evaluator.fork())?.serve_protocol(events);
            }
            Event::Line(line) => engine.handle_line(&line),
            Event::TooLong => engine.reject_long_line(),
            Event::End(_) => {
                engine.finish();
                ControlFlow::Break(())
            }
        };
        is_first = false;
        match sink.failure() {
            Some(failure) => return Err(failure),
            None if flow.is_break() => return Ok(()),
            None => {}
        }
    }
}

/// Executes the one command of the arguments; bad input sets the exit code.
fn execute(engine: &mut Engine, line: &str) -> Result<(), Failure> {
    let obeyed = engine.try_line(line);
    engine.finish();
    obeyed.map_err(Failure::from)
}
