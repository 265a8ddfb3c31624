//! `shuangqi puzzles`: positions of games in which one move is clearly best.
//!
//! **Xiangqi.** A mate of at most six moves, proved by a search of every move, in which no other move of the solver mates as soon,
//! but for the last; or a gain: the best move leaves the solver at least two soldiers ahead, and every other less than 0.6.
//! A recapture of what has just been taken is no puzzle.
//!
//! **Othello.** An ending of 8 to 16 empty squares, solved exactly, in which one move wins and all others do not, one takes
//! all discs of the other side and all others leave some, or one draws and all others lose.
//!
//! The line goes on while the solver's move is the only one; the other side answers with what lasts longest, or is best.
//!
//! **Grades.** The depth and the positions at which the engine, from an empty table, settles on the first move. The rating follows
//! from the positions: 100 for each doubling, and more for longer lines.
//!
//! The layers, each of which uses only those above it: `puzzle`, the record; `finder`, what the engine says of a position; `othello`
//! and `xiangqi`, what a puzzle of the game is, and its themes; `run`, the run over all games with its journal; `check`, a set of
//! puzzles once more; `renew`, the same set made again.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

mod check;
mod finder;
mod othello;
mod puzzle;
mod renew;
mod run;
mod xiangqi;

use clap::builder::PossibleValuesParser;
use game::{Game, GameSession};
use search_core::Control;
use shuangqi_arena::games;
use shuangqi_cli::args::RunArgs;
use shuangqi_cli::shard::Shard;
use shuangqi_cli::{Exit, Failure};
use shuangqi_game_files::FileKind;

use finder::Finder;
pub use puzzle::{Goal, Puzzle, of_game};
pub use run::JOURNAL;

const EXAMPLES: &str = "\
Games of weak play have the most puzzles. The same games have the same puzzles on \
every run, with any number of threads, and after it was interrupted and resumed.

Examples:
  shuangqi puzzles othello games.pgn --format ndjson
  shuangqi puzzles xiangqi games.pgn --most 500 --resume puzzles.journal \\
    --format ndjson > puzzles.jsonl
  shuangqi puzzles xiangqi puzzles.jsonl --check";

/// Find puzzles in games: positions in which one move is clearly best
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games: PGN, GGF, SGF, WTHOR, XQF, DhtmlXQ, or a game of moves on each line; with --check or --renew files of puzzles
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The form of the files, if their content does not show it
    #[arg(long, value_name = "FORM", value_parser = PossibleValuesParser::new(FileKind::names()))]
    input: Option<String>,
    /// Write no more than so many; at most a quarter are mates of one length, and an eighth
    /// have ratings of one hundred
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Verify puzzles instead: that each has one solution, and is solved within its positions
    #[arg(long, conflicts_with_all = ["input", "most", "resume", "shard"])]
    check: bool,
    /// Write puzzles again instead, with the solutions and grades of this program; those that have no single
    /// solution any more are left out
    #[arg(long, conflicts_with_all = ["input", "most", "resume", "shard", "check"])]
    renew: bool,
    /// Write each finished game to this file, and take from it what is finished
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<String>,
    /// Look through a part of the games: the Ith of every N. auto/N takes I from the scheduler. shuangqi merge joins the
    /// journals
    #[arg(long, value_name = "I/N", requires = "resume")]
    shard: Option<Shard>,
    #[command(flatten)]
    run: RunArgs,
}

/// Runs the command for a game.
///
/// # Errors
/// Files without games or puzzles, a journal of other games, no memory, output that cannot be written, interruption.
pub fn run<G: PuzzleGame>(game: games::Game, args: &Args) -> Result<Exit, Failure> {
    match args {
        Args { check: true, .. } => check::run::<G>(game, args),
        Args { renew: true, .. } => renew::run::<G>(game, args),
        _ => run::run::<G>(game, args),
    }
}

/// A solved puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// What the solver can reach.
    pub goal: Goal,
    /// The moves of both sides; the solver's come first and last.
    pub line: Vec<M>,
}

/// A game with puzzles.
pub trait PuzzleGame: Game {
    /// The solution of the last position, if there is one and only one.
    fn puzzle(
        finder: &mut Finder<Self>,
        session: &GameSession<Self>,
        control: &Control,
    ) -> Option<Solution<Self::Move>>;

    /// What the solution is an example of.
    fn themes(position: &Self, solution: &Solution<Self::Move>) -> Vec<&'static str>;

    /// Whether a move of a game is one that everybody expects after the moves before it.
    fn is_expected(session: &GameSession<Self>, mv: Self::Move) -> bool;
}
