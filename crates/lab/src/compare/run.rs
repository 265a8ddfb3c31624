//! Makes the searches of a comparison, prints what they found and writes the files.

use std::io::{self, Write};

use search_core::Control;
use shuangqi_cli::memory::TooLarge;
use shuangqi_cli::output::Output;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::units::counted;
use shuangqi_cli::worker_pool::InOrder;
use shuangqi_cli::{Exit, Failure, failure, program};

use super::comparison::Comparison;
use super::files;
use super::journal::{Journal, Run};
use super::results::Results;
use super::search_runner::{SearchRunner, limit};
use super::task::{Done, Task, Work, tasks};
use crate::data::AlgorithmSummary;
use crate::lab_game::LabGame;

/// A comparison of any game.
pub trait Comparable {
    /// Searches, and prints a table for each experiment and depth.
    fn print_tables(&self) -> Result<Exit, Failure>;

    /// Searches, and emits a record for each search, each position's references, and each algorithm of an experiment.
    fn emit_records(&self, output: &mut Output<'_>) -> Result<Exit, Failure>;
}

impl<P: LabGame> Comparison<'_, P> {
    /// Makes every search that is not in the journal. `take` receives the results in the order of the tasks.
    fn search(
        &self,
        results: &mut Results<'_>,
        mut take: impl FnMut(&Task, &Results<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let tasks = tasks(&self.experiments, &self.algorithms, self.positions.len());
        let (mut journal, known) = self.open_journal(tasks.len())?;
        let mut order = InOrder::default();
        let mut open: Vec<(usize, &Task)> = Vec::new();
        for (index, (task, done)) in tasks.iter().zip(known).enumerate() {
            match done {
                Some(done) => order.put(index, done),
                None => open.push((index, task)),
            }
        }
        let progress = Progress::start(self.args.run.progress, "compare", "tasks", open.len() as u64);
        let mut pass_on = |order: &mut InOrder<Done>| {
            while let Some((index, done)) = order.take() {
                results.take(&tasks[index], done);
                progress.aside(|| take(&tasks[index], results))?;
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
                let (index, done) = (open[place].0, done.map_err(TooLarge::in_option)?);
                progress.advance(1);
                if let Some(journal) = journal.as_mut().filter(|_| !is_stopped) {
                    journal.write(index, &done)?;
                }
                order.put(index, done);
                pass_on(&mut order)
            },
        );
        outcome.map_err(|failure| self.resumable(failure))
    }

    /// The journal, if there is a folder for it, and what is known of each task.
    fn open_journal(&self, tasks: usize) -> Result<(Option<Journal>, Vec<Option<Done>>), Failure> {
        let Some(folder) = files::run_folder(self) else { return Ok((None, vec![None; tasks])) };
        folder.begin()?;
        let path = folder.path.join(files::JOURNAL);
        let run = Run { command: &folder.command, positions: &self.texts };
        let (journal, known) = Journal::open(&path.to_string_lossy(), &run, tasks)?;
        Ok((Some(journal), known))
    }

    /// The failure, with the command that goes on if the searches that were made are kept.
    fn resumable(&self, failure: Failure) -> Failure {
        failure.resumable_by(self.folder.is_some().then(program::command_line))
    }

    fn emit(&self, task: &Task, results: &Results<'_>, output: &mut Output<'_>) -> Result<(), Failure> {
        match task.work {
            Work::Search(algorithm) => {
                let mut searches = results.searches(task.position, algorithm).iter();
                searches.try_for_each(|search| {
                    output.emit(&self.record(results, (task.position, algorithm, search)))
                })
            }
            Work::MinimalTrees(_) => {
                let found = task.depths.iter().filter_map(|&depth| results.references(task.position, depth));
                found
                    .into_iter()
                    .try_for_each(|sizes| output.emit(&self.reference_record((task.position, sizes))))
            }
        }
    }

    fn write_tables(&self, results: &Results<'_>) -> Result<(), Failure> {
        let mut last = None;
        for (experiment, depth, rows) in self.summaries(results) {
            let Some(common) = rows.first().and_then(|row| row.common_positions) else { continue };
            let all = experiment.positions.min(self.positions.len()) as u64;
            let positions = match common == all {
                true => counted(all, "position"),
                false => {
                    format!("total nodes of the {common} of {} that all finished", counted(all, "position"))
                }
            };
            let heading = format!("{}: {} (depth {depth}, {positions})", P::INFO.name, experiment.title);
            let gap = if last.replace(depth).is_some() { "\n" } else { "" };
            writeln!(io::stdout(), "{gap}{heading}").map_err(Failure::from_write)?;
            self.args.run.format.deliver(|output| {
                let mut rows = rows.into_iter().map(AlgorithmSummary::narrowed);
                rows.try_for_each(|row| output.emit(&row)).map(|()| Exit::Success)
            })?;
        }
        Ok(())
    }

    /// Writes the files, and reports what is missing and what is wrong.
    fn finish(&self, results: &Results<'_>) -> Result<Exit, Failure> {
        if let Some(folder) = &self.folder {
            files::write_all(self, folder, results).map_err(|failure| self.resumable(failure))?;
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
                failure::note(format_args!(
                    "depth {depth}: {name} takes more than {limit} nodes on {count} of {total} positions, which are \
                     left out of its figures"
                ));
            }
        }
    }
}

impl<P: LabGame> Comparable for Comparison<'_, P> {
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
pub(super) mod tests;
