//! The engine: UCI, UCCI and xboard's protocol on standard input and output, and a game at a terminal.
//!
//! What a line means is decided by pure functions ([`command::parse`]); an engine acts on it, and the search runs on
//! its own thread ([`search_core::session`]), so that every command is answered at once.

pub mod bench;
pub mod command;
pub mod dialect;
mod display;
pub mod game_history;
pub mod go;
mod mate_search;
pub mod meaning;
pub mod options;
mod perft;
mod queue;
mod report;
pub mod search;
mod state;
pub mod terminal;
pub mod words;
pub mod xboard;

use std::env;
use std::io::{IsTerminal, stdin};
use std::ops::ControlFlow;
use std::sync::Arc;

use crossbeam_channel::Receiver;
use shuangqi_cli::lines::{self, Event};
use shuangqi_cli::sink::Sink;
use shuangqi_cli::spelling::unknown_option;
use shuangqi_cli::{Exit, Failure, closed_output, program, version};

use crate::command::{Command, weights};
use crate::evaluator::Classical;
use crate::notation::Script;
use queue::CommandQueue;
use state::Engine;
use xboard::XboardSession;

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
    let words = install_weights(words)?;
    let sink = Arc::new(Sink::stdout());
    match words.first().map(String::as_str) {
        None if stdin().is_terminal() => play(Script::Characters, &sink)?,
        Some("--console" | "--letters") => play(script(&words)?, &sink)?,
        None => serve_protocol(&lines::from_stdin(), &sink)?,
        Some("-h" | "--help") => sink.write_line(USAGE),
        Some("-V" | "--version") => {
            let text = version::text(&[("classical", &Classical::default().weights().id())]);
            sink.write_line(format_args!("xiangqi {text}"));
        }
        Some(option) if option.starts_with('-') => return Err(unknown(option)),
        Some(_) => execute(&mut Engine::new(Arc::clone(&sink))?, &words.join(" "))?,
    }
    sink.failure().map_or(Ok(()), Err)
}

/// Installs the weights that `--eval` names; returns the other words.
fn install_weights(mut words: Vec<String>) -> Result<Vec<String>, Failure> {
    if let Some(place) = words.iter().position(|word| word == "--eval") {
        let Some(path) = words.get(place + 1) else {
            return Err(Failure::Usage("--eval: found nothing, expected a file of weights".to_owned()));
        };
        weights::read(path)?.install();
        words.drain(place..place + 2);
    }
    Ok(words)
}

/// Plays with a person at the terminal.
fn play(script: Script, sink: &Arc<Sink>) -> Result<(), Failure> {
    terminal::run(terminal::XiangqiGame::new(script)?, &[], sink)
}

/// How the game at the terminal is shown.
fn script(options: &[String]) -> Result<Script, Failure> {
    let mut script = Script::Characters;
    for option in options {
        match option.as_str() {
            "--console" => {}
            "--letters" => script = Script::Letters,
            _ => return Err(unknown(option)),
        }
    }
    Ok(script)
}

fn unknown(option: &str) -> Failure {
    unknown_option(option, ["eval", "console", "letters", "help", "version"])
}

/// Executes line after line. At the end of input a search that ends by itself is waited for.
///
/// # Errors
/// If answers cannot be written.
pub fn serve_protocol(events: &Receiver<Event>, sink: &Arc<Sink>) -> Result<(), Failure> {
    let mut engine = Engine::new(Arc::clone(sink))?;
    let mut queue = CommandQueue::new(events);
    let mut is_first = true;
    loop {
        let flow = match queue.next(&mut engine) {
            Event::Line(line) if is_first && line.trim() == "xboard" => {
                return XboardSession::new(Arc::clone(sink))?.serve_protocol(events);
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
