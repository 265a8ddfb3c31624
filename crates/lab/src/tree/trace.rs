//! The events of a search as trees: one for each search of the root.

use std::num::NonZeroU16;

use search_core::{Event, NodeRequest, Score, ScoreOrigin, Window};

/// How a search came to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Root,
    /// By a move, packed.
    Move(NonZeroU16),
    /// By a null move.
    Null,
    /// Without a move: the same position is searched again before its node is left.
    Same,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Visit {
    /// The node that searched it; `None` at the root.
    pub parent: Option<usize>,
    pub step: Step,
    /// Moves from the root to its position, null moves included.
    pub ply: usize,
    pub request: NodeRequest,
    /// The answer and its reason; `None` if the search was broken off.
    pub answer: Option<(Score, ScoreOrigin)>,
    /// Moves that pruning skipped, packed.
    pub skipped: Vec<NonZeroU16>,
    /// The nodes searched from here, in order.
    pub children: Vec<usize>,
}

/// The role of a node in alpha-beta, by its score and its window (Knuth & Moore 1975). Bruce Moreland (Principal
/// Variation Search) prints "at least alpha" for the principal variation; it must be more, or an answer of alpha would be of two kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The answer lies inside the window.
    Pv,
    Cut,
    All,
}

impl Kind {
    /// The kind of a node that answered so.
    pub fn of(score: Score, window: Window) -> Kind {
        if score >= window.beta {
            Kind::Cut
        } else if score <= window.alpha {
            Kind::All
        } else {
            Kind::Pv
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Pv => "pv",
            Kind::Cut => "cut",
            Kind::All => "all",
        }
    }
}

impl Visit {
    /// The node's role; `None` without an answer.
    pub fn kind(&self) -> Option<Kind> {
        self.answer.map(|(score, _)| Kind::of(score, self.request.window))
    }
}

/// Every visit of a search, in order. A parent comes before its children.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The nodes; others refer to them by index.
    pub visits: Vec<Visit>,
    /// The nodes that wait for their answers, outermost first.
    open: Vec<usize>,
    /// The moves from the root to the current position.
    line: Vec<Option<NonZeroU16>>,
}

impl Trace {
    pub fn record(&mut self, event: Event) {
        match event {
            Event::NodeEntered(request) => self.enter(request),
            Event::MoveMade(mv) => self.line.push(mv),
            Event::MoveUnmade => self.take_back(),
            Event::MoveSkipped(mv) => {
                if let Some(&node) = self.open.last() {
                    self.visits[node].skipped.push(mv);
                }
            }
            Event::NodeLeft(score, why) => {
                if let Some(node) = self.open.pop() {
                    self.visits[node].answer = Some((score, why));
                }
            }
        }
    }

    fn enter(&mut self, request: NodeRequest) {
        let id = self.visits.len();
        let parent = self.open.last().copied();
        let step = self.step(parent);
        if let Some(parent) = parent {
            self.visits[parent].children.push(id);
        }
        let ply = self.line.len();
        let visit =
            Visit { parent, step, ply, request, answer: None, skipped: Vec::new(), children: Vec::new() };
        self.visits.push(visit);
        self.open.push(id);
    }

    fn step(&self, parent: Option<usize>) -> Step {
        match parent {
            None => Step::Root,
            Some(parent) if self.visits[parent].ply == self.line.len() => Step::Same,
            Some(_) => self.line.last().copied().flatten().map_or(Step::Null, Step::Move),
        }
    }

