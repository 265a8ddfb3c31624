//! Iterative deepening: from a request to the move that is played.

use std::thread;
use std::time::Duration;

use crate::best_move_stability::BestMoveStability;
use crate::counters::Counters;
use crate::driver::Driver;
use crate::evaluator::{Evaluator, Heuristics, Sharing};
use crate::limits::Control;
use crate::lines::{Line, Lines};
use crate::move_list::MoveList;
use crate::parallel::{EndOnDrop, Threads};
use crate::position::{MoveKind, Position};
use crate::progress::Progress;
use crate::recipe::{RecipeSource, TableUse};
use crate::root::Root;
use crate::score::{self, MAX_PLY, Score};
use crate::split_point::Membership;
use crate::store::Store;
use crate::table::Bound;
use crate::window::{NodeRequest, Window};
use crate::worker::{Stop, ThreadData, Worker};

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
    /// Whether a search by the clock uses less of its time once iterations confirm the best move, and more while they do not.
    pub weighs_stability: bool,
    /// How many best moves to find, each with its score and line; at least 1.
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
    /// Which of the lines, counted from 1, best first.
    pub line: usize,
    /// Its score.
    pub score: Score,
    /// How the score is meant.
    pub bound: Bound,
    /// The line itself; legal moves, at least one.
    pub variation: Vec<M>,
    /// What was counted since the search began.
    pub counters: Counters,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table is, per mille.
    pub per_mille_full: u32,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The move to play; `None` only if there is no legal one to choose from.
    pub best: Option<M>,
    /// The best line, beginning with that move.
    pub variation: Vec<M>,
    /// Its score, of the last iteration that finished a line.
    pub score: Score,
    /// How that score is meant.
    pub bound: Bound,
    /// The scores of the best line, iteration by iteration.
    pub scores: Vec<Score>,
    /// The last iteration that finished a line; 0 if not even one did.
    pub depth: i16,
    /// What was counted.
    pub counters: Counters,
    /// Of that, the part of the last iteration.
    pub last_iteration: Counters,
    /// Whether a limit or a stop ended the search before the requested depth was done.
    pub is_stopped: bool,
}

impl<M: Copy> Outcome<M> {
    fn take(&mut self, line: &Line<M>) {
        (self.score, self.bound, self.depth) = (line.score, line.bound, line.depth);
        self.scores.push(line.score);
        self.follow(line.variation.clone());
    }

    fn follow(&mut self, variation: Vec<M>) {
        if let Some(&best) = variation.first() {
            (self.best, self.variation) = (Some(best), variation);
        }
    }
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
    deepen(&mut worker, root.position, options, report)
}

/// The same by several threads: this one, and as many more as there is data for in `others`, shared as
/// [`Heuristics::SHARING`] says. The score is that of [`think`] where nothing selective is done; what is counted differs from
/// run to run.
pub fn think_together<P, E, R, S>(
    root: Root<'_, P>,
    (thread, others): (&mut ThreadData<P, E>, &mut [ThreadData<P, E>]),
    mut store: S,
    source: R,
    options: &SearchOptions<P::Move>,
    control: &Control,
    report: impl FnMut(&Report<P::Move>),
) -> Outcome<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource + Copy + Send + Sync,
    S: Store<P> + Copy + Send + Sync,
{
    if others.is_empty() {
        return think(root, thread, store, source, options, control, report);
    }
    thread.age();
    others.iter_mut().for_each(ThreadData::age);
    store.age();
    if <E::Heuristics>::SHARING == Sharing::Table {
        return think_apart(root, (thread, others), store, source, options, control, report);
    }
    let helpers = others.len().div_ceil(<E::Heuristics>::SHARING.data_per_thread());
    let threads = Threads::new(others, source, store, control);
    thread::scope(|scope| {
        let end_on_drop = EndOnDrop(&threads);
        for _ in 0..helpers {
            // Where no thread can be started, the others do the work.
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            drop(builder.spawn_scoped(scope, || threads.serve()));
        }
        let mut worker = Worker::new(root, thread, source, store, control, options.nodes);
        worker.membership = Some(Membership::of(&threads));
        let outcome = deepen(&mut worker, root.position, options, report);
        drop(end_on_drop);
        outcome
    })
}

