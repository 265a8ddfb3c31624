//! `shuangqi book openings`: level openings by random moves, for matches and for self-play.

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::path::PathBuf;

use game::{EngineOptions, GameEngine, GameSession, Limits, SearchRequest};
use search_core::split_mix::{STEP, mix};
use search_core::{Control, Score};
use serde::Serialize;
use shuangqi_arena::games::Game;
use shuangqi_cli::args::{RunArgs, SeedArgs};
use shuangqi_cli::output::Record;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Exit, Failure, columns, files, units};
use shuangqi_lab::LabGame;

use crate::games::GameArg;

/// Make level openings: random moves after which a search finds neither side better
#[derive(Debug, clap::Args)]
pub struct OpeningsArgs {
    /// The game
    pub(super) game: GameArg,
    /// The file of the openings, one a line, each by its moves
    #[arg(value_name = "FILE")]
    file: PathBuf,
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
    #[arg(long, value_name = "SCORE")]
    within: Option<Score>,
    /// Nodes of the search that judges an opening; K, M, G stand for 10^3, 10^6, 10^9
    #[arg(long, value_name = "N", default_value = "50K", value_parser = units::nodes)]
    nodes: NonZeroU64,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    run: RunArgs,
}

fn plies(text: &str) -> Result<(u32, u32), String> {
    let ends = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    ends.filter(|(low, high)| low <= high && *high <= 40)
        .ok_or_else(|| "expected two numbers up to 40, the lower one first; try --plies 8..14".to_owned())
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
/// The table of each engine: more takes long to clear for every search.
const HASH_BYTES: usize = 1 << 20;
/// Nodes of the search after each random move.
const GLANCE: NonZeroU64 = NonZeroU64::new(200).unwrap();
/// Random moves that are tried in a position for one that gives nothing away.
const TRIES: usize = 8;

/// Makes the openings. The same command makes the same ones, with any number of threads.
pub fn run<P: LabGame>(game: Game, args: &OpeningsArgs) -> Result<Exit, Failure> {
    let files: Vec<&PathBuf> = std::iter::once(&args.file).chain(&args.held_out).collect();
    let wanted = args.count as usize * files.len();
    let usual = if P::INFO.averages_depths { 6 * P::INFO.unit.size } else { P::INFO.unit.size * 3 / 5 };
    let within = args.within.unwrap_or(usual);
    let pool = WorkerPool::new(args.run.threads.count())?;
    let progress = Progress::start(args.run.progress, "book", "openings", wanted as u64);
    let (mut openings, mut known, mut tried) = (Vec::with_capacity(wanted), HashSet::new(), 0);
    while openings.len() < wanted {
        let seeds: Vec<u64> = (tried..tried + ROUND).map(|number| seed_of(args.seed.seed, number)).collect();
        tried += ROUND;
        for session in judged::<P>(&pool, &seeds, args, within)?.into_iter().flatten() {
            if openings.len() < wanted && known.insert(session.position().opening_class()) {
                openings.push(P::transcript(session.moves()));
                progress.advance(1);
            }
        }
    }
    drop(progress);
    for (part, path) in files.iter().enumerate() {
        let lines = openings.iter().skip(part).step_by(files.len()).map(|line| format!("{line}\n"));
        files::write(path, lines.collect::<String>().as_bytes())?;
    }
    let made = Openings { game: game.name(), openings: openings.len(), tried };
    args.run.format.deliver(|output| output.emit(&made).map(|()| Exit::Success))
}

fn seed_of(seed: u64, number: u64) -> u64 {
    mix(mix(seed.wrapping_add(STEP)).wrapping_add(STEP.wrapping_mul(number + 1)))
}

/// The openings of these seeds in their order, without those that are not level.
fn judged<P: LabGame>(
    pool: &WorkerPool,
    seeds: &[u64],
    args: &OpeningsArgs,
    within: Score,
) -> Result<Vec<Option<GameSession<P>>>, Failure> {
    let options = || EngineOptions {
        hash_bytes: HASH_BYTES,
        nodes: u64::MAX,
        recipe: None,
        weights: None,
        solves: false,
    };
    let mut found: Vec<Option<GameSession<P>>> = seeds.iter().map(|_| None).collect();
    pool.work(
        seeds,
        || GameEngine::<P>::new(options()),
        |engine, &seed, control| match engine {
            Ok(engine) => Ok(level_line(engine, seed, args, within, control)),
            Err(none) => Err(Failure::Usage(none.to_string())),
        },
        Control::stop,
        |index, result| {
            found[index] = result?;
            Ok(())
        },
    )?;
    Ok(found)
}

/// Random moves of which none gives away what a short search sees, and after which a longer one finds neither side better.
fn level_line<P: LabGame>(
    engine: &mut GameEngine<P>,
    seed: u64,
    args: &OpeningsArgs,
    within: Score,
    control: &Control,
) -> Option<GameSession<P>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut session = GameSession::<P>::default();
    for _ in 0..random.u32(args.plies.0..=args.plies.1) {
        let moves = session.position().legal_moves();
        let is_found = (0..TRIES).any(|_| {
            let Some(&mv) = random.choice(moves.iter()) else { return false };
            session.play(mv);
            let is_near = score(engine, &session, GLANCE, control).abs() <= 2 * within;
            is_near || !session.undo()
        });
        if !is_found {
            return None;
        }
    }
    let is_level =
        session.verdict().is_none() && score(engine, &session, args.nodes, control).abs() <= within;
    is_level.then_some(session)
}

/// The score of a search that begins with a clean table. Where the scores of odd and even depths differ, the mean of the last two.
fn score<P: LabGame>(
    engine: &mut GameEngine<P>,
    session: &GameSession<P>,
    nodes: NonZeroU64,
    control: &Control,
) -> Score {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.clear();
    let outcome = engine.think(session, &SearchRequest::within(limits), control, |_| {});
    match &outcome.scores[..] {
        [.., before, last] if P::INFO.averages_depths => (before + last) / 2,
        _ => outcome.score,
    }
}
