//! `shuangqi perft`: counting the leaves of game trees, which proves the rules right.

mod record;
mod suite;
mod tree;

use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};
use shuangqi_cli::args::RunArgs;
use shuangqi_cli::output::Output;
use shuangqi_cli::position::PositionArgs;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::{BadInput, Exit, Failure, source, units};
use shuangqi_lab::LabGame;
use shuangqi_lab::lab_game::PassConvention;

use record::{Branch, Counted, Sums};
use suite::Task;
use tree::{Count, Work};

/// Deeper counts than this do not fit into 64 bits and would take years.
const DEEPEST: u32 = 40;

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
          value_parser = clap::value_parser!(u32).range(0..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// Show the leaves behind each legal move as well
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// How to count Othello's passes and ended games; for one position, a unless given
    #[arg(long, value_name = "LETTER")]
    convention: Option<PassConvention>,
    /// Check the counts of a file (Xiangqi: lines "FEN ;D1 44 ;D2 1920"; Othello: "position NAME BOARD SIDE"
    /// followed by "A 4 12 56")
    #[arg(long, value_name = "FILE", conflicts_with = "first")]
    suite: Option<String>,
    /// Leave out counts of the suite above this; K, M, G stand for 10^3, 10^6, 10^9
    #[arg(long, value_name = "N", requires = "suite", value_parser = units::count)]
    max_nodes: Option<u64>,
    #[command(flatten)]
    run: RunArgs,
}

/// Runs the command.
///
/// # Errors
/// Bad positions and suites, output that cannot be written, and interruption.
pub fn run<P: LabGame>(args: &Args) -> Result<Exit, Failure> {
    let runner = Runner::new(P::INFO.name, args)?;
    if args.convention.is_some() && !P::INFO.has_passes {
        let title = P::INFO.title;
        return Err(Failure::Usage(format!(
            "--convention is about passes, and {title} has none. Leave it out."
        )));
    }
    match &args.suite {
        Some(file) => {
            let (tasks, bad) = suite::read::<P>(file, &source::read(file)?, args.convention);
            runner.all(file, tasks, &bad)
        }
        None => {
            let position = args.position.read()?.parse(P::parse_position)?;
            let convention = P::INFO.has_passes.then(|| args.convention.unwrap_or(PassConvention::A));
            runner.one(&Task::new(position, runner.depth, convention))
        }
    }
}

struct Runner<'args> {
    args: &'args Args,
    game: &'static str,
    depth: u32,
    pool: ThreadPool,
}

impl<'args> Runner<'args> {
    fn new(game: &'static str, args: &'args Args) -> Result<Runner<'args>, Failure> {
        let pool = ThreadPoolBuilder::new().num_threads(args.run.threads.count().get()).build();
        let pool = pool.map_err(|error| Failure::Internal(format!("no threads to work with: {error}")))?;
        Ok(Runner { args, game, depth: args.depth.unwrap_or(DEEPEST), pool })
    }

    /// Counts one position.
    fn one<P: LabGame>(&self, task: &Task<P>) -> Result<Exit, Failure> {
        let work = Work::new(&task.tree, task.depth);
        self.deliver(|output| {
            let progress = self.progress("subtrees", work.len() as u64);
            let start = Instant::now();
            let count = work.count(&self.pool, |_| progress.advance(1))?;
            let record = Counted::new(self.game, task, count.total, start.elapsed());
            drop(progress);
            if self.args.divide {
                self.divide(task, &count, output)?;
            }
            output.emit(&record)?;
            Ok(Exit::Success)
        })
    }

    fn divide<P>(&self, task: &Task<P>, count: &Count, output: &mut Output<'_>) -> Result<(), Failure> {
        count.branches.iter().try_for_each(|(mv, nodes)| {
            let (game, position, depth) = (self.game, &task.position, task.depth);
            output.emit(&Branch { game, position, depth, mv, nodes: *nodes })
        })
    }

    /// Counts a suite. Lines that cannot be used are named at once; the others are counted all the same.
    fn all<P: LabGame>(&self, file: &str, tasks: Vec<Task<P>>, bad: &[BadInput]) -> Result<Exit, Failure> {
        bad.iter().for_each(|bad| shuangqi_cli::failure::warn(bad));
        let (bad_lines, listed) = (bad.len() as u64, tasks.len());
        if bad_lines == 0 && listed == 0 {
            let remedy = "Name a file of positions and counts, or another convention";
            return Err(BadInput::new("perft suite", None, "no counts", "at least one", remedy)
                .at(file, 1)
                .into());
        }
        let tasks: Vec<Task<P>> = tasks.into_iter().filter(|task| self.is_wanted(task)).collect();
        let skipped = (listed - tasks.len()) as u64;
        let mut sums = Sums { bad_lines, skipped, ..Sums::default() };
        self.deliver(|output| {
            let progress = self.progress("nodes", tasks.iter().filter_map(|task| task.expected).sum());
            tasks.iter().try_for_each(|task| self.check(task, &progress, &mut sums, output))?;
            drop(progress);
            output.emit(&sums.summary(self.game))?;
            Ok(match (sums.bad_lines, sums.wrong) {
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

    /// Counts one entry of a suite.
    fn check<P: LabGame>(
        &self,
        task: &Task<P>,
        progress: &Progress,
        sums: &mut Sums,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        let start = Instant::now();
        let count = Work::new(&task.tree, task.depth).count(&self.pool, |nodes| progress.advance(nodes))?;
        let time = start.elapsed();
        let right = task.expected == Some(count.total);
        *(if right { &mut sums.right } else { &mut sums.wrong }) += 1;
        sums.nodes += count.total;
        sums.time += time;
        progress.aside(|| output.emit(&Counted::new(self.game, task, count.total, time)))
    }

    fn deliver(&self, work: impl FnOnce(&mut Output<'_>) -> Result<Exit, Failure>) -> Result<Exit, Failure> {
        self.args.run.format.deliver(work)
    }

    fn progress(&self, unit: &str, total: u64) -> Progress {
        Progress::start(self.args.run.progress, "perft", unit, total)
    }
}
