//! A search whose every node is recorded: with the moves by name, the boards, and what each node means.

use std::collections::BTreeMap;
use std::num::NonZeroU16;
use std::sync::{Mutex, PoisonError};

use search_core::recipe::Bounds;
use search_core::store::{RecordStore, Records};
use search_core::{
    Control, Evaluator as _, Event, Heuristics as _, MoveKind, MoveList, NodeRequest, Outcome, Recipe,
    RecipeSource, Root, Score, ScoreOrigin, SearchOptions, Table, ThreadData, think,
};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::units::counted;
use shuangqi_cli::{Failure, interrupt};

use super::document::{Node, Tree};
use crate::compare::Algorithm;
use crate::lab_game::LabGame;

/// An algorithm that uses recorded moves takes them from a search that may be this many times as large, and is not drawn.
const RECORDING_FACTOR: u64 = 100;

/// The depth of the search, and the size of its table.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub depth: i16,
    /// A search that visits more positions is too large to be drawn.
    pub max_nodes: u64,
    /// Bytes of the table.
    pub table: usize,
}

/// Lines of moves as numbers, so that nodes of two trees at the same place have the same number. The empty line is 0.
#[derive(Clone, Debug, Default)]
pub struct LineNumbers {
    /// The place after a move (`None`: a null move) from a place.
    next: BTreeMap<(usize, Option<NonZeroU16>), usize>,
}

impl LineNumbers {
    fn after(&mut self, place: usize, mv: Option<NonZeroU16>) -> usize {
        let fresh = self.next.len() + 1;
        *self.next.entry((place, mv)).or_insert(fresh)
    }
}

/// The tree of a search with empty tables and without rulings. Both trees of a document take their line numbers from the
/// same set.
pub fn grow<P: LabGame>(
    position: &P,
    algorithm: &Algorithm,
    limits: Limits,
    lines: &mut LineNumbers,
) -> Result<Tree, Failure> {
    let log = Mutex::new(Log::new(position, algorithm.recipe.bounds, lines));
    let outcome = search(position, algorithm, limits, &log)?;
    let log = log.into_inner().unwrap_or_else(PoisonError::into_inner);
    if log.is_broken {
        return Err(Failure::Internal("the trace does not fit the position".to_owned()));
    }
    let variation = outcome.variation.iter().map(ToString::to_string).collect();
    Ok(Tree::new(&algorithm.name, outcome.score, variation, &outcome.counters, log.nodes))
}

fn search<P: LabGame>(
    position: &P,
    algorithm: &Algorithm,
    limits: Limits,
    log: &Mutex<Log<'_, P>>,
) -> Result<Outcome<P::Move>, Failure> {
    let Limits { depth, max_nodes, table } = limits;
    let bytes = algorithm.hash.unwrap_or(table);
    let table = memory::take(bytes, 0, || Table::allocate(bytes)).map_err(TooLarge::in_option)?;
    let history = [position.line_entry(None)];
    let root = || Root { position, history: &history };
    let mut thread = ThreadData::new(P::LabEvaluator::default());
    let request = |nodes| SearchOptions { driver: algorithm.driver, nodes, ..SearchOptions::to_depth(depth) };
    let source = Recorder { recipe: &algorithm.recipe, log };
    let outcome = if algorithm.uses_recorded_moves() {
        let mut records = Records::default();
        let store = RecordStore::recording(&table, &mut records);
        let options = request(RECORDING_FACTOR * max_nodes);
        let outcome = think(root(), &mut thread, store, &P::STRONGEST, &options, &Control::new(), |_| {});
        check_finished(&outcome, algorithm, limits)?;
        thread.clear();
        table.clear();
        let store = RecordStore::recording(&table, &mut records);
        think(root(), &mut thread, store, source, &request(max_nodes), &Control::new(), |_| {})
    } else {
        think(root(), &mut thread, &table, source, &request(max_nodes), &Control::new(), |_| {})
    };
    check_finished(&outcome, algorithm, limits)?;
    Ok(outcome)
}

