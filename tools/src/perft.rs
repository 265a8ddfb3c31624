//! `shuangqi perft`: counting the leaves of game trees, which proves the rules right.

mod task;

use std::time::{Duration, Instant};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use search_core::perft::Convention;
use serde::{Deserialize, Serialize};
use shuangqi_cli::args::RunArgs;
use shuangqi_cli::journal::Kind;
use shuangqi_cli::output::{Output, Record};
use shuangqi_cli::position::PositionArgs;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::run_journal::RunKind;
use shuangqi_cli::shard::{Shard, SharedRun};
use shuangqi_cli::units::{per_second, short_seconds};
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{BadInput, Exit, Failure, failure, program, source, units};
use shuangqi_lab::LabGame;

use task::{Leaves, MAX_DEPTH, Task, Work};

const EXAMPLES: &str = "\
Examples:
  shuangqi perft xiangqi --depth 4
  shuangqi perft othello 'startpos moves f5d6' --depth 8 --divide --threads 1
  shuangqi perft xiangqi --suite perft.epd --max-nodes 10M --format csv";

/// Count the leaves of a game tree, and compare with known counts
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Plies to count; with --suite, the deepest counts to check
    #[arg(long, value_name = "N", required_unless_present = "suite",
          value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Show the leaves behind each legal move as well
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// How to count Othello's passes and ended games; for one position, a unless given
    #[arg(long, value_name = "LETTER", value_parser = conventions())]
    convention: Option<Convention>,
    /// Check the counts of a file (Xiangqi: lines "FEN ;D1 44 ;D2 1920"; Othello: "position NAME BOARD SIDE"
    /// followed by "A 4 12 56")
    #[arg(long, value_name = "FILE", conflicts_with = "first")]
    suite: Option<String>,
    /// Write the count of each part of the tree to this file, and take from it what is counted
    #[arg(long, value_name = "JOURNAL", conflicts_with = "suite")]
    resume: Option<String>,
    /// Count some parts of the tree: the Ith of every N. auto/N takes I from the scheduler. Nothing is shown then;
    /// shuangqi merge joins the journals
    #[arg(long, value_name = "I/N", requires = "resume")]
    shard: Option<Shard>,
    /// Leave out counts of the suite above this; K, M, G stand for 10^3, 10^6, 10^9
    #[arg(long, value_name = "N", requires = "suite", value_parser = units::count)]
    max_nodes: Option<u64>,
    #[command(flatten)]
    run: RunArgs,
}

fn conventions() -> impl TypedValueParser<Value = Convention> {
    let values = [
        ("a", "A pass is a ply; a game that ended is one leaf"),
        ("b", "A pass is free; a game that ended is one leaf"),
        ("c", "A pass is a ply; a game that ended is no leaf"),
    ];
    PossibleValuesParser::new(values.map(|(letter, help)| PossibleValue::new(letter).help(help)))
        .map(|letter| letter.chars().next().and_then(Convention::from_letter).unwrap_or_default())
}

/// Runs the command.
pub fn run<P: LabGame>(args: &Args) -> Result<Exit, Failure> {
    let pool = WorkerPool::new(args.run.threads.count())?;
    let runner = Runner { args, game: P::INFO.name, depth: args.depth.unwrap_or(MAX_DEPTH), pool };
    if args.convention.is_some() && !P::INFO.has_passes {
        let title = P::INFO.title;
        return Err(Failure::Usage(format!(
            "--convention is about passes, and {title} has none. Leave it out."
        )));
    }
    match &args.suite {
        Some(file) => {
            let (tasks, bad) = task::read_suite::<P>(file, &source::read(file)?, args.convention);
            runner.all(file, tasks, &bad)
        }
        None => {
            let position = args.position.read()?.parse(P::parse_position)?;
            let convention = P::INFO.has_passes.then(|| args.convention.unwrap_or_default());
            runner.one(&Task::new(position, runner.depth, convention))
        }
    }
}

/// The number of leaves so many plies below a position, counted on the threads of a pool.
///
/// # Errors
/// [`Failure::Interrupted`] if the user has requested a stop.
pub fn count<P: LabGame>(
    position: &P,
    depth: u32,
    convention: Convention,
    pool: &WorkerPool,
) -> Result<u64, Failure> {
    let task = Task::new(position.clone(), depth, Some(convention));
    Work::new(&task.tree, depth).count(pool, |_| {}).map(|(total, _)| total)
}

