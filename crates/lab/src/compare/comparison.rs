//! A comparison: every algorithm of every experiment on every position, and what is printed and written of it.

use std::io::{self, Write};
use std::path::PathBuf;

use search_core::Control;
use search_core::minimal_trees::MinimalTrees;
use shuangqi_cli::memory::TooLarge;
use shuangqi_cli::output::Output;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::{InOrder, WorkerPool};
use shuangqi_cli::{BadInput, Exit, Failure, source, stderr};

use super::algorithm::Algorithm;
use super::journal::{Journal, TaskKey};
use super::results::Results;
use super::search_runner::{SearchRunner, limit};
use super::selection::{algorithms_of, check_memory, chosen_experiments};
use super::summary::Summarizer;
use super::task::{Done, Task, Work, tasks};
use super::{Args, Depths, files, positions};
use crate::data::{AlgorithmSummary, Experiment, ReferenceRecord, Search, SearchRecord};
use crate::game::Game;
use crate::stats::Random;

/// The name of the journal in the folder of results.
const JOURNAL: &str = "journal.ndjson";

/// What is compared, and on what.
#[derive(Debug)]
pub struct Comparison<'args, P> {
    pub(super) args: &'args Args,
    pub(super) worker_pool: WorkerPool,
    pub(super) experiments: Vec<Experiment>,
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) positions: Vec<P>,
    pub(super) texts: Vec<String>,
    pub(super) bad_lines: usize,
    pub(super) folder: Option<PathBuf>,
}

/// A comparison, whatever its game.
pub trait Comparable {
    /// Searches, and prints a table for each experiment and depth.
    fn print_tables(&self) -> Result<Exit, Failure>;

    /// Searches, and emits a record for each search, each position's references, and each algorithm of an experiment.
    fn emit_records(&self, output: &mut Output<'_>) -> Result<Exit, Failure>;
}

impl<'args, P: Game> Comparison<'args, P> {
    /// Reads what the options name. Where several games are compared, each gets a folder of its own.
    pub fn new(args: &'args Args, is_one_of_several: bool) -> Result<Self, Failure> {
        if is_one_of_several && args.positions.is_some() {
            let message =
                "--positions names positions of one game. Compare othello or xiangqi instead of both.";
            return Err(Failure::Usage(message.to_owned()));
        }
        let experiments = chosen_experiments::<P>(args)?;
        let algorithms = algorithms_of::<P>(&experiments)?;
        check_memory(args, &algorithms)?;
        let (mut positions, bad) = match &args.positions {
            Some(file) => positions::read(file, &source::read(file)?),
            None => (positions::embedded::<P>(), Vec::new()),
        };
        bad.iter().for_each(|bad| shuangqi_cli::failure::warn(bad));
        if positions.is_empty() && bad.is_empty() {
            let file = args.positions.as_deref().unwrap_or_default();
            let remedy = "Name a file of positions, one a line";
            return Err(BadInput::new("positions", None, "no position", "at least one", remedy)
                .at(file, 1)
                .into());
        }
        if let Some(count) = args.sample {
            let drawn = Random::new(args.seed.seed).draw(count as usize, positions.len());
            positions = drawn.into_iter().map(|index| positions[index].clone()).collect();
        }
        let texts = positions.iter().map(Game::write_board).collect();
        let worker_pool = WorkerPool::new(args.threads.threads.count())?;
        let folder =
            args.out.as_ref().map(|out| if is_one_of_several { out.join(P::INFO.name) } else { out.clone() });
        if let Some(folder) = &folder {
            files::prepare(folder, P::INFO.name, args.force)?;
        }
        Ok(Comparison {
            args,
            worker_pool,
            experiments,
            algorithms,
            positions,
            texts,
            bad_lines: bad.len(),
            folder,
        })
    }

