//! The probabilities of the results of two engines with known strengths.

use shuangqi_cli::BadInput;

use super::counts::Outcome;
use super::spread::{NORMALIZED_UNIT, Spread, expected_score};
use super::sprt::Model;

/// The conditions of a simulated match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strengths {
    /// The true difference in strength, in the model's unit.
    pub elo: f64,
    /// The share of drawn games, from 0 to 1.
    pub draws: f64,
    /// The advantage that every opening gives one side, in Elo.
    pub bias: f64,
}

/// All possible pairs: in the first game of each, the first engine has the favoured side.
pub const PAIRS: [(Outcome, Outcome); 9] = {
    use Outcome::{Draw, Loss, Win};
    [
        (Loss, Loss),
        (Loss, Draw),
        (Loss, Win),
        (Draw, Loss),
        (Draw, Draw),
        (Draw, Win),
        (Win, Loss),
        (Win, Draw),
        (Win, Win),
    ]
};

/// Above every valid strength and draw margin.
const MAX_MARGIN: f64 = 4000.0;
/// Bisections until the interval is empty.
const BISECTIONS: usize = 70;

/// The probabilities of a loss, a draw and a win at a strength and a draw margin (Rao and Kupper, Ties in Paired-Comparison
/// Experiments, 1967).
fn chances(elo: f64, margin: f64) -> [f64; 3] {
    let chance = |elo: f64| 1.0 / (1.0 + 10f64.powf((margin - elo) / 400.0));
    let (loss, win) = (chance(-elo), chance(elo));
    [loss, (1.0 - win - loss).max(0.0), win]
}

/// The probability of each of `PAIRS`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairChances([f64; 9]);

impl PairChances {
    /// The probabilities at strengths in the unit of a model. Given the opening, the two games of a pair are independent.
    ///
    /// # Errors
    /// If the share of draws is impossible at this difference.
    pub fn new(model: Model, strengths: Strengths) -> Result<PairChances, BadInput> {
        let Strengths { elo, draws, bias } = strengths;
        let at = |margin: f64| PairChances::with_margin(model, elo, margin, bias);
        let found = at(crossing(0.0, MAX_MARGIN, |margin| at(margin).draw_share() >= draws));
        if (found.draw_share() - draws).abs() > 1e-6 {
            let found = format!("a draw share of {draws}");
            let expected = format!("one that goes with a difference of {elo} and an opening bias of {bias}");
            return Err(BadInput::new("strengths", None, found, expected, "Give fewer draws"));
        }
        Ok(found)
    }

    fn with_margin(model: Model, elo: f64, margin: f64, bias: f64) -> PairChances {
        let at = |elo: f64| PairChances::of(chances(elo + bias, margin), chances(elo - bias, margin));
        let goal = |is_reached: &dyn Fn(Spread) -> bool| {
            at(crossing(-MAX_MARGIN, MAX_MARGIN, |elo| is_reached(at(elo).spread())))
        };
        match model {
            Model::Logistic => goal(&|spread| spread.mean >= expected_score(elo)),
            Model::Normalized => {
                goal(&|spread| spread.mean - 0.5 >= elo / NORMALIZED_UNIT * spread.game_deviation())
            }
        }
    }

    fn of(favoured: [f64; 3], other: [f64; 3]) -> PairChances {
        PairChances(PAIRS.map(|(one, two)| favoured[one.half_points()] * other[two.half_points()]))
    }

    /// The probability of each of `PAIRS`.
    pub fn shares(&self) -> [f64; 9] {
        self.0
    }

    /// The probabilities of a loss, a draw and a win in a game.
    pub fn games(&self) -> [f64; 3] {
        let mut games = [0.0; 3];
        for ((one, other), share) in PAIRS.iter().zip(self.0) {
            games[one.half_points()] += share / 2.0;
            games[other.half_points()] += share / 2.0;
        }
        games
    }

    fn draw_share(&self) -> f64 {
        self.games()[1]
    }

    /// The mean and variance of a pair.
    pub fn spread(&self) -> Spread {
        let mut points = [0.0; 5];
        for ((one, other), share) in PAIRS.iter().zip(self.0) {
            points[one.half_points() + other.half_points()] += share;
        }
        Spread::of_weights(points)
    }
}

/// The least value from `low` to `high` at which a condition holds that is false at `low` and true at `high`.
fn crossing(mut low: f64, mut high: f64, is_reached: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..BISECTIONS {
        let middle = (low + high) / 2.0;
        *(if is_reached(middle) { &mut high } else { &mut low }) = middle;
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(model: Model, elo: f64, draws: f64, bias: f64) -> PairChances {
        PairChances::new(model, Strengths { elo, draws, bias }).unwrap()
    }

    #[test]
    fn probabilities_have_the_given_strength_and_draws() {
        for (elo, draws, bias) in [(0.0, 0.0, 0.0), (5.0, 0.5, 80.0), (-120.0, 0.1, 300.0), (200.0, 0.3, 0.0)]
        {
            let logistic = pairs(Model::Logistic, elo, draws, bias);
            assert!((logistic.spread().mean - expected_score(elo)).abs() < 1e-9);
            let normalized = pairs(Model::Normalized, elo, draws, bias);
            let found = normalized.spread().normalized().unwrap_or_default() * NORMALIZED_UNIT;
            assert!((found - elo).abs() < 1e-6, "{found} {elo}");
            for chances in [logistic, normalized] {
                assert!((chances.games()[1] - draws).abs() < 1e-6);
                assert!((chances.shares().iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn openings_that_favour_a_side_reduce_the_variance_of_pairs() {
        let deviation = |bias| pairs(Model::Logistic, 3.0, 0.3, bias).spread().game_deviation();
        assert!(deviation(200.0) < 0.9 * deviation(0.0));
        let games = pairs(Model::Logistic, 3.0, 0.3, 0.0).games();
        assert!((deviation(0.0) - Spread::of_weights(games).game_deviation()).abs() < 1e-12);
    }

    #[test]
    fn too_many_draws_are_refused() {
        let strengths = Strengths { elo: 200.0, draws: 0.9, bias: 0.0 };
        let message = PairChances::new(Model::Logistic, strengths).unwrap_err().to_string();
        assert!(message.contains("draw share of 0.9") && message.contains("Give fewer draws"), "{message}");
    }
}