struct Runner<'args> {
    args: &'args Args,
    game: &'static str,
    depth: u32,
    pool: WorkerPool,
}

impl Runner<'_> {
    /// Counts one position.
    fn one<P: LabGame>(&self, task: &Task<P>) -> Result<Exit, Failure> {
        let work = Work::new(&task.tree, task.depth);
        self.args.run.format.deliver(|output| {
            let progress = self.progress("subtrees", work.len() as u64);
            let start = Instant::now();
            let Some((total, branches)) = self.count(task, &work, &progress)? else {
                return Ok(Exit::Success);
            };
            let record = Counted::new(self.game, task, total, start.elapsed());
            drop(progress);
            let (game, position, depth) = (self.game, &task.position, task.depth);
            for (mv, nodes) in branches.iter().filter(|_| self.args.divide) {
                output.emit(&Branch { game, position, depth, mv, nodes: *nodes })?;
            }
            output.emit(&record)?;
            Ok(Exit::Success)
        })
    }

    /// The leaves of a tree, and those behind each move; `None` if only a shard of it was counted.
    fn count<P: LabGame>(
        &self,
        task: &Task<P>,
        work: &Work<P>,
        progress: &Progress,
    ) -> Result<Option<Leaves>, Failure> {
        let Args { resume, shard, .. } = self.args;
        let Some(path) = resume else { return work.count(&self.pool, |_| progress.advance(1)).map(Some) };
        let mut counts = vec![None; work.len()];
        let run = Tree {
            game: self.game,
            position: &task.position,
            convention: task.convention,
            depth: task.depth,
        };
        let shared = shard.map(|shard| SharedRun { shard, units: work.len() as u64 });
        let mut journal = JOURNAL.open_shard(path, &run, shared, |Subtree { unit, nodes }| {
            *counts.get_mut(unit).ok_or_else(|| format!("part {unit} of {}", work.len()))? = Some(nodes);
            Ok(())
        })?;
        progress.advance(counts.iter().flatten().count() as u64);
        let counted = work.count_missing(&self.pool, &mut counts, *shard, |unit, nodes| {
            progress.advance(1);
            journal.write_soon(&Subtree { unit, nodes })
        });
        let ended = counted.and(journal.finish());
        ended.map_err(|failure| failure.resumable_by(Some(program::command_line())))?;
        let counts: Option<Vec<u64>> = counts.into_iter().collect();
        Ok(counts.filter(|_| shard.is_none()).map(|counts| work.total(&counts)))
    }

    /// Counts a suite. Lines that cannot be used are named at once; the others are counted all the same.
    fn all<P: LabGame>(&self, file: &str, tasks: Vec<Task<P>>, bad: &[BadInput]) -> Result<Exit, Failure> {
        bad.iter().for_each(|bad| failure::warn(bad));
        let (bad_lines, listed) = (bad.len() as u64, tasks.len());
        if bad_lines == 0 && listed == 0 {
            let remedy = "Name a file of positions and counts, or another convention";
            return Err(BadInput::new("perft suite", None, "no counts", "at least one", remedy)
                .at(file, 1)
                .into());
        }
        let tasks: Vec<Task<P>> = tasks.into_iter().filter(|task| self.is_wanted(task)).collect();
        let skipped = (listed - tasks.len()) as u64;
        let mut summary = Summary { game: self.game, skipped, bad_lines, ..Summary::default() };
        self.args.run.format.deliver(|output| {
            let progress = self.progress("nodes", tasks.iter().filter_map(|task| task.expected).sum());
            let mut time = Duration::ZERO;
            for task in &tasks {
                time += self.check(task, &progress, &mut summary, output)?;
            }
            drop(progress);
            summary.seconds = short_seconds(time);
            summary.nodes_per_second = per_second(summary.nodes, time);
            summary.ok = summary.wrong == 0 && bad_lines == 0;
            output.emit(&summary)?;
            Ok(match (bad_lines, summary.wrong) {
                (0, 0) => Exit::Success,
                (0, _) => Exit::Wrong,
                _ => Exit::BadInput,
            })
        })
    }

    fn is_wanted<P>(&self, task: &Task<P>) -> bool {
        let small = task.expected <= self.args.max_nodes || self.args.max_nodes.is_none();
        small && task.depth <= self.depth
    }

    /// Counts one entry of a suite; returns how long it took.
    fn check<P: LabGame>(
        &self,
        task: &Task<P>,
        progress: &Progress,
        summary: &mut Summary,
        output: &mut Output<'_>,
    ) -> Result<Duration, Failure> {
        let start = Instant::now();
        let work = Work::new(&task.tree, task.depth);
        let (total, _) = work.count(&self.pool, |nodes| progress.advance(nodes))?;
        let time = start.elapsed();
        *(if task.expected == Some(total) { &mut summary.right } else { &mut summary.wrong }) += 1;
        summary.nodes += total;
        progress.suspend(|| output.emit(&Counted::new(self.game, task, total, time)))?;
        Ok(time)
    }

    fn progress(&self, unit: &str, total: u64) -> Progress {
        Progress::start(self.args.run.progress, "perft", unit, total)
    }
}

