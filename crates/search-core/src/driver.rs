//! How the root is asked: with which windows, and how often, until the score is known exactly.

use crate::evaluator::Evaluator;
use crate::position::Position;
use crate::recipe::Plan;
use crate::score::{INFINITY, Score};
use crate::window::{Ask, Window};
use crate::worker::{Stop, Worker};

/// The way to the exact root score. Every driver calls the same search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Driver {
    /// One search with the full window.
    #[default]
    Full,
    /// A window around the last score, widened on the side that failed.
    Aspiration(Aspiration),
    /// Null windows only, each at the last answer (MTD(f); Plaat, Schaeffer, Pijls & de Bruin 1996).
    Mtdf,
}

/// The size of an aspiration window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspiration {
    /// Half the width of the first window, in units of score.
    pub radius: Score,
    /// The factor by which the failed side is moved further out each time; at least 2.
    pub growth: Score,
}

impl Driver {
    /// The drivers by the names that command lines use.
    pub const NAMES: [&'static str; 3] = ["full", "aspiration", "mtdf"];

    /// The driver of this name; an aspiration window begins with `radius`.
    pub fn by_name(name: &str, radius: Score) -> Option<Driver> {
        match name {
            "full" => Some(Driver::Full),
            "aspiration" => Some(Driver::Aspiration(Aspiration { radius, growth: 3 })),
            "mtdf" => Some(Driver::Mtdf),
            _ => None,
        }
    }

    /// The score of the root, from a first guess: exact if every score is asked for, and if a narrower window is,
    /// by one search within it.
    pub(crate) fn drive<P, E, L>(
        self,
        worker: &mut Worker<'_, P, E, L>,
        root: &P,
        ask: Ask,
        guess: Score,
    ) -> Result<Score, Stop>
    where
        P: Position,
        E: Evaluator<P>,
        L: Plan,
    {
        let mut search = |window: Window| worker.search(root, ask.with(window));
        match self {
            _ if ask.window != Window::FULL => search(ask.window),
            Driver::Full => search(Window::FULL),
            Driver::Aspiration(aspiration) => aspire(aspiration, guess, &mut search),
            Driver::Mtdf => mtdf(guess, &mut search),
        }
    }
}

/// Searches with a window around the guess; the side that fails is moved beyond the answer, the other stays.
///
/// Text B prints "fail high: (value, ∞)": an open window that excludes `value` itself, so that two such windows can
/// alternate for ever. Here a side only ever moves outward, to INFINITY at last, so it ends.
fn aspire(
    aspiration: Aspiration,
    guess: Score,
    search: &mut impl FnMut(Window) -> Result<Score, Stop>,
) -> Result<Score, Stop> {
    let mut radius = aspiration.radius.max(1);
    let mut window = Window::around(guess, radius);
    loop {
        let score = search(window)?;
        if window.contains(score) {
            return Ok(score);
        }
        radius = radius.saturating_mul(aspiration.growth.max(2)).min(INFINITY);
        if score <= window.alpha {
            window.alpha = score.min(window.alpha).saturating_sub(radius).max(-INFINITY);
        } else {
            window.beta = score.max(window.beta).saturating_add(radius).min(INFINITY);
        }
    }
}

/// Null windows at the last answer until the bounds meet.
fn mtdf(guess: Score, search: &mut impl FnMut(Window) -> Result<Score, Stop>) -> Result<Score, Stop> {
    let (mut lower, mut upper) = (-INFINITY, INFINITY);
    let mut score = guess.clamp(lower + 1, upper);
    while lower < upper {
        let beta = if score == lower { score + 1 } else { score };
        score = search(Window::new(beta - 1, beta))?;
        if score < beta {
            upper = score;
        } else {
            lower = score;
        }
    }
    Ok(score)
}
