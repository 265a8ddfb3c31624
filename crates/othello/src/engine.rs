//! The engine: the Go Text Protocol or NBoard's on standard input and output, and a console for people.
//!
//! What a line means is decided by pure functions ([`gtp::parse`], [`nboard::parse`], [`talk::parse`]);
//! [`player`] knows the game and searches, [`server`], [`nboard::Guest`] and [`parlour`] converse.

mod bench;
pub mod clock;
pub mod effort;
pub mod gtp;
pub mod nboard;
pub mod parlour;
pub mod player;
pub mod server;
pub mod talk;

use std::env;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::sync::Arc;

use console::sink::Sink;
use console::{Exit, Failure, closed_output, lines, version};

use crate::command;
use parlour::Parlour;
use server::Server;

const USAGE: &str = "\
An Othello engine. It speaks GTP on standard input and output, NBoard's protocol if the first line is `nboard 2`, or
with a person if the input is a terminal.

Usage: othello [OPTION | COMMAND...]
       othello solve [OPTIONS] <FILE>... | <POSITION>

Arguments form one command of GTP, which is carried out before the program ends:
  othello bench              search a fixed set of positions
  othello reg_genmove black  the engine's first move
  othello list_commands      the commands of GTP

Exact scores of positions (options, and more examples: othello solve --help):
  othello solve problems.obf --check

Options:
      --gtp                  speak GTP, even at a terminal
      --console              speak with a person, even if the input is no terminal
  -h, --help                 this text
  -V, --version              version, commit and the processor's features in use";

/// The program: a conversation until the end of input, or the one command that the arguments form.
pub fn run() -> Exit {
    if env::args_os().nth(1).is_some_and(|word| command::has(&word)) {
        return command::run();
    }
    let line: Vec<String> = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    // A command may come as one argument or as several.
    let words: Vec<String> = line.join(" ").split_whitespace().map(str::to_owned).collect();
    match serve(&words, &mut stdout()) {
        Ok(()) => Exit::Success,
        Err(failure) => {
            failure.report(true);
            failure.exit()
        }
    }
}

fn serve(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    closed_output::exit_when_closed();
    let first = words.first().map(String::as_str);
    match first {
        None if stdin().is_terminal() => Parlour::new(out).open(),
        Some("--console") => Parlour::new(out).open(),
        None | Some("--gtp") => Server::new().serve(lines::from_stdin(), &Arc::new(Sink::stdout())),
        Some("-h" | "--help") => say(out, USAGE),
        Some("-V" | "--version") => {
            let evaluators = [("classical", env!("CARGO_PKG_VERSION"))];
            say(out, &format!("othello {}", version::text(&evaluators)))
        }
        Some(option) if option.starts_with('-') => {
            Err(Failure::Usage(format!("unknown option {option}; try othello --help")))
        }
        Some("bench") => bench::run(&words[1..], out),
        Some(_) => carry_out(&words.join(" "), out),
    }
}

/// Carries out the one command of the arguments. The reply needs no frame, and bad input is told by the exit code.
fn carry_out(line: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(request) = gtp::parse(line) else { return Ok(()) };
    let reply = request.command.and_then(|command| Server::new().execute(command))?;
    if reply.is_empty() { Ok(()) } else { say(out, reply.trim_start_matches('\n')) }
}

fn say(out: &mut dyn Write, text: &str) -> Result<(), Failure> {
    writeln!(out, "{}", text.trim_end()).map_err(Failure::from_write)
}
