//! Simultaneous perturbation stochastic approximation (Spall 1992; the gains as in Spall 1998).
//!
//! Each iteration changes all parameters at once, each up or down at random, and asks which of the two opposite changes
//! scores better. One answer moves every parameter: what it says about the others is noise, which cancels out over
//! iterations. Changes and steps shrink as iterations go by.
//!
//! As usual among authors of engines, gains are given by their values at the last iteration, and changes as parts of
//! each parameter's range. Parameters are whole numbers: a change is rounded at random, so that its mean is kept.

use serde::{Deserialize, Serialize};
use shuangqi_lab::stats::Random;

/// How fast steps shrink.
const ALPHA: f64 = 0.602;
/// How fast perturbations shrink.
const GAMMA: f64 = 0.101;
/// The part of the iterations by which the first steps are held back.
const STABILITY: f64 = 0.1;

/// The sizes of perturbations and steps.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gains {
    /// The number of iterations.
    pub iterations: u32,
    /// The perturbation of the last iteration, as a part of a parameter's range.
    pub perturbation: f64,
    /// The last step for each game more that is won than lost, as a part of that perturbation.
    pub rate: f64,
}

impl Gains {
    /// The perturbation of an iteration, counted from 1, as a part of a parameter's range.
    pub fn perturbation(&self, iteration: u32) -> f64 {
        self.perturbation * libm::pow(f64::from(self.iterations) / f64::from(iteration), GAMMA)
    }

    /// The step of an iteration for each game more that is won than lost, as a part of a parameter's range.
    pub fn step(&self, iteration: u32) -> f64 {
        let (all, iteration_number) = (f64::from(self.iterations), f64::from(iteration));
        let held_back = STABILITY * all;
        let last = self.rate * self.perturbation * self.perturbation;
        let gain = last * libm::pow((held_back + all) / (held_back + iteration_number), ALPHA);
        gain / self.perturbation(iteration)
    }
}

/// A parameter that is tuned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tunable {
    /// Its name in a recipe.
    pub name: String,
    /// The value at the start.
    pub start: i32,
    /// The least value.
    pub least: i32,
    /// The greatest value.
    pub most: i32,
}

impl Tunable {
    fn clamped(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.least), f64::from(self.most))
    }

    /// The width of the range.
    pub fn range(&self) -> f64 {
        f64::from(self.most) - f64::from(self.least)
    }
}

/// The two sides of an iteration: all parameters changed one way, and the opposite way.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Up (1) or down (-1), by parameter.
    directions: Vec<f64>,
    /// The values by side.
    pub values: [Vec<i32>; 2],
}

/// The state between two iterations.
#[derive(Clone, Debug)]
pub struct Spsa<'a> {
    parameters: &'a [Tunable],
    gains: Gains,
    seeds: Vec<u64>,
    /// Iterations done.
    done: u32,
    values: Vec<f64>,
}

impl<'a> Spsa<'a> {
    /// The start; the same seed, the same directions.
    pub fn new(parameters: &'a [Tunable], gains: Gains, seed: u64) -> Spsa<'a> {
        let values = parameters.iter().map(|one| f64::from(one.start)).collect();
        Spsa { parameters, gains, seeds: seeds(seed, gains.iterations), done: 0, values }
    }

    /// The number of iterations done.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// The values by parameter.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// What the next iteration compares; `None` after the last. It depends on the seed and the values alone.
    pub fn trial(&self) -> Option<Trial> {
        let mut random = Random::new(*self.seeds.get(self.done as usize)?);
        let perturbation = self.gains.perturbation(self.done + 1);
        let mut trial = Trial { directions: Vec::new(), values: [Vec::new(), Vec::new()] };
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let direction = if random.below(2) == 0 { 1.0 } else { -1.0 };
            // The same for both sides: what they differ by varies least.
            let rounding = part(&mut random);
            trial.directions.push(direction);
            for (side, sign) in trial.values.iter_mut().zip([direction, -direction]) {
                let changed = parameter.clamped(value + sign * perturbation * parameter.range());
                side.push((changed + rounding).floor() as i32);
            }
        }
        Some(trial)
    }

    /// Moves all values towards the side that scored better: by `lead` games more won than lost by the first.
    pub fn learn(&mut self, trial: &Trial, lead: f64) {
        self.done += 1;
        let step = self.gains.step(self.done) * lead;
        let changes = self.parameters.iter().zip(&trial.directions);
        for (value, (parameter, direction)) in self.values.iter_mut().zip(changes) {
            *value = parameter.clamped(*value + step * direction * parameter.range());
        }
    }
}

