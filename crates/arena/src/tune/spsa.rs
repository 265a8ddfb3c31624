//! Simultaneous perturbation stochastic approximation (Spall 1992; the gains as in Spall 1998).
//!
//! Each iteration changes all parameters at once, each up or down at random, and asks which of the two opposite changes
//! scores better. One answer moves every parameter: what it says about the others is noise, which cancels out over
//! iterations. Changes and steps shrink as iterations go by.
//!
//! As usual among authors of engines, gains are given by their values at the last iteration, and changes as parts of
//! each parameter's range. Parameters are whole numbers: a change is rounded at random, so that its mean is kept.

use search_core::recipe::{Parameter, Parameters, Recipe};
use serde::{Deserialize, Serialize};
use shuangqi_cli::Failure;
use shuangqi_cli::bad_input::{nearest, quote};
use shuangqi_lab::stats::Random;

use crate::rating::Trinomial;
use crate::segment::number;

/// The exponent by which steps shrink.
const ALPHA: f64 = 0.602;
/// The exponent by which perturbations shrink.
const GAMMA: f64 = 0.101;
/// The part of the iterations by which the first steps are held back.
const STABILITY: f64 = 0.1;

/// The sizes of perturbations and steps.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, clap::Args)]
pub struct Gains {
    /// Iterations
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = number(1..=1_000_000_u32))]
    pub iterations: u32,
    /// The perturbation of the last iteration, as a part of each parameter's range
    #[arg(long, value_name = "PART", default_value_t = 0.1, value_parser = number(1e-6..=0.5))]
    pub perturbation: f64,
    /// The last step for each game more that is won than lost, as a part of that
    /// perturbation
    #[arg(long, value_name = "PART", default_value_t = 0.02, value_parser = number(1e-6..=1.0))]
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

    /// The state after iterations with these results of the first side.
    pub fn after(parameters: &'a [Tunable], gains: Gains, seed: u64, known: &[Trinomial]) -> Spsa<'a> {
        let mut spsa = Spsa::new(parameters, gains, seed);
        for games in known {
            let Some(trial) = spsa.trial() else { break };
            spsa.learn(&trial, games.lead());
        }
        spsa
    }

    /// The number of iterations done.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// The values by parameter.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The values that the next iteration compares; `None` after the last. It depends on the seed and the values alone.
    pub fn trial(&self) -> Option<Trial> {
        let mut random = Random::new(*self.seeds.get(self.done as usize)?);
        let perturbation = self.gains.perturbation(self.done + 1);
        let mut trial = Trial { directions: Vec::new(), values: [Vec::new(), Vec::new()] };
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let direction = if random.below(2) == 0 { 1.0 } else { -1.0 };
            // The same for both sides: what they differ by varies least.
            let rounding = random.part();
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

/// Stands for all parameters.
const ALL: &str = "all";

/// The parameters of these names, at their values in a recipe; for all, those that the recipe goes by.
pub fn chosen(names: &[String], recipe: &Recipe) -> Result<Vec<Tunable>, Failure> {
    if names.len() == 1 && names[0] == ALL {
        let used = Parameters::ALL.iter().filter(|one| (one.is_used)(recipe));
        let all: Vec<Tunable> = used.map(|one| tunable(one, recipe)).collect::<Result<_, _>>()?;
        let nothing = || {
            usage("no part of the recipe has any; add one, as in --recipe play+late-reductions".to_owned())
        };
        return if all.is_empty() { Err(nothing()) } else { Ok(all) };
    }
    if names.is_empty() || names.iter().any(String::is_empty) {
        return Err(usage(format!("a name is missing in {}", quote(&names.join(",")))));
    }
    if let Some(place) = (1..names.len()).find(|&place| names[..place].contains(&names[place])) {
        return Err(usage(format!("{} is named twice", quote(&names[place]))));
    }
    names.iter().map(|name| tunable(named(name)?, recipe)).collect()
}

fn named(name: &str) -> Result<&'static Parameter, Failure> {
    Parameters::ALL.iter().find(|one| one.name == name).ok_or_else(|| {
        let known = || Parameters::ALL.iter().map(|one| one.name);
        let meant = nearest(name, known());
        let list = || format!("The parameters are {}", known().collect::<Vec<_>>().join(", "));
        let remedy = meant.map_or_else(list, |meant| format!("Is {meant} meant?"));
        usage(format!("there is no parameter {}. {remedy}", quote(name)))
    })
}

fn tunable(parameter: &Parameter, recipe: &Recipe) -> Result<Tunable, Failure> {
    let &Parameter { name, min, max, is_used } = parameter;
    if !is_used(recipe) {
        let remedy = "Leave it out, or add the part to --recipe, as in play+singular";
        return Err(usage(format!("no part of the recipe uses {name}. {remedy}")));
    }
    let mut parameters = recipe.parameters;
    let start =
        *parameters.value_mut(name).ok_or_else(|| Failure::Internal(format!("{name} has no value")))?;
    if !(min..=max).contains(&start) {
        return Err(usage(format!("{name} is {start} in the recipe, and is tuned from {min} to {max}")));
    }
    Ok(Tunable { name: name.to_owned(), start, least: min, most: max })
}

/// The recipe of this text with these values, as a text; those that are not changed are left out.
pub fn recipe_text(recipe: &str, parameters: &[Tunable], values: &[i32]) -> String {
    let changed = parameters.iter().zip(values).filter(|(one, value)| one.start != **value);
    changed.fold(recipe.to_owned(), |text, (one, value)| format!("{text}+{}={value}", one.name))
}

fn usage(message: String) -> Failure {
    Failure::Usage(format!("--parameters: {message}"))
}

/// The seeds of a number of iterations.
fn seeds(seed: u64, iterations: u32) -> Vec<u64> {
    let mut random = Random::new(seed);
    (0..iterations).map(|_| random.below(usize::MAX) as u64).collect()
}

#[cfg(test)]
mod tests {
    use search_core::recipe::{PVS, SELECTIVE};

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
                let mut game = || match random.part() < 0.4 {
                    false => 0.0,
                    true if random.part() < chance => 1.0,
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

    fn names(text: &str) -> Vec<String> {
        text.split(',').map(str::to_owned).collect()
    }

    #[test]
    fn a_recipe_is_written_so_that_it_can_be_read_again() {
        let parameters = chosen(&names("late_slope,reduction_base"), &SELECTIVE).unwrap();
        let (before, text) = ("selective+iir", recipe_text("selective+iir", &parameters, &[140, 700]));
        assert_eq!(text, "selective+iir+late_slope=140+reduction_base=700");
        let read = Recipe::parse(&text).unwrap();
        assert_eq!((read.parameters.late_slope, read.parameters.reduction_base), (140, 700));
        let unchanged: Vec<i32> = parameters.iter().map(|one| one.start).collect();
        assert_eq!(recipe_text(before, &parameters, &unchanged), before);
    }

    #[test]
    fn parameters_start_from_the_recipe() {
        let recipe = Recipe::parse("selective+late_slope=140").unwrap();
        let found = chosen(&names("late_slope"), &recipe).unwrap();
        assert_eq!(found, [Tunable { name: "late_slope".to_owned(), start: 140, least: 30, most: 300 }]);
        let all = chosen(&names("all"), &recipe).unwrap();
        assert!(all.iter().any(|one| one.name == "delta_margin"));
        assert!(!all.iter().any(|one| one.name.starts_with("probcut")));
    }

    #[test]
    fn names_that_cannot_be_used_are_refused() {
        let wide = Recipe::parse("selective+late_slope=301").unwrap();
        for (text, recipe, words) in [
            ("late_slope,", SELECTIVE, "a name is missing"),
            ("x", SELECTIVE, "The parameters are bonus_most, "),
            ("probcut_depth", SELECTIVE, "no part of the recipe uses probcut_depth. Leave it out, or add"),
            ("all", PVS, "no part of the recipe has any; add one"),
            ("late_slope", wide, "late_slope is 301 in the recipe, and is tuned from 30 to 300"),
        ] {
            let failure = chosen(&names(text), &recipe).unwrap_err();
            assert_eq!(failure.exit(), shuangqi_cli::Exit::Usage);
            assert!(failure.to_string().contains(words), "{failure}");
        }
        assert!(chosen(&[], &SELECTIVE).is_err());
    }
}