    /// Makes every search that is not in the journal. `seen` sees the results in the order of the tasks.
    fn search(
        &self,
        results: &mut Results<'_>,
        mut seen: impl FnMut(&Task, &Results<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut journal = self.open_journal()?;
        let tasks = tasks(&self.experiments, &self.algorithms, self.positions.len());
        let mut order = InOrder::default();
        let mut open: Vec<(usize, &Task)> = Vec::new();
        for (index, task) in tasks.iter().enumerate() {
            match journal.as_ref().and_then(|journal| journal.recall(&self.key(task))) {
                Some(done) => order.put(index, done),
                None => open.push((index, task)),
            }
        }
        let progress = Progress::start(self.args.progress.progress, "compare", "tasks", open.len() as u64);
        let mut pass_on = |order: &mut InOrder<Done>| {
            while let Some((index, done)) = order.take() {
                results.take(&tasks[index], done);
                progress.aside(|| seen(&tasks[index], results))?;
            }
            Ok(())
        };
        pass_on(&mut order)?;
        let outcome = self.worker_pool.work(
            &open,
            || SearchRunner::<P>::new(self.args.hash.map(|hash| hash.bytes())),
            |place, (_, task), control| {
                let done =
                    task.perform(place, &self.positions, &self.algorithms, self.args.max_nodes, control);
                (done, control.is_stopped())
            },
            Control::stop,
            |place, (done, is_stopped)| {
                let ((index, task), done) = (open[place], done.map_err(TooLarge::in_option)?);
                progress.advance(1);
                if let Some(journal) = journal.as_mut().filter(|_| !is_stopped) {
                    journal.write(self.key(task), &done)?;
                }
                order.put(index, done);
                pass_on(&mut order)
            },
        );
        outcome.map_err(|failure| self.with_remedy(failure))
    }

    fn open_journal(&self) -> Result<Option<Journal>, Failure> {
        let path = self.folder.as_ref().map(|folder| folder.join(JOURNAL));
        path.map(|path| Journal::open(&path.to_string_lossy())).transpose()
    }

    fn key(&self, task: &Task) -> TaskKey {
        let name = match task.work {
            Work::Search(algorithm) => self.algorithms[algorithm].name.as_str(),
            Work::MinimalTrees(_) => "",
        };
        let hash = self.args.hash.map(|hash| hash.bytes());
        TaskKey::new(task, &self.texts[task.position], name, self.args.max_nodes, hash)
    }

    fn with_remedy(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Interrupted(_) if self.folder.is_some() => {
                Failure::Interrupted(Some("give the same command again".to_owned()))
            }
            other => other,
        }
    }

    fn results(&self) -> Results<'_> {
        Results::new(P::INFO.name, &self.texts, &self.algorithms)
    }

    fn emit(&self, task: &Task, results: &Results<'_>, output: &mut Output<'_>) -> Result<(), Failure> {
        match task.work {
            Work::Search(algorithm) => {
                let mut searches = results.searches(task.position, algorithm).iter();
                searches.try_for_each(|search| {
                    output.emit(&self.record(results, (task.position, algorithm, search)))
                })
            }
            Work::MinimalTrees(_) => task.depths.iter().try_for_each(|&depth| {
                let found = results.references(task.position, depth);
                found.map_or(Ok(()), |found| {
                    output.emit(&self.reference_record((task.position, depth, found)))
                })
            }),
        }
    }

