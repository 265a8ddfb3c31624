//! `shuangqi fit-probcut`: how far shallow searches lie from deep ones, and what evaluations lack in the mean, stored with the weights.

use std::path::PathBuf;
use std::time::Instant;

use clap::Subcommand;
use othello::patterns::{self, Patterns};
use othello::{Board, DISC, Position};
use rayon::prelude::*;
use serde::Serialize;
use shuangqi_cli::args::{RunArgs, SeedArgs};
use shuangqi_cli::columns;
use shuangqi_cli::output::{Output, Record as OutputRecord};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Exit, Failure, files, interrupt, weights};

use crate::numbers::rounded;
use crate::othello::probcut::{self, Difference, ScoreSampler, Scores};
use crate::othello::records::Record;
use crate::othello::tempo::TempoCorrections;
use crate::othello::train::STEP;
use crate::shards;

/// Fit what a shallow search tells of a deep one (ProbCut)
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub enum Args {
    /// Othello: means and deviations, for the weights that they are stored with
    Othello(OthelloArgs),
}

const EXAMPLES: &str = "\
Positions of the records are searched to every depth without pruning, and solved where few squares are empty. What searches of \
different depths, and exact scores, differ by in the mean is added to the evaluation, by the number of empty squares. The \
differences that are left give the model; the records shown compare it with what was measured. Fit it again whenever the weights \
change. The same records and options give the same file.

Examples:
  shuangqi fit-probcut othello games --eval new.weights --out new.weights \\
    --force
  shuangqi fit-probcut othello games --eval new.weights --out better.weights \\
    --positions 10 --depth 8
  shuangqi fit-probcut othello games --eval new.weights --out better.weights \\
    --json";

/// Options of the fit of ProbCut's model.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct OthelloArgs {
    /// Folders of shards
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The file of weights that are searched with
    #[arg(long, value_name = "FILE")]
    eval: PathBuf,
    /// The file to write: those weights with the model
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace that file even if this command has not written it
    #[arg(long)]
    force: bool,
    /// Positions with each number of empty squares, from 13 to 50
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// The deepest search, in plies
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(i16).range(4..=16))]
    depth: i16,
    /// The most empty squares with which a position is solved
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(i16).range(13..=26))]
    solved: i16,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// The numbers of empty squares of the positions.
const EMPTIES: std::ops::RangeInclusive<u32> = 13..=50;
/// Positions that a thread searches one after the other.
const CHUNK: usize = 8;

/// The measured differences of a pair of depths beside those of the model.
#[derive(Debug, Serialize)]
struct Pair {
    game: &'static str,
    shallow: i16,
    /// `None`: the exact score.
    depth: Option<i16>,
    empties: String,
    positions: usize,
    mean: f64,
    fitted_mean: f64,
    deviation: f64,
    fitted_deviation: f64,
}

impl OutputRecord for Pair {
    const SCHEMA: &'static str = "fit-probcut/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game shallow depth empties positions mean fitted_mean deviation fitted_deviation
    };
    const MINOR: &'static [&'static str] = &["game"];
}

/// What is added to evaluations.
#[derive(Debug, Serialize)]
struct Correction {
    game: &'static str,
    empties: String,
    /// With an even number of empty squares among these, in discs; the mean.
    even: f64,
    /// With an odd number.
    odd: f64,
}

impl OutputRecord for Correction {
    const SCHEMA: &'static str = "fit-probcut-correction/1";
    const COLUMNS: &'static [&'static str] = &["game", "empties", "even", "odd"];
    const MINOR: &'static [&'static str] = &["game"];
}

/// The record of a fit.
#[derive(Debug, Serialize)]
struct Total {
    game: &'static str,
    positions: usize,
    seconds: f64,
    evaluator: String,
    file: String,
}

impl OutputRecord for Total {
    const SCHEMA: &'static str = "fit-probcut-summary/1";
    const COLUMNS: &'static [&'static str] = &["game", "positions", "seconds", "evaluator", "file"];
}

/// Does what the command line says.
///
/// # Errors
/// Records or weights that cannot be used, a file that cannot be written, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Args::Othello(args) = args;
    files::refuse_foreign_files([args.out.clone()], args.force)?;
    let (file, evaluator) = weights::load::<Position>(&args.eval)?;
    let boards = sample(args)?;
    let pool = WorkerPool::new(args.run.threads.count())?;
    args.run.format.deliver(|output| {
        let begin = Instant::now();
        let scores = pool.install(|| survey(args, &evaluator, &boards));
        interrupt::check()?;
        report(args, &file, &scores, begin, output)
    })
}