/// By so many plies a search is deeper than a mate that ends it on a clock.
const CONFIRMING_PLIES: u32 = 4;

/// Room for the deepest line, whose nodes may each need a few kilobytes.
const STACK_BYTES: usize = 16 << 20;

/// Each thread deepens by itself; this one reports and decides, and when it is done all are. A limit of nodes is shared out,
/// and where it is less than the number of threads, so many threads search.
fn think_apart<P, E, R, S>(
    root: Root<'_, P>,
    (thread, others): (&mut ThreadData<P, E>, &mut [ThreadData<P, E>]),
    store: S,
    source: R,
    options: &SearchOptions<P::Move>,
    control: &Control,
    mut report: impl FnMut(&Report<P::Move>),
) -> Outcome<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource + Copy + Send + Sync,
    S: Store<P> + Copy + Send + Sync,
{
    let threads = (others.len() as u64 + 1).min(options.nodes.max(1));
    let share = |index| options.nodes / threads + u64::from(index < options.nodes % threads);
    let progress = Progress::default();
    thread::scope(|scope| {
        let progress = &progress;
        let end_on_drop = progress.end_on_drop();
        for (index, other) in (1..threads).zip(others) {
            let search = move || {
                let mut worker = Worker::new(root, other, source, store, control, share(index));
                worker.progress = Some(progress);
                deepen(&mut worker, root.position, &SearchOptions { lines: 1, ..options.clone() }, |_| {});
            };
            // Where no thread can be started, the others do the work.
            drop(thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search));
        }
        let mut worker = Worker::new(root, thread, source, store, control, share(0));
        let mut outcome = deepen(&mut worker, root.position, options, |found| {
            let mut found = found.clone();
            found.counters.visits += progress.visits();
            report(&found);
        });
        drop(end_on_drop);
        outcome.counters.visits += progress.visits();
        outcome
    })
}

fn deepen<P, E, R, S>(
    worker: &mut Worker<'_, P, E, R, S>,
    root: &P,
    options: &SearchOptions<P::Move>,
    mut report: impl FnMut(&Report<P::Move>),
) -> Outcome<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource,
    S: Store<P>,
{
    worker.root_moves.only.clone_from(&options.only);
    let mut outcome = first_guess(root, &options.only);
    let choices = count_choices(root, &options.only);
    let mut lines = Lines::new(options.lines.clamp(1, choices.max(1)));
    let first = if worker.recipe().deepening { options.depth.min(1) } else { options.depth };
    let steps = (first..options.depth).filter(|&depth| depth <= options.stepwise || depth >= options.resume);
    let (mut last, control) = (Duration::ZERO, worker.control);
    let mut stability = BestMoveStability::new();
    for depth in steps.chain([options.depth]) {
        let part = if options.weighs_stability { stability.per_cent(<E::Heuristics>::MINOR) } else { 100 };
        // The thread that decides ends the others.
        if depth > first && worker.progress.is_none() && !control.may_begin(last, part) {
            outcome.is_stopped = true;
            break;
        }
        let begin = control.elapsed();
        let before = worker.counters;
        // The window asked for belongs to the last depth; shallower scores only order the moves.
        let window = if depth == options.depth { options.window } else { Window::FULL };
        let request = NodeRequest::new(window, depth);
        worker.prepare(root, depth, &outcome.variation);
        let finished = iterate(worker, root, options.driver, request, &mut lines);
        outcome.counters = worker.counters;
        outcome.last_iteration = worker.counters - before;
        last = control.elapsed().saturating_sub(begin);
        let found = lines.end();
        (1..).zip(found).for_each(|(rank, line)| report(&report_of(worker, rank, line)));
        match found.first() {
            Some(best) => outcome.take(best),
            // The move of an unfinished iteration counts too: the first to raise alpha was at least as good as the last best.
            None => outcome.follow(complete_variation(worker, root, depth)),
        }
        if finished.is_err() {
            outcome.is_stopped = true;
            break;
        }
        stability.note(outcome.best, outcome.score);
        if options.lines == 1 && control.saves_time() && is_confirmed(outcome.score, depth) {
            break;
        }
    }
    outcome
}

