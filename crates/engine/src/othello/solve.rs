//! `solve`: exact scores of positions.

mod answer;
mod problems;
mod record;

use std::io::{self, Write};
use std::num::NonZero;
use std::time::Instant;

use clap::ArgGroup;
use search_core::Control;
use shuangqi_cli::args::{HashSize, RunArgs};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::output::{Format, Output};
use shuangqi_cli::position::BoardWord;
use shuangqi_cli::progress::{Mode, Progress};
use shuangqi_cli::shard::{Shard, SharedRun};
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::worker_pool::{InOrder, WorkerPool};
use shuangqi_cli::{Exit, Failure, program};

use answer::{Answer, SolveRequest, Solving};
use othello::Position;
use othello::patterns::Patterns;
use othello::solve::{EXACT, Estimate, Solver, WIN_LOSS_DRAW};
pub use problems::JOURNAL;
use problems::{Entry, Ids, Journal, Problems};
use record::{Solved, Summary, View};

const NOTES: &str = "\
A position is solved by one thread, and several positions at the same time; a single position is solved by all threads. \
With --threads-per-position several threads share each position: the answers are the same, the counts differ from run to run. \
The table is empty for each position unless --keep-table is given; then the counts depend on what was solved before.
A position given up because of --limit has a record without a score and with \"solved\": false; under --check it \
counts as not met. The best estimate of a selective search is then in \"estimate\", with its certainty in per cent; of a single position, estimates \
are shown on the error output as they come. An estimate is never a score.
A move is listed as best only if no other can be better. Where the window leaves a bound, that may be none: the line of \
a lower bound then begins with a move that reaches it.";

const EXAMPLES: [&str; 3] = [
    "problems.obf --check",
    "problems.obf --wld --ids 1-3,5 --threads 1 --json",
    "--all-moves \\\n    '-OX---OOXXOXOOOOXXXOOOOOXXXXXOXOXXXOOXXXXXXOOXX-X-XXOX--XXXXXXX- O'",
];

/// The end of the help, for the program that was started.
fn examples() -> String {
    let program = program::name();
    let lines = EXAMPLES.map(|arguments| format!("  {program} solve {arguments}"));
    format!("{NOTES}\n\nExamples:\n{}", lines.join("\n"))
}

fn usage() -> String {
    let program = program::name();
    format!("{program} solve [OPTIONS] <FILE>...\n       {program} solve [OPTIONS] <POSITION>")
}

/// Find the exact scores of Othello positions
#[derive(Debug, clap::Args)]
#[command(after_help = examples(), override_usage = usage())]
#[command(group = ArgGroup::new("kind"))]
pub struct Args {
    /// Files of problems (.obf), or one position: a board, @FILE, - for stdin, startpos, or startpos moves ...
    #[arg(value_name = "FILE|POSITION", required = true, allow_hyphen_values = true, value_parser = BoardWord)]
    first: String,
    /// More files, or more words of the position.
    #[arg(hide = true)]
    rest: Vec<String>,
    /// Tell every score exactly (the default)
    #[arg(long, group = "kind")]
    exact: bool,
    /// Tell only wins, draws and losses: the window -1:1
    #[arg(long, group = "kind")]
    wld: bool,
    /// Tell exactly the scores between A and B; for others, a bound
    #[arg(long, value_name = "A:B", group = "kind", value_parser = window, allow_hyphen_values = true)]
    window: Option<(i32, i32)>,
    /// Score every legal move
    #[arg(long)]
    all_moves: bool,
    /// Compare with the scores in the file, as far as the window tells scores apart; exit with 1 if any differs
    #[arg(long)]
    check: bool,
    /// Solve only these lines of each file, as in 40-49 or 1,3,5-7
    #[arg(long, value_name = "LINES")]
    ids: Option<Ids>,
    /// Give a position up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    limit: Option<f64>,
    /// Keep the table from one position to the next
    #[arg(long)]
    keep_table: bool,
    /// Write each solved position to this file, and take from it what is solved already
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<String>,
    /// Solve a part of the positions: the Ith of every N. auto/N takes I from the scheduler. merge joins the journals
    #[arg(long, value_name = "I/N", requires = "resume", conflicts_with = "keep_table")]
    shard: Option<Shard>,
    /// Threads that work together on each position; a single position takes all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads_per_position: Option<u16>,
    /// Size of the table of each position in work: a number and a unit, as in 64M or 2G
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    hash: HashSize,
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// `A:B` with -64 <= A < B <= 64.
fn window(text: &str) -> Result<(i32, i32), String> {
    let bounds = text.split_once(':').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let fitting = bounds.filter(|&(low, high): &(i32, i32)| -64 <= low && low < high && high <= 64);
    fitting.ok_or_else(|| "expected two scores from -64 to 64, the lower first; try --window -1:1".to_owned())
}

/// A time above 0, at most a year.
fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && *number < 4e7);
    number.ok_or_else(|| "expected a number of seconds above 0; try --limit 60".to_owned())
}

