//! The Othello engine: the Go Text Protocol or NBoard's on standard input and output, and a game at a terminal.

pub mod gtp;
pub mod nboard;
pub mod solve;

use clap::Subcommand;
use game::SearchRequest;
use othello::Level;
use othello::position::Position;
use protocols::gtp::Request;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::program::Commands;
use shuangqi_cli::{BadInput, Exit, Failure};

use self::gtp::Gtp;
use self::nboard::NBoard;
use crate::bench;
use crate::engine::{Engine, Protocol, execute_alone};
use crate::program::{self, Arguments, Program};

/// The text of `--help`.
pub const USAGE: &str = "\
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
      --lang <TAG>       language of the game at a terminal: en, zh-Hans, zh-Hant
                         or ja
      --eval <FILE>      evaluate by the weights of this file
      --evaluation <NAME>
                         evaluate in this way: patterns
      --strength <N>     play no stronger than this: from 1, which a beginner
                         beats, to 20 [default: 20]
      --own-book         begin games by the book of the program
  -l, --level <N>        depth where no clock limits the search, 1 to 60
                         [default: 16]; see below
      --solve <FILE>...  the same as othello solve; exact at any level
  -t, --threads <N>      search with N threads; auto: one per core [default: 1]
      --hash <SIZE>      size of the transposition table [default: 64M]
  -h, --help             this text
  -V, --version          version, commit and the processor's features in use

Level N searches N plies deep, and up to four more just before the end that it
searches whole, with the certainty shown from this number of empty squares on:
  level          4     8    12    16    20    24    30    60
  45 %           -     -    25    27    29    31    36     -
  63 %           -    20    24    26    28    30    35     -
  77 %          10    19    22    24    26    28    33     -
  93 %           9    17    20    22    24    26    31     -
  exactly        8    16    19    21    23    25    30    60
One thread takes about a second for a move at level 20, and much less at 16. At
level 60 every move is exact, however long that takes.";

/// The commands of the program that end when their work is done; the tool `shuangqi` has them too.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Args),
}

impl Commands for Command {
    const PROGRAM: &'static str = "othello";

    fn run(self) -> Result<Exit, Failure> {
        let Command::Solve(args) = self;
        solve::run(&args)
    }
}

/// Runs the program.
pub fn run() -> Exit {
    program::run::<Position>()
}

/// The protocol that the first line selects: NBoard's by its greeting, otherwise GTP.
pub fn protocol(engine: &Engine<Position>, first: &str, level: Level) -> Box<dyn Protocol<Position>> {
    match first.parse() {
        Ok(protocols::nboard::Command::Version(_)) => Box::new(NBoard::at_level(level, engine)),
        _ => Box::new(Gtp::at_level(level)),
    }
}

impl Program for Position {
    type Commands = Command;

    const USAGE: &'static str = USAGE;
    const OPTIONS: &'static [&'static str] = &["gtp", "nboard", "level", "n-tasks", "solve"];
    const PROTOCOLS: &'static [&'static str] = &[];

    fn protocol(
        engine: &Engine<Position>,
        first: &str,
        arguments: &Arguments,
    ) -> Box<dyn Protocol<Position>> {
        protocol(engine, first, arguments.level.unwrap_or(Level::DEFAULT))
    }

    /// The reply needs no frame.
    fn execute(engine: Engine<Position>, arguments: &Arguments, words: &[String]) -> Result<(), Failure> {
        let mut gtp = Gtp::at_level(arguments.level.unwrap_or(Level::DEFAULT));
        execute_alone(engine, &mut gtp, |gtp, engine| {
            if words.first().is_some_and(|word| word == "bench") {
                return bench(engine, &words[1..]);
            }
            let Some(request) = Request::read(&words.join(" ")) else { return Ok(()) };
            let reply = request.command.and_then(|command| gtp.answer(engine, command))?;
            if !reply.is_empty() {
                engine.write(reply.trim_start_matches('\n').trim_end());
            }
            Ok(())
        })
    }
}

/// Searches a fixed set of positions, and writes the counts. The one argument is the level.
fn bench(engine: &mut Engine<Position>, arguments: &[String]) -> Result<(), BadInput> {
    /// Endings of up to 18 empties are solved exactly, of up to 23 with some certainty.
    const LEVEL: &str = "10";
    let word = arguments.first().map_or(LEVEL, String::as_str);
    let level = word.parse().ok().and_then(Level::new).filter(|_| arguments.len() <= 1);
    let level = level.ok_or_else(|| {
        let expected = format!("nothing, or a level from 1 to {}", Level::MAX);
        let remedy = "Run othello bench, or othello bench 8";
        BadInput::new("bench", None, quote(&arguments.join(" ")), expected, remedy)
    })?;
    let threads = engine.game.threads();
    let request = SearchRequest { threads, ..SearchRequest::at_level(level.number()) };
    engine.run(move |state, control, write| {
        bench::run(&bench::OTHELLO, &request, state, control, write);
    })
}

#[cfg(test)]
mod tests {
    use othello::certainty::per_cent;

    use super::*;

    /// The numbers of a line of the table of levels; `None`: the certainty that is not reached.
    fn row(label: &str) -> Vec<Option<i16>> {
        let is_row = |line: &&str| line.trim_start().starts_with(label);
        let line = USAGE.lines().find(is_row).unwrap().trim_start();
        line[label.len()..].split_whitespace().map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn the_help_shows_how_levels_end() {
        let levels: Vec<Level> =
            row("level  ").into_iter().map(|number| Level::new(number.unwrap() as u8).unwrap()).collect();
        for (label, certainty) in [("45 %", 45), ("63 %", 63), ("77 %", 77), ("93 %", 93), ("exactly", 100)] {
            let most_empties = |level: &Level| {
                (0..=60).rev().find(|&empties| per_cent(empties, level.depth(empties)) == Some(certainty))
            };
            let expected: Vec<_> = levels.iter().map(most_empties).collect();
            assert_eq!(row(label), expected, "{label}");
        }
    }
}
