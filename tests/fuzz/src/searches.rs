//! Searches of both engines, one after another in the same sessions.
//!
//! Whatever the limits and the number of threads, and wherever the search before was broken off: each search is answered with a
//! legal move, every line that it reports can be played, and threads that share a limit of nodes keep it together.

use std::num::{NonZero, NonZeroU64};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use game::{EngineOptions, Game, GameEngine, GameSession, Limits, SearchRequest};
use search_core::session::{SearchJob, SearchState, Session};
use search_core::split_mix::next;
use search_core::{Control, Evaluator, Heuristics, MoveKind, MoveList, Position, RecipeSource, Sharing};

/// The bytes that describe a search.
pub const SIZE: usize = 8;
/// Far more than any search takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
const TABLE_BYTES: usize = 1 << 20;

/// The limit of a search.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Nodes(NonZeroU64),
    Depth(u32),
    Time(Duration),
    /// None, until it is stopped from outside.
    Stop(Duration),
}

/// A search as bytes describe it.
#[derive(Clone, Copy, Debug)]
struct Case {
    is_othello: bool,
    /// `None`: as many as before, so that their data is not new.
    threads: Option<NonZero<usize>>,
    lines: usize,
    limit: Limit,
    /// The random moves that lead to the position.
    plies: u8,
    seed: u64,
}

impl Case {
    fn new(bytes: [u8; SIZE]) -> Case {
        let [kind, threads, limit, low, high, plies, seed @ ..] = bytes;
        let number = u64::from(u16::from_le_bytes([low, high]));
        let limit = match limit % 4 {
            // Small limits are as common as large ones.
            0 => Limit::Nodes(NonZeroU64::MIN.saturating_add((number % 1000) >> (limit / 4 % 10))),
            1 => Limit::Depth(1 + (number % 6) as u32),
            2 => Limit::Time(Duration::from_millis(1 + number % 20)),
            _ => Limit::Stop(Duration::from_micros(number % 2000)),
        };
        let is_othello = kind % 2 == 0;
        Case {
            is_othello,
            threads: (threads < 64).then(|| NonZero::<usize>::MIN.saturating_add(usize::from(threads % 8))),
            lines: 1 + usize::from(kind >> 1) % 3,
            limit,
            plies: if is_othello { plies % 60 } else { plies },
            seed: u64::from(u16::from_le_bytes(seed)),
        }
    }
}

/// Makes the searches that the bytes describe, [`SIZE`] bytes each.
pub fn check(bytes: &[u8]) {
    let (mut othello, mut xiangqi) = (engine::<othello::Position>(), engine::<xiangqi::Position>());
    for case in bytes.as_chunks().0.iter().map(|&bytes| Case::new(bytes)) {
        if case.is_othello {
            is_answered(othello.searches(), job(&case), &case);
        } else {
            is_answered(xiangqi.searches(), job(&case), &case);
        }
    }
}

fn engine<G: Game>() -> GameEngine<G> {
    let options = EngineOptions {
        hash_bytes: TABLE_BYTES,
        nodes: u64::MAX,
        recipe: None,
        weights: None,
        solves: false,
    };
    GameEngine::new(options).expect("a small table")
}

fn job<G: Game>(case: &Case) -> SearchJob<G> {
    let (mut session, mut state) = (GameSession::default(), case.seed);
    for _ in 0..case.plies {
        let Some(mv) = random_move(session.position(), &mut state) else { break };
        session.play(mv);
    }
    let none = Limits::default();
    let limits = match case.limit {
        Limit::Nodes(nodes) => Limits { nodes: Some(nodes), ..none },
        Limit::Depth(depth) => Limits { depth: Some(depth), ..none },
        Limit::Time(time) => Limits { move_time: Some(time), ..none },
        Limit::Stop(_) => none,
    };
    GameEngine::job(&session, &SearchRequest { lines: case.lines, ..SearchRequest::within(limits) })
}

fn random_move<P: Position>(position: &P, state: &mut u64) -> Option<P::Move> {
    let mut moves = MoveList::new();
    position.moves(MoveKind::All, &mut moves);
    moves.iter().nth(next(state) as usize % moves.len().max(1))
}

/// The search is made and answered. A panic in one of its threads would leave it without an answer here.
fn is_answered<P, E, R>(session: &mut Session<P, E, R>, job: SearchJob<P>, case: &Case)
where
    P: Position + 'static,
    E: Evaluator<P> + 'static,
    R: RecipeSource + Send + Sync + 'static,
{
    if let Some(threads) = case.threads {
        session.set_threads(threads);
    }
    let (root, nodes) = (job.root.clone(), job.options.nodes);
    let (sender, receiver) = channel();
    let search = move |state: &mut SearchState<P, E>, source, control: &Control| {
        if let Some(budget) = job.budget {
            control.allow(budget);
        }
        let mut lines = Vec::new();
        let outcome = state.think(source, &job, control, |report| lines.push(report.variation.clone()));
        let _ = sender.send((outcome, lines));
    };
    session.run(search).unwrap();
    if let Limit::Stop(after) = case.limit {
        thread::sleep(after);
        session.stop();
    }
    let (outcome, lines) = receiver.recv_timeout(TIMEOUT).unwrap_or_else(|error| panic!("{error}: {case:?}"));
    assert_eq!(outcome.best.is_some(), root.count_moves() > 0, "{case:?}");
    assert_eq!(outcome.best, outcome.variation.first().copied(), "{case:?}");
    for line in lines.iter().chain([&outcome.variation]) {
        let mut position = root.clone();
        for &mv in line {
            assert!(position.unpack(P::pack(mv)).is_some(), "{mv:?} of {line:?} cannot be played: {case:?}");
            position.play(mv);
        }
    }
    // Where threads share moves, and an ending is solved in one step, only the thread that decides counts as it goes.
    let is_shared_out = <E::Heuristics>::SHARING == Sharing::Table;
    assert!(!is_shared_out || outcome.counters.visits <= nodes, "{}: {case:?}", outcome.counters.visits);
}
