//! `shuangqi train othello`.

mod records;
mod report;
mod report_data;

use std::path::PathBuf;
use std::time::Instant;

use othello::patterns::{self, Patterns, ProbCutModel, Trained};
use shuangqi_cli::args::{FormatArgs, ProgressArgs, SeedArgs, ThreadsArgs};
use shuangqi_cli::output::Output;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::{Exit, Failure, files, interrupt, overwrite, program};

use super::part::part;
use crate::exact_records::{EmptiesErrors, rounded};
use crate::othello::exact::{ExactErrors, ScoredPosition};
use crate::othello::fit::{self, Fitted, Sample, Schedule};
use crate::othello::records::Record;
use crate::{scored_positions, shards, threads};
use records::{AtEmpties, ExactTotal, PhaseErrors, Total};
use report_data::{ClassWeights, Pass, ReportData};

const EXAMPLES: &str = "\
Every 16th shard is held out: the errors shown are those on games that the fit has not seen. The same records and \
options give the same file.

Examples:
  shuangqi train othello games --out new.weights
  shuangqi train othello first second --out new.weights --exact problems.obf --json
  shuangqi train othello games --out new.weights --report results";

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
    /// Write a page to this folder too, with the learning curve, the errors and the patterns (report.html), its pictures (.svg) and
    /// its data (.json)
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    /// Replace files even if this command has not written them
    #[arg(long)]
    force: bool,
    /// How much of the target is the score of the search; the rest is the result of the game
    #[arg(long, value_name = "PART", default_value_t = 0.0, value_parser = part)]
    search_weight: f32,
    /// Measure the error of the weights against the exact scores of this file of problems (.obf) too; may be repeated
    #[arg(long, value_name = "FILE")]
    exact: Vec<String>,
    /// Hold out every Nth shard
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..))]
    held_out: u32,
    /// Passes over the records for the whole game, and for each stage of it
    #[arg(long, value_name = "N", num_args = 2, value_names = ["GAME", "STAGE"], default_values_t = [8, 4])]
    passes: Vec<u32>,
    /// The first step of each weight, as a part of the error
    #[arg(long, value_name = "PART", default_value_t = 0.02, value_parser = part)]
    rate: f32,
    /// The target at which a position has half the importance of one that is even; 0: all have the same
    #[arg(long, value_name = "DISCS", default_value_t = 20.0, value_parser = discs)]
    half_at: f32,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

fn discs(text: &str) -> Result<f32, String> {
    let value = text.parse().ok().filter(|value: &f32| (0.0..=64.0).contains(value));
    value.ok_or_else(|| "expected a number of discs from 0 to 64".to_owned())
}

/// Hundredths of a disc to which weights are kept in the file.
const STEP: i16 = 4;

/// Does what the command line says.
///
/// # Errors
/// As [`super::run`].
pub fn run(args: &OthelloArgs) -> Result<Exit, Failure> {
    overwrite::refuse_foreign_files([args.out.clone()], args.force)?;
    if let Some(folder) = &args.report {
        crate::report::prepare(folder, &report::FILES, args.force)?;
    }
    let pool = threads::pool(args.threads)?;
    let data = pool.install(|| read(args))?;
    args.format.deliver(|output| {
        let begin = Instant::now();
        let schedule = Schedule {
            passes: [args.passes[0], args.passes[1]],
            rate: args.rate,
            half_at: args.half_at,
            seed: args.seed.seed,
        };
        let steps = schedule.steps(&data.training);
        let progress = Progress::start(args.progress.progress, "train", "steps", steps);
        let watch = |samples| {
            progress.advance(samples);
            !interrupt::is_requested()
        };
        let fitted = pool.install(|| fit::fit(&data.training, &data.held_out, &schedule, &watch));
        interrupt::check()?;
        drop(progress);
        let outcome = pool.install(|| Outcome::new(&fitted, &data))?;
        files::write(&args.out, &outcome.file)?;
        if let Some(folder) = &args.report {
            crate::report::write(folder, &report::files(&outcome.report(&fitted, &data))?)?;
        }
        outcome.emit(&outcome.total(args, &data, begin.elapsed().as_secs_f64()), output)?;
        Ok(Exit::Success)
    })
}

/// What there is to learn from, and to measure errors on.
struct Data {
    training: Vec<Sample>,
    held_out: Vec<Sample>,
    exact: Vec<ScoredPosition>,
}

/// Reads the shards and the positions with exact scores.
fn read(args: &OthelloArgs) -> Result<Data, Failure> {
    let exact = scored_positions::read(&args.exact)?;
    let samples = |records: &[Record]| -> Vec<Sample> {
        records.iter().map(|record| Sample::new(record, args.search_weight)).collect()
    };
    let split = shards::split(&args.folders, args.held_out, samples)?;
    Ok(Data { training: split.training.concat(), held_out: split.held_out.concat(), exact })
}

/// What a fit led to.
struct Outcome {
    /// The file of weights.
    file: Vec<u8>,
    /// Its checksum.
    evaluator: String,
    /// By phase.
    phases: Vec<PhaseErrors>,
    /// In the mean over all positions held out.
    held_out_error: f64,
    exact: ExactErrors,
}

impl Outcome {
    /// Exact scores are compared with the weights as the file holds them, to the nearest step.
    fn new(fitted: &Fitted, data: &Data) -> Result<Outcome, Failure> {
        let (stages, late) = (fitted.stages.clone(), fitted.late.clone());
        let file = patterns::write(&Trained { stages, late, probcut: ProbCutModel::UNFITTED }, STEP);
        let unusable = |error| Failure::Internal(format!("the weights cannot be read again: {error}"));
        let evaluator = Patterns::from_file(&file).map_err(unusable)?;
        let on_training = fit::errors(&fitted.stages, &data.training);
        let on_held_out = fit::errors(&fitted.stages, &data.held_out);
        Ok(Outcome {
            file,
            evaluator: evaluator.id(),
            phases: PhaseErrors::all(&on_training, &on_held_out),
            held_out_error: fit::mean_absolute(&on_held_out),
            exact: ExactErrors::new(&evaluator, &data.exact),
        })
    }

    fn total(&self, args: &OthelloArgs, data: &Data, seconds: f64) -> Total {
        Total {
            game: "othello",
            positions: data.training.len() as u64,
            held_out_positions: data.held_out.len() as u64,
            held_out_error: rounded(self.held_out_error),
            exact: ExactTotal::new(&self.exact.all),
            seconds,
            bytes: self.file.len() as u64,
            file: args.out.to_string_lossy().into_owned(),
        }
    }

    fn report(&self, fitted: &Fitted, data: &Data) -> ReportData {
        ReportData {
            schema: "train-report/1",
            game: "othello",
            command: program::command_line(),
            evaluator: self.evaluator.clone(),
            positions: data.training.len() as u64,
            held_out_positions: data.held_out.len() as u64,
            held_out_error: rounded(self.held_out_error),
            exact: ExactTotal::new(&self.exact.all),
            passes: Pass::all(&fitted.curve, !data.held_out.is_empty()),
            phases: self.phases.clone(),
            exact_by_empties: EmptiesErrors::all(&self.exact).collect(),
            classes: ClassWeights::all(&fitted.stages, &data.training),
        }
    }

    fn emit(&self, total: &Total, output: &mut Output<'_>) -> Result<(), Failure> {
        self.phases.iter().try_for_each(|record| output.emit(record))?;
        EmptiesErrors::all(&self.exact).try_for_each(|record| output.emit(&AtEmpties(record)))?;
        output.emit(total)
    }
}