/// The journal of a count in parts.
pub const JOURNAL: RunKind = RunKind {
    journal: Kind {
        name: "journal of a count",
        schema: "perft-journal/1",
        first: "header",
        item: "the count of a part of the tree",
        restart: "count again, with another journal",
    },
    // The parts are those of one version of the program.
    options: &[
        ("/version", "the version of the program"),
        ("/game", "the game"),
        ("/position", "the position"),
        ("/convention", "--convention"),
        ("/depth", "--depth"),
    ],
    unit: Some("/unit"),
    another: "name another journal with --resume",
    may: "count other parts",
};

/// Everything that decides what is counted.
#[derive(Debug, Serialize)]
struct Tree<'a> {
    game: &'static str,
    position: &'a str,
    convention: Option<char>,
    depth: u32,
}

/// A part of the tree: its number, and its leaves.
#[derive(Debug, Serialize, Deserialize)]
struct Subtree {
    unit: usize,
    nodes: u64,
}

/// A tree that was counted.
#[derive(Clone, Debug, Serialize)]
struct Counted<'task> {
    game: &'static str,
    position: &'task str,
    #[serde(skip_serializing_if = "Option::is_none")]
    convention: Option<char>,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
    seconds: f64,
    nodes_per_second: u64,
}

impl Record for Counted<'_> {
    const SCHEMA: &'static str = "perft/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game position convention depth nodes expected ok seconds nodes_per_second
    };
    const MINOR: &'static [&'static str] = &["game", "nodes_per_second", "seconds", "convention"];
}

impl<'task> Counted<'task> {
    fn new<P>(game: &'static str, task: &'task Task<P>, nodes: u64, time: Duration) -> Self {
        Counted {
            game,
            position: &task.position,
            convention: task.convention,
            depth: task.depth,
            nodes,
            expected: task.expected,
            ok: task.expected.map(|expected| expected == nodes),
            seconds: short_seconds(time),
            nodes_per_second: per_second(nodes, time),
        }
    }
}

/// The leaves behind one move of the root.
#[derive(Clone, Debug, Serialize)]
struct Branch<'task> {
    game: &'static str,
    position: &'task str,
    depth: u32,
    #[serde(rename = "move")]
    mv: &'task str,
    nodes: u64,
}

impl Record for Branch<'_> {
    const SCHEMA: &'static str = "perft-divide/1";
    const COLUMNS: &'static [&'static str] = &["game", "position", "depth", "move", "nodes"];
    const MINOR: &'static [&'static str] = &["game", "position", "depth"];
}

/// The end of a suite: counts as expected, others, those not made because they are too deep, and lines that could not be
/// used.
#[derive(Clone, Debug, Default, Serialize)]
struct Summary {
    game: &'static str,
    right: u64,
    wrong: u64,
    skipped: u64,
    bad_lines: u64,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    ok: bool,
}

impl Record for Summary {
    const SCHEMA: &'static str = "perft-summary/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game right wrong skipped bad_lines nodes seconds nodes_per_second ok
    };
    const MINOR: &'static [&'static str] = &["nodes_per_second", "seconds", "game"];
}
