//! The window of scores of a search, and the request that each node passes to its children.

use std::fmt;
use std::ops::Neg;

use crate::score::{INFINITY, Score};

/// An open interval `(alpha, beta)`: a search returns an exact score inside it, and a bound outside it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The score that is already assured; a result at or below it is an upper bound.
    pub alpha: Score,
    /// The score that the opponent will not allow; a result at or above it is a lower bound.
    pub beta: Score,
}

impl Window {
    /// Every score lies inside.
    pub const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// The window between two scores.
    ///
    /// # Panics
    /// If `alpha >= beta`: such a window is empty.
    pub const fn new(alpha: Score, beta: Score) -> Window {
        assert!(alpha < beta, "a window needs alpha < beta");
        Window { alpha, beta }
    }

    /// The window `radius` to each side of a guess, kept inside [`Window::FULL`].
    pub fn around(guess: Score, radius: Score) -> Window {
        let alpha = (guess - radius).max(-INFINITY);
        let beta = (guess + radius).min(INFINITY);
        Window::new(alpha.min(INFINITY - 1), beta.max(-INFINITY + 1))
    }

    /// The window just above alpha, as wide as one unit: no score lies inside it, so the answer is only "above
    /// alpha" or "not".
    pub const fn null_at_alpha(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The window just below beta, as wide as one unit: the answer is only "beta or more" or "less".
    pub const fn null_at_beta(self) -> Window {
        Window { alpha: self.beta - 1, beta: self.beta }
    }

    /// The same window with alpha raised to `score`, if that is higher.
    pub fn raise_alpha(self, score: Score) -> Window {
        Window { alpha: self.alpha.max(score), beta: self.beta }
    }

    /// Returns whether no integer lies strictly inside.
    pub const fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Returns whether the score lies strictly inside, and so is exact.
    pub const fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The nearest score of the closed interval `[alpha, beta]`: what a fail-hard search answers.
    pub fn clamp(self, score: Score) -> Score {
        score.clamp(self.alpha, self.beta)
    }
}

/// The window as the opponent sees it.
impl Neg for Window {
    type Output = Window;

    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "({}, {})", self.alpha, self.beta)
    }
}

/// The permissions of selective search at a node and below it. An exact search does not read them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeFlags {
    /// The side to move may pass: false right after a pass, and where the same node is searched again to verify one.
    pub may_pass: bool,
    /// The answers of null moves are verified, here and below.
    pub verifies: bool,
    /// Probes are allowed, here and below: a probe must not probe again.
    pub may_probe: bool,
    /// Predictions (ProbCut by the evaluator's model) that this search is part of, one inside another.
    pub predictions: u8,
    /// The move that led here was searched one ply deeper.
    pub is_extended: bool,
    /// The plies by which this search of the node is less deep, as the move that led here was late.
    pub reduction: u8,
}

impl NodeFlags {
    const ALL: NodeFlags = NodeFlags {
        may_pass: true,
        verifies: true,
        may_probe: true,
        predictions: 0,
        is_extended: false,
        reduction: 0,
    };
}

/// The request to a node: the scores to distinguish, and how many plies to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeRequest {
    /// The window of scores, from the view of the side to move.
    pub window: Window,
    /// Plies still to look ahead; at 0 the position is evaluated instead of searched.
    pub depth: i16,
    /// Set if some move is expected to reach beta (a node of Knuth & Moore's type 2): so with the children that a scout
    /// asks, and on every second ply below them.
    pub is_cut_node: bool,
    pub(crate) flags: NodeFlags,
}

impl NodeRequest {
    /// A request for the scores in `window`, `depth` plies deep.
    pub const fn new(window: Window, depth: i16) -> NodeRequest {
        NodeRequest { window, depth, is_cut_node: false, flags: NodeFlags::ALL }
    }

    /// The request passed on to a child that costs `cost` plies of depth, with the window turned round.
    pub fn child(self, cost: i16) -> NodeRequest {
        let flags = NodeFlags { may_pass: true, reduction: 0, ..self.flags };
        let is_cut_node = self.window.is_null() && !self.is_cut_node;
        NodeRequest { window: -self.window, depth: self.depth - cost, is_cut_node, flags }
    }

    /// The request to a child by a scout: only whether the move beats alpha.
    pub fn scout(self, cost: i16) -> NodeRequest {
        NodeRequest { is_cut_node: true, ..self.with_window(self.window.null_at_alpha()).child(cost) }
    }

    /// The same request with another window.
    pub const fn with_window(self, window: Window) -> NodeRequest {
        NodeRequest { window, ..self }
    }

    /// The same request, less or more deep.
    pub(crate) const fn with_depth(self, depth: i16) -> NodeRequest {
        NodeRequest { depth, ..self }
    }

    /// The same request, less deep as the move is late.
    pub(crate) fn reduced_to(self, depth: i16) -> NodeRequest {
        let reduction = (self.depth - depth).clamp(0, i16::from(u8::MAX)) as u8;
        NodeRequest { depth, flags: NodeFlags { reduction, ..self.flags }, ..self }
    }

    /// The same request with other flags.
    pub(crate) const fn with_flags(self, flags: NodeFlags) -> NodeRequest {
        NodeRequest { flags, ..self }
    }

    /// The same request, by a move that was extended or not.
    pub(crate) const fn with_extended(self, is_extended: bool) -> NodeRequest {
        NodeRequest { flags: NodeFlags { is_extended, ..self.flags }, ..self }
    }
}
