//! `shuangqi train othello`.

mod records;
mod report;
mod report_data;

use std::time::Instant;

use othello::patterns::{self, Patterns, ProbCutModel, Trained};
use shuangqi_cli::{Exit, Failure, program};

use super::command::CommonArgs;
use crate::arguments::within;
use crate::othello::exact::{ExactErrors, ScoredPosition, rounded};
use crate::othello::fit::{self, Fitted, Sample, Schedule};
use crate::othello::records::Record;
use crate::shards::Split;
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
    /// How much of the target is the score of the search; the rest is the result of the game
    #[arg(long, value_name = "PART", default_value_t = 0.0, value_parser = within("number", 0.0, 1.0))]
    search_weight: f32,
    /// Measure the error of the weights against the exact scores of this file of problems (.obf) too; may be repeated
    #[arg(long, value_name = "FILE")]
    exact: Vec<String>,
    /// Passes over the records for the whole game, and for each stage of it
    #[arg(long, value_name = "N", num_args = 2, value_names = ["GAME", "STAGE"], default_values_t = [8, 4])]
    passes: Vec<u32>,
    /// The first step of each weight, as a part of the error
    #[arg(long, value_name = "PART", default_value_t = 0.02, value_parser = within("number", 0.0, 1.0))]
    rate: f32,
    /// The target at which a position has half the importance of one that is even; 0: all have the same
    #[arg(long, value_name = "DISCS", default_value_t = 20.0, value_parser = within("number of discs", 0.0, 64.0))]
    half_at: f32,
    #[command(flatten)]
    common: CommonArgs,
}

/// Hundredths of a disc to which weights are kept in the file.
const STEP: i16 = 4;

pub fn run(args: &OthelloArgs) -> Result<Exit, Failure> {
    let common = &args.common;
    common.check(&report::FILES)?;
    let exact = ScoredPosition::read(&args.exact)?;
    let sample = |record: &Record| Sample::new(record, args.search_weight);
    let data = common.read(|records: &[Record]| records.iter().map(sample).collect(), Vec::extend)?;
    let schedule = Schedule {
        passes: [args.passes[0], args.passes[1]],
        rate: args.rate,
        half_at: args.half_at,
        seed: common.seed.seed,
    };
    common.run.format.deliver(|output| {
        let begin = Instant::now();
        let steps = ("steps", schedule.steps(&data.training));
        let outcome = common.fit(steps, |watch| {
            Outcome::new(fit::fit(&data.training, &data.held_out, &schedule, &watch), &data, &exact)
        })??;
        common.write(&outcome.file, || report::files(&outcome.report(&data)))?;
        outcome.phases.iter().try_for_each(|record| output.emit(record))?;
        outcome.exact.records().try_for_each(|record| output.emit(&AtEmpties(record)))?;
        output.emit(&outcome.total(&data, begin.elapsed().as_secs_f64(), common.file()))?;
        Ok(Exit::Success)
    })
}

type Data = Split<Vec<Sample>>;

/// What a fit led to.
struct Outcome {
    fitted: Fitted,
    /// The file of weights, and its checksum.
    file: Vec<u8>,
    evaluator: String,
    phases: Vec<PhaseErrors>,
    /// In the mean over all positions held out.
    held_out_error: f64,
    exact: ExactErrors,
}

impl Outcome {
    /// Exact scores are compared with the weights as the file holds them, to the nearest step.
    fn new(fitted: Fitted, data: &Data, exact: &[ScoredPosition]) -> Result<Outcome, Failure> {
        let (stages, late) = (fitted.stages.clone(), fitted.late.clone());
        let file = patterns::write(&Trained { stages, late, probcut: ProbCutModel::UNFITTED }, STEP);
        let unusable = |error| Failure::Internal(format!("the weights cannot be read again: {error}"));
        let evaluator = Patterns::from_file(&file).map_err(unusable)?;
        let [on_training, on_held_out] =
            [&data.training, &data.held_out].map(|samples| fit::errors(&fitted.stages, samples));
        Ok(Outcome {
            fitted,
            file,
            evaluator: evaluator.id(),
            phases: PhaseErrors::all(&on_training, &on_held_out),
            held_out_error: rounded(fit::mean_absolute(&on_held_out)),
            exact: ExactErrors::new(&evaluator, exact),
        })
    }

    fn total(&self, data: &Data, seconds: f64, file: String) -> Total {
        Total {
            game: "othello",
            positions: data.training.len() as u64,
            held_out_positions: data.held_out.len() as u64,
            held_out_error: self.held_out_error,
            exact: ExactTotal::new(&self.exact.all),
            seconds,
            bytes: self.file.len() as u64,
            file,
        }
    }

    fn report(&self, data: &Data) -> ReportData {
        ReportData {
            schema: "train-report/1",
            game: "othello",
            command: program::command_line(),
            evaluator: self.evaluator.clone(),
            positions: data.training.len() as u64,
            held_out_positions: data.held_out.len() as u64,
            held_out_error: self.held_out_error,
            exact: ExactTotal::new(&self.exact.all),
            passes: Pass::all(&self.fitted.curve, !data.held_out.is_empty()),
            phases: self.phases.clone(),
            exact_by_empties: self.exact.records().collect(),
            classes: ClassWeights::all(&self.fitted.stages, &data.training),
        }
    }
}
