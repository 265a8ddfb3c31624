//! The cost of the smallest search of a position: the measures that algorithms are compared with.
//!
//! Alpha-beta must visit a *minimal tree* even if every best move came first (Knuth & Moore 1975), and where positions
//! are reached by several paths, a *minimal graph* (Plaat, Schaeffer, Pijls & de Bruin 1996). Both are found by searching
//! again and again, each time with the best moves of the last search first, until the count no longer falls.

use std::collections::HashSet;

use crate::deepening::{SearchOptions, think};
use crate::evaluator::Evaluator;
use crate::limits::Control;
use crate::position::{MoveKind, Position, Root};
use crate::recipe::{FAIL_SOFT, Recipe, TableUse};
use crate::score::Score;
use crate::store::{RecordStore, Records, Store as _};
use crate::table::Table;
use crate::window::{NodeRequest, Window};
use crate::worker::{ThreadData, Worker};

/// After this many searches the count is taken as it is; two or three are the rule.
const PASSES: usize = 12;

/// Alpha-beta with the recorded moves first.
const TREE: Recipe = Recipe { perfect_order: true, sort: true, ..FAIL_SOFT };
/// The same, no position searched twice.
const GRAPH: Recipe = Recipe { table: TableUse::EqualDepth, ..TREE };
/// The same, with enhanced transposition cut-offs.
const CHEAP_GRAPH: Recipe = Recipe { transposed: true, ..GRAPH };

/// The smallest trees of a position at a depth: visits down to and including the horizon, quiescence beyond it apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinimalTrees {
    /// The minimal tree: nothing is known of transpositions.
    pub tree: u64,
    /// The left-first minimal graph: the best move found is tried first, and no result is forgotten.
    pub graph: u64,
    /// A bound on the real minimal graph, in which each cut is made by the move that needs the fewest visits (finding
    /// the smallest graph is NP-hard; Furtak & Buro 2009). `None` if it was not requested.
    pub cheap_cuts: Option<u64>,
}

/// Finds the minimal trees of a position; `strongest` finds the first best moves. `is_thorough` asks for the cheap cuts
/// too, which take about fifty times the visits of the graph. `None` if the search was stopped.
pub fn minimal_trees<P, E>(
    position: &P,
    thread: &mut ThreadData<P, E>,
    table: &Table<P::Signature>,
    strongest: &Recipe,
    depth: i16,
    is_thorough: bool,
    control: &Control,
) -> Option<MinimalTrees>
where
    P: Position,
    E: Evaluator<P>,
{
    thread.clear();
    table.clear();
    let root = Root { position, history: &[position.line_entry(None)] };
    let mut search = MinimalTreeSearch { root, thread, table, records: Records::default(), depth, control };
    let (score, _) = search.search(strongest, Reads::Table, Window::FULL)?;
    let window = Window::new(score - 1, score + 1);
    let tree = search.min_visits(&TREE, Reads::Table, window)?;
    let graph = search.min_visits(&GRAPH, Reads::Records, window)?;
    let cheap_cuts = if is_thorough {
        search.cut_cheaply(score)?;
        Some(search.min_visits(&CHEAP_GRAPH, Reads::Records, window)?.min(graph))
    } else {
        None
    };
    Some(MinimalTrees { tree, graph, cheap_cuts })
}

#[derive(Clone, Copy)]
enum Reads {
    Table,
    Records,
}

struct MinimalTreeSearch<'a, P: Position, E> {
    root: Root<'a, P>,
    thread: &'a mut ThreadData<P, E>,
    table: &'a Table<P::Signature>,
    records: Records,
    depth: i16,
    control: &'a Control,
}

impl<P: Position, E: Evaluator<P>> MinimalTreeSearch<'_, P, E> {
    /// The score, and the visits down to the horizon.
    fn search(&mut self, recipe: &Recipe, reads: Reads, window: Window) -> Option<(Score, u64)> {
        let options = SearchOptions { window, ..SearchOptions::to_depth(self.depth) };
        let store = match reads {
            Reads::Table => RecordStore::recording(self.table, &mut self.records),
            Reads::Records => RecordStore::reading(self.table, &mut self.records),
        };
        let outcome = think(self.root, self.thread, store, recipe, &options, self.control, |_| {});
        let counters = outcome.counters;
        (!outcome.is_stopped).then_some((outcome.score, counters.visits - counters.quiescence))
    }

    /// The visits once they no longer fall.
    fn min_visits(&mut self, recipe: &Recipe, reads: Reads, window: Window) -> Option<u64> {
        let mut fewest = u64::MAX;
        for _ in 0..PASSES {
            self.records.forget_scores();
            let (_, visits) = self.search(recipe, reads, window)?;
            if visits >= fewest {
                break;
            }
            fewest = visits;
        }
        Some(fewest)
    }

    /// Makes each cut of the graph by the move with the smallest tree below it.
    fn cut_cheaply(&mut self, score: Score) -> Option<()> {
        let store = RecordStore::recording(self.table, &mut self.records);
        let mut worker = Worker::new(self.root, self.thread, &TREE, store, self.control, u64::MAX);
        let request = NodeRequest::new(Window::new(score - 1, score + 1), self.depth);
        CheapestCut { worker: &mut worker, done: HashSet::new() }.visit(self.root.position, request)
    }
}

