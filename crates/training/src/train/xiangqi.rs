//! `shuangqi train xiangqi`.

mod chances;
mod records;
mod report;
mod report_data;

use std::path::PathBuf;
use std::time::Instant;

use shuangqi_cli::args::{FormatArgs, ProgressArgs, SeedArgs, ThreadsArgs};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::{Exit, Failure, files, interrupt, overwrite, program, weights};
use xiangqi::Position;
use xiangqi::evaluator::{Chances, Weights};

use self::chances::FittedChances;
use self::records::{Losses, Total, rounded};
use self::report_data::{Pass, ReportData, WeightChange};
use super::part::part;
use crate::xiangqi::chances::Outcomes;
use crate::xiangqi::fit::{self, Fitted, Schedule};
use crate::xiangqi::loss::{self, Target};
use crate::xiangqi::records::GameRecord;
use crate::xiangqi::samples::{Samples, numbers};
use crate::{shards, threads};

const EXAMPLES: &str = "\
The loss is that of the chances which an evaluation stands for, against results of games and scores of searches; how steeply \
chances rise is fitted first. The chances to win, draw and lose that UCI_ShowWDL shows (wdl.half and wdl.spread) are fitted to the \
scores of searches and the results; of the forms tried, the one with the least loss on games held out is used. Every 16th shard is held out: the losses shown are those on games that the fit has not seen. The same \
records and options give the same file, whatever the number of threads.

Examples:
  shuangqi train xiangqi games --out new.weights
  shuangqi train xiangqi first second --out new.weights --search-weight 0.7 --json
  shuangqi train xiangqi games --eval new.weights --out newer.weights --passes 40";

/// Options of the fit of Xiangqi's evaluation.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct XiangqiArgs {
    /// Folders of shards
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begin with the weights of this file instead of those of the program
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
    /// Write a page to this folder too, with the learning curve, the losses and the weights on boards (report.html), its pictures
    /// (.svg) and its data (.json)
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    /// Replace files even if this command has not written them
    #[arg(long)]
    force: bool,
    /// How much of the target is the score of the search; the rest is the result of the game
    #[arg(long, value_name = "PART", default_value_t = 0.5, value_parser = part)]
    search_weight: f32,
    /// The score that stands for chances of e to 1; the lower it is, the smaller the weights become. Without it, the one that fits
    /// the weights to begin with best
    #[arg(long, value_name = "SCORE", value_parser = size)]
    scale: Option<f32>,
    /// Hold out every Nth shard
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..))]
    held_out: u32,
    /// Passes over the records
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    passes: u32,
    /// The most that a step changes a number at first; it falls to 0
    #[arg(long, value_name = "SCORE", default_value_t = 2.0, value_parser = size)]
    rate: f32,
    /// How far from where it began a number is likely to lie: the fewer records there are of a weight, the less it leaves that
    #[arg(long, value_name = "SCORE", default_value_t = 20.0, value_parser = size)]
    deviation: f32,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

fn size(text: &str) -> Result<f32, String> {
    let value = text.parse().ok().filter(|value: &f32| (0.01..=10_000.0).contains(value));
    value.ok_or_else(|| "expected a number from 0.01 to 10000".to_owned())
}

/// Does what the command line says.
///
/// # Errors
/// As [`super::run`].
pub fn run(args: &XiangqiArgs) -> Result<Exit, Failure> {
    overwrite::refuse_foreign_files([args.out.clone()], args.force)?;
    if let Some(folder) = &args.report {
        crate::report::prepare(folder, &report::FILES, args.force)?;
    }
    let begin = weights::read::<Position>(args.eval.as_deref())?;
    let pool = threads::pool(args.threads)?;
    let data = pool.install(|| Data::read(args, &begin))?;
    args.format.deliver(|output| {
        let clock = Instant::now();
        let steps = u64::from(args.passes) * data.training.len() as u64;
        let progress = Progress::start(args.progress.progress, "train", "positions", steps);
        let watch = |samples| {
            progress.advance(samples);
            !interrupt::is_requested()
        };
        let outcome = pool.install(|| Outcome::new(&data, &begin, args, &watch));
        interrupt::check()?;
        drop(progress);
        files::write(&args.out, outcome.weights.to_text().as_bytes())?;
        if let Some(folder) = &args.report {
            crate::report::write(folder, &report::files(&outcome.report(&begin, &data))?)?;
        }
        outcome.losses.by_phase.iter().try_for_each(|record| output.emit(record))?;
        outcome.chances.forms.iter().try_for_each(|record| output.emit(record))?;
        output.emit(&outcome.total(&data, args, clock.elapsed().as_secs_f64()))?;
        Ok(Exit::Success)
    })
}