/// As many positions of each number of empty squares as are asked for, or there are.
fn sample(args: &OthelloArgs) -> Result<Vec<Board>, Failure> {
    let mut found: Vec<Vec<Board>> = vec![Vec::new(); 61];
    for shard in shards::all(&args.folders)? {
        for record in shards::read::<Record>(&shard)?.1 {
            found[record.board.empties().len().min(60) as usize].push(record.board);
        }
    }
    let mut random = fastrand::Rng::with_seed(args.seed.seed);
    let mut boards: Vec<Board> = Vec::new();
    for empties in EMPTIES {
        boards
            .extend(random.choose_multiple(found[empties as usize].iter().copied(), args.positions as usize));
    }
    random.shuffle(&mut boards);
    Ok(boards)
}

/// The scores of all positions, in their order; fewer if the user stopped it.
fn survey(args: &OthelloArgs, evaluator: &Patterns, boards: &[Board]) -> Vec<Scores> {
    let progress = Progress::start(args.run.progress, "fit-probcut", "positions", boards.len() as u64);
    let search = |chunk: &[Board]| -> Vec<Scores> {
        let mut sampler = ScoreSampler::new(evaluator);
        let todo = chunk.iter().take_while(|_| !interrupt::is_requested());
        todo.map(|&board| {
            let scores = sampler.scores(board, args.depth, args.solved);
            progress.advance(1);
            scores
        })
        .collect()
    };
    boards.par_chunks(CHUNK).flat_map_iter(search).collect()
}

/// Writes the corrected weights with their model, and emits what it says beside what was measured.
fn report(
    args: &OthelloArgs,
    file: &[u8],
    scores: &[Scores],
    begin: Instant,
    output: &mut Output<'_>,
) -> Result<Exit, Failure> {
    let corrections = TempoCorrections::fit(scores);
    let scores: Vec<Scores> = scores.iter().map(|scores| corrections.applied(scores)).collect();
    let model = probcut::fit(&scores);
    let (mut trained, _) =
        patterns::read(file).map_err(|error| Failure::Internal(format!("the weights just read: {error}")))?;
    trained.add_by_empties(|empties| (corrections.discs(empties as i16) * DISC as f32).round() as i16);
    trained.probcut = model.clone();
    let file = patterns::write(&trained, STEP);
    files::write(&args.out, &file)?;
    for first in (9..49).step_by(8) {
        output.emit(&Correction::new(&corrections, first))?;
    }
    let pairs =
        [(0, Some(4)), (2, Some(6)), (2, Some(8)), (4, Some(10)), (2, None), (4, None), (6, None), (8, None)];
    for (shallow, depth) in pairs {
        for first in (13..50).step_by(8) {
            let near = |scores: &&Scores| (first..first + 8).contains(&scores.empties);
            let all = scores.iter().filter(near).flat_map(probcut::differences);
            let pair: Vec<Difference> =
                all.filter(|one| one.shallow == shallow && one.depth == depth).collect();
            if let Some(record) = Pair::new(&model, &pair, first) {
                output.emit(&record)?;
            }
        }
    }
    output.emit(&Total {
        game: "othello",
        positions: scores.len(),
        seconds: begin.elapsed().as_secs_f64(),
        evaluator: patterns::stated_checksum(&file).map(|id| format!("{id:08x}")).unwrap_or_default(),
        file: args.out.to_string_lossy().into_owned(),
    })?;
    Ok(Exit::Success)
}

impl Correction {
    /// The mean of eight numbers of empty squares, of which the first is odd.
    fn new(corrections: &TempoCorrections, first: i16) -> Correction {
        let mean = |first: i16| {
            let discs = (first..first + 8).step_by(2).map(|empties| f64::from(corrections.discs(empties)));
            rounded(discs.sum::<f64>() / 4.0, 3)
        };
        Correction {
            game: "othello",
            empties: format!("{first}–{}", first + 7),
            even: mean(first + 1),
            odd: mean(first),
        }
    }
}

impl Pair {
    fn new(model: &patterns::ProbCutModel, pair: &[Difference], first: i16) -> Option<Pair> {
        let &Difference { shallow, depth, .. } = pair.first()?;
        let count = pair.len() as f64;
        let mean = pair.iter().map(|one| f64::from(one.discs)).sum::<f64>() / count;
        let variance = pair.iter().map(|one| (f64::from(one.discs) - mean).powi(2)).sum::<f64>() / count;
        let fitted: Vec<(f32, f32)> = pair.iter().map(|one| one.fitted(model)).collect();
        let average =
            |of: fn(&(f32, f32)) -> f32| fitted.iter().map(|one| f64::from(of(one))).sum::<f64>() / count;
        Some(Pair {
            game: "othello",
            shallow,
            depth,
            empties: format!("{first}–{}", first + 7),
            positions: pair.len(),
            mean: rounded(mean, 3),
            fitted_mean: rounded(average(|one| one.0), 3),
            deviation: rounded(variance.sqrt(), 3),
            fitted_deviation: rounded(average(|one| one.1), 3),
        })
    }
}
