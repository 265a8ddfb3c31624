//! Every algorithm of every block on every position, and what is told of it.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

use search_core::Control;
use shuangqi_cli::args::HashSize;
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::output::Output;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::{InOrder, WorkerPool};
use shuangqi_cli::{BadInput, Exit, Failure, source, stderr};

use super::algorithm::{Algorithm, baseline};
use super::block::{Block, Shape};
use super::journal::{Journal, Question};
use super::record::{Compared, Held, Summary};
use super::results::Results;
use super::summary::Summarizer;
use super::task::{Done, ORACLE, Task, Work, tasks};
use super::workplace::{Workplace, limit};
use super::{Args, Depths, blocks, files, positions};
use crate::game::Game;
use crate::stats::Random;

/// The name of the journal in the folder of results.
const JOURNAL: &str = "journal.ndjson";

/// What is compared, and on what.
#[derive(Debug)]
pub struct Comparison<'args, P> {
    pub(super) args: &'args Args,
    pub(super) worker_pool: WorkerPool,
    pub(super) blocks: Vec<Block>,
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) positions: Vec<P>,
    pub(super) texts: Vec<String>,
    pub(super) bad_lines: usize,
    pub(super) folder: Option<PathBuf>,
}

/// A comparison, whatever its game.
pub trait Comparable {
    /// Searches, and prints a table for each block and depth.
    ///
    /// # Errors
    /// Output that cannot be written, and interruption.
    fn print_tables(&self) -> Result<Exit, Failure>;

    /// Searches, and emits a record for each search, each position's references, and each algorithm of a block.
    ///
    /// # Errors
    /// Output that cannot be written, and interruption.
    fn emit_records(&self, output: &mut Output<'_>) -> Result<Exit, Failure>;
}

impl<'args, P: Game> Comparison<'args, P> {
    /// Reads what the options name. Where several games are compared, each gets a folder of its own.
    ///
    /// # Errors
    /// Unknown algorithms and blocks, tables that are too large, and bad positions or none.
    pub fn new(args: &'args Args, is_one_of_several: bool) -> Result<Self, Failure> {
        if is_one_of_several && args.positions.is_some() {
            let message =
                "--positions names positions of one game. Compare othello or xiangqi instead of both.";
            return Err(Failure::Usage(message.to_owned()));
        }
        let blocks = chosen_blocks::<P>(args)?;
        let algorithms = algorithms_of::<P>(&blocks)?;
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
            blocks,
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
        let tasks = tasks(&self.blocks, &self.algorithms, self.positions.len());
        let mut order = InOrder::default();
        let mut open: Vec<(usize, &Task)> = Vec::new();
        for (index, task) in tasks.iter().enumerate() {
            match journal.as_ref().and_then(|journal| journal.recall(&self.question(task))) {
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
            || Workplace::<P>::new(self.args.hash.map(|hash| hash.bytes())),
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
                    journal.write(self.question(task), &done)?;
                }
                order.put(index, done);
                pass_on(&mut order)
            },
        );
        outcome.map_err(|failure| self.with_way_on(failure))
    }

    fn open_journal(&self) -> Result<Option<Journal>, Failure> {
        let path = self.folder.as_ref().map(|folder| folder.join(JOURNAL));
        path.map(|path| Journal::open(&path.to_string_lossy())).transpose()
    }

    fn question(&self, task: &Task) -> Question {
        let name = match task.work {
            Work::Search(algorithm) => self.algorithms[algorithm].name.as_str(),
            Work::MinimalTrees(_) => "",
        };
        let hash = self.args.hash.map(|hash| hash.bytes());
        Question::new(task, &self.texts[task.position], name, self.args.max_nodes, hash)
    }

    fn with_way_on(&self, failure: Failure) -> Failure {
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
        let text = &self.texts[task.position];
        match task.work {
            Work::Search(algorithm) => {
                let name = &self.algorithms[algorithm].name;
                results.searches(task.position, algorithm).iter().try_for_each(|search| {
                    let error = results.error(task.position, algorithm, search.depth);
                    output.emit(&Compared::new(P::INFO.name, text, name, search, error))
                })
            }
            Work::MinimalTrees(_) => task.depths.iter().try_for_each(|&depth| {
                let found = results.references(task.position, depth);
                found.map_or(Ok(()), |found| output.emit(&Held::new(P::INFO.name, text, depth, found)))
            }),
        }
    }