/// Runs the command.
///
/// # Errors
/// A table that is too large, bad positions and files, a journal that cannot be used, output that cannot be written,
/// and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let problems = Problems::read(&args.first, &args.rest, args.ids.as_ref())?;
    let weights = args.weights.read::<Position>()?;
    let groups = args.groups(problems.entries.len());
    memory::check_each(args.hash.bytes(), groups.count).map_err(TooLarge::in_option)?;
    let shared = args.shard.map(|shard| SharedRun { shard, units: problems.entries.len() as u64 });
    let open = |path| Journal::open(path, &args.request(), shared);
    let journal = args.resume.as_deref().map(open).transpose()?;
    let mut session = Session {
        args,
        problems: &problems,
        worker_pool: WorkerPool::new(groups.count)?,
        threads_per_position: groups.threads,
        weights,
        journal,
    };
    for bad in &problems.bad {
        shuangqi_cli::failure::warn(bad);
    }
    args.run.format.deliver(|output| session.run(output))
}

/// Threads in teams, each at work on a position.
struct ThreadGroups {
    count: NonZero<usize>,
    threads: NonZero<usize>,
}

impl Args {
    fn groups(&self, positions: usize) -> ThreadGroups {
        let all = self.run.threads.count();
        let usual = if positions == 1 { all } else { NonZero::<usize>::MIN };
        let asked = self.threads_per_position.and_then(|threads| NonZero::new(usize::from(threads)));
        let threads = asked.unwrap_or(usual).min(all);
        ThreadGroups { count: NonZero::new(all.get() / threads).unwrap_or(NonZero::<usize>::MIN), threads }
    }

    fn request(&self) -> SolveRequest {
        let window = if self.wld { WIN_LOSS_DRAW } else { self.window.unwrap_or(EXACT) };
        SolveRequest { window, all_moves: self.all_moves }
    }
}

/// A run over the problems.
struct Session<'args> {
    args: &'args Args,
    problems: &'args Problems,
    worker_pool: WorkerPool,
    /// Threads that work on each position.
    threads_per_position: NonZero<usize>,
    weights: Patterns,
    journal: Option<Journal>,
}

impl<'args> Session<'args> {
    fn run(&mut self, output: &mut Output<'_>) -> Result<Exit, Failure> {
        let start = Instant::now();
        let summary = Summary::new(self.problems.bad.len());
        let mut page =
            Page { args: self.args, problems: self.problems, output, order: InOrder::default(), summary };
        let progress = self.progress();
        let todo = self.take_known(&mut page)?;
        progress.advance((self.problems.entries.len() - todo.len()) as u64);
        let outcome = self.solve(&todo, |index, answer| {
            progress.advance(1);
            page.order.put(index, answer);
            progress.suspend(|| page.write())
        });
        drop(progress);
        if self.args.shard.is_some() || matches!(outcome, Err(Failure::Interrupted(_))) {
            page.write_rest()?;
        }
        let resume = || self.journal.is_some().then(program::command_line);
        outcome.map_err(|failure| failure.resumable_by(resume()))?;
        let summary = page.summary.after(start.elapsed());
        page.output.emit(&summary)?;
        Ok(summary.exit(self.args.check))
    }