fn check_finished<M>(outcome: &Outcome<M>, algorithm: &Algorithm, limits: Limits) -> Result<(), Failure> {
    interrupt::check()?;
    if !outcome.is_stopped {
        return Ok(());
    }
    let (name, Limits { depth, max_nodes, .. }) = (&algorithm.name, limits);
    Err(Failure::Usage(format!(
        "the tree of {name} at depth {depth} has more than {}. Choose a smaller --depth, an algorithm that cuts more \
         (strongest cuts most), or a larger --max-nodes.",
        counted(max_nodes, "node")
    )))
}

/// A recipe whose search is recorded. Recipe sources are copied and shared by threads, hence the lock.
#[derive(Debug)]
struct Recorder<'a, 'log, P> {
    recipe: &'a Recipe,
    log: &'a Mutex<Log<'log, P>>,
}

impl<P> Clone for Recorder<'_, '_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Recorder<'_, '_, P> {}

impl<P: LabGame> RecipeSource for Recorder<'_, '_, P> {
    fn recipe(&self) -> &Recipe {
        self.recipe
    }

    fn observe(&self, event: Event) {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).record(event);
    }
}

/// The tree so far, and the place in it that the search has reached.
#[derive(Debug)]
struct Log<'log, P> {
    bounds: Bounds,
    lines: &'log mut LineNumbers,
    nodes: Vec<Node>,
    /// The nodes that wait for their answers, outermost first.
    open: Vec<OpenNode>,
    /// The positions from the root to the present one.
    line: Vec<Reached<P>>,
    /// Whether a move could not be played.
    is_broken: bool,
}

/// A node that waits for its answer.
#[derive(Debug)]
struct OpenNode {
    id: usize,
    /// The move that led there, if one did.
    mv: Option<NonZeroU16>,
    /// The moves that were searched or skipped.
    tried: Vec<NonZeroU16>,
    /// The move that was searched last and its score from the mover's view, unless something else was searched after it.
    last: Option<(NonZeroU16, Score)>,
}

/// A position, the move that led there (`None`: a null move) with its name, and the line of moves as a number.
#[derive(Clone, Debug)]
struct Reached<P> {
    position: P,
    mv: Option<NonZeroU16>,
    name: Option<String>,
    place: usize,
}