/// One iteration: each line in turn, without the moves of the lines before it. Of moves that are equal by symmetry one is
/// searched.
fn iterate<P, E, R, S>(
    worker: &mut Worker<'_, P, E, R, S>,
    root: &P,
    driver: Driver,
    request: NodeRequest,
    lines: &mut Lines<P::Move>,
) -> Result<(), Stop>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource,
    S: Store<P>,
{
    worker.root_moves.except.clear();
    lines.begin();
    while lines.are_missing() {
        let score = driver.drive(worker, root, request, lines.scores())?;
        let bound = Bound::of(score, request.window);
        let variation = complete_variation(worker, root, request.depth);
        worker.root_moves.except.extend(variation.first());
        let line = Line { depth: request.depth, score, bound, variation };
        lines.add(line.clone());
        let images = if lines.are_missing() { root.images(&line.variation) } else { Vec::new() };
        for variation in images {
            if lines.are_missing() && variation.first().is_some_and(|&mv| worker.allows(mv)) {
                worker.root_moves.except.extend(variation.first());
                lines.add(Line { variation, ..line });
            }
        }
    }
    Ok(())
}

/// The report of a line of this rank.
fn report_of<P, E, R, S>(
    worker: &Worker<'_, P, E, R, S>,
    rank: usize,
    line: &Line<P::Move>,
) -> Report<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource,
    S: Store<P>,
{
    let Line { depth, score, bound, ref variation } = *line;
    Report {
        depth,
        reached: worker.deepest_ply,
        line: rank,
        score,
        bound,
        variation: variation.clone(),
        counters: worker.counters,
        elapsed: worker.control.elapsed(),
        per_mille_full: worker.store.per_mille_full(),
    }
}

/// A legal move to fall back on before anything is searched.
fn first_guess<P: Position>(root: &P, only: &[P::Move]) -> Outcome<P::Move> {
    let mut list = MoveList::new();
    root.moves(MoveKind::All, &mut list);
    let best = only.first().copied().or_else(|| list.iter().next());
    Outcome {
        best,
        variation: best.into_iter().collect(),
        score: if list.is_empty() { root.final_score(0) } else { 0 },
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

fn count_choices<P: Position>(root: &P, only: &[P::Move]) -> usize {
    if only.is_empty() { root.count_moves() as usize } else { only.len() }
}

/// Whether a search of this depth confirms a mate: it had some plies more to find a nearer one.
fn is_confirmed(score: Score, depth: i16) -> bool {
    score::plies_to_mate(score).is_some_and(|plies| plies + CONFIRMING_PLIES <= depth.max(0) as u32)
}

/// The line the search kept, as far as it is legal, followed by what the table holds: a table cut-off ends the kept line
/// early.
fn complete_variation<P, E, R, S>(worker: &mut Worker<'_, P, E, R, S>, root: &P, depth: i16) -> Vec<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource,
    S: Store<P>,
{
    worker.keep_pv();
    let mut variation = Vec::new();
    let mut position = root.clone();
    let mut line = worker.thread.line.clone();
    let mut depth = depth;
    let mut is_over = worker.last_pv.is_empty();
    while variation.len() < MAX_PLY as usize {
        let next = match worker.last_pv.get(variation.len()) {
            Some(&kept) => position.unpack(P::pack(kept)),
            None if is_over => None,
            None => stored_move(worker, &position, depth),
        };
        let Some(mv) = next else { break };
        depth -= position.cost(mv);
        position.play(mv);
        line.push(position.line_entry(Some(mv)));
        variation.push(mv);
        is_over = position.ruling(&line, variation.len() as u32).is_some();
    }
    variation
}

/// The best move of a position whose exact score at this depth is stored; a bound's move refutes, but need not be best.
fn stored_move<P, E, R, S>(worker: &Worker<'_, P, E, R, S>, position: &P, depth: i16) -> Option<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    R: RecipeSource,
    S: Store<P>,
{
    if depth <= 0 || worker.recipe().table == TableUse::Off {
        return None;
    }
    let entry = worker.store.probe(position, NodeRequest::new(Window::FULL, depth), 0)?;
    let is_exact = entry.bound == Bound::Exact && entry.depth >= depth;
    entry.mv.filter(|_| is_exact).and_then(|packed| position.unpack(packed))
}