    /// A search that is broken off takes its moves back, but its nodes give no answers.
    fn take_back(&mut self) {
        self.line.pop();
        let ply = self.line.len();
        let is_left = |node: usize| self.visits[node].ply > ply;
        while self.open.last().is_some_and(|&node| is_left(node)) {
            self.open.pop();
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn packed(number: u16) -> NonZeroU16 {
        NonZeroU16::new(number).unwrap()
    }

    pub fn entered(alpha: Score, beta: Score, depth: i16) -> Event {
        Event::NodeEntered(NodeRequest::new(Window::new(alpha, beta), depth))
    }

    pub fn trace(events: impl IntoIterator<Item = Event>) -> Trace {
        let mut trace = Trace::default();
        events.into_iter().for_each(|event| trace.record(event));
        trace
    }

    fn steps(trace: &Trace) -> Vec<(Option<usize>, Step, usize)> {
        trace.visits.iter().map(|visit| (visit.parent, visit.step, visit.ply)).collect()
    }

    fn made(number: u16) -> Event {
        Event::MoveMade(Some(packed(number)))
    }

    #[test]
    fn moves_lead_to_children() {
        let leaf =
            |score| [entered(-9, 9, 0), Event::NodeLeft(score, ScoreOrigin::Evaluated), Event::MoveUnmade];
        let events = [entered(-9, 9, 1), made(7)].into_iter().chain(leaf(3)).chain([made(8)]).chain(leaf(-4));
        let trace =
            trace(events.chain([Event::MoveSkipped(packed(5)), Event::NodeLeft(4, ScoreOrigin::Searched)]));
        let (one, two) = (Step::Move(packed(7)), Step::Move(packed(8)));
        assert_eq!(steps(&trace), [(None, Step::Root, 0), (Some(0), one, 1), (Some(0), two, 1)]);
        assert_eq!(trace.visits[0].children, [1, 2]);
        assert_eq!(trace.visits[0].answer, Some((4, ScoreOrigin::Searched)));
        assert_eq!(trace.visits[2].answer, Some((-4, ScoreOrigin::Evaluated)));
        assert_eq!(trace.visits[0].skipped, [packed(5)]);
    }

    #[test]
    fn a_second_search_after_a_scout_is_a_second_child() {
        let scout = [entered(-1, 0, 0), Event::NodeLeft(-3, ScoreOrigin::Evaluated)];
        let again = [entered(-9, 0, 0), Event::NodeLeft(-3, ScoreOrigin::Evaluated)];
        let events = [entered(0, 9, 1), made(7)].into_iter().chain(scout).chain(again);
        let trace = trace(events.chain([Event::MoveUnmade, Event::NodeLeft(3, ScoreOrigin::Searched)]));
        let step = Step::Move(packed(7));
        assert_eq!(steps(&trace), [(None, Step::Root, 0), (Some(0), step, 1), (Some(0), step, 1)]);
    }

    #[test]
    fn another_question_about_the_same_position_is_a_child_without_a_move() {
        let probe = [entered(5, 6, 1), Event::NodeLeft(4, ScoreOrigin::Searched)];
        let null = [
            Event::MoveMade(None),
            entered(-6, -5, 0),
            Event::NodeLeft(1, ScoreOrigin::Evaluated),
            Event::MoveUnmade,
        ];
        let events = [entered(0, 9, 3)].into_iter().chain(probe).chain(null);
        let trace = trace(events.chain([Event::NodeLeft(2, ScoreOrigin::Searched)]));
        assert_eq!(
            steps(&trace),
            [(None, Step::Root, 0), (Some(0), Step::Same, 0), (Some(0), Step::Null, 1)]
        );
    }

    #[test]
    fn each_search_of_the_root_is_a_tree() {
        let once = |depth| [entered(-9, 9, depth), Event::NodeLeft(0, ScoreOrigin::Searched)];
        let trace = trace(once(1).into_iter().chain(once(2)));
        assert_eq!(steps(&trace), [(None, Step::Root, 0); 2]);
    }

    #[test]
    fn a_search_that_is_broken_off_leaves_nodes_without_answers() {
        let broken = [entered(-9, 9, 2), made(7), entered(-9, 9, 1), made(8), entered(-9, 9, 0)];
        let trace = trace(broken.into_iter().chain([Event::MoveUnmade, made(9), entered(-9, 9, 0)]));
        assert_eq!(trace.visits[3].parent, Some(1));
        assert!(trace.visits.iter().all(|visit| visit.answer.is_none() && visit.kind().is_none()));
    }

    #[test]
    fn nothing_odd_in_the_events_can_confuse_it() {
        let odd = [
            Event::MoveUnmade,
            Event::NodeLeft(1, ScoreOrigin::Table),
            Event::MoveSkipped(packed(1)),
            entered(0, 1, 0),
        ];
        assert_eq!(steps(&trace(odd)), [(None, Step::Root, 0)]);
    }
}