impl<'log, P: LabGame> Log<'log, P> {
    fn new(root: &P, bounds: Bounds, lines: &'log mut LineNumbers) -> Log<'log, P> {
        let root = Reached { position: root.clone(), mv: None, name: None, place: 0 };
        Log { bounds, lines, nodes: Vec::new(), open: Vec::new(), line: vec![root], is_broken: false }
    }

    fn record(&mut self, event: Event) {
        match event {
            Event::NodeEntered(request) => self.enter(request),
            Event::MoveMade(mv) => self.advance(mv),
            Event::MoveUnmade => _ = self.line.pop(),
            Event::MoveSkipped(mv) => self.skip(mv),
            Event::NodeLeft(score, why) => self.leave(score, why),
        }
    }

    fn advance(&mut self, mv: Option<NonZeroU16>) {
        let Some(Reached { position, place, .. }) = self.line.last() else { return };
        let place = self.lines.after(*place, mv);
        let (child, name) = match mv {
            None => (P::LabEvaluator::default().heuristics().null_move(position), None),
            Some(packed) => {
                let mv = position.unpack(packed);
                (mv.map(|mv| position.child(mv)), mv.map(|mv| mv.to_string()))
            }
        };
        self.is_broken |= child.is_none();
        let position = child.unwrap_or_else(|| position.clone());
        self.line.push(Reached { position, mv, name, place });
    }

    fn enter(&mut self, request: NodeRequest) {
        let (id, ply) = (self.nodes.len(), self.line.len() - 1);
        let Reached { position, mv, name, place } = &self.line[ply];
        let parent = self.open.last_mut();
        let (step, mv) = match (&parent, mv) {
            (None, _) => ("root", None),
            // The same position is searched again before its node is left.
            (Some(parent), _) if self.nodes[parent.id].ply == ply => ("same", None),
            (Some(_), None) => ("null", None),
            (Some(_), Some(mv)) => ("move", Some(*mv)),
        };
        self.nodes.push(Node {
            id,
            parent: parent.as_ref().map(|parent| parent.id),
            step,
            mv: name.clone().filter(|_| mv.is_some()),
            place: *place,
            ply,
            depth: request.depth,
            window: [request.window.alpha, request.window.beta],
            value: 0,
            bound: "",
            kind: "",
            why: "",
            cut_by: None,
            not_searched: Vec::new(),
            skipped: Vec::new(),
            quiescence: parent.as_ref().is_some_and(|parent| self.nodes[parent.id].depth <= 0),
            side: P::INFO.sides[position.side()],
            position: position.board_text(),
            only_here: None,
        });
        if let Some(parent) = parent {
            parent.tried.extend(mv);
        }
        self.open.push(OpenNode { id, mv, tried: Vec::new(), last: None });
    }

    fn skip(&mut self, mv: NonZeroU16) {
        let Some(open) = self.open.last_mut() else { return };
        let node = &mut self.nodes[open.id];
        open.tried.push(mv);
        // Futility may be decided after the move is made.
        let name = self.line.get(node.ply).and_then(|here| here.position.unpack(mv));
        node.skipped.extend(name.map(|mv| mv.to_string()));
    }

    fn leave(&mut self, score: Score, why: ScoreOrigin) {
        let Some(OpenNode { id, mv, tried, last }) = self.open.pop() else { return };
        if let Some(parent) = self.open.last_mut() {
            parent.last = mv.map(|mv| (mv, -score));
        }
        let node = &mut self.nodes[id];
        let [alpha, beta] = node.window;
        (node.kind, node.bound) = kind_and_bound(score, alpha, beta);
        (node.value, node.why) = (score, why_name(why));
        // Without a look at the window the value is the node's own, unless it was clamped.
        let is_found = matches!(why, ScoreOrigin::GameOver | ScoreOrigin::Ruling | ScoreOrigin::Evaluated);
        if is_found && self.bounds != Bounds::FailHard {
            node.bound = "exact";
        }
        let is_searched = matches!(why, ScoreOrigin::Searched | ScoreOrigin::Quiescence);
        let Some((cutter, _)) = last.filter(|&(_, score)| is_searched && node.kind == "cut" && score >= beta)
        else {
            return;
        };
        let position = &self.line[node.ply].position;
        node.cut_by = position.unpack(cutter).map(|mv| mv.to_string());
        // Beyond the horizon most moves are not tried.
        if node.depth > 0 {
            node.not_searched = names_of_others(position, &tried);
        }
    }
}

/// The role of a node in alpha-beta, by its score and its window (Knuth & Moore 1975), and what its score is. Bruce
/// Moreland (Principal Variation Search) prints "at least alpha" for the principal variation; it must be more, or an
/// answer of alpha would be of two kinds.
fn kind_and_bound(score: Score, alpha: Score, beta: Score) -> (&'static str, &'static str) {
    match score {
        score if score >= beta => ("cut", "lower"),
        score if score <= alpha => ("all", "upper"),
        _ => ("pv", "exact"),
    }
}

/// The legal moves that were not tried.
fn names_of_others<P: LabGame>(position: &P, tried: &[NonZeroU16]) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(MoveKind::All, &mut list);
    list.iter().filter(|&mv| !tried.contains(&P::pack(mv))).map(|mv| mv.to_string()).collect()
}

fn why_name(why: ScoreOrigin) -> &'static str {
    match why {
        ScoreOrigin::Searched => "searched",
        ScoreOrigin::GameOver => "ended",
        ScoreOrigin::Ruling => "ruling",
        ScoreOrigin::MateDistance => "mate_distance",
        ScoreOrigin::ExactBound => "oracle",
        ScoreOrigin::Evaluated => "judged",
        ScoreOrigin::StandPat => "stood_pat",
        ScoreOrigin::Quiescence => "quieted",
        ScoreOrigin::Table => "table",
        ScoreOrigin::TransposedCutoff => "transposed",
        ScoreOrigin::Futility => "futility",
        ScoreOrigin::NullMove => "null_move",
        ScoreOrigin::Probe => "probe",
        ScoreOrigin::MultiCut => "multi_cut",
    }
}
