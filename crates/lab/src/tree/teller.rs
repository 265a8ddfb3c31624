//! Plays a trace over again, to tell it in the words of the game.

use std::collections::BTreeMap;
use std::num::NonZeroU16;

use search_core::recipe::Bounds;
use search_core::{Evaluator as _, MoveKind, MoveList, Outcome, ScoreOrigin};
use shuangqi_cli::Failure;

use super::document::{Node, Tree};
use super::trace::{Kind, Step, Trace, Visit};
use crate::compare::Algorithm;
use crate::game::Game;

/// Lines of moves as numbers, so that the nodes of two trees can be told to be at the same place. The empty line is 0.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Where a move (`None`: a null move) leads from a place.
    next: BTreeMap<(usize, Option<NonZeroU16>), usize>,
}

impl Places {
    fn after(&mut self, place: usize, mv: Option<NonZeroU16>) -> usize {
        let fresh = self.next.len() + 1;
        *self.next.entry((place, mv)).or_insert(fresh)
    }
}

/// Tells a tree. Both trees of a document take their places from the same set.
///
/// # Errors
/// [`Failure::Internal`] if a move of the trace cannot be played: the trace is of another position.
pub fn tell<P: Game>(
    root: &P,
    algorithm: &Algorithm,
    trace: &Trace,
    outcome: &Outcome<P::Move>,
    places: &mut Places,
) -> Result<Tree, Failure> {
    let mut teller = Teller { trace, bounds: algorithm.recipe.bounds, places, stands: Vec::new() };
    let nodes: Option<Vec<Node>> = (0..trace.visits.len()).map(|id| teller.node(root, id)).collect();
    let nodes = nodes.ok_or_else(|| Failure::Internal("the trace does not fit the position".to_owned()))?;
    let variation = outcome.variation.iter().map(ToString::to_string).collect();
    Ok(Tree::new(&algorithm.name, outcome.score, variation, &outcome.counters, nodes))
}

/// Where a node stands.
#[derive(Clone, Debug)]
struct Stand<P> {
    position: P,
    place: usize,
}

struct Teller<'a, P> {
    trace: &'a Trace,
    bounds: Bounds,
    places: &'a mut Places,
    /// Where the nodes told so far stand.
    stands: Vec<Stand<P>>,
}

impl<P: Game> Teller<'_, P> {
    /// The next node; `None` if it has no answer, or the way to it cannot be played.
    fn node(&mut self, root: &P, id: usize) -> Option<Node> {
        let visit = &self.trace.visits[id];
        let (stand, mv) = self.arrive(root, visit)?;
        let position = &stand.position;
        let (value, why) = visit.answer?;
        let kind = visit.kind()?;
        let cutter = self.cutter(visit);
        let named = |packed: NonZeroU16| position.unpack(packed).map(|mv| mv.to_string());
        let node = Node {
            id,
            parent: visit.parent,
            step: step_name(visit.step),
            mv,
            place: stand.place,
            ply: visit.ply,
            depth: visit.ask.depth,
            window: [visit.ask.window.alpha, visit.ask.window.beta],
            value,
            bound: if self.is_exact(kind, why) { "exact" } else { bound_name(kind) },
            kind: kind.name(),
            why: why_name(why),
            cut_by: cutter.and_then(named),
            not_searched: if cutter.is_some() { self.saved(position, visit) } else { Vec::new() },
            skipped: visit.skipped.iter().copied().filter_map(named).collect(),
            quiescence: self.is_quiescence(visit),
            side: position.side_name(),
            position: position.write_board(),
            only_here: None,
        };
        self.stands.push(stand);
        Some(node)
    }

    /// Where the node stands, and the move that led there, if one did.
    fn arrive(&mut self, root: &P, visit: &Visit) -> Option<(Stand<P>, Option<String>)> {
        let Some(parent) = visit.parent else {
            return Some((Stand { position: root.clone(), place: 0 }, None));
        };
        let Stand { mut position, place } = self.stands[parent].clone();
        match visit.step {
            Step::Root | Step::Same => Some((Stand { position, place }, None)),
            Step::Null => {
                let position = P::Evaluator::default().null_move(&position)?;
                Some((Stand { position, place: self.places.after(place, None) }, None))
            }
            Step::Move(packed) => {
                let mv = position.unpack(packed)?;
                position.play(mv);
                let place = self.places.after(place, Some(packed));
                Some((Stand { position, place }, Some(mv.to_string())))
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
            Step::Move(packed) if is_cut && -last.answer?.0 >= visit.ask.window.beta => Some(packed),
            _ => None,
        }
    }

    /// The legal moves that were neither searched nor skipped. Beyond the horizon most moves are out of the question
    /// anyway.
    fn saved(&self, position: &P, visit: &Visit) -> Vec<String> {
        if visit.ask.depth <= 0 {
            return Vec::new();
        }
        let searched: Vec<Step> = visit.children.iter().map(|&child| self.trace.visits[child].step).collect();
        let is_saved = |packed| !searched.contains(&Step::Move(packed)) && !visit.skipped.contains(&packed);
        let mut list = MoveList::new();
        position.moves(MoveKind::All, &mut list);
        list.iter().filter(|&mv| is_saved(P::pack(mv))).map(|mv| mv.to_string()).collect()
    }

    /// Whether the value is the node's own and no bound: it lies inside the window, or was found without looking at the
    /// window, and nothing has clamped it.
    fn is_exact(&self, kind: Kind, why: ScoreOrigin) -> bool {
        let is_found = matches!(why, ScoreOrigin::GameOver | ScoreOrigin::Ruling | ScoreOrigin::Evaluated);
        kind == Kind::Pv || (is_found && self.bounds != Bounds::FailHard)
    }

    fn is_quiescence(&self, visit: &Visit) -> bool {
        visit.parent.is_some_and(|parent| self.trace.visits[parent].ask.depth <= 0)
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
        ScoreOrigin::ExactBound => "oracle",
        ScoreOrigin::Evaluated => "judged",
        ScoreOrigin::StandPat => "stood_pat",
        ScoreOrigin::Quiescence => "quieted",
        ScoreOrigin::Table => "table",
        ScoreOrigin::TransposedCutoff => "transposed",
        ScoreOrigin::NullMove => "null_move",
        ScoreOrigin::Probe => "probe",
    }
}