/// What there is to learn from, and to measure losses on.
struct Data {
    training: Samples,
    held_out: Samples,
}

impl Data {
    fn read(args: &XiangqiArgs, weights: &Weights) -> Result<Data, Failure> {
        let samples = |games: &[GameRecord]| Samples::of(games, weights);
        let split = shards::split(&args.folders, args.held_out, samples)?;
        let joined = |parts: Vec<Samples>| {
            let mut all = Samples::default();
            parts.into_iter().for_each(|part| all.append(part));
            all
        };
        Ok(Data { training: joined(split.training), held_out: joined(split.held_out) })
    }
}

/// What a fit led to.
struct Outcome {
    target: Target,
    fitted: Fitted,
    /// As the file holds them.
    weights: Weights,
    losses: Losses,
    chances: FittedChances,
}

impl Outcome {
    fn new(data: &Data, begin: &Weights, args: &XiangqiArgs, watch: &impl Fn(u64) -> bool) -> Outcome {
        let outcomes = [&data.training, &data.held_out].map(Outcomes::of);
        let chances = FittedChances::new(&outcomes[0], &outcomes[1], begin);
        let begin = numbers(begin);
        let scale = args.scale.unwrap_or_else(|| loss::best_scale(&data.training, &begin));
        let target = Target { scale, search_weight: args.search_weight };
        let (passes, rate, deviation, seed) = (args.passes, args.rate, args.deviation, args.seed.seed);
        let schedule = &Schedule { passes, rate, deviation, seed };
        let fitted = fit::fit((&data.training, &data.held_out), &begin, &target, schedule, watch);
        let rounded = fitted.weights.iter().map(|pair| pair.map(|number| number.round() as i32));
        let mut weights = Weights::from_numbers(rounded);
        Chances::store(chances.chosen, &mut weights);
        let losses = Losses::new(&data.held_out, [&begin, &numbers(&weights)], &target);
        Outcome { target, fitted, weights, losses, chances }
    }

    fn total(&self, data: &Data, args: &XiangqiArgs, seconds: f64) -> Total {
        let (wdl_loss_before, wdl_loss_after) = self.chances.losses();
        Total {
            game: "xiangqi",
            positions: data.training.len() as u64,
            scale: rounded(f64::from(self.target.scale), 1),
            held_out: self.losses.all,
            wdl_loss_before,
            wdl_loss_after,
            seconds,
            evaluator: self.weights.id(),
            file: args.out.to_string_lossy().into_owned(),
        }
    }

    fn report(&self, begin: &Weights, data: &Data) -> ReportData {
        ReportData {
            schema: "train-xiangqi-report/1",
            game: "xiangqi",
            command: program::command_line(),
            began_with: begin.id(),
            evaluator: self.weights.id(),
            positions: data.training.len() as u64,
            held_out: self.losses.all,
            search_weight: rounded(f64::from(self.target.search_weight), 3),
            scale: rounded(f64::from(self.target.scale), 1),
            passes: Pass::all(&self.fitted.curve, !data.held_out.is_empty()),
            phases: self.losses.by_phase.clone(),
            chances: self.chances.forms.clone(),
            calibration: self.chances.calibration.clone(),
            weights: WeightChange::all(begin, &self.weights, &data.training.occurrences()),
        }
    }
}
