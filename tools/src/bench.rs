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

/// The number of a game's positions that are searched.
const POSITIONS: usize = 10;
const TABLE: usize = 16 << 20;
/// Searches of the bench have no limit of nodes.
const NO_LIMIT: u64 = u64::MAX;

/// Does one kind of work.
pub type Work = fn() -> Result<BenchRecord, Failure>;

/// The work for the game with these positions: a count of leaves, and searches.
pub const fn works<P: LabGame>() -> [Work; 2] {
    [|| perft::<P>(P::LAB.bench[0]), || search::<P>(P::LAB.bench[1])]
}

/// One kind of work done.
#[derive(Clone, Debug, Serialize)]
pub struct BenchRecord {
    game: &'static str,
    work: &'static str,
    positions: u64,
    depth: i16,
    nodes: u64,
    ordering_nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

impl Record for BenchRecord {
    const SCHEMA: &'static str = "bench/1";
    const COLUMNS: &'static [&'static str] =
        &["game", "work", "positions", "depth", "nodes", "ordering_nodes", "seconds", "nodes_per_second"];
    const MINOR: &'static [&'static str] = &["ordering_nodes", "depth", "positions"];
}

/// The whole bench.
#[derive(Clone, Debug, Serialize)]
struct BenchSummary {
    signature: u64,
    seconds: f64,
}

impl Record for BenchSummary {
    const SCHEMA: &'static str = "bench-summary/1";
    const COLUMNS: &'static [&'static str] = &["signature", "seconds"];
}

/// Runs the command with the works of each game: all counts, then all searches.
pub fn run(args: &Args, games: &[[Work; 2]]) -> Result<Exit, Failure> {
    args.format.deliver(|output| {
        let works: Vec<Work> = (0..2).flat_map(|kind| games.iter().map(move |works| works[kind])).collect();
        let progress = Progress::start(args.progress.progress, "bench", "parts", works.len() as u64);
        let mut summary = BenchSummary { signature: 0, seconds: 0.0 };
        for work in works {
            let record = work();
            progress.advance(1);
            progress.suspend(|| add(record?, &mut summary, output))?;
        }
        drop(progress);
        output.emit(&summary)?;
        Ok(Exit::Success)
    })
}

fn add(done: BenchRecord, total: &mut BenchSummary, output: &mut Output<'_>) -> Result<(), Failure> {
    total.signature += done.nodes + done.ordering_nodes;
    total.seconds = short_seconds(Duration::from_secs_f64(total.seconds + done.seconds));
    output.emit(&done)
}

/// Leaves from the start of the game.
fn perft<P: LabGame>(depth: i16) -> Result<BenchRecord, Failure> {
    let start = P::parse_position("startpos")?;
    let clock = Instant::now();
    let nodes = search_core::perft::perft(&start, depth.unsigned_abs().into());
    Ok(done::<P>("perft", 1, depth, (nodes, 0), clock.elapsed()))
}

/// The strongest algorithm on the first of the built-in positions, which come from all phases in turn.
fn search<P: LabGame>(depth: i16) -> Result<BenchRecord, Failure> {
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
) -> BenchRecord {
    let (game, seconds) = (P::INFO.name, short_seconds(time));
    let nodes_per_second = per_second(nodes, time);
    BenchRecord { game, work, positions, depth, nodes, ordering_nodes, seconds, nodes_per_second }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_repeat() {
        let counts = || search::<xiangqi::Position>(2).map(|done| (done.nodes, done.ordering_nodes));
        let first = counts().unwrap();
        assert!(first.0 > 0);
        assert_eq!(first, counts().unwrap());
        assert_eq!(perft::<othello::Position>(5).unwrap().nodes, 1396);
    }
}