    fn record<'run>(
        &'run self,
        results: &Results<'_>,
        (position, algorithm, search): (usize, usize, &'run Search),
    ) -> SearchRecord<'run> {
        let error = results.error(position, algorithm, search.depth);
        let (position, algorithm) = (&self.texts[position], &self.algorithms[algorithm].name);
        SearchRecord { game: P::INFO.name, position, algorithm, search, error }
    }

    fn reference_record(&self, (position, depth, found): (usize, i16, MinimalTrees)) -> ReferenceRecord<'_> {
        ReferenceRecord::new(P::INFO.name, &self.texts[position], depth, found)
    }

    /// The figures of every experiment and depth.
    fn summaries(&self, results: &Results<'_>) -> Vec<(&Experiment, i16, Vec<AlgorithmSummary>)> {
        let summarizer = Summarizer { results, seed: self.args.seed.seed };
        let depths = self
            .experiments
            .iter()
            .flat_map(|experiment| experiment.depths.iter().map(move |&depth| (experiment, depth)));
        depths
            .map(|(experiment, depth)| (experiment, depth, summarizer.experiment(experiment, depth)))
            .collect()
    }

    fn write_tables(&self, results: &Results<'_>) -> Result<(), Failure> {
        let mut last = None;
        for (experiment, depth, rows) in self.summaries(results) {
            if rows.is_empty() {
                continue;
            }
            let heading = format!("{}: {} (depth {depth})", P::INFO.name, experiment.title);
            let gap = if last.replace(depth).is_some() { "\n" } else { "" };
            writeln!(io::stdout(), "{gap}{heading}").map_err(Failure::from_write)?;
            self.args.format.deliver(|output| {
                let mut rows = rows.into_iter().map(AlgorithmSummary::narrowed);
                rows.try_for_each(|row| output.emit(&row)).map(|()| Exit::Success)
            })?;
        }
        Ok(())
    }

    /// Writes the files, and reports what is missing and what is wrong.
    fn finish(&self, results: &Results<'_>) -> Result<Exit, Failure> {
        if let Some(folder) = &self.folder {
            files::write_all(self, folder, results)?;
        }
        self.report_unfinished(results);
        let disagreements = results.disagreements();
        disagreements.iter().for_each(|disagreement| shuangqi_cli::failure::warn(disagreement));
        Ok(match (self.bad_lines, disagreements.is_empty()) {
            (0, true) => Exit::Success,
            (0, false) => Exit::Wrong,
            _ => Exit::BadInput,
        })
    }

    fn report_unfinished(&self, results: &Results<'_>) {
        let mut reported = Vec::new();
        for experiment in &self.experiments {
            let total = experiment.positions.min(self.positions.len());
            for (name, depth) in experiment
                .algorithms()
                .into_iter()
                .flat_map(|name| experiment.depths.iter().map(move |&at| (name.clone(), at)))
            {
                let Some(index) = results.index(&name) else { continue };
                let count = results.unfinished(index, depth, total);
                if count == 0 || reported.contains(&(index, depth)) {
                    continue;
                }
                reported.push((index, depth));
                let limit = limit(self.args.max_nodes, &self.algorithms[index]);
                stderr::note(format_args!(
                    "depth {depth}: {name} takes more than {limit} nodes on {count} of {total} positions, which are \
                     left out of its figures"
                ));
            }
        }
    }

    /// Emits every search, then the references, as files hold them.
    pub(super) fn emit_searches(
        &self,
        results: &Results<'_>,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        results.all().try_for_each(|found| output.emit(&self.record(results, found)))
    }

    /// Emits the references of every position.
    pub(super) fn emit_references(
        &self,
        results: &Results<'_>,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        results.all_references().try_for_each(|found| output.emit(&self.reference_record(found)))
    }

    /// Emits the figures of every experiment.
    pub(super) fn emit_summaries(
        &self,
        results: &Results<'_>,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        self.summaries(results).iter().flat_map(|(_, _, rows)| rows).try_for_each(|row| output.emit(row))
    }

    /// Whether the positions are the embedded ones, all of them and in their order.
    pub(super) fn is_whole_set(&self) -> bool {
        self.args.positions.is_none() && self.args.sample.is_none()
    }

    /// The command that repeats it, but for what does not change the counts.
    pub(super) fn command(&self) -> String {
        let args = self.args;
        let mut words = vec![format!("shuangqi compare {}", P::INFO.name)];
        words.extend(args.blocks.as_ref().map(|list| format!("--blocks {list}")));
        words.extend(args.algorithms.as_ref().map(|list| format!("--algorithms {list}")));
        words.extend(args.depth.map(|Depths(first, last)| format!("--depth {first}..{last}")));
        words.extend(args.positions.as_ref().map(|file| format!("--positions {file}")));
        words.extend(args.sample.map(|count| format!("--sample {count} --seed {}", args.seed.seed)));
        words.extend(args.hash.map(|hash| format!("--hash {hash}")));
        words.join(" ") + " --out DIR"
    }

    pub(super) fn all_summaries(&self, results: &Results<'_>) -> Vec<AlgorithmSummary> {
        self.summaries(results).into_iter().flat_map(|(_, _, rows)| rows).collect()
    }
}

impl<P: Game> Comparable for Comparison<'_, P> {
    fn print_tables(&self) -> Result<Exit, Failure> {
        let mut results = self.results();
        let outcome = self.search(&mut results, |_, _| Ok(()));
        self.write_tables(&results)?;
        outcome?;
        self.finish(&results)
    }

    fn emit_records(&self, output: &mut Output<'_>) -> Result<Exit, Failure> {
        let mut results = self.results();
        let outcome = self.search(&mut results, |task, results| self.emit(task, results, output));
        self.emit_summaries(&results, output)?;
        outcome?;
        self.finish(&results)
    }
}

#[cfg(test)]
mod tests;
