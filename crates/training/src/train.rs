//! `shuangqi train`: weights fitted to records of positions.

use std::path::PathBuf;
use std::time::Instant;

use clap::Subcommand;
use othello::patterns::{self, PHASES};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;
use shuangqi_cli::args::{FormatArgs, ProgressArgs, SeedArgs, ThreadsArgs};
use shuangqi_cli::output::{Output, Record as OutputRecord};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::{Exit, Failure, files, interrupt, overwrite};

use crate::othello::fit::{self, ErrorStatistics, Fitted, Sample, Schedule};
use crate::shards;

/// Fit the weights of an evaluator to records of positions
#[derive(Debug, Subcommand)]
pub enum Args {
    /// Othello: the tables of patterns, phase by phase
    Othello(OthelloArgs),
}

const EXAMPLES: &str = "\
Every 16th shard is held out: the errors shown are those on games that the fit has not seen. The same records and
options give the same file.

Examples:
  shuangqi train othello games --out new.weights
  shuangqi train othello first second --out new.weights --search-weight 0.5 --json
  othello --eval new.weights";

/// Options of the fit of Othello's patterns.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct OthelloArgs {
    /// Folders of shards
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace that file even if this command has not written it
    #[arg(long)]
    force: bool,
    /// How much of the target is the score of the search; the rest is the result of the game
    #[arg(long, value_name = "PART", default_value_t = 0.0, value_parser = part)]
    search_weight: f32,
    /// Hold out every Nth shard
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..))]
    held_out: u32,
    /// Passes over the records for the whole game, for each stage of it, and for each phase
    #[arg(long, value_name = "N", num_args = 3, value_names = ["GAME", "STAGE", "PHASE"], default_values_t = [1, 3, 16])]
    passes: Vec<u32>,
    /// The first step of each weight, as a part of the error
    #[arg(long, value_name = "PART", default_value_t = 0.002, value_parser = part)]
    rate: f32,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

fn part(text: &str) -> Result<f32, String> {
    let value = text.parse().ok().filter(|value: &f32| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Hundredths of a disc to which weights are kept in the file.
const STEP: i16 = 4;

/// The errors of a phase.
#[derive(Debug, Serialize)]
struct PhaseErrors {
    game: &'static str,
    phase: usize,
    empties: String,
    training_positions: u64,
    training_error: f64,
    held_out_positions: u64,
    held_out_error: f64,
    held_out_root_mean_square: f64,
}

impl OutputRecord for PhaseErrors {
    const SCHEMA: &'static str = "train/1";
    const COLUMNS: &'static [&'static str] = &[
        "game",
        "phase",
        "empties",
        "training_positions",
        "training_error",
        "held_out_positions",
        "held_out_error",
        "held_out_root_mean_square",
    ];
    const MINOR: &'static [&'static str] = &["game", "phase", "held_out_root_mean_square"];
}

/// The whole fit.
#[derive(Debug, Serialize)]
struct Total {
    game: &'static str,
    positions: u64,
    held_out_positions: u64,
    held_out_error: f64,
    seconds: f64,
    bytes: u64,
    file: String,
}

impl OutputRecord for Total {
    const SCHEMA: &'static str = "train-summary/1";
    const COLUMNS: &'static [&'static str] =
        &["game", "positions", "held_out_positions", "held_out_error", "seconds", "bytes", "file"];
}

/// Does what the command line says.
///
/// # Errors
/// Records that cannot be used, a file that cannot be written, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Args::Othello(args) = args;
    overwrite::refuse_foreign_files([args.out.clone()], args.force)?;
    let pool = ThreadPoolBuilder::new().num_threads(args.threads.threads.count().get()).build();
    let pool = pool.map_err(|error| Failure::Internal(format!("no threads to work with: {error}")))?;
    let (training, held_out) = pool.install(|| samples(args))?;
    args.format.deliver(|output| {
        let begin = Instant::now();
        let schedule = Schedule {
            passes: [args.passes[0], args.passes[1], args.passes[2]],
            rates: [args.rate; fit::LEVELS],
            seed: args.seed.seed,
            neighbours: 1,
        };
        let steps = schedule.steps(&training);
        let progress = Progress::start(args.progress.progress, "train", "steps", steps);
        let watch = |samples| {
            progress.advance(samples);
            !interrupt::is_requested()
        };
        let fitted = pool.install(|| fit::fit(&training, &held_out, &schedule, &watch));
        interrupt::check()?;
        drop(progress);
        report(args, &fitted, (&training, &held_out), begin, output)
    })
}

/// The samples to learn from, and those held out.
fn samples(args: &OthelloArgs) -> Result<(Vec<Sample>, Vec<Sample>), Failure> {
    let mut paths = Vec::new();
    for folder in &args.folders {
        paths.extend(shards::all(folder)?);
    }
    let read = |shard: &PathBuf| -> Result<Vec<Sample>, Failure> {
        let (_, records) = shards::read(shard)?;
        Ok(records.iter().map(|record| Sample::new(record, args.search_weight)).collect())
    };
    let all: Vec<Vec<Sample>> = paths.par_iter().map(read).collect::<Result<_, Failure>>()?;
    let (mut training, mut held_out) = (Vec::new(), Vec::new());
    for (index, samples) in (1..).zip(all) {
        (if index % args.held_out == 0 { &mut held_out } else { &mut training }).extend(samples);
    }
    Ok((training, held_out))
}

/// Writes the file of weights, and emits its errors.
fn report(
    args: &OthelloArgs,
    fitted: &Fitted,
    (training, held_out): (&[Sample], &[Sample]),
    begin: Instant,
    output: &mut Output<'_>,
) -> Result<Exit, Failure> {
    let file = patterns::write(&fitted.phases, STEP);
    files::write(&args.out, &file)?;
    let on_training = fit::errors(&fitted.phases, training);
    let on_held_out = fit::errors(&fitted.phases, held_out);
    for phase in (0..PHASES).rev() {
        let (training, held_out) = (on_training[phase], on_held_out[phase]);
        if training.samples + held_out.samples > 0 {
            output.emit(&PhaseErrors::new(phase, training, held_out))?;
        }
    }
    output.emit(&Total {
        game: "othello",
        positions: training.len() as u64,
        held_out_positions: held_out.len() as u64,
        held_out_error: rounded(fit::mean_absolute(&on_held_out)),
        seconds: begin.elapsed().as_secs_f64(),
        bytes: file.len() as u64,
        file: args.out.to_string_lossy().into_owned(),
    })?;
    Ok(Exit::Success)
}

impl PhaseErrors {
    fn new(phase: usize, training: ErrorStatistics, held_out: ErrorStatistics) -> PhaseErrors {
        PhaseErrors {
            game: "othello",
            phase,
            empties: format!("{}–{}", 2 * phase, 2 * phase + 1),
            training_positions: training.samples,
            training_error: rounded(training.absolute),
            held_out_positions: held_out.samples,
            held_out_error: rounded(held_out.absolute),
            held_out_root_mean_square: rounded(held_out.root_square),
        }
    }
}

/// To thousandths of a disc.
fn rounded(discs: f64) -> f64 {
    (discs * 1000.0).round() / 1000.0
}
