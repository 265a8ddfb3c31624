//! Drivers: the windows with which the root is searched, one after another, until its score is exact.

use crate::evaluator::Evaluator;
use crate::position::Position;
use crate::recipe::RecipeSource;
use crate::score::{INFINITY, Score};
use crate::store::Store;
use crate::window::{NodeRequest, Window};
use crate::worker::{Stop, Worker};

/// The way to the exact root score. Every driver calls the same search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Driver {
    /// One search with the full window.
    #[default]
    Full,
    /// A window around a guess, widened on the side that failed.
    Aspiration(Aspiration),
    /// Null windows only, each at the last answer, the first at a guess (MTD(f); Plaat, Schaeffer, Pijls & de Bruin
    /// 1996).
    Mtdf(Guess),
}

/// The window of an aspiration search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspiration {
    /// Half the width of the first window, in units of score.
    pub radius: Score,
    /// The growth on the side that failed.
    pub growth: Growth,
    /// The source of its middle.
    pub guess: Guess,
}

impl Aspiration {
    /// The usual settings: around the last score, three times as far each time.
    pub const fn around_last(radius: Score) -> Aspiration {
        Aspiration { radius, growth: Growth::By(3), guess: Guess::Previous }
    }
}

/// The widening of an aspiration window on the side that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// By a distance this many times (at least 2) the last one.
    By(Score),
    /// To the end of the scale at once.
    Open,
}

/// The source of a first guess at the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// It is 0.
    Zero,
    /// The static evaluation of the root.
    Static,
    /// The score of the last depth; 0 without one.
    Previous,
    /// The score two depths before, with the same side to move at the leaves; without one, that of the last depth.
    TwoBefore,
    /// The stored score of the root; the score of the last depth if there is none, or if the root may not choose every
    /// move.
    Table,
}

impl Guess {
    /// The guesses by the names that command lines use.
    pub const NAMES: [(&'static str, Guess); 5] = [
        ("zero", Guess::Zero),
        ("static", Guess::Static),
        ("previous", Guess::Previous),
        ("two-before", Guess::TwoBefore),
        ("table", Guess::Table),
    ];
}

impl Driver {
    /// The drivers by the names that command lines use.
    pub const NAMES: [&'static str; 3] = ["full", "aspiration", "mtdf"];

    /// The driver of this name, with the usual settings; an aspiration window begins with `radius`.
    pub fn by_name(name: &str, radius: Score) -> Option<Driver> {
        match name {
            "full" => Some(Driver::Full),
            "aspiration" => Some(Driver::Aspiration(Aspiration::around_last(radius))),
            "mtdf" => Some(Driver::Mtdf(Guess::Previous)),
            _ => None,
        }
    }

    /// The same driver with another first guess.
    #[must_use]
    pub fn guessing(self, guess: Guess) -> Driver {
        match self {
            Driver::Full => Driver::Full,
            Driver::Aspiration(aspiration) => Driver::Aspiration(Aspiration { guess, ..aspiration }),
            Driver::Mtdf(_) => Driver::Mtdf(guess),
        }
    }
}

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The score of the root by a driver, given the scores of this line at the depths already searched. With the full window it
    /// is exact; with a narrower one it is the answer of one search.
    pub(crate) fn drive(
        &mut self,
        driver: Driver,
        root: &P,
        request: NodeRequest,
        scores: &[Score],
    ) -> Result<Score, Stop> {
        let guess = match driver {
            Driver::Full => 0,
            Driver::Aspiration(Aspiration { guess, .. }) | Driver::Mtdf(guess) => {
                self.guess(guess, root, request, scores)
            }
        };
        self.last_pv.clear();
        let radius = Self::margin(self.recipe().parameters.aspiration_radius);
        let lowers_depth = self.recipe().fail_high_depth;
        let mut fail_highs = 0;
        let mut search = |window: Window| {
            self.counters.root_searches += 1;
            self.root_window = window;
            let depth = if lowers_depth { (request.depth - fail_highs).max(1) } else { request.depth };
            let score = self.search(root, request.with_window(window).with_depth(depth))?;
            fail_highs = if score >= window.beta { (fail_highs + 1).min(MAX_LESS_DEPTH) } else { 0 };
            self.keep_pv();
            self.counters.root_fail_highs += u64::from(score >= window.beta);
            self.counters.root_fail_lows += u64::from(score <= window.alpha);
            Ok(score)
        };
        match driver {
            _ if request.window != Window::FULL => search(request.window),
            Driver::Full => search(Window::FULL),
            Driver::Aspiration(aspiration) if radius > 0 => {
                aspire(Aspiration { radius, ..aspiration }, guess, &mut search)
            }
            Driver::Aspiration(aspiration) => aspire(aspiration, guess, &mut search),
            Driver::Mtdf(_) => mtdf(guess, &mut search),
        }
    }

    /// The first guess, given the scores of this line at the depths already searched.
    fn guess(&mut self, guess: Guess, root: &P, request: NodeRequest, scores: &[Score]) -> Score {
        let previous = scores.last().copied().unwrap_or(0);
        match guess {
            Guess::Zero => 0,
            Guess::Static => self.thread.evaluator.evaluate(root),
            Guess::Previous => previous,
            Guess::TwoBefore => scores.iter().rev().nth(1).copied().unwrap_or(previous),
            Guess::Table if self.is_filtered() => previous,
            Guess::Table => self.probe(root, request).map_or(previous, |entry| entry.score),
        }
    }
}

/// No root is searched less deep, after fail-highs, by more plies than this.
const MAX_LESS_DEPTH: i16 = 3;

/// Searches with a window around the guess; the side that fails is moved beyond the answer, the other stays.
///
/// Textbooks print "fail high: (value, ∞)": an open window that excludes `value` itself, so that two such windows can
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
        radius = match aspiration.growth {
            Growth::By(factor) => radius.saturating_mul(factor.max(2)).min(INFINITY),
            Growth::Open => 2 * INFINITY,
        };
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
