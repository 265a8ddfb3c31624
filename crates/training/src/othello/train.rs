//! `shuangqi train othello`.

use std::path::PathBuf;

use othello::Position;
use othello::patterns::{self, Patterns, ProbCutModel, Trained};
use serde::Serialize;
use shuangqi_cli::output::{Output, Record as OutputRecord};
use shuangqi_cli::{Exit, Failure, columns, program, weights};

use super::fit::{self, Fitted, Passes, Sample, Schedule};
use super::records::Record;
use super::report::{self, ClassExtremes, OthelloResults, PhaseErrors};
use crate::errors::ErrorSums;
use crate::report::{EvaluatorReport, Pass};
use crate::shards::Split;
use crate::train::{self, CommonArgs, Results, Trainer, WeightsFile, within};

const EXAMPLES: &str = "\
Every 16th shard is held out: the errors shown are those on games that the fit has not seen. The same records and \
options give the same file. shuangqi evaluate measures the error against exact scores.

Examples:
  shuangqi train othello games --out new.weights
  shuangqi train othello first second --out new.weights --search-weight 0.5 \\
    --json
  shuangqi train othello games --out new.weights --report results";

/// Options of the fit of Othello's patterns.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct OthelloArgs {
    /// How much of the target is the score of the search; the rest is the result of the game
    #[arg(long, value_name = "PART", default_value_t = 0.0, value_parser = within("number", 0.0, 1.0))]
    search_weight: f32,
    /// Begin with the weights of this file instead of random ones, without passes for the whole game
    #[arg(long, value_name = "FILE")]
    begin: Option<PathBuf>,
    /// Leave out positions with fewer empty squares: the weights of their stages stay those of --begin
    #[arg(long, value_name = "N", default_value_t = 0, requires = "begin", value_parser = clap::value_parser!(u32).range(0..=60))]
    from_empties: u32,
    /// Passes over the records for the whole game (those of its end too), and for each stage of it
    #[arg(long, value_name = "N", num_args = 2, value_names = ["GAME", "STAGE"], default_values_t = [2, 2])]
    passes: Vec<u32>,
    /// The most that a step changes a weight at first, in discs; it falls to nearly nothing
    #[arg(long, value_name = "DISCS", default_value_t = 0.01, value_parser = within("number of discs", 0.0, 1.0))]
    rate: f32,
    /// The target at which a position has half the importance of one that is even; 0: all have the same
    #[arg(long, value_name = "DISCS", default_value_t = 20.0, value_parser = within("number of discs", 0.0, 64.0))]
    half_at: f32,
    #[command(flatten)]
    common: CommonArgs,
}

/// Hundredths of a disc to which weights are kept in the file.
pub(crate) const STEP: i16 = 4;

impl OthelloArgs {
    pub fn run(&self) -> Result<Exit, Failure> {
        train::train(&self.common, &OthelloTrainer { args: self, begin: self.begin()? })
    }

    /// The weights to begin with.
    fn begin(&self) -> Result<Option<Trained>, Failure> {
        let read = |path: &PathBuf| {
            let (file, _) = weights::load::<Position>(path)?;
            let (trained, _) = patterns::read(&file)
                .map_err(|error| Failure::Internal(format!("the weights just read: {error}")))?;
            Ok(trained)
        };
        self.begin.as_ref().map(read).transpose()
    }

    fn schedule(&self) -> Schedule {
        let (game, stage) = (self.passes[0], self.passes[1]);
        let passes = Passes { game: if self.begin.is_some() { 0 } else { game }, stage, late: game };
        Schedule { passes, rate: self.rate, half_at: self.half_at, seed: self.common.seed.seed }
    }
}

struct OthelloTrainer<'run> {
    args: &'run OthelloArgs,
    begin: Option<Trained>,
}

impl Trainer for OthelloTrainer<'_> {
    type Item = Record;
    type Samples = Vec<Sample>;
    type Results = OthelloResults;
    const REPORT: &'static [&'static str] = &["curve.svg", "errors.svg", "data.json", "report.html"];

    fn samples(&self, records: &[Record]) -> Vec<Sample> {
        let chosen = records.iter().filter(|record| record.board.empties().len() >= self.args.from_empties);
        chosen.map(|record| Sample::new(record, self.args.search_weight)).collect()
    }

    fn append(samples: &mut Vec<Sample>, more: Vec<Sample>) {
        samples.extend(more);
    }

    fn steps(&self, training: &Vec<Sample>) -> (&'static str, u64) {
        ("steps", self.args.schedule().steps(training))
    }

    fn fit(
        &self,
        data: &Split<Vec<Sample>>,
        watch: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(Vec<u8>, OthelloResults), Failure> {
        let Split { training, held_out } = data;
        let Fitted { stages, late, curve } =
            fit::fit(training, held_out, self.begin.as_ref(), &self.args.schedule(), watch);
        let [on_training, on_held_out] = [training, held_out].map(|samples| fit::errors(&stages, samples));
        let mut all_held_out = ErrorSums::default();
        on_held_out.iter().for_each(|errors| all_held_out.merge(errors));
        let levels = ["game", "stage", "late"].into_iter().zip(&curve);
        let passes = levels.flat_map(|(level, passes)| {
            let errors = |sums: &ErrorSums| sums.errors().root_mean_square;
            passes.iter().map(move |pass| (Some(level), errors(&pass.training), errors(&pass.held_out)))
        });
        let mut results = OthelloResults {
            schema: "train-report/2",
            game: "othello",
            command: program::command_line(),
            evaluator: String::new(),
            positions: training.len() as u64,
            held_out_positions: held_out.len() as u64,
            held_out_error: all_held_out.errors().error,
            passes: Pass::all(passes, 3, !held_out.is_empty()),
            phases: PhaseErrors::all(&on_training, &on_held_out),
            classes: ClassExtremes::all(&stages, training),
        };
        let file = patterns::write(&Trained { stages, late, probcut: ProbCutModel::UNFITTED }, STEP);
        let unusable = |error| Failure::Internal(format!("the weights cannot be read again: {error}"));
        results.evaluator = Patterns::from_file(&file).map_err(unusable)?.id();
        Ok((file, results))
    }
}

impl Results for OthelloResults {
    fn emit(&self, file: &WeightsFile, output: &mut Output<'_>) -> Result<(), Failure> {
        self.phases.iter().try_for_each(|record| output.emit(record))?;
        output.emit(&Total {
            game: self.game,
            positions: self.positions,
            held_out_positions: self.held_out_positions,
            held_out_error: self.held_out_error,
            seconds: file.seconds,
            bytes: file.bytes,
            file: &file.file,
        })
    }

    fn report(&self) -> EvaluatorReport {
        report::report(self)
    }
}

/// The record of a fit.
#[derive(Debug, Serialize)]
struct Total<'fit> {
    game: &'static str,
    /// Positions that were learnt from.
    positions: u64,
    held_out_positions: u64,
    /// The mean absolute error on them, in discs.
    held_out_error: f64,
    seconds: f64,
    /// The size of the file of weights.
    bytes: u64,
    file: &'fit str,
}

impl OutputRecord for Total<'_> {
    const SCHEMA: &'static str = "train-summary/2";
    const COLUMNS: &'static [&'static str] =
        columns! { game positions held_out_positions held_out_error seconds bytes file };
    const MINOR: &'static [&'static str] = columns! { game bytes };
}
