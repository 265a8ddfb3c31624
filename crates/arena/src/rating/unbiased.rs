//! The median-unbiased estimate of strength after a sequential test. The plain estimate is biased, since a test stops
//! when chance has moved the ratio to a bound. Here the ratio is modelled as a Brownian motion, and the estimate is the
//! strength at which it ends higher as often as lower (Siegmund, Sequential Analysis, 1985, chapter 3; fishtest does the
//! same).

use std::f64::consts::PI;

use super::counts::Counts;
use super::estimate::Estimate;
use super::spread::{Spread, elo_of};
use super::sprt::Sprt;

/// The probability of a value beyond the interval, on each side.
const TAIL: f64 = 0.025;
/// The points of a numerical integral, an even number.
const POINTS: u32 = 120;
/// The bisections to find a drift.
const BISECTIONS: usize = 32;
/// The range in which a drift is searched, in standard deviations to either side.
const DEVIATIONS: f64 = 8.0;
/// Reflections with a weight below e to minus this are ignored.
const MAX_EXPONENT: f64 = 40.0;

/// The end of a Brownian motion from 0.
#[derive(Clone, Copy, Debug)]
struct End {
    variance: f64,
    steps: f64,
    /// The lower bound, below 0; `place` if that is lower.
    lower: f64,
    /// The upper bound, above 0; `place` if that is higher.
    upper: f64,
    place: f64,
}

impl End {
    fn width(&self) -> f64 {
        self.upper - self.lower
    }

    /// The probability that a motion with this drift ends higher: reaches the upper bound earlier, or has a greater value
    /// at the same time, or reaches the lower bound later.
    fn probability_of_more(&self, drift: f64) -> f64 {
        if self.place >= self.upper {
            self.hit(drift)
        } else if self.place <= self.lower {
            1.0 - self.mirrored().hit(-drift)
        } else {
            let density = |place: f64| self.density(place, drift);
            self.hit(drift) + integral(self.place, self.upper, density)
        }
    }

    fn mirrored(&self) -> End {
        End { lower: -self.upper, upper: -self.lower, place: -self.place, ..*self }
    }

    /// The probability that the upper bound has been reached, and the lower one not before it.
    fn hit(&self, drift: f64) -> f64 {
        let upper = self.upper;
        let rate = |root: f64| {
            let time = self.steps * root * root;
            let spread = self.variance * time;
            let push = (drift * upper - drift * drift * time / 2.0) / self.variance;
            let flow = self.reflected(spread, |shift| {
                let distance = upper + shift;
                distance * (push - distance * distance / (2.0 * spread)).exp()
            });
            flow / (2.0 * PI * spread).sqrt() * 2.0 / root
        };
        integral(0.0, 1.0, |root| if root > 0.0 { rate(root) } else { 0.0 })
    }

    /// The probability density of a motion that has reached no bound at a place.
    fn density(&self, place: f64, drift: f64) -> f64 {
        let spread = self.variance * self.steps;
        let push = (drift * place - drift * drift * self.steps / 2.0) / self.variance;
        let weight = |distance: f64| (push - distance * distance / (2.0 * spread)).exp();
        let sum =
            self.reflected(spread, |shift| weight(place + shift) - weight(place - 2.0 * self.upper + shift));
        sum / (2.0 * PI * spread).sqrt()
    }

    /// The sum over the reflections of the bounds.
    fn reflected(&self, spread: f64, part: impl Fn(f64) -> f64) -> f64 {
        let last = ((spread * MAX_EXPONENT / 2.0).sqrt() / self.width()).ceil() as i32 + 1;
        (-last..=last).map(|number| part(2.0 * f64::from(number) * self.width())).sum()
    }

    /// The drift at which the motion ends higher with this probability.
    fn drift(&self, probability: f64) -> f64 {
        let reach = self.width() / self.steps + DEVIATIONS * (self.variance / self.steps).sqrt();
        let (mut low, mut high) = (-reach, reach);
        for _ in 0..BISECTIONS {
            let middle = (low + high) / 2.0;
            *(if self.probability_of_more(middle) < probability { &mut low } else { &mut high }) = middle;
        }
        (low + high) / 2.0
    }
}

/// Simpson's rule.
fn integral(from: f64, to: f64, function: impl Fn(f64) -> f64) -> f64 {
    let step = (to - from) / f64::from(POINTS);
    let weight = |point: u32| match point {
        0 | POINTS => 1.0,
        _ if point % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 = (0..=POINTS).map(|point| weight(point) * function(from + step * f64::from(point))).sum();
    sum * step / 3.0
}

impl Sprt {
    /// The median-unbiased difference in Elo with its 95 % interval, after this test or while it goes on.
    pub fn unbiased_elo(&self, counts: Counts) -> Estimate {
        let spread = counts.filled_spread();
        let [near, far] = self.means(&spread);
        if counts.games() == 0 {
            return Estimate::UNKNOWN;
        }
        let end = self.end(self.llr(counts), &spread, far - near);
        let score =
            |probability| (near + far) / 2.0 + end.drift(probability) * spread.variance / (far - near);
        Estimate::new(Some(score(0.5)), Some(score(TAIL)), Some(score(1.0 - TAIL))).map(elo_of)
    }

    fn end(&self, llr: f64, spread: &Spread, gap: f64) -> End {
        let (lower, upper) = self.bounds();
        End {
            variance: gap * gap / spread.variance,
            steps: spread.results,
            lower: lower.min(llr),
            upper: upper.max(llr),
            place: llr,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sprt::Walk;
    use super::*;

    fn end(place: f64, steps: f64) -> End {
        End { variance: 0.04, steps, lower: -3.0, upper: 5.0, place }
    }

    #[test]
    fn a_bound_is_reached_with_the_probability_of_wald() {
        for drift in [-0.01, 0.0, 0.004, 0.03] {
            let walk = Walk { drift, variance: 0.04, lower: -3.0, upper: 5.0 };
            let end = end(5.0, 6000.0);
            let found = end.probability_of_more(drift);
            assert!((found - walk.upper_probability()).abs() < 1e-4, "{drift}: {found}");
            let below = end.mirrored().hit(-drift);
            assert!((below + walk.upper_probability() - 1.0).abs() < 1e-4, "{drift}: {below}");
        }
    }

    #[test]
    fn the_probabilities_of_all_ends_sum_to_1() {
        for (drift, steps) in [(0.0, 50.0), (0.02, 300.0), (-0.02, 100.0)] {
            let lowest = End { place: -3.0 + 1e-9, ..end(0.0, steps) };
            let stopped_below = lowest.mirrored().hit(-drift);
            assert!(
                (lowest.probability_of_more(drift) + stopped_below - 1.0).abs() < 1e-6,
                "{drift} {steps}"
            );
        }
    }

    #[test]
    fn an_earlier_end_gives_a_greater_strength() {
        let drifts = [(5.0, 50.0), (5.0, 400.0), (1.0, 400.0), (-1.0, 400.0), (-3.0, 400.0), (-3.0, 50.0)]
            .map(|(place, steps)| end(place, steps).drift(0.5));
        assert!(drifts.is_sorted_by(|one, next| one > next), "{drifts:?}");
    }
}