/// A walk along the proof of a score, from the root down.
struct CheapestCut<'a, 'thread, P: Position, E> {
    worker: &'a mut Worker<'thread, P, E, &'static Recipe, RecordStore<'thread, P>>,
    /// Positions by key, depth and window that have been visited. Never iterated over.
    done: HashSet<(u64, i16, Score)>,
}

impl<P: Position, E: Evaluator<P>> CheapestCut<'_, '_, P, E> {
    /// A node of the proof; `None` if the search was stopped.
    fn visit(&mut self, position: &P, request: NodeRequest) -> Option<()> {
        if request.depth < 2 || !self.done.insert((position.key(), request.depth, request.window.alpha)) {
            return Some(());
        }
        let score = self.worker.search(position, request).ok()?;
        if score >= request.window.beta {
            return self.cut(position, request);
        }
        let best = self.best(position, request.depth).filter(|_| !request.window.is_null());
        for mv in position.list_moves(MoveKind::All) {
            // Only the best move of an open window has an open window itself.
            let window = if best == Some(mv) || request.window.is_null() {
                request.window
            } else {
                Window::new(score, score + 1)
            };
            self.descend(position, mv, request.with_window(window))?;
        }
        Some(())
    }

    /// A node that cuts off at beta: of the moves that do, the cheapest becomes the recorded one. No move does if the
    /// game is over, or if the score was known without a search.
    fn cut(&mut self, position: &P, request: NodeRequest) -> Option<()> {
        let first = self.best(position, request.depth);
        let others = position.list_moves(MoveKind::All).into_iter().filter(|mv| Some(*mv) != first);
        let mut cheapest: Option<(P::Move, u64)> = None;
        for mv in first.into_iter().chain(others) {
            let max_visits = cheapest.map_or(u64::MAX, |(_, price)| price);
            if let Some(price) =
                self.price(position, mv, request, max_visits).filter(|&price| price < max_visits)
            {
                cheapest = Some((mv, price));
            }
            if self.worker.control.is_stopped() {
                return None;
            }
        }
        let Some((mv, _)) = cheapest else { return Some(()) };
        self.worker.store.records().set_best(position.key(), request.depth, P::pack(mv));
        self.descend(position, mv, request)
    }

    /// The visits that the move needs to cut, if they are fewer than `max_visits`.
    fn price(&mut self, position: &P, mv: P::Move, request: NodeRequest, max_visits: u64) -> Option<u64> {
        let before = self.worker.counters.visits;
        self.worker.limit(before.saturating_add(max_visits));
        let child = position.child(mv);
        self.worker.enter(position, Some(mv), &child);
        let score = self.worker.search(&child, request.child(position.cost(mv)));
        self.worker.leave();
        self.worker.limit(u64::MAX);
        let cuts = -score.ok()? >= request.window.beta;
        cuts.then_some(self.worker.counters.visits - before)
    }

    fn descend(&mut self, position: &P, mv: P::Move, request: NodeRequest) -> Option<()> {
        let child = position.child(mv);
        self.worker.enter(position, Some(mv), &child);
        let outcome = self.visit(&child, request.child(position.cost(mv)));
        self.worker.leave();
        outcome
    }

    fn best(&self, position: &P, depth: i16) -> Option<P::Move> {
        let packed = self.worker.store.recorded_move(position, depth)?;
        position.unpack(packed)
    }
}

/// Visits of a search in which every node has `width` moves and each best one is tried first: the leaves, and the nodes
/// above them (Knuth & Moore 1975; a node at distance k from the root is counted as a leaf of the tree cut there).
pub fn uniform_minimum(width: f64, depth: i16) -> f64 {
    let leaves = |depth: i32| width.powi((depth + 1) / 2) + width.powi(depth / 2) - 1.0;
    (0..=i32::from(depth)).map(leaves).sum()
}
