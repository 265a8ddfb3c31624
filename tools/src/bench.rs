//! `shuangqi bench`: a fixed amount of work, whose counts distinguish builds, and whose time distinguishes machines.

use std::time::{Duration, Instant};

use search_core::Control;
use serde::Serialize;
use shuangqi_cli::args::{FormatArgs, ProgressArgs};
use shuangqi_cli::memory::TooLarge;
use shuangqi_cli::output::{Output, Record};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::units::{per_second, short_seconds};
use shuangqi_cli::{Exit, Failure, interrupt};
use shuangqi_lab::LabGame;
use shuangqi_lab::compare::{Algorithm, SearchRunner, embedded};

const EXAMPLES: &str = "\
One thread; the same counts on every run and machine. The engines have a bench of their own.

Examples:
  shuangqi bench
  shuangqi bench --json
  shuangqi bench --format csv --progress none";

/// Do a fixed amount of work: counts for comparing builds, speeds for comparing machines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// How many of a game's positions are searched.
const POSITIONS: usize = 10;
const TABLE: usize = 16 << 20;
/// Searches of the bench have no limit of nodes.
const NO_LIMIT: u64 = u64::MAX;

/// One kind of work done.
#[derive(Clone, Debug, Serialize)]
struct Done {
    game: &'static str,
    work: &'static str,
    positions: u64,
    depth: i16,
    nodes: u64,
    ordering_nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

impl Record for Done {
    const SCHEMA: &'static str = "bench/1";
    const COLUMNS: &'static [&'static str] =
        &["game", "work", "positions", "depth", "nodes", "ordering_nodes", "seconds", "nodes_per_second"];
    const MINOR: &'static [&'static str] = &["ordering_nodes", "depth", "positions"];
}

/// All of it.
#[derive(Clone, Debug, Serialize)]
struct Total {
    signature: u64,
    seconds: f64,
}

impl Record for Total {
    const SCHEMA: &'static str = "bench-summary/1";
    const COLUMNS: &'static [&'static str] = &["signature", "seconds"];
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    args.format.deliver(|output| {
        let progress = Progress::start(args.progress.progress, "bench", "parts", 4);
        let mut total = Total { signature: 0, seconds: 0.0 };
        let mut part = |done: Result<Done, Failure>| {
            progress.advance(1);
            progress.suspend(|| add(done?, &mut total, output))
        };
        part(perft::<othello::Position>(9))?;
        part(perft::<xiangqi::Position>(4))?;
        part(searches::<othello::Position>(8))?;
        part(searches::<xiangqi::Position>(5))?;
        drop(progress);
        output.emit(&total)?;
        Ok(Exit::Success)
    })
}

fn add(done: Done, total: &mut Total, output: &mut Output<'_>) -> Result<(), Failure> {
    total.signature += done.nodes + done.ordering_nodes;
    total.seconds = short_seconds(Duration::from_secs_f64(total.seconds + done.seconds));
    output.emit(&done)
}

/// Leaves from the start of the game.
fn perft<P: LabGame>(depth: i16) -> Result<Done, Failure> {
    let start = P::parse_position("startpos")?;
    let clock = Instant::now();
    let nodes = search_core::perft::perft(&start, depth.unsigned_abs().into());
    Ok(done::<P>("perft", 1, depth, (nodes, 0), clock.elapsed()))
}

/// The strongest algorithm on the first of the built-in positions, which come from all phases in turn.
fn searches<P: LabGame>(depth: i16) -> Result<Done, Failure> {
    let algorithm = Algorithm::parse::<P>("strongest")?;
    let (mut runner, control) = (SearchRunner::<P>::new(Some(TABLE)), Control::new());
    let (mut counts, mut time) = ((0, 0), Duration::ZERO);
    for position in embedded::<P>().iter().take(POSITIONS) {
        interrupt::check()?;
        let search = runner.search(position, &algorithm, depth, NO_LIMIT, &control);
        let search = search.map_err(TooLarge::in_option)?;
        counts = (counts.0 + search.counters.visits, counts.1 + search.counters.ordering);
        time += Duration::from_secs_f64(search.seconds);
    }
    Ok(done::<P>("search", POSITIONS as u64, depth, counts, time))
}

fn done<P: LabGame>(
    work: &'static str,
    positions: u64,
    depth: i16,
    (nodes, ordering_nodes): (u64, u64),
    time: Duration,
) -> Done {
    let (game, seconds) = (P::INFO.name, short_seconds(time));
    let nodes_per_second = per_second(nodes, time);
    Done { game, work, positions, depth, nodes, ordering_nodes, seconds, nodes_per_second }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_repeat() {
        let counts = || searches::<xiangqi::Position>(2).map(|done| (done.nodes, done.ordering_nodes));
        let first = counts().unwrap();
        assert!(first.0 > 0);
        assert_eq!(first, counts().unwrap());
        assert_eq!(perft::<othello::Position>(5).unwrap().nodes, 1396);
    }
}
