//! Makes the searches of a comparison, prints what they found and writes the files.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use search_core::minimal_trees::MinimalTrees;
use search_core::{Control, MoveKind, MoveList, Position};
use serde::{Deserialize, Serialize};
use shuangqi_cli::journal::{Journal, Kind};
use shuangqi_cli::memory::TooLarge;
use shuangqi_cli::output::{self, Format, Output};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::run_journal::RunKind;
use shuangqi_cli::shard::{Shard, SharedRun};
use shuangqi_cli::units::counted;
use shuangqi_cli::worker_pool::InOrder;
use shuangqi_cli::{Exit, Failure, failure, files, program, version};

use super::comparison::{Comparison, JOURNAL_FILE};
use super::experiment::Thoroughness;
use super::results::{Results, Task, TaskKind, TaskResult, tasks};
use super::search::{ReferenceSizes, SearchRunner, limit};
use super::summary::{AlgorithmSummary, summaries};
use crate::lab_game::LabGame;
use crate::report::{self, Report};

/// A comparison of any game.
pub trait Comparable {
    /// Searches, and prints a table for each experiment and depth.
    fn print_tables(&self) -> Result<Exit, Failure>;

    /// Searches, and emits a record for each search, each position's references, and each algorithm of an experiment.
    fn emit_records(&self, output: &mut Output<'_>) -> Result<Exit, Failure>;
}

impl<P: LabGame> Comparable for Comparison<'_, P> {
    fn print_tables(&self) -> Result<Exit, Failure> {
        let mut results = self.results();
        let outcome = self.search(&mut results, |_, _| Ok(()));
        if self.args.shard.is_some() {
            return outcome.map(|()| Exit::Success);
        }
        let summaries = self.summaries(&results);
        self.write_tables(&summaries)?;
        outcome?;
        self.finish(&results, &summaries)
    }

    fn emit_records(&self, output: &mut Output<'_>) -> Result<Exit, Failure> {
        if self.args.shard.is_some() {
            return self.print_tables();
        }
        let mut results = self.results();
        let outcome = self.search(&mut results, |task, results| results.emit(task, output));
        let summaries = self.summaries(&results);
        summaries.iter().try_for_each(|row| output.emit(row))?;
        outcome?;
        self.finish(&results, &summaries)
    }
}

/// The journal of a comparison.
pub const JOURNAL: RunKind = RunKind {
    journal: Kind {
        name: "journal of a comparison",
        schema: "compare-journal/3",
        first: "header",
        item: "what came of a task",
        restart: "begin anew, with another --out",
    },
    // Counts of two versions must not stand side by side.
    options: &[
        ("/version", "the version of the program"),
        ("/command", "the command"),
        ("/positions", "the positions"),
    ],
    unit: Some("/task"),
    another: "name another --out",
    may: "count otherwise",
};

/// Everything that decides the tasks and what comes of them.
#[derive(Clone, Copy, Debug, Serialize)]
struct Run<'run> {
    command: &'run str,
    positions: &'run [String],
}

/// A finished task: its place among all tasks, and the result.
#[derive(Serialize, Deserialize)]
struct Finished<'run> {
    task: usize,
    #[serde(flatten)]
    done: Cow<'run, TaskResult>,
}

/// Opens the journal of a comparison of so many tasks, or begins it; with what is known of each.
fn open_journal(
    path: &Path,
    run: &Run<'_>,
    tasks: usize,
    shard: Option<Shard>,
) -> Result<(Journal, Vec<Option<TaskResult>>), Failure> {
    let mut known = vec![None; tasks];
    let shared = shard.map(|shard| SharedRun { shard, units: tasks as u64 });
    let journal = JOURNAL.open_shard(&path.to_string_lossy(), run, shared, |Finished { task, done }| {
        *known.get_mut(task).ok_or_else(|| format!("task {task} of {tasks}"))? = Some(done.into_owned());
        Ok(())
    })?;
    Ok((journal, known))
}

