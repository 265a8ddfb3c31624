//! `shuangqi book openings`: level openings by random moves, for matches, tuning and self-play.
//!
//! A match makes openings of its own where it is given none (`shuangqi_arena`): few, and by exact scores of a few plies, so that they stay
//! the same from version to version. These are judged by the engine's search, on all threads, and kept in a file.

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::path::PathBuf;

use game::{GameEngine, GameSession, Limits, SearchRequest};
use search_core::split_mix::numbered;
use search_core::{Control, Score};
use serde::Serialize;
use shuangqi_arena::games::Game;
use shuangqi_cli::args::{RunArgs, SeedArgs};
use shuangqi_cli::output::Record;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Exit, Failure, columns, files, units};
use shuangqi_lab::LabGame;

use super::{search_all, settled};
use crate::games::GameArg;

const EXAMPLES: &str = "\
Examples:
  shuangqi book openings xiangqi openings.txt --count 3200 --plies 4..10
  shuangqi book openings othello openings.txt --count 500 --seed 2
  shuangqi book openings xiangqi openings.txt --nodes 20K --force";

/// Make level openings: random moves after which a search finds neither side better
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct OpeningsArgs {
    /// The game
    pub(super) game: GameArg,
    /// The file of the openings, one a line, each by its moves
    #[arg(value_name = "FILE")]
    out: PathBuf,
    /// A second file, which gets every other opening: held out from what the first is used for
    #[arg(long, value_name = "FILE")]
    held_out: Option<PathBuf>,
    /// The openings of each file
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Moves of an opening, as FEWEST..MOST, each number as likely as the others
    #[arg(long, value_name = "A..B", default_value = "8..14", value_parser = plies)]
    plies: (u32, u32),
    /// How far from 0 the score may be after them, in hundredths of a disc or a soldier [default: 600 in Othello, 60 in Xiangqi]
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(Score).range(0..=10_000))]
    within: Option<Score>,
    /// Nodes of the search that judges an opening; K, M, G stand for 10^3, 10^6, 10^9
    #[arg(long, value_name = "N", default_value = "50K", value_parser = units::nodes)]
    nodes: NonZeroU64,
    /// Replace files of these names
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    run: RunArgs,
}

fn plies(text: &str) -> Result<(u32, u32), String> {
    let ends = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let is_possible = |&(low, high): &(u32, u32)| low >= 1 && low <= high && high <= 40;
    ends.filter(is_possible)
        .ok_or_else(|| "expected two numbers from 1 to 40, the lower one first; try --plies 8..14".to_owned())
}

#[derive(Serialize)]
struct Openings {
    game: &'static str,
    openings: usize,
    tried: u64,
}

impl Record for Openings {
    const SCHEMA: &'static str = "book-openings/1";
    const COLUMNS: &'static [&'static str] = columns! { game openings tried };
}

/// Lines of random moves that are tried at a time.
const ROUND: u64 = 256;
/// After so many rounds without a new opening there are none left.
const IDLE_ROUNDS: u32 = 40;
/// The table of each engine: more takes long to clear for every search.
const HASH_BYTES: usize = 1 << 20;
/// Nodes of the search after each random move.
const MOVE_NODES: NonZeroU64 = NonZeroU64::new(200).unwrap();
/// Random moves that are tried in a position for one after which neither side is far ahead.
const MOVE_TRIES: usize = 8;

/// Makes the openings. The same command makes the same ones, with any number of threads.
pub fn run<P: LabGame>(game: Game, args: &OpeningsArgs) -> Result<Exit, Failure> {
    if args.held_out.as_ref() == Some(&args.out) {
        return Err(Failure::Usage("--held-out: name another file than that of the openings.".to_owned()));
    }
    let files: Vec<&PathBuf> = std::iter::once(&args.out).chain(&args.held_out).collect();
    files::refuse_existing(files.iter().map(|path| path.as_path()), args.force)?;
    let wanted = args.count as usize * files.len();
    let pool = WorkerPool::new(args.run.threads.count())?;
    let progress = Progress::start(args.run.progress, "book", "openings", wanted as u64);
    let (mut openings, mut known) = (Vec::with_capacity(wanted), HashSet::new());
    let (mut tried, mut idle) = (0, 0);
    let first = numbered(args.seed.seed, 0);
    while openings.len() < wanted && idle < IDLE_ROUNDS {
        let seeds: Vec<u64> = (tried..tried + ROUND).map(|line| numbered(first, line)).collect();
        tried += ROUND;
        idle += 1;
        let lines = search_all(&pool, HASH_BYTES, &seeds, |engine: &mut GameEngine<P>, &seed, control| {
            level_line(engine, seed, args, control)
        })?;
        for session in lines.into_iter().flatten().take(wanted - openings.len()) {
            if known.insert(class(session.position())) {
                openings.push(P::transcript(session.moves()));
                progress.advance(1);
                idle = 0;
            }
        }
    }
    drop(progress);
    if openings.len() < wanted {
        return Err(Failure::Usage(format!(
            "only {} different openings were found. Ask for fewer with --count, or for others with --plies or --within.",
            openings.len()
        )));
    }
    for (part, path) in files.iter().enumerate() {
        let lines = openings.iter().skip(part).step_by(files.len()).map(|line| format!("{line}\n"));
        files::write(path, lines.collect::<String>().as_bytes())?;
    }
    let made = Openings { game: game.name(), openings: openings.len(), tried };
    args.run.format.deliver(|output| output.emit(&made).map(|()| Exit::Success))
}

/// The board and the side to move, the same for those that symmetries map to each other; without the counters of a FEN.
fn class<P: LabGame>(position: &P) -> String {
    position.opening_class().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Random moves, after each of which a short search finds neither side far ahead, and after the last a longer one neither better.
fn level_line<P: LabGame>(
    engine: &mut GameEngine<P>,
    seed: u64,
    args: &OpeningsArgs,
    control: &Control,
) -> Option<GameSession<P>> {
    let usual = if P::INFO.averages_depths { 6 * P::INFO.unit.size } else { P::INFO.unit.size * 3 / 5 };
    let within = args.within.unwrap_or(usual);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut session = GameSession::<P>::default();
    for _ in 0..random.u32(args.plies.0..=args.plies.1) {
        let moves = session.position().legal_moves();
        (0..MOVE_TRIES).find(|_| {
            let Some(mv) = random.choice(moves.iter()) else { return false };
            session.play(mv);
            let is_near = session.verdict().is_none()
                && score(engine, &session, MOVE_NODES, control).abs() <= 2 * within;
            if !is_near {
                session.undo();
            }
            is_near
        })?;
    }
    (score(engine, &session, args.nodes, control).abs() <= within).then_some(session)
}

/// The score of a search that begins with a clean table.
fn score<P: LabGame>(
    engine: &mut GameEngine<P>,
    session: &GameSession<P>,
    nodes: NonZeroU64,
    control: &Control,
) -> Score {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.clear();
    settled::<P>(&engine.think(session, &SearchRequest::within(limits), control, |_| {}))
}
