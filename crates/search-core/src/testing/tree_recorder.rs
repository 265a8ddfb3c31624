//! A recorded search: the tree of its requests, moves and scores.
//!
//! The score alone does not show what a technique does; the windows and depths of the requests do. Tests of techniques
//! read them here.

use std::num::NonZeroU16;
use std::sync::{Mutex, PoisonError};

use crate::counters::{Event, ScoreOrigin};
use crate::deepening::{Outcome, Report, SearchOptions, think};
use crate::evaluator::{Evaluator, Heuristics};
use crate::limits::Control;
use crate::position::{Position, Root};
use crate::recipe::{Recipe, RecipeSource};
use crate::score::Score;
use crate::table::Table;
use crate::window::NodeRequest;
use crate::worker::ThreadData;

/// A request to a position, its score, and the steps between.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedNode {
    /// Plies from the root, null moves included.
    pub ply: u32,
    /// The question.
    pub request: NodeRequest,
    /// The answer, from the view of the side to move.
    pub score: Score,
    /// The origin of the score.
    pub why: ScoreOrigin,
    /// The moves that it tried, in order.
    pub steps: Vec<RecordedMove>,
    /// The other requests to the same position, in order: probes, or the verification of a null move.
    pub re_searches: Vec<RecordedNode>,
}

/// A move that a node tried.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedMove {
    /// The move as packed; `None` is a null move.
    pub mv: Option<NonZeroU16>,
    /// The move was made.
    pub is_made: bool,
    /// It was skipped as futile.
    pub is_skipped: bool,
    /// The requests to its child: none, one, or a scout's and a second one.
    pub searches: Vec<RecordedNode>,
}

impl RecordedNode {
    /// The trials of moves, null moves apart.
    pub fn trials(&self) -> impl Iterator<Item = &RecordedMove> {
        self.steps.iter().filter(|trial| trial.mv.is_some())
    }

    /// The trials of null moves.
    pub fn passes(&self) -> impl Iterator<Item = &RecordedMove> {
        self.steps.iter().filter(|trial| trial.mv.is_none())
    }

    /// The other questions put to the same position.
    pub fn re_searches(&self) -> impl Iterator<Item = &RecordedNode> {
        self.re_searches.iter()
    }

    /// Calls `each` with this question and every one below it, parents first.
    pub fn walk<'node>(&'node self, each: &mut impl FnMut(&'node RecordedNode)) {
        each(self);
        let below = self.steps.iter().flat_map(|trial| &trial.searches);
        self.re_searches.iter().chain(below).for_each(|node| node.walk(each));
    }

    /// The same with the positions, of which this question was put to `position`.
    ///
    /// # Panics
    /// If a move that was made is not legal, or a null move not possible.
    pub fn replay<P, H>(&self, position: &P, heuristics: &H, each: &mut impl FnMut(&RecordedNode, &P))
    where
        P: Position,
        H: Heuristics<P>,
    {
        each(self, position);
        self.re_searches.iter().for_each(|node| node.replay(position, heuristics, each));
        for trial in self.steps.iter().filter(|trial| !trial.searches.is_empty()) {
            let child = trial.child(position, heuristics);
            trial.searches.iter().for_each(|node| node.replay(&child, heuristics, each));
        }
    }
}

impl RecordedMove {
    /// The position after the move, from the one it was tried in.
    ///
    /// # Panics
    /// If it is not legal there, or a null move not possible.
    pub fn child<P, H>(&self, position: &P, heuristics: &H) -> P
    where
        P: Position,
        H: Heuristics<P>,
    {
        let child = match self.mv {
            None => heuristics.null_move(position),
            Some(packed) => position.unpack(packed).map(|mv| position.child(mv)),
        };
        child.unwrap_or_else(|| panic!("{:?} was tried and is not legal", self.mv))
    }

    /// The score of the move for the side that made it, if it was searched.
    pub fn score(&self) -> Option<Score> {
        self.searches.iter().map(|node| -node.score).max()
    }
}

/// The record of a search.
#[derive(Clone, Debug)]
pub struct RecordedSearch<M> {
    /// The questions put to the root, in order.
    pub roots: Vec<RecordedNode>,
    /// The reports of the iterations.
    pub reports: Vec<Report<M>>,
    /// The outcome.
    pub outcome: Outcome<M>,
}