impl<P: LabGame> Comparison<'_, P> {
    fn results(&self) -> Results<'_> {
        Results::new(P::INFO.name, &self.texts, &self.algorithms)
    }

    fn summaries(&self, results: &Results<'_>) -> Vec<AlgorithmSummary> {
        summaries(results, &self.experiments, self.args.seed.seed)
    }

    /// Makes every search that is not in the journal. `take` receives the results in the order of the tasks.
    fn search(
        &self,
        results: &mut Results<'_>,
        mut take: impl FnMut(&Task, &Results<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let tasks = tasks(&self.experiments, &self.algorithms, self.positions.len());
        let (mut journal, known) = self.begin(tasks.len())?;
        let mut order = InOrder::default();
        let mut open: Vec<(usize, &Task)> = Vec::new();
        for (index, (task, done)) in tasks.iter().zip(known).enumerate() {
            match done {
                Some(done) => order.put(index, done),
                None if Shard::covers(self.args.shard, index) => open.push((index, task)),
                None => {}
            }
        }
        let progress = Progress::start(self.args.run.progress, "compare", "tasks", open.len() as u64);
        let mut pass_on = |order: &mut InOrder<TaskResult>| {
            while let Some((index, done)) = order.take() {
                results.take(&tasks[index], done);
                progress.suspend(|| take(&tasks[index], results))?;
            }
            Ok(())
        };
        pass_on(&mut order)?;
        let outcome = self.worker_pool.work(
            &open,
            || SearchRunner::<P>::new(self.args.hash.map(|hash| hash.bytes())),
            |runner, (_, task), control| (self.perform(task, runner, control), control.is_stopped()),
            Control::stop,
            |place, (done, is_stopped)| {
                let (task, done) = (open[place].0, done.map_err(TooLarge::in_option)?);
                progress.advance(1);
                if let Some(journal) = journal.as_mut().filter(|_| !is_stopped) {
                    journal.write(&Finished { task, done: Cow::Borrowed(&done) })?;
                }
                order.put(task, done);
                pass_on(&mut order)
            },
        );
        outcome.map_err(|failure| self.resumable(failure))
    }

    /// The journal, if there is a folder for it, and what is known of each task.
    fn begin(&self, tasks: usize) -> Result<(Option<Journal>, Vec<Option<TaskResult>>), Failure> {
        let Some(folder) = self.run_folder() else { return Ok((None, vec![None; tasks])) };
        folder.begin()?;
        let run = Run { command: &folder.command, positions: &self.texts };
        let (journal, known) = open_journal(&folder.path.join(JOURNAL_FILE), &run, tasks, self.args.shard)?;
        Ok((Some(journal), known))
    }

    fn perform(
        &self,
        task: &Task,
        runner: &mut SearchRunner<P>,
        control: &Control,
    ) -> Result<TaskResult, TooLarge> {
        let position = &self.positions[task.position];
        match task.work {
            TaskKind::Search(algorithm) => {
                let algorithm = &self.algorithms[algorithm];
                let searches = runner.deepen(position, algorithm, &task.depths, self.args.max_nodes, control);
                searches.map(TaskResult::Searches)
            }
            TaskKind::MinimalTrees(thoroughness) => {
                let is_thorough = thoroughness == Thoroughness::CheapCuts;
                let find = |&depth: &i16| {
                    let found = runner.minimal_trees(position, depth, is_thorough, control).transpose()?;
                    Some(found.map(|MinimalTrees { tree, graph, cheap_cuts }| ReferenceSizes {
                        depth,
                        minimal_tree: tree,
                        minimal_graph: graph,
                        cheap_cuts,
                    }))
                };
                task.depths.iter().map_while(find).collect::<Result<_, _>>().map(TaskResult::References)
            }
        }
    }

    /// The failure, with the command that goes on if the searches that were made are kept.
    fn resumable(&self, failure: Failure) -> Failure {
        failure.resumable_by(self.args.out.is_some().then(program::command_line))
    }

    fn write_tables(&self, summaries: &[AlgorithmSummary]) -> Result<(), Failure> {
        let mut gap = "";
        for rows in summaries.chunk_by(|one, next| (one.block, one.depth) == (next.block, next.depth)) {
            let row = &rows[0];
            let Some(experiment) = self.experiments.iter().find(|experiment| experiment.id == row.block)
            else {
                continue;
            };
            let (all, common) =
                (experiment.positions.min(self.positions.len()) as u64, row.common_positions.unwrap_or(0));
            let positions = match common == all {
                true => counted(all, "position"),
                false => {
                    format!("total nodes of the {common} of {} that all finished", counted(all, "position"))
                }
            };
            let (game, title, depth) = (P::INFO.name, experiment.title, row.depth);
            writeln!(io::stdout(), "{gap}{game}: {title} (depth {depth}, {positions})")
                .map_err(Failure::from_write)?;
            self.args.run.format.deliver(|output| {
                let mut rows = rows.iter().cloned().map(AlgorithmSummary::narrowed);
                rows.try_for_each(|row| output.emit(&row)).map(|()| Exit::Success)
            })?;
            gap = "\n";
        }
        Ok(())
    }

    /// Writes the files, and reports what is missing and what is wrong.
    fn finish(&self, results: &Results<'_>, summaries: &[AlgorithmSummary]) -> Result<Exit, Failure> {
        if let Some(folder) = self.run_folder() {
            self.write_files(folder.path, results, summaries).map_err(|failure| self.resumable(failure))?;
        }
        self.report_unfinished(results);
        let disagreements = results.disagreements();
        disagreements.iter().for_each(|disagreement| failure::warn(disagreement));
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
            let indices: Vec<usize> =
                experiment.algorithms().iter().filter_map(|name| results.index(name)).collect();
            for (index, depth) in
                indices.iter().flat_map(|&index| experiment.depths.iter().map(move |&depth| (index, depth)))
            {
                let count = results.unfinished(index, depth, total);
                if count == 0 || reported.contains(&(index, depth)) {
                    continue;
                }
                reported.push((index, depth));
                let algorithm = &self.algorithms[index];
                let (name, limit) = (&algorithm.name, limit(self.args.max_nodes, algorithm));
                failure::note(format_args!(
                    "depth {depth}: {name} takes more than {limit} nodes on {count} of {total} positions, which are \
                     left out of its figures"
                ));
            }
        }
    }

    /// Writes everything that is known, each file whole or not at all.
    fn write_files(
        &self,
        folder: &Path,
        results: &Results<'_>,
        summaries: &[AlgorithmSummary],
    ) -> Result<(), Failure> {
        let emit_summaries = |output: &mut Output<'_>| summaries.iter().try_for_each(|row| output.emit(row));
        write(folder, "data.csv", Format::Csv, |output| results.emit_searches(output))?;
        write(folder, "summaries.csv", Format::Csv, emit_summaries)?;
        write(folder, "references.csv", Format::Csv, |output| results.emit_references(output))?;
        write(folder, "data.json", Format::Json, |output| {
            results.emit_searches(output)?;
            results.emit_references(output)?;
            emit_summaries(output)
        })?;
        report::write(folder, &self.report(results, summaries))
    }

    fn report<'run>(
        &'run self,
        results: &'run Results<'run>,
        summaries: &'run [AlgorithmSummary],
    ) -> Report<'run> {
        Report {
            info: P::INFO,
            command: self.command(),
            facts: self.facts(),
            seed: self.args.seed.seed,
            widths: self.positions.iter().map(mean_width).collect(),
            results,
            experiments: &self.experiments,
            summaries,
        }
    }

    /// On what and how it is made.
    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let source = if self.args.positions.is_some() {
            "from a file"
        } else {
            "the embedded set, made by the project"
        };
        let hash = match self.args.hash {
            Some(hash) => format!("{hash}, cleared before every search"),
            None => "from 1 MiB to 256 MiB by depth, cleared before every search".to_owned(),
        };
        let limit = counted(self.args.max_nodes, "node");
        let rules = "repetition and move limits off; quiescence the same for all exact algorithms";
        [
            ("Positions", format!("{}, {source}", self.positions.len())),
            ("Scores", format!("100 to a {}", P::INFO.hundred)),
            ("Table", hash),
            ("Limit", format!("{limit} a search, a tenth of it for plain minimax")),
            ("Rules", rules.to_owned()),
            ("Version", version::SHORT.to_owned()),
        ]
        .map(|(name, value)| (name.into(), value))
        .to_vec()
    }
}

fn write(
    folder: &Path,
    name: &str,
    format: Format,
    emit: impl FnOnce(&mut Output<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    files::write(&folder.join(name), output::text(format, emit)?.as_bytes())
}

/// The number of moves of a position and of those after it: the geometric mean of the first, and of the mean of the
/// others.
fn mean_width<P: Position>(position: &P) -> f64 {
    let mut list = MoveList::new();
    position.moves(MoveKind::All, &mut list);
    let replies: u64 = list.iter().map(|mv| position.child(mv).count_moves()).sum();
    (replies as f64).sqrt().max(1.0)
}

#[cfg(test)]
pub(crate) mod tests;