    /// The figures of every block and depth.
    fn summaries(&self, results: &Results<'_>) -> Vec<(&Block, i16, Vec<Summary>)> {
        let summarizer = Summarizer { results, seed: self.args.seed.seed };
        let depths =
            self.blocks.iter().flat_map(|block| block.depths.iter().map(move |&depth| (block, depth)));
        depths.map(|(block, depth)| (block, depth, summarizer.block(block, depth))).collect()
    }

    fn write_tables(&self, results: &Results<'_>) -> Result<(), Failure> {
        let mut last = None;
        for (block, depth, rows) in self.summaries(results) {
            if rows.is_empty() {
                continue;
            }
            let heading = format!("{}: {} (depth {depth})", P::INFO.name, block.title);
            let gap = if last.replace(depth).is_some() { "\n" } else { "" };
            writeln!(io::stdout(), "{gap}{heading}").map_err(Failure::from_write)?;
            self.args.format.deliver(|output| {
                let mut rows = rows.into_iter().map(Summary::narrowed);
                rows.try_for_each(|row| output.emit(&row)).map(|()| Exit::Success)
            })?;
        }
        Ok(())
    }

    /// Writes the files, tells what is missing and what is wrong.
    fn conclude(&self, results: &Results<'_>) -> Result<Exit, Failure> {
        if let Some(folder) = &self.folder {
            files::write_all(self, folder, results)?;
        }
        self.tell_unfinished(results);
        let disagreements = results.disagreements();
        disagreements.iter().for_each(|disagreement| shuangqi_cli::failure::warn(disagreement));
        Ok(match (self.bad_lines, disagreements.is_empty()) {
            (0, true) => Exit::Success,
            (0, false) => Exit::Wrong,
            _ => Exit::BadInput,
        })
    }

    fn tell_unfinished(&self, results: &Results<'_>) {
        let mut told = Vec::new();
        for block in &self.blocks {
            let total = block.positions.min(self.positions.len());
            for (name, depth) in block
                .algorithms()
                .into_iter()
                .flat_map(|name| block.depths.iter().map(move |&at| (name.clone(), at)))
            {
                let Some(index) = results.index(&name) else { continue };
                let count = results.unfinished(index, depth, total);
                if count == 0 || told.contains(&(index, depth)) {
                    continue;
                }
                told.push((index, depth));
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
        results.all().try_for_each(|(position, algorithm, search)| {
            let (text, name) = (&self.texts[position], &self.algorithms[algorithm].name);
            let error = results.error(position, algorithm, search.depth);
            output.emit(&Compared::new(P::INFO.name, text, name, search, error))
        })
    }

    /// Emits the references of every position.
    pub(super) fn emit_references(
        &self,
        results: &Results<'_>,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        results.all_references().try_for_each(|(position, depth, references)| {
            output.emit(&Held::new(P::INFO.name, &self.texts[position], depth, references))
        })
    }

    /// Emits the figures of every block.
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
        words.extend(args.blocks.as_ref().map(|blocks| format!("--blocks {blocks}")));
        words.extend(args.algorithms.as_ref().map(|list| format!("--algorithms {list}")));
        words.extend(args.depth.map(|Depths(first, last)| format!("--depth {first}..{last}")));
        words.extend(args.positions.as_ref().map(|file| format!("--positions {file}")));
        words.extend(args.sample.map(|count| format!("--sample {count} --seed {}", args.seed.seed)));
        words.extend(args.hash.map(|hash| format!("--hash {hash}")));
        words.join(" ") + " --out DIR"
    }

    /// All figures in one list.
    pub(super) fn all_summaries(&self, results: &Results<'_>) -> Vec<Summary> {
        self.summaries(results).into_iter().flat_map(|(_, _, rows)| rows).collect()
    }
}

