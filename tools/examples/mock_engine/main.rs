//! An engine for tests: it speaks every protocol, moves at once, and fails as its options say.
//!
//! Its moves depend on the position and the seed alone, so that a game between two such engines is the same in every
//! process, at any speed.

mod board;
mod faults;
mod othello_protocols;
mod xiangqi_protocols;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use board::Board;
use clap::{Parser, ValueEnum};
use faults::{Breach, Fault};

/// An engine for tests: it speaks every protocol, moves at once, and fails as its options say
#[derive(Clone, Debug, Parser)]
struct Args {
    /// The protocol
    #[arg(long, value_enum)]
    proto: Proto,
    /// Decides between the legal moves, together with the position
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Always play the first legal move
    #[arg(long)]
    first: bool,
    /// Time for each move
    #[arg(long, default_value_t = 0, value_name = "MS")]
    delay: u64,
    /// Its fault
    #[arg(long, value_enum, default_value_t = Fault::None)]
    fault: Fault,
    /// The number of the search of a game with the fault
    #[arg(long, default_value_t = 1, value_name = "K")]
    at: u32,
    /// The fault occurs in one of N positions, by a hash of the position
    #[arg(long, default_value_t = 1, value_name = "N")]
    one_in: u64,
    /// How late a late answer is
    #[arg(long, default_value_t = 3000, value_name = "MS")]
    late: u64,
    /// The rule of its protocol that it breaks
    #[arg(long, value_enum)]
    breach: Option<Breach>,
    /// Go on after quit and the end of input
    #[arg(long)]
    ignore_quit: bool,
    /// Go on after signals that ask to end
    #[arg(long)]
    ignore_signals: bool,
    /// Start a process that leaves the session and goes on, with the engine's streams open
    #[arg(long)]
    orphan: bool,
    /// Write 10 MB to stderr first
    #[arg(long)]
    loud: bool,
    /// Append the numbers of its processes to this file
    #[arg(long, value_name = "FILE")]
    pids: Option<String>,
    /// Be the process that goes on
    #[arg(long, hide = true)]
    is_orphan: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Proto {
    /// Xiangqi
    Uci,
    /// Xiangqi
    Ucci,
    /// Xiangqi
    Xboard,
    /// Othello
    Gtp,
    /// Othello
    Nboard,
}

/// Reads a line of a protocol, and answers it; `false`: the session is over.
type Handler = fn(&mut Mock, &str) -> bool;

struct Mock {
    args: Args,
    board: Board,
    /// Searches in this game.
    searches: u32,
    /// The last position was invalid: there is nothing to search.
    is_lost: bool,
    /// A search that ends by `stop` alone.
    is_waiting: bool,
    /// Moves followed the position.
    has_moves: bool,
    /// XBoard: moves are not answered.
    is_forced: bool,
    /// NBoard: the number of moves of the last game.
    length: usize,
    /// XBoard: the boards before each move.
    past: Vec<Board>,
    /// UCCI: moves that must not be played from this position.
    banned: Vec<String>,
    /// GTP: the number of the last request that had one.
    number: String,
}

/// The result of a search.
enum Choice {
    Move(String),
    /// There is no legal move, or no position.
    Nothing,
    Resign,
    /// Text that is valid in no protocol.
    Junk,
}

impl Mock {
    fn new(args: Args) -> Mock {
        Mock {
            board: Board::start(args.proto),
            args,
            searches: 0,
            is_lost: false,
            is_waiting: false,
            has_moves: false,
            is_forced: false,
            length: 0,
            past: Vec::new(),
            banned: Vec::new(),
            number: String::new(),
        }
    }

    fn breaks(&self, breach: Breach) -> bool {
        self.args.breach == Some(breach)
    }

    fn begin(&mut self) {
        self.board = Board::start(self.args.proto);
        self.past.clear();
        self.searches = 0;
        self.is_lost = false;
        self.has_moves = false;
    }

    /// Chooses a move, or fails.
    fn choose(&mut self) -> Choice {
        self.searches += 1;
        let mut legal = self.board.legal();
        legal.retain(|mv| !self.banned.contains(mv));
        let number = self.board.hash(self.args.seed);
        std::thread::sleep(std::time::Duration::from_millis(self.args.delay));
        let is_due = self.searches == self.args.at && (number / 7).is_multiple_of(self.args.one_in.max(1));
        if self.finds_nothing() {
            return Choice::Nothing;
        }
        if is_due && let Some(choice) = faults::fail(&self.args, &legal) {
            return choice;
        }
        let index = if self.args.first { 0 } else { number as usize % legal.len().max(1) };
        match legal.into_iter().nth(index).filter(|_| !self.is_lost) {
            Some(mv) => Choice::Move(mv),
            None => Choice::Nothing,
        }
    }

    /// A number in the range of scores.
    fn score(&self) -> i64 {
        (self.board.hash(self.args.seed) % 101) as i64 - 50
    }

    fn finds_nothing(&self) -> bool {
        let is_blind = self.args.fault == Fault::Stuck || self.args.fault == Fault::NoMove && self.has_moves;
        is_blind && self.searches >= self.args.at
    }

    fn offers_draw(&self) -> bool {
        self.args.fault == Fault::Draw && self.searches >= self.args.at
    }
}

/// Writes a line at once.
fn send(line: &str) {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{line}").and_then(|()| out.flush());
    if written.is_err() {
        std::process::exit(0);
    }
}

#[expect(clippy::disallowed_methods, reason = "it reads what a test sends")]
fn main() -> ExitCode {
    let args = Args::parse();
    faults::at_start(&args);
    let handler: Handler = match args.proto {
        Proto::Uci | Proto::Ucci => xiangqi_protocols::uci,
        Proto::Xboard => xiangqi_protocols::xboard,
        Proto::Gtp => othello_protocols::gtp,
        Proto::Nboard => othello_protocols::nboard,
    };
    let mut mock = Mock::new(args);
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if mock.breaks(Breach::LeadingBlank) && line.starts_with([' ', '\t']) {
            continue;
        }
        if !handler(&mut mock, line.trim()) && !mock.args.ignore_quit {
            return if mock.breaks(Breach::QuitStatus) { ExitCode::from(3) } else { ExitCode::SUCCESS };
        }
    }
    if mock.args.ignore_quit {
        faults::hang();
    }
    ExitCode::SUCCESS
}