/// A number from 0 to below 1.
fn part(random: &mut Random) -> f64 {
    const PARTS: usize = 1 << 53;
    random.below(PARTS) as f64 / PARTS as f64
}

/// The seeds of a number of iterations.
fn seeds(seed: u64, iterations: u32) -> Vec<u64> {
    let mut random = Random::new(seed);
    (0..iterations).map(|_| random.below(usize::MAX) as u64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tunable(start: i32, least: i32, most: i32) -> Tunable {
        Tunable { name: "p".to_owned(), start, least, most }
    }

    const GAINS: Gains = Gains { iterations: 2000, perturbation: 0.1, rate: 0.02 };

    #[test]
    fn gains_end_as_given_and_shrink_until_then() {
        assert!((GAINS.perturbation(2000) - 0.1).abs() < 1e-12);
        assert!((GAINS.step(2000) - 0.02 * 0.1).abs() < 1e-12);
        // (N/1)^0.101 and (1.1 N / (0.1 N + 1))^0.602, by hand.
        assert!((GAINS.perturbation(1) / 0.1 - 2.1548).abs() < 1e-3);
        assert!((GAINS.step(1) * GAINS.perturbation(1) / (0.02 * 0.01) - 4.2229).abs() < 1e-2);
        assert!((1..2000).all(|at| GAINS.perturbation(at) > GAINS.perturbation(at + 1)));
    }

    /// Elo falls with the square of the distance from a known optimum, and what is seen of it is a pair of games: 60 %
    /// of them drawn, the others won by the chance that Elo gives. 4,000 games find both optima to within a fifteenth
    /// of the range from a third of it away.
    #[test]
    fn the_optimum_of_a_noisy_quadratic_is_found() {
        let parameters = [tunable(300, 0, 1000), tunable(24, 8, 40)];
        let optima = [680.0, 14.0];
        let elo = |values: &[i32]| -> f64 {
            let part =
                |(value, (one, best)): (&i32, (&Tunable, f64))| (f64::from(*value) - best) / one.range();
            let parts = values.iter().zip(parameters.iter().zip(optima)).map(part);
            parts.map(|part| -1500.0 * part * part).sum()
        };
        for seed in 1..=4 {
            let mut spsa = Spsa::new(&parameters, GAINS, seed);
            let mut random = Random::new(1000 + seed);
            while let Some(trial) = spsa.trial() {
                let difference = elo(&trial.values[0]) - elo(&trial.values[1]);
                let chance = 1.0 / (1.0 + libm::pow(10.0, -difference / 400.0));
                let mut game = || match part(&mut random) < 0.4 {
                    false => 0.0,
                    true if part(&mut random) < chance => 1.0,
                    true => -1.0,
                };
                spsa.learn(&trial, game() + game());
            }
            for ((value, best), parameter) in spsa.values().iter().zip(optima).zip(&parameters) {
                let error = (value - best).abs() / parameter.range();
                assert!(error < 1.0 / 15.0, "seed {seed}: {value} instead of {best}");
            }
        }
    }

    #[test]
    fn rounding_keeps_the_mean_of_a_small_change() {
        let parameters = [tunable(3, 1, 6)];
        // A tenth of a range of 5 is half of one.
        let gains = Gains { iterations: 1, perturbation: 0.1, rate: 0.1 };
        let difference = |seed| {
            let trial = Spsa::new(&parameters, gains, seed).trial().unwrap();
            f64::from(trial.values[0][0] - trial.values[1][0]) * trial.directions[0]
        };
        let differences: Vec<f64> = (0..2000).map(difference).collect();
        assert!(
            differences.iter().all(|one| *one == 1.0),
            "2 or 3 below, 3 or 4 above, by the same rounding"
        );
        let upper = |seed| {
            *Spsa::new(&parameters, gains, seed).trial().unwrap().values.iter().flatten().max().unwrap()
        };
        let fours = (0..2000).filter(|&seed| upper(seed) == 4).count();
        assert!((900..1100).contains(&fours), "{fours}");
    }

    #[test]
    fn values_stay_within_their_ranges() {
        let parameters = [tunable(40, 8, 40)];
        let mut spsa = Spsa::new(&parameters, Gains { iterations: 50, perturbation: 0.3, rate: 1.0 }, 3);
        while let Some(trial) = spsa.trial() {
            assert!(trial.values.iter().flatten().all(|value| (8..=40).contains(value)));
            spsa.learn(&trial, 2.0);
            assert!((8.0..=40.0).contains(&spsa.values()[0]));
        }
        assert_eq!(spsa.done(), 50);
    }
}