impl<M> RecordedSearch<M> {
    /// Calls `each` with every question.
    pub fn walk<'node>(&'node self, mut each: impl FnMut(&'node RecordedNode)) {
        self.roots.iter().for_each(|node| node.walk(&mut each));
    }

    /// The same with the positions, of which the root is the first.
    ///
    /// # Panics
    /// As [`RecordedNode::replay`].
    pub fn replay<P, H>(&self, root: &P, heuristics: &H, mut each: impl FnMut(&RecordedNode, &P))
    where
        P: Position,
        H: Heuristics<P>,
    {
        self.roots.iter().for_each(|node| node.replay(root, heuristics, &mut each));
    }
}

/// Searches a position with everything fresh, the table apart, and records the whole tree.
pub fn record_tree<P, E>(
    position: &P,
    evaluator: &E,
    recipe: &Recipe,
    options: &SearchOptions<P::Move>,
    table: &Table<P::Signature>,
) -> RecordedSearch<P::Move>
where
    P: Position,
    E: Evaluator<P>,
{
    let log = Mutex::new(Log::default());
    let source = TreeRecorder { recipe, log: &log };
    let mut thread = ThreadData::new(evaluator.fork());
    let root = Root { position, history: &[position.line_entry(None)] };
    let mut reports = Vec::new();
    let outcome = think(root, &mut thread, table, source, options, &Control::new(), |report| {
        reports.push(report.clone());
    });
    let roots = log.into_inner().unwrap_or_else(PoisonError::into_inner).roots;
    RecordedSearch { roots, reports, outcome }
}

/// A recipe whose search is written down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeRecorder<'a> {
    pub recipe: &'a Recipe,
    pub log: &'a Mutex<Log>,
}

impl RecipeSource for TreeRecorder<'_> {
    fn recipe(&self) -> &Recipe {
        self.recipe
    }

    fn observe(&self, event: Event) {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).record(event);
    }
}

/// The record so far.
#[derive(Clone, Default, Debug)]
pub(crate) struct Log {
    /// The finished questions to the root.
    pub roots: Vec<RecordedNode>,
    /// The unfinished nodes, from the root down.
    open: Vec<Open>,
    ply: u32,
}

#[derive(Clone, Debug)]
enum Open {
    Node(RecordedNode),
    Move(RecordedMove),
}

impl Log {
    fn record(&mut self, event: Event) {
        match event {
            Event::NodeEntered(request) => {
                let (ply, why) = (self.ply, ScoreOrigin::Searched);
                let (steps, re_searches) = (Vec::new(), Vec::new());
                self.open.push(Open::Node(RecordedNode { ply, request, score: 0, why, steps, re_searches }));
            }
            Event::MoveMade(mv) => {
                self.ply += 1;
                let trial = RecordedMove { mv, is_made: true, is_skipped: false, searches: Vec::new() };
                self.open.push(Open::Move(trial));
            }
            Event::MoveSkipped(mv) => self.skip(mv),
            Event::MoveUnmade => {
                self.ply -= 1;
                if let Some(Open::Move(trial)) = self.open.pop() {
                    self.add(trial);
                }
            }
            Event::NodeLeft(score, why) => {
                if let Some(Open::Node(node)) = self.open.pop() {
                    self.answer(RecordedNode { score, why, ..node });
                }
            }
        }
    }

    fn skip(&mut self, mv: NonZeroU16) {
        if let Some(Open::Move(trial)) = self.open.last_mut() {
            trial.is_skipped = true;
        } else {
            self.add(RecordedMove { mv: Some(mv), is_made: false, is_skipped: true, searches: Vec::new() });
        }
    }

    fn add(&mut self, trial: RecordedMove) {
        if let Some(Open::Node(parent)) = self.open.last_mut() {
            parent.steps.push(trial);
        }
    }

    fn answer(&mut self, node: RecordedNode) {
        match self.open.last_mut() {
            Some(Open::Move(trial)) => trial.searches.push(node),
            Some(Open::Node(parent)) => parent.re_searches.push(node),
            None => self.roots.push(node),
        }
    }
}
