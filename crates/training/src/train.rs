//! `shuangqi train`: weights fitted to records of positions.

use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;
use shuangqi_cli::args::{RunArgs, SeedArgs};
use shuangqi_cli::output::Output;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Exit, Failure, files, interrupt};

use crate::report::{self, EvaluatorReport};
use crate::shards::{self, Item, Split};

/// The records of a fit, its files, and how the work is done.
#[derive(Debug, clap::Args)]
pub struct CommonArgs {
    /// Folders of shards
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write a page to this folder too, with the learning curve, the errors or losses and the weights (report.html), its pictures
    /// (.svg) and its data (.json)
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    /// Replace files even if this command has not written them
    #[arg(long)]
    force: bool,
    /// Hold out every Nth shard
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..))]
    held_out: u32,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// A number from `low` to `high`.
pub(crate) fn within(
    what: &str,
    low: f32,
    high: f32,
) -> impl Fn(&str) -> Result<f32, String> + Clone + use<> {
    let expected = format!("expected a {what} from {low} to {high}");
    move |text| text.parse().ok().filter(|value| (low..=high).contains(value)).ok_or_else(|| expected.clone())
}

/// The fit of an evaluator: records become samples, samples weights.
pub(crate) trait Trainer: Sync {
    /// The items of the shards.
    type Item: Item;
    type Samples: Default + Send + Sync;
    /// The results of the fit: the data of its report.
    type Results: Results;
    /// The files of the report.
    const REPORT: &'static [&'static str];

    fn samples(&self, items: &[Self::Item]) -> Self::Samples;

    fn append(samples: &mut Self::Samples, more: Self::Samples);

    /// The unit of progress, and the number of steps for these samples.
    fn steps(&self, training: &Self::Samples) -> (&'static str, u64);

    /// The file of weights, and the results. `watch` gets the number of steps made since it was called last; once it returns
    /// false, the fit ends, with weights of no use.
    fn fit(
        &self,
        data: &Split<Self::Samples>,
        watch: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(Vec<u8>, Self::Results), Failure>;
}

/// The results of a fit. They hold no time: the same fit gives the same report.
pub(crate) trait Results: Serialize + Send {
    /// Writes the records of the fit, the one of the whole last.
    fn emit(&self, file: &WeightsFile, output: &mut Output<'_>) -> Result<(), Failure>;

    fn report(&self) -> EvaluatorReport;
}

/// The file that a fit wrote.
pub(crate) struct WeightsFile {
    pub file: String,
    pub bytes: u64,
    /// The duration of the fit.
    pub seconds: f64,
}

/// Fits weights to the records, and writes them and their report. Before anything is read it makes sure that no file of
/// others would be replaced.
pub(crate) fn train<T: Trainer>(args: &CommonArgs, trainer: &T) -> Result<Exit, Failure> {
    files::refuse_foreign_files([args.out.clone()], args.force)?;
    if let Some(folder) = &args.report {
        report::prepare(folder, T::REPORT, args.force)?;
    }
    let pool = WorkerPool::new(args.run.threads.count())?;
    let samples = |items: &[T::Item]| trainer.samples(items);
    let data = pool.install(|| shards::split(&args.folders, args.held_out, samples, T::append))?;
    args.run.format.deliver(|output| {
        let begin = Instant::now();
        let (unit, steps) = trainer.steps(&data.training);
        let progress = Progress::start(args.run.progress, "train", unit, steps);
        let watch = |steps| {
            progress.advance(steps);
            !interrupt::is_requested()
        };
        let fitted = pool.install(|| trainer.fit(&data, &watch));
        drop(progress);
        interrupt::check()?;
        let (weights, results) = fitted?;
        files::write(&args.out, &weights)?;
        if let Some(folder) = &args.report {
            files::write_all(folder, &results.report().files(&results)?)?;
        }
        let file = WeightsFile {
            file: args.out.to_string_lossy().into_owned(),
            bytes: weights.len() as u64,
            seconds: begin.elapsed().as_secs_f64(),
        };
        results.emit(&file, output)?;
        Ok(Exit::Success)
    })
}
