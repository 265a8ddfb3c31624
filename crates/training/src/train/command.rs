//! What the fits of all games have in common: arguments, records, progress and files.

use std::path::PathBuf;

use shuangqi_cli::args::{RunArgs, SeedArgs};
use shuangqi_cli::files::{self, NewFile};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Failure, interrupt};

use crate::report;
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
    pub seed: SeedArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

impl CommonArgs {
    /// Makes sure, before anything is read, that no file of others would be replaced.
    pub fn check(&self, report_files: &[&str]) -> Result<(), Failure> {
        files::refuse_foreign_files([self.out.clone()], self.force)?;
        self.report.as_ref().map_or(Ok(()), |folder| report::prepare(folder, report_files, self.force))
    }

    /// The records as the fit sees them.
    pub fn read<I: Item, S: Default + Send>(
        &self,
        samples: impl Fn(&[I]) -> S + Send + Sync,
        append: fn(&mut S, S),
    ) -> Result<Split<S>, Failure> {
        self.pool()?.install(|| shards::split(&self.folders, self.held_out, samples, append))
    }

    /// Fits and evaluates weights on the threads. `work` tells its argument how many steps it has made, and ends early, with
    /// weights of no use, once that returns false.
    pub fn fit<F: Send>(
        &self,
        steps: (&str, u64),
        work: impl FnOnce(&(dyn Fn(u64) -> bool + Sync)) -> F + Send,
    ) -> Result<F, Failure> {
        let progress = Progress::start(self.run.progress, "train", steps.0, steps.1);
        let watch = |steps| {
            progress.advance(steps);
            !interrupt::is_requested()
        };
        let fitted = self.pool()?.install(|| work(&watch));
        interrupt::check()?;
        Ok(fitted)
    }

    fn pool(&self) -> Result<WorkerPool, Failure> {
        WorkerPool::new(self.run.threads.count())
    }

    /// Writes the weights, and the report if one is wanted.
    pub fn write(
        &self,
        weights: &[u8],
        report: impl FnOnce() -> Result<Vec<NewFile>, Failure>,
    ) -> Result<(), Failure> {
        files::write(&self.out, weights)?;
        self.report.as_ref().map_or(Ok(()), |folder| files::write_all(folder, &report()?))
    }

    /// The name of the file of weights.
    pub fn file(&self) -> String {
        self.out.to_string_lossy().into_owned()
    }
}
