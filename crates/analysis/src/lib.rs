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
//! The layers, each of which uses only those above it: `input_game`, the games of the files; `game_analysis`, what the
//! engine finds in their positions, and `journal`, which keeps it; `judgement` and `review`, what follows for moves, games
//! and sides; `record`, `text`, `graph`, `figure`, `results` and `page`, how it is written.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

pub mod analyst;
mod figure;
pub mod game_analysis;
mod graph;
pub mod input_game;
mod journal;
mod judgement;
mod page;
pub mod record;
mod results;
pub mod review;
#[cfg(test)]
mod tests;
mod text;

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use game::any::AnyWeights;
use search_core::Control;
use search_core::score::MAX_PLY;
use shuangqi_cli::args::{HashSize, RunArgs};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::output::Output;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Exit, Failure, program, units};

use analyst::{Analyst, AnalystOptions};
use game::{Limits, Notation};
use game_analysis::{GameAnalysis, analyse};
use input_game::InputGame;
use journal::{Journal, Setting};
use results::Results;
use review::Review;
use shuangqi_arena::games::Game;
use shuangqi_arena::notation_parser;
use shuangqi_arena::openings::{self, Format};

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
    /// Files of games: PGN, GGF, or a game of moves on each line
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The form of the files, if their content does not show it
    #[arg(long, value_name = "FORM", value_parser = ["pgn", "ggf", "lines"])]
    input: Option<String>,
    /// Nodes for each position; K, M, G stand for 10^3, 10^6, 10^9. Without any
    /// limit, 100K
    #[arg(long, value_name = "N", value_parser = nodes)]
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
    /// Evaluate by the weights of this file instead of those of the program
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
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
    /// Size of each table, one for each thread: a number and a unit, as in 64M
    #[arg(long, value_name = "SIZE", default_value = "16M")]
    hash: HashSize,
    #[command(flatten)]
    run: RunArgs,
}

fn nodes(text: &str) -> Result<NonZeroU64, String> {
    let nodes = units::count(text).ok().and_then(NonZeroU64::new);
    nodes.ok_or_else(|| "expected a whole number above 0; try --nodes 100K".to_owned())
}

/// A time above 0, at most a year.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && *number < 4e7);
    let seconds = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    seconds.ok_or_else(|| "expected a number of seconds above 0; try --time 0.5".to_owned())
}

/// Runs the command.
///
/// # Errors
/// Files without games or with moves that cannot be played, a journal of another run, tables that are too large, output
/// that cannot be written, interruption.
pub fn run(game: Game, args: &Args) -> Result<Exit, Failure> {
    let games = input_game::read(game, &args.files, args.input.as_deref().and_then(Format::named))?;
    let options = args.options();
    let threads = args.run.threads.count();
    let tables = if game.info.has_solver { 2 } else { 1 };
    memory::check_each(options.hash_bytes.saturating_mul(tables), threads).map_err(TooLarge::in_option)?;
    let folder = args.out.as_deref().map(|path| page::run_folder(path, program::command_of_results()));
    folder.as_ref().map_or(Ok(()), |folder| folder.check(args.force))?;
    let weights = args.eval.as_deref().map(|path| game.read_weights(path)).transpose()?;
    let (contents, weights) = weights.unzip();
    let weights_hash = contents.map(|contents| openings::hash_of_bytes(contents.into_iter()));
    let setting = Setting::new(game, options, &games, weights_hash);
    let journal = args.resume.as_deref().map(|path| Journal::open(path, &setting, &games)).transpose()?;
    let (journal, known) = match journal {
        Some((journal, known)) => (Some(journal), known),
        None => (None, games.iter().map(|_| None).collect()),
    };
    let pool = WorkerPool::new(threads)?;
    folder.as_ref().map_or(Ok(()), RunFolder::begin)?;
    let session = Session { game, args, options, weights, games: &games };
    args.run.format.deliver(|output| session.run(&pool, journal, known, output))
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

/// A run over the games.
#[derive(Debug)]
struct Session<'a> {
    game: Game,
    args: &'a Args,
    options: AnalystOptions,
    weights: Option<AnyWeights>,
    games: &'a [InputGame],
}

impl Session<'_> {
    fn run(
        &self,
        pool: &WorkerPool,
        mut journal: Option<Journal>,
        mut known: journal::Known,
        output: &mut Output<'_>,
    ) -> Result<Exit, Failure> {
        let is_kept = journal.is_some();
        let form = self.args.run.format.format();
        let mut results = Results::new(self.game, self.games, output, form, self.args.all_moves);
        let mut todo = Vec::new();
        for (index, game) in self.games.iter().enumerate() {
            match known[index].take() {
                Some(analysis) => results.put(index, analysis),
                None => todo.push((index, game)),
            }
        }
        let outcome = self.analyse(pool, &todo, &mut journal, &mut results);
        let outcome = match outcome.and(journal.map_or(Ok(()), Journal::finish)) {
            Ok(()) => results.finish().and_then(|analyses| self.write_report(&analyses)),
            Err(Failure::Interrupted(how)) => results.finish().and(Err(Failure::Interrupted(how))),
            failed => failed,
        };
        let resume = || is_kept.then(program::command_line);
        outcome.map(|()| Exit::Success).map_err(|failure| failure.resumable_by(resume()))
    }

    /// Writes the report of all games, if there is a folder for it.
    fn write_report(&self, analyses: &[(usize, GameAnalysis)]) -> Result<(), Failure> {
        let Some(folder) = &self.args.out else { return Ok(()) };
        let reviews: Vec<Review<'_>> = analyses
            .iter()
            .map(|(index, analysis)| Review::new(self.game, index + 1, &self.games[*index], analysis))
            .collect();
        let (options, command) = (&self.options, &program::command_line());
        page::write(folder, &page::Report { game: self.game, options, reviews: &reviews, command })
    }

    /// Analyses the games that are missing; each is in the journal before it is among the results.
    fn analyse(
        &self,
        pool: &WorkerPool,
        todo: &[(usize, &InputGame)],
        journal: &mut Option<Journal>,
        results: &mut Results<'_, '_>,
    ) -> Result<(), Failure> {
        let positions = todo.iter().map(|(_, game)| game.moves().len() as u64 + 1).sum();
        let progress = Progress::start(self.args.run.progress, "analyze", "positions", positions);
        results.write()?;
        pool.work(
            todo,
            || Analyst::new(self.game, self.options, self.weights.clone()),
            |analyst, (_, game), control| match analyst {
                Ok(analyst) => {
                    let evaluate = |analyst: &mut Analyst| analyst.evaluate(control);
                    analyse(self.game, game, analyst, evaluate, || progress.advance(1))
                }
                Err(failure) => Err(Failure::Usage(failure.to_string())),
            },
            Control::stop,
            |place, analysis| {
                let Some(analysis) = analysis? else { return Ok(()) };
                let (index, _) = todo[place];
                if let Some(journal) = journal {
                    journal.write(index, &analysis)?;
                }
                results.put(index, analysis);
                progress.aside(|| results.write())
            },
        )
    }
}
