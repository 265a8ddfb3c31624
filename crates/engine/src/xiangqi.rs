//! The Xiangqi engine: UCI, UCCI and xboard's protocol on standard input and output, and a game at a terminal.

mod count;
pub mod judge;
pub mod options;
mod report;
pub mod request;
pub mod uci;
pub mod xboard;

use clap::Subcommand;
use shuangqi_cli::program::Commands;
use shuangqi_cli::{Exit, Failure};
use xiangqi::position::Position;

use self::uci::Uci;
use self::xboard::XBoard;
use crate::engine::{Engine, Protocol, execute_alone};
use crate::program::{self, Arguments, Program};

/// The text of `--help`.
pub const USAGE: &str = "\
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
      --strength <N> play no stronger than this: from 1, which a beginner beats,
                     to 20 [default: 20]
      --own-book     begin games by the book of the program
      --letters      show that game in letters instead of Chinese characters
      --lang <TAG>   language of the game at a terminal: en, zh-Hans, zh-Hant, ja
      --eval <FILE>  evaluate by the weights of this file
      --evaluation <NAME>
                     evaluate in this way: net or classical
  -t, --threads <N>  search with N threads; auto: one per core [default: 1]
      --hash <SIZE>  size of the transposition table [default: 64M]
  -h, --help         this text
  -V, --version      version, commit and the processor's features in use";

/// The commands of the program that end when their work is done; the tool `shuangqi` has them too.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Judge(judge::Args),
}

impl Commands for Command {
    const PROGRAM: &'static str = "xiangqi";

    fn run(self) -> Result<Exit, Failure> {
        let Command::Judge(args) = self;
        judge::run(&args)
    }
}

/// Runs the program.
pub fn run() -> Exit {
    program::run::<Position>()
}

/// The protocol that the first line selects: xboard's by its word, otherwise UCI or UCCI.
pub fn protocol(first: &str) -> Box<dyn Protocol<Position>> {
    match first.parse() {
        Ok(protocols::xboard::Command::Xboard) => Box::new(XBoard::default()),
        _ => Box::new(Uci::default()),
    }
}

impl Program for Position {
    type Commands = Command;

    const USAGE: &'static str = USAGE;
    const OPTIONS: &'static [&'static str] = &["letters"];
    const PROTOCOLS: &'static [&'static str] = &["uci", "ucci", "xboard"];

    fn protocol(_: &Engine<Position>, first: &str, _: &Arguments) -> Box<dyn Protocol<Position>> {
        protocol(first)
    }

    fn execute(engine: Engine<Position>, _: &Arguments, words: &[String]) -> Result<(), Failure> {
        let line = words.join(" ");
        execute_alone(engine, &mut Uci::default(), |uci, engine| uci.obey(engine, &line))
    }
}