/// Whether there is memory for the tables whose sizes are given, on every thread.
fn check_memory(args: &Args, algorithms: &[Algorithm]) -> Result<(), Failure> {
    let common = args.hash.map(HashSize::bytes);
    let sizes: BTreeSet<usize> =
        algorithms.iter().filter_map(|algorithm| algorithm.hash).chain(common).collect();
    let each = sizes.into_iter().fold(0, usize::saturating_add);
    memory::check_each(each, args.threads.threads.count()).map_err(TooLarge::in_option)
}

/// The blocks that the options choose, with depths as they say.
fn chosen_blocks<P: Game>(args: &Args) -> Result<Vec<Block>, Failure> {
    let mut blocks = match (&args.algorithms, args.blocks.as_deref()) {
        (Some(list), _) => vec![own_block::<P>(list)?],
        (None, None) => vec![blocks::first::<P>()],
        (None, Some("all")) => blocks::all::<P>(),
        (None, Some(list)) => named_blocks::<P>(list)?,
    };
    if let Some(Depths(first, last)) = args.depth {
        for block in &mut blocks {
            block.depths = (first..=last).collect();
            block.oracle = None;
        }
    }
    Ok(blocks)
}

fn named_blocks<P: Game>(list: &str) -> Result<Vec<Block>, Failure> {
    let known = blocks::all::<P>();
    let find = |name: &str| {
        known.iter().find(|block| block.id == name).cloned().ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|block| block.id.as_str()).collect();
            let names = names.join(", ");
            Failure::Usage(format!("--blocks: there is no block \"{name}\". Known are: all, {names}."))
        })
    };
    list.split(',').map(|name| find(name.trim())).collect()
}

/// The block of the algorithms that the user lists. Selective ones need an exact one to be held against.
fn own_block<P: Game>(list: &str) -> Result<Block, Failure> {
    let mut algorithms = Algorithm::parse_list::<P>(list)?;
    let is_selective = algorithms.iter().any(|algorithm| !algorithm.is_exact);
    if is_selective && algorithms.iter().all(|algorithm| !algorithm.is_exact) {
        algorithms.insert(0, Algorithm::parse::<P>(ORACLE)?);
    }
    let baseline = baseline(&algorithms);
    let names = algorithms.into_iter().map(|algorithm| algorithm.name).collect();
    let mut block = blocks::all::<P>().swap_remove(0);
    block.id = "own".to_owned();
    block.title = "Algorithms of your choice".to_owned();
    block.question = "What do these algorithms cost on the same positions?".to_owned();
    block.references = None;
    block.shape = Shape::List { algorithms: names, baseline, is_selective };
    Ok(block)
}

/// Every algorithm of the blocks, each once; where moves of a deeper search are asked for, the one that finds them.
fn algorithms_of<P: Game>(blocks: &[Block]) -> Result<Vec<Algorithm>, Failure> {
    let mut algorithms: Vec<Algorithm> = Vec::new();
    let oracle = blocks.iter().any(|block| block.oracle.is_some()).then(|| ORACLE.to_owned());
    for name in blocks.iter().flat_map(Block::algorithms).chain(oracle) {
        if algorithms.iter().all(|known| known.name != name) {
            algorithms.push(Algorithm::parse::<P>(&name)?);
        }
    }
    Ok(algorithms)
}

impl<P: Game> Comparable for Comparison<'_, P> {
    fn print_tables(&self) -> Result<Exit, Failure> {
        let mut results = self.results();
        let outcome = self.search(&mut results, |_, _| Ok(()));
        self.write_tables(&results)?;
        outcome?;
        self.conclude(&results)
    }

    fn emit_records(&self, output: &mut Output<'_>) -> Result<Exit, Failure> {
        let mut results = self.results();
        let outcome = self.search(&mut results, |task, results| self.emit(task, results, output));
        self.emit_summaries(&results, output)?;
        outcome?;
        self.conclude(&results)
    }
}

#[cfg(test)]
mod tests;