    /// Adds the answers of the journal to the page, and returns the positions still to be solved.
    fn take_known(&self, page: &mut Page<'_, '_>) -> Result<Vec<(usize, &'args Entry)>, Failure> {
        let mut todo = Vec::new();
        for (index, entry) in self.problems.entries.iter().enumerate() {
            match self.journal.as_ref().and_then(|journal| journal.probe(entry)) {
                Some(answer) => page.order.put(index, answer.clone()),
                None if Shard::covers(self.args.shard, index) => todo.push((index, entry)),
                None => {}
            }
        }
        page.write()?;
        Ok(todo)
    }

    /// Solves the entries; each answer is in the journal before `taken` gets it.
    fn solve(
        &mut self,
        todo: &[(usize, &Entry)],
        mut taken: impl FnMut(usize, Answer) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (args, threads, weights, journal) =
            (self.args, self.threads_per_position, &self.weights, &mut self.journal);
        let solving = Solving { request: args.request(), limit: args.limit, keep_table: args.keep_table };
        let bytes = args.hash.bytes();
        let shows_estimates = todo.len() == 1 && args.run.progress != Mode::None;
        self.worker_pool.work(
            todo,
            || {
                let allocate = || Solver::allocate_with(weights.clone(), bytes);
                memory::take(bytes, 0, allocate).map(|solver| solver.with_threads(threads))
            },
            |solver, (_, entry), control| {
                let solver = solver.as_mut().map_err(|too_large| *too_large)?;
                let watch = |estimate| {
                    if shows_estimates {
                        show(estimate)
                    }
                };
                Ok(solving.solve(solver, &entry.problem.position, control, watch))
            },
            Control::stop,
            |place, answer: Result<_, TooLarge>| {
                let (index, entry) = todo[place];
                let Some(answer) = answer.map_err(TooLarge::in_option)? else { return Ok(()) };
                if let Some(journal) = journal {
                    journal.write(index, entry, &answer)?;
                }
                taken(index, answer)
            },
        )
    }

    fn progress(&self) -> Progress {
        let total = self.problems.entries.len() as u64;
        Progress::start(self.args.run.progress, "solve", "positions", total)
    }
}

/// The output, in the order of the problems.
struct Page<'run, 'sink> {
    args: &'run Args,
    problems: &'run Problems,
    output: &'run mut Output<'sink>,
    order: InOrder<Answer>,
    summary: Summary,
}

impl Page<'_, '_> {
    /// Writes the records whose turn it is.
    fn write(&mut self) -> Result<(), Failure> {
        while let Some((index, answer)) = self.order.take() {
            self.emit(index, &answer)?;
        }
        Ok(())
    }

    /// Writes the answers that follow a missing one.
    fn write_rest(&mut self) -> Result<(), Failure> {
        let order = std::mem::take(&mut self.order);
        order.rest().try_for_each(|(index, answer)| self.emit(index, &answer))
    }

    fn emit(&mut self, index: usize, answer: &Answer) -> Result<(), Failure> {
        let view = View {
            check: self.args.check,
            names_file: self.problems.are_several_files,
            nests: matches!(self.args.run.format.format(), Format::Json | Format::Ndjson),
        };
        let record = Solved::new(&self.problems.entries[index], &self.args.request(), answer, view);
        self.summary.add(&record);
        self.output.emit(&record)
    }
}

/// Shows an estimate; a terminal that is gone is no reason to stop.
fn show(estimate: Estimate) {
    let Estimate { score, best, per_cent } = estimate;
    let best = best.map_or_else(String::new, |mv| format!(" by {mv}"));
    let _ = writeln!(io::stderr(), "estimate: {score:+}{best}, {per_cent} % certain");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_hold_something() {
        assert_eq!(window("-1:1"), Ok((-1, 1)));
        assert_eq!(window("-64:+64"), Ok((-64, 64)));
        for wrong in ["", "1", "1:1", "2:1", "-65:0", "0:65", "a:b"] {
            assert!(window(wrong).unwrap_err().contains("--window -1:1"), "{wrong}");
        }
    }

    #[test]
    fn limits_are_above_zero() {
        assert_eq!(seconds("0.5"), Ok(0.5));
        for wrong in ["0", "-1", "inf", "NaN", "soon"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
