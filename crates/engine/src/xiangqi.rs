//! The engine: UCI, UCCI and xboard's protocol on standard input and output, and a game at a terminal.
//!
//! A line is read by the grammar of its protocol ([`protocols`]); an engine acts on it, and the search runs on its own
//! thread ([`search_core::session`]), so that every command is answered at once.

pub mod bench;
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

use std::ffi::OsString;
use std::io::{IsTerminal, stdin};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use clap::Subcommand;
use crossbeam_channel::{Receiver, unbounded};
use game::GameEngine;
use shuangqi_cli::lines::{self, Event};
use shuangqi_cli::program::Commands;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{Exit, Failure, interrupt, sink, version};
use xiangqi::position::Position;

use crate::arguments::{Arguments, EngineArguments, ProgramOptions, Task};
use crate::terminal::{self, Ending, Input, Limit, TerminalOptions};
use queue::CommandQueue;
use xboard::XboardSession;

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

Options, with one dash or two:
      --console      play with a person, also if the input is no terminal
      --letters      show that game in letters instead of Chinese characters
      --eval <FILE>  evaluate by the weights of this file
  -t, --threads <N>  search with N threads; auto: one per core [default: 1]
      --hash <SIZE>  size of the transposition table [default: 64M]
  -h, --help         this text
  -V, --version      version, commit and the processor's features in use";

/// The commands of the program that end when their work is done; the tool `shuangqi` has them too.
#[derive(Debug, Subcommand)]
enum Command {
    Judge(judge::Args),
}

impl Commands for Command {
    const PROGRAM: &'static str = "xiangqi";

    fn run(self) -> Result<Exit, Failure> {
        let Command::Judge(args) = self;
        judge::run(&args)
    }
}

/// The options of this program alone.
#[derive(Clone, Copy, Default, Debug)]
struct XiangqiOptions {
    /// Whether a game at the terminal is shown in letters.
    in_letters: bool,
}

impl ProgramOptions for XiangqiOptions {
    const NAMES: &'static [&'static str] = &["letters"];

    fn read(
        &mut self,
        name: &str,
        _: &mut impl Iterator<Item = OsString>,
        _: &mut EngineArguments,
    ) -> Result<bool, Failure> {
        self.in_letters |= name == "letters";
        Ok(name == "letters")
    }
}

/// The program: protocol lines until the end of input, or the one command of the arguments.
pub fn run() -> Exit {
    crate::program::run::<Command, XiangqiOptions>(serve)
}

fn serve(arguments: &Arguments<XiangqiOptions>) -> Result<Exit, Failure> {
    sink::exit_when_closed();
    let sink = Arc::new(Sink::stdout());
    let is_game = stdin().is_terminal() || arguments.own.in_letters;
    match &arguments.task {
        Task::Help => sink.write_line(USAGE),
        Task::Version => {
            let id = arguments.engine.weights::<Position>()?.id();
            sink.write_line(format_args!("xiangqi {}", version::text(&[("classical", &id)])));
        }
        Task::Terminal => play(arguments, &sink)?,
        Task::Converse if is_game => play(arguments, &sink)?,
        Task::Converse => serve_protocol(&lines::from_stdin(), &sink, arguments.engine.engine()?)?,
        Task::Command(words) => {
            let engine = arguments.engine.engine()?;
            execute(&mut Engine::new(Arc::clone(&sink), engine), &words.join(" "))?;
        }
    }
    sink.failure().map_or(Ok(Exit::Success), Err)
}

/// Plays with a person at the terminal, or runs the protocol that the first line names.
fn play(arguments: &Arguments<XiangqiOptions>, sink: &Arc<Sink>) -> Result<(), Failure> {
    let options = TerminalOptions {
        limit: Limit::usual::<Position>(),
        in_letters: arguments.own.in_letters,
        setup: Vec::new(),
        protocols: &["uci", "ucci", "xboard"],
    };
    let engine = arguments.engine.engine::<Position>()?;
    let (interrupts, input) = (interrupt::events()?, Input::stdin());
    match terminal::run(engine, &options, &input, &interrupts)? {
        Ending::Protocol(line) => {
            exit_when_interrupted(interrupts);
            serve_protocol(&with_first(line, input.into_lines()), sink, arguments.engine.engine()?)
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

/// Executes line after line. At the end of input a search that ends by itself is waited for.
///
/// # Errors
/// If answers cannot be written.
pub fn serve_protocol(
    events: &Receiver<Event>,
    sink: &Arc<Sink>,
    engine: GameEngine<Position>,
) -> Result<(), Failure> {
    let mut engine = Engine::new(Arc::clone(sink), engine);
    let mut queue = CommandQueue::new(events);
    let mut is_first = true;
    loop {
        let flow = match queue.next(&mut engine) {
            Event::Line(line) if is_first && line.parse() == Ok(protocols::xboard::Command::Xboard) => {
                return XboardSession::new(Arc::clone(sink), engine.into_engine()).serve_protocol(events);
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
