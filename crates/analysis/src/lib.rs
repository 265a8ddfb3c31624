//! `shuangqi analyze`: games through the engine, move by move.
//!
//! **What is searched.** Every position of a game in the order of play, with the same limits and from an empty table at
//! the start of each game: so what is found depends on the game and the limits alone, and not on threads, on games before
//! it, or on an interruption (unless time is limited). A position with one legal move takes over what the next one is
//! worth. In Othello positions with few empty squares are solved, and their scores are exact; the score of another one is
//! the mean of the last two depths, because whoever moves last before the evaluation looks better by a disc or two, and a
//! move must not seem to cost what only the parity of the depth does.
//!
//! **What a move costs.** The score of the position before it less the score after it, both from the mover's view; nothing if it
//! is the engine's choice, or if the search after the move finds more. In Othello that is a number of discs. In Xiangqi a
//! soldier less decides a level game and means nothing in a won one, so moves are judged by the *expected score*, the
//! chance to win and half the chance to draw in per cent, which the engine's model of results, fitted to its own games,
//! gives for a score (`xiangqi::evaluator::Chances`); both chances by the model of the position before the move. The
//! loss in soldiers stands beside it, scores beyond ± 10 counted as 10, as lichess.org does for its average loss.
//!
//! **Judgements.** Xiangqi: an inaccuracy costs at least 5, a mistake 10, a blunder 15 percentage points of the expected score.
//! lichess.org has the same for chess (lila, `Advice`: 0.1, 0.2 and 0.3 of winning chances between −1 and 1). Othello: at
//! least 2, 4 and 8 discs; two are the least that an exact score can change by.
//!
//! **Accuracy.** Of a move in Xiangqi by the curve that lichess.org fitted for chess and published
//! (<https://lichess.org/page/accuracy>): 103.1668 · exp(−0.04354 · loss) − 3.1669, within 0 and 100, with the loss of
//! expected score in percentage points. In Othello 100 · 2^(−loss / 8): half for a loss of 8 discs. The accuracy of a
//! side is the mean of its moves, those without a choice left out.
//!
//! **Turning points.** Moves that are at least inaccuracies and after which the mover can expect less: to draw or lose
//! instead of to win, or to lose instead of to draw. In Xiangqi a side is winning or losing if that is more likely than
//! not, in Othello from two discs on.
//!
//! The layers, each of which uses only those above it: `input_game`, the games of the files; `analyst`, what the engine
//! finds in their positions; `review`, what follows for moves, games and sides; `record`, `text` and `page`, how it is
//! written; `run`, the run over all games with its journal.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

pub mod analyst;
pub mod input_game;
mod page;
pub mod record;
pub mod review;
mod run;
#[cfg(test)]
mod tests;
mod text;

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use game::{Limits, Notation};
use search_core::score::MAX_PLY;
use shuangqi_arena::notation_parser;
use shuangqi_cli::args::{HashSize, RunArgs};
use shuangqi_cli::shard::Shard;
use shuangqi_cli::units;
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_game_files::FileKind;
use shuangqi_texts::Language;

use analyst::AnalystOptions;
pub use run::{JOURNAL, run};

/// Nodes for each position, where no limit is given.
const NODES: u64 = 100_000;

const EXAMPLES: &str = "\
Every position is searched, and a move costs what the score after it is less
than that of the best move. With the same limits of nodes or depth a game has
the same records on every run, with any number of threads, and after it was
interrupted and resumed. In Othello the last positions are solved exactly.
Moves are judged and accuracy is computed in discs in Othello; in Xiangqi by the
expected score, the chance to win and half the chance to draw, in per cent.

Examples:
  shuangqi analyze othello game.txt --nodes 2K --exact 12
  shuangqi analyze xiangqi games.pgn --depth 3 --notation wxf --json
  shuangqi analyze xiangqi games.pgn --nodes 1K --resume games.journal \\
    --out report";

/// Analyse games: the score after every move, what it lost, and the best line
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games: PGN, GGF, SGF, WTHOR, XQF, DhtmlXQ, or a game of moves on each line
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The form of the files, if their content does not show it
    #[arg(long, value_name = "FORM", value_parser = PossibleValuesParser::new(FileKind::names()))]
    input: Option<String>,
    /// Nodes for each position; K, M, G stand for 10^3, 10^6, 10^9. Without any
    /// limit, 100K
    #[arg(long, value_name = "N", value_parser = units::nodes)]
    nodes: Option<NonZeroU64>,
    /// The depth to which each position is searched, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLY)))]
    depth: Option<u32>,
    /// Seconds for each position; what is found differs from run to run then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Othello: solve positions with at most this many empty squares exactly
    #[arg(long, value_name = "SQUARES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=36))]
    exact: u32,
    /// How moves of Xiangqi are written for people
    #[arg(long, value_name = "NOTATION", default_value = "chinese", value_parser = notation_parser())]
    notation: Notation,
    /// The language of its sentences: en, zh-Hans, zh-Hant or ja; records stay English
    /// [default: that of the system at a terminal, English elsewhere]
    #[arg(long, value_name = "TAG")]
    lang: Option<Language>,
    #[command(flatten)]
    weights: WeightsArgs,
    /// List every move in tables, not only those that cost something
    #[arg(long)]
    all_moves: bool,
    /// Write a page with the games on a board, their scores as SVG pictures, and
    /// the records as JSON to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace files of others in that folder, and remove the results of another run
    #[arg(long, requires = "out")]
    force: bool,
    /// Write each finished game to this file, and take from it what is finished
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<String>,
    /// Analyse a part of the games: the Ith of every N. auto/N takes I from the scheduler. shuangqi merge joins the journals
    #[arg(long, value_name = "I/N", requires = "resume", conflicts_with = "out")]
    shard: Option<Shard>,
    /// Size of each table, one for each thread: a number and a unit, as in 64M
    #[arg(long, value_name = "SIZE", default_value = "16M")]
    hash: HashSize,
    #[command(flatten)]
    run: RunArgs,
}

/// A time above 0, at most a year.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && *number < 4e7);
    let seconds = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    seconds.ok_or_else(|| "expected a number of seconds above 0; try --time 0.5".to_owned())
}

impl Args {
    fn options(&self) -> AnalystOptions {
        let is_limited = self.nodes.is_some() || self.depth.is_some() || self.time.is_some();
        let usual = NonZeroU64::new(NODES).filter(|_| !is_limited);
        AnalystOptions {
            limits: Limits { depth: self.depth, nodes: self.nodes.or(usual), move_time: self.time },
            hash_bytes: self.hash.bytes(),
            exact_empties: self.exact,
            notation: self.notation,
        }
    }
}
