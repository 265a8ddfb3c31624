//! The engine: the Go Text Protocol or NBoard's on standard input and output, and a game at a terminal.
//!
//! A line is read by the grammar of its protocol ([`protocols`]); [`player`] has the game and the search, [`server`] and
//! [`nboard::NBoardSession`] are the protocols. The game at a terminal is [`crate::terminal`].

mod arguments;
mod bench;
pub mod clock;
pub mod nboard;
pub mod player;
mod position;
pub mod server;
pub mod solve;

use std::ffi::OsString;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::sync::Arc;

use clap::Subcommand;
use othello::level::Level;
use othello::position::Position;
use protocols::gtp::Request;
use shuangqi_cli::program::Commands;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{Exit, Failure, interrupt, lines, program, sink, version};

use crate::arguments::{Arguments, Task};
use crate::terminal::{self, Input, Limit, TerminalOptions};
use arguments::{OthelloOptions, Protocol};
use nboard::NBoardSession;
use player::Player;
use server::Server;

const USAGE: &str = "\
An Othello engine. It reads GTP from standard input, or NBoard's protocol if the
first line is `nboard 2`. At a terminal it plays with a person (help lists the
commands there).

Usage: othello [OPTION]... [COMMAND...]
       othello solve [OPTIONS] <FILE>... | <POSITION>

Arguments form one command of GTP, which is executed before the program ends:
  othello bench              search a fixed set of positions
  othello reg_genmove black  the engine's first move
  othello list_commands      the commands of GTP

Exact scores of positions (all options: othello solve --help):
  othello solve problems.obf --check

Options, with one dash or two:
      --gtp              read GTP, also at a terminal
      --nboard           read NBoard's protocol
      --console          play with a person, also if the input is no terminal
      --eval <FILE>      evaluate by the weights of this file
  -l, --level <N>        strength where no clock limits the search, 1 to 60
                         [default: 16]; see below
      --solve <FILE>...  the same as othello solve; exact at any level
  -t, --threads <N>      search with N threads; auto: one per core [default: 1]
      --hash <SIZE>      size of the transposition table [default: 64M]
  -h, --help             this text
  -V, --version          version, commit and the processor's features in use

Level N searches N plies deep. Near the end it searches the whole rest of the
game, with the certainty shown once no more squares are empty than this:
  level          4     8    12    16    20    24    30    60
  63 %           -     -    25    27    29    31    36     -
  77 %           -    20    23    25    27    29    34     -
  93 %          10    18    21    23    25    27    32     -
  exactly        8    16    19    21    23    25    30    60
One thread takes about a second for a move at level 20, and much less at 16. At
level 60 every move is exact, however long that takes.";

/// The commands of the program that end when their work is done; the tool `shuangqi` has them too.
#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
}

impl Commands for Command {
    const PROGRAM: &'static str = "othello";

    fn run(self) -> Result<Exit, Failure> {
        let Command::Solve(args) = self;
        solve::run(&args)
    }
}

/// The program: protocol lines until the end of input, or the one command of the arguments.
pub fn run() -> Exit {
    crate::program::run::<Command, OthelloOptions>(serve)
}

fn serve(arguments: &Arguments<OthelloOptions>) -> Result<Exit, Failure> {
    let OthelloOptions { level, protocol, solve } = &arguments.own;
    if let Some(words) = solve {
        let weights = arguments.engine.eval.iter();
        let weights = weights.flat_map(|file| ["--eval".into(), file.clone().into_os_string()]);
        let words: Vec<OsString> = words.iter().cloned().chain(weights).collect();
        return Ok(program::run_command::<Command>(&words).unwrap_or(Exit::Usage));
    }
    sink::exit_when_closed();
    let (level, out) = (level.unwrap_or(Level::DEFAULT), &mut stdout());
    match (&arguments.task, protocol) {
        (Task::Help, _) => write_line(out, USAGE),
        (Task::Version, _) => {
            let id = arguments.engine.weights::<Position>()?.id();
            write_line(out, &format!("othello {}", version::text(&[("patterns", &id)])))
        }
        (Task::Command(words), _) if words.first().is_some_and(|word| word == "bench") => {
            bench::run(&words[1..], arguments.engine.engine()?)
        }
        (Task::Command(words), _) => {
            execute(&words.join(" "), &mut Server::with(player(arguments)?, level), out)
        }
        (Task::Converse, Some(Protocol::NBoard)) => {
            NBoardSession::with(player(arguments)?, level, Arc::new(Sink::stdout())).run(lines::from_stdin())
        }
        (Task::Converse, None) if stdin().is_terminal() => play(arguments, level),
        (Task::Terminal, _) => play(arguments, level),
        (Task::Converse, _) => {
            Server::with(player(arguments)?, level).serve(lines::from_stdin(), &Arc::new(Sink::stdout()))
        }
    }
    .map(|()| Exit::Success)
}

/// Plays with a person at the terminal.
fn play(arguments: &Arguments<OthelloOptions>, level: Level) -> Result<(), Failure> {
    let options = TerminalOptions {
        limit: Limit::Level(level.number()),
        in_letters: true,
        setup: Vec::new(),
        protocols: &[],
    };
    let engine = arguments.engine.engine::<Position>()?;
    terminal::run(engine, &options, &Input::stdin(), &interrupt::events()?).map(drop)
}

fn player(arguments: &Arguments<OthelloOptions>) -> Result<Player, Failure> {
    arguments.engine.engine().map(Player::new)
}

/// Executes the one command of the arguments. The reply needs no frame, and bad input sets the exit code.
fn execute(line: &str, server: &mut Server, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(request) = Request::read(line) else { return Ok(()) };
    let reply = request.command.and_then(|command| server.execute(command))?;
    if reply.is_empty() { Ok(()) } else { write_line(out, reply.trim_start_matches('\n')) }
}

fn write_line(out: &mut dyn Write, text: &str) -> Result<(), Failure> {
    writeln!(out, "{}", text.trim_end()).map_err(Failure::from_write)
}
