//! Iterative deepening: from a request to the move that is played.

use std::time::Duration;

use crate::counters::Counters;
use crate::driver::Driver;
use crate::evaluator::Evaluator;
use crate::limits::Control;
use crate::position::{MoveKind, Position, Root};
use crate::recipe::RecipeSource;
use crate::score::Score;
use crate::store::Store;
use crate::table::Bound;
use crate::window::Window;
use crate::worker::{ThreadData, Worker};

/// The options of a search.
#[derive(Clone, Debug)]
pub struct SearchOptions<M> {
    /// The windows with which the root is searched.
    pub driver: Driver,
    /// The window of scores at the root.
    pub window: Window,
    /// The last iteration, in plies.
    pub depth: i16,
    /// Iterations before it go on to this depth; from there the search goes to `depth` at once. A solver looks a few
    /// plies ahead to order the moves, then to the end of the game.
    pub stepwise: i16,
    /// From this depth on there is an iteration for each depth again: a solver's depths beyond the end of the game stand for
    /// certainties.
    pub resume: i16,
    /// The most positions to visit.
    pub nodes: u64,
    /// If not empty, the root moves to choose from.
    pub only: Vec<M>,
    /// Set if a search by the clock uses less of its time once iterations confirm the best move, and more while they do not.
    pub weighs_stability: bool,
    /// The number of best moves to find, each with its score and line; at least 1.
    pub lines: usize,
}

impl<M> SearchOptions<M> {
    /// The exact score and best move at this depth, however long it takes.
    pub fn to_depth(depth: i16) -> SearchOptions<M> {
        SearchOptions {
            driver: Driver::Full,
            window: Window::FULL,
            depth,
            stepwise: depth,
            resume: depth,
            nodes: u64::MAX,
            only: Vec::new(),
            weighs_stability: false,
            lines: 1,
        }
    }
}

/// A line at the end of an iteration.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The depth of the iteration that found it.
    pub depth: i16,
    /// The deepest ply reached so far.
    pub reached: u32,
    /// The rank of the line, counted from 1, best first.
    pub line: usize,
    /// Its score.
    pub score: Score,
    /// The meaning of the score.
    pub bound: Bound,
    /// The line itself; legal moves, at least one.
    pub variation: Vec<M>,
    /// The counts since the search began.
    pub counters: Counters,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The part of the table in use, per mille.
    pub per_mille_full: u32,
}

/// The findings of a search.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The move to play; `None` only if there is no legal one to choose from.
    pub best: Option<M>,
    /// The best line, beginning with that move.
    pub variation: Vec<M>,
    /// Its score, of the last iteration that finished a line.
    pub score: Score,
    /// The meaning of that score.
    pub bound: Bound,
    /// The scores of the best line, iteration by iteration.
    pub scores: Vec<Score>,
    /// The last iteration that finished a line; 0 if not even one did.
    pub depth: i16,
    /// The counts.
    pub counters: Counters,
    /// Of that, the part of the last iteration.
    pub last_iteration: Counters,
    /// Set if a limit or a stop ended the search before the requested depth was done.
    pub is_stopped: bool,
}

/// Searches a position, and reports the lines of every iteration when it is done, best first. Those that an iteration has
/// found before it was broken off are reported too, followed by the others of the iteration before.
pub fn think<P, E, R, S>(
    root: Root<'_, P>,
    thread: &mut ThreadData<P, E>,
    mut store: S,
    source: R,
    options: &SearchOptions<P::Move>,
    control: &Control,
    report: impl FnMut(&Report<P::Move>),
) -> Outcome<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource,
    S: Store<P>,
{
    thread.age();
    store.age();
    let mut worker = Worker::new(root, thread, source, store, control, options.nodes);
    worker.deepen(root.position, options, report)
}

/// A legal move to fall back on before anything is searched.
pub(crate) fn first_guess<P: Position>(root: &P, only: &[P::Move]) -> Outcome<P::Move> {
    let moves = root.list_moves(MoveKind::All);
    let best = only.first().or(moves.first()).copied();
    Outcome {
        best,
        variation: best.into_iter().collect(),
        score: if moves.is_empty() { root.final_score(0) } else { 0 },
        bound: Bound::Exact,
        scores: Vec::new(),
        depth: 0,
        counters: Counters::default(),
        last_iteration: Counters::default(),
        is_stopped: false,
    }
}

/// The outcome of a search that broke off, by the last report on its best line.
pub(crate) fn broken_off<P: Position>(
    root: &P,
    only: &[P::Move],
    last: Option<Report<P::Move>>,
) -> Outcome<P::Move> {
    let guess = Outcome { is_stopped: true, ..first_guess(root, only) };
    let Some(Report { depth, score, bound, variation, counters, .. }) = last else { return guess };
    Outcome { best: variation.first().copied(), variation, score, bound, depth, counters, ..guess }
}
