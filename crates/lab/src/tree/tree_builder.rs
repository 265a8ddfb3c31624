//! Plays a trace again, and names its moves and positions.

use std::collections::BTreeMap;
use std::num::NonZeroU16;

use search_core::recipe::Bounds;
use search_core::{Evaluator as _, Heuristics as _, MoveKind, MoveList, Outcome, ScoreOrigin};
use shuangqi_cli::Failure;

use super::document::{Node, Tree};
use super::trace::{Kind, Step, Trace, Visit};
use crate::compare::Algorithm;
use crate::lab_game::LabGame;

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

/// Builds a tree. Both trees of a document take their line numbers from the same set.
pub fn build<P: LabGame>(
    root: &P,
    algorithm: &Algorithm,
    trace: &Trace,
    outcome: &Outcome<P::Move>,
    lines: &mut LineNumbers,
) -> Result<Tree, Failure> {
    let mut builder = TreeBuilder { trace, bounds: algorithm.recipe.bounds, lines, positions: Vec::new() };
    let nodes: Option<Vec<Node>> = (0..trace.visits.len()).map(|id| builder.node(root, id)).collect();
    let nodes = nodes.ok_or_else(|| Failure::Internal("the trace does not fit the position".to_owned()))?;
    let variation = outcome.variation.iter().map(ToString::to_string).collect();
    Ok(Tree::new(&algorithm.name, outcome.score, variation, &outcome.counters, nodes))
}

#[derive(Clone, Debug)]
struct NodePosition<P> {
    position: P,
    place: usize,
}

struct TreeBuilder<'a, P> {
    trace: &'a Trace,
    bounds: Bounds,
    lines: &'a mut LineNumbers,
    /// The positions of the nodes built so far.
    positions: Vec<NodePosition<P>>,
}

impl<P: LabGame> TreeBuilder<'_, P> {
    /// The next node; `None` if it has no score, or its moves cannot be played.
    fn node(&mut self, root: &P, id: usize) -> Option<Node> {
        let visit = &self.trace.visits[id];
        let (found, mv) = self.node_position(root, visit)?;
        let position = &found.position;
        let (value, why) = visit.answer?;
        let kind = visit.kind()?;
        let cutter = self.cutter(visit);
        let named = |packed: NonZeroU16| position.unpack(packed).map(|mv| mv.to_string());
        let node = Node {
            id,
            parent: visit.parent,
            step: step_name(visit.step),
            mv,
            place: found.place,
            ply: visit.ply,
            depth: visit.request.depth,
            window: [visit.request.window.alpha, visit.request.window.beta],
            value,
            bound: if self.is_exact(kind, why) { "exact" } else { bound_name(kind) },
            kind: kind.name(),
            why: why_name(why),
            cut_by: cutter.and_then(named),
            not_searched: if cutter.is_some() { self.not_searched(position, visit) } else { Vec::new() },
            skipped: visit.skipped.iter().copied().filter_map(named).collect(),
            quiescence: self.is_quiescence(visit),
            side: P::INFO.sides[position.side()],
            position: position.board_text(),
            only_here: None,
        };
        self.positions.push(found);
        Some(node)
    }

    /// The position of the node, and the move that led there, if one did.
    fn node_position(&mut self, root: &P, visit: &Visit) -> Option<(NodePosition<P>, Option<String>)> {
        let Some(parent) = visit.parent else {
            return Some((NodePosition { position: root.clone(), place: 0 }, None));
        };
        let NodePosition { mut position, place } = self.positions[parent].clone();
        match visit.step {
            Step::Root | Step::Same => Some((NodePosition { position, place }, None)),
            Step::Null => {
                let position = P::LabEvaluator::default().heuristics().null_move(&position)?;
                Some((NodePosition { position, place: self.lines.after(place, None) }, None))
            }
            Step::Move(packed) => {
                let mv = position.unpack(packed)?;
                position.play(mv);
                let place = self.lines.after(place, Some(packed));
                Some((NodePosition { position, place }, Some(mv.to_string())))
            }
        }
    }

    /// The move whose answer reached beta. An exhaustive search has no beta to reach.
    fn cutter(&self, visit: &Visit) -> Option<NonZeroU16> {
        let (_, why) = visit.answer?;
        let is_cut =
            visit.kind() == Some(Kind::Cut) && matches!(why, ScoreOrigin::Searched | ScoreOrigin::Quiescence);
        let last = &self.trace.visits[*visit.children.last()?];
        match last.step {
            Step::Move(packed) if is_cut && -last.answer?.0 >= visit.request.window.beta => Some(packed),
            _ => None,
        }
    }

    /// The legal moves that were neither searched nor skipped. Empty beyond the horizon, where most moves are not
    /// tried.
    fn not_searched(&self, position: &P, visit: &Visit) -> Vec<String> {
        if visit.request.depth <= 0 {
            return Vec::new();
        }
        let searched: Vec<Step> = visit.children.iter().map(|&child| self.trace.visits[child].step).collect();
        let is_not_searched =
            |packed| !searched.contains(&Step::Move(packed)) && !visit.skipped.contains(&packed);
        let mut list = MoveList::new();
        position.moves(MoveKind::All, &mut list);
        list.iter().filter(|&mv| is_not_searched(P::pack(mv))).map(|mv| mv.to_string()).collect()
    }

    /// Whether the value is the node's own and no bound: it lies inside the window, or was found without looking at the
    /// window, and nothing has clamped it.
    fn is_exact(&self, kind: Kind, why: ScoreOrigin) -> bool {
        let is_found = matches!(why, ScoreOrigin::GameOver | ScoreOrigin::Ruling | ScoreOrigin::Evaluated);
        kind == Kind::Pv || (is_found && self.bounds != Bounds::FailHard)
    }

    fn is_quiescence(&self, visit: &Visit) -> bool {
        visit.parent.is_some_and(|parent| self.trace.visits[parent].request.depth <= 0)
    }
}

fn step_name(step: Step) -> &'static str {
    match step {
        Step::Root => "root",
        Step::Move(_) => "move",
        Step::Null => "null",
        Step::Same => "same",
    }
}

fn bound_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pv => "exact",
        Kind::Cut => "lower",
        Kind::All => "upper",
    }
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
