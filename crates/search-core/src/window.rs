//! The window of scores that a search is asked about, and the request that travels down the tree.

use std::fmt;
use std::ops::Neg;

use crate::score::{INFINITY, Score};

/// An open interval `(alpha, beta)`: the search tells apart the scores strictly inside it, and for one outside
/// it gives a bound.
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
    /// If `alpha >= beta`: such a window holds nothing to ask about.
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

    /// The same window with alpha raised to `score`, if that is higher.
    pub fn raise_alpha(self, score: Score) -> Window {
        Window { alpha: self.alpha.max(score), beta: self.beta }
    }

    /// Whether no integer lies strictly inside.
    pub const fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Whether the score lies strictly inside, and so is exact.
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

/// What is asked of a node: the scores of interest, and how many plies to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The scores to tell apart, from the view of the side to move.
    pub window: Window,
    /// Plies still to look ahead; at 0 the position is judged instead of searched.
    pub depth: i16,
}

impl Ask {
    /// A request for the scores in `window`, `depth` plies deep.
    pub const fn new(window: Window, depth: i16) -> Ask {
        Ask { window, depth }
    }

    /// The request passed on to a child that costs `cost` plies of depth, with the window turned round.
    pub fn child(self, cost: i16) -> Ask {
        Ask { window: -self.window, depth: self.depth - cost }
    }

    /// The same request with another window.
    pub const fn with(self, window: Window) -> Ask {
        Ask { window, depth: self.depth }
    }
}
