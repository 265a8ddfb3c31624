//! The fit of ProbCut's model: how far scores of shallow searches lie from deeper ones and from exact scores.

use othello::patterns::{Patterns, ProbCutModel};
use othello::recipe::PLAY;
use othello::solve::{EXACT, Solver};
use othello::{Board, DISC, Position, Side};
use search_core::recipe::{ModelProbCut, Recipe};
use search_core::{Control, Driver, Report, Root, SearchOptions, Table, ThreadData, think};

use crate::numbers::LeastSquares;

/// Bytes of a search's table.
const TABLE: usize = 64 << 20;

search_core::fixed_recipe! {
    /// The search whose scores are compared. It runs without ProbCut, whose model is fitted to them, and without reductions.
    FullWidth = Recipe { model_probcut: ModelProbCut::Off, late_reductions: false, ..PLAY }
}

/// The scores of one position, in discs.
#[derive(Clone, PartialEq, Debug)]
pub struct Scores {
    pub empties: i16,
    /// By depth, that of the static evaluation first.
    pub by_depth: Vec<f32>,
    /// The exact score, if the position was solved.
    pub exact: Option<f32>,
}

/// Searches positions, one after the other.
#[derive(Debug)]
pub struct ScoreSampler {
    thread: ThreadData<Position, Patterns>,
    table: Table<[u64; 2]>,
    solver: Solver,
}

impl ScoreSampler {
    pub fn new(evaluator: &Patterns) -> Self {
        ScoreSampler {
            thread: ThreadData::new(evaluator.clone()),
            table: Table::with_bytes(TABLE),
            solver: Solver::with_evaluator(evaluator.clone(), TABLE),
        }
    }

    /// The scores of a position to this depth, and the exact one if there are at most so many empty squares.
    pub fn scores(&mut self, board: Board, depth: i16, solved: i16) -> Scores {
        let position = Position { board, side: Side::Black };
        let empties = board.empties().len() as i16;
        self.thread.clear();
        self.table.clear();
        let static_score = self.thread.evaluator.evaluate_alone(&position);
        let options = SearchOptions { driver: Driver::Full, ..SearchOptions::to_depth(depth.min(empties)) };
        let root = Root { position: &position, history: &[()] };
        let ignore = |_: &Report<othello::Move>| {};
        let outcome =
            think(root, &mut self.thread, &self.table, FullWidth, &options, &Control::new(), ignore);
        let discs = |score: i32| score as f32 / DISC as f32;
        let by_depth = std::iter::once(static_score).chain(outcome.scores).map(discs).collect();
        let exact = (empties <= solved).then(|| {
            self.solver.clear();
            self.solver.solve(&position, EXACT, &Control::new()).score as f32
        });
        Scores { empties, by_depth, exact }
    }
}

/// A difference of two scores of a position.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// The shallow depth, in plies.
    pub shallow: i16,
    /// The deep one; `None`: the exact score.
    pub depth: Option<i16>,
    pub empties: i16,
    /// The deep score less the shallow one.
    pub discs: f32,
}

impl Difference {
    /// Mean and standard deviation of such differences by a model, in discs.
    pub fn fitted(&self, model: &ProbCutModel) -> (f32, f32) {
        let Difference { shallow, depth, empties, .. } = *self;
        depth.map_or_else(|| model.exact(shallow, empties), |depth| model.midgame(shallow, depth, empties))
    }
}

/// All differences of a position's scores.
pub fn differences(scores: &Scores) -> Vec<Difference> {
    let empties = scores.empties;
    let mut found = Vec::new();
    for (shallow, &low) in (0_i16..).zip(&scores.by_depth) {
        let deeper = (0_i16..).zip(&scores.by_depth).skip(shallow as usize + 1);
        found.extend(deeper.map(|(depth, &high)| Difference {
            shallow,
            depth: Some(depth),
            empties,
            discs: high - low,
        }));
        found.extend(scores.exact.map(|exact| Difference {
            shallow,
            depth: None,
            empties,
            discs: exact - low,
        }));
    }
    found
}

/// The mean of the logarithm of the square of a normally distributed number is less than the logarithm of its mean by this.
const LOGARITHM_OF_SQUARE: f64 = -1.27036;
/// The least absolute difference, in discs: the logarithm of a smaller one would weigh too much.
const MIN_ERROR: f64 = 0.05;

/// The model that fits the scores best: means by least squares, then deviations by those of the logarithm of what
/// the means leave.
pub fn fit(scores: &[Scores]) -> ProbCutModel {
    let all: Vec<Difference> = scores.iter().flat_map(differences).collect();
    let mut model = ProbCutModel::UNFITTED;
    let mean_where = |is_fit: &dyn Fn(&Difference) -> bool| {
        let mut sum = LeastSquares::new();
        for difference in all.iter().filter(|difference| is_fit(difference)) {
            sum.add(ProbCutModel::mean_terms(difference.empties), f64::from(difference.discs));
        }
        sum.solve()
    };
    for shallow in 0..2 {
        for deep in 0..2 {
            let (low, high) = (shallow as usize, deep as usize);
            let is_shallow = |one: &Difference| one.shallow & 1 == shallow;
            model.means[low][high] =
                mean_where(&|one| is_shallow(one) && one.depth.is_some_and(|depth| depth & 1 == deep));
            model.exact_means[low][high] =
                mean_where(&|one| is_shallow(one) && one.depth.is_none() && one.empties & 1 == deep);
        }
    }
    let (mut midgame, mut exact) = (LeastSquares::new(), LeastSquares::new());
    for difference in all {
        let Difference { shallow, depth, empties, discs } = difference;
        let square = f64::from(discs - difference.fitted(&model).0).powi(2).max(MIN_ERROR * MIN_ERROR);
        let logarithm = (square.ln() - LOGARITHM_OF_SQUARE) / 2.0;
        match depth {
            Some(depth) => midgame.add(ProbCutModel::deviation_terms(shallow, depth, empties), logarithm),
            None => exact.add(ProbCutModel::exact_deviation_terms(shallow, empties), logarithm),
        }
    }
    model.deviation = midgame.solve();
    model.exact_deviation = exact.solve();
    model
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores that differ from an exact score by noise of a known size: less, the deeper the search.
    fn scores(count: usize) -> Vec<Scores> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut normal = move || (0..12).map(|_| random.f32()).sum::<f32>() - 6.0;
        let mut position = |index: usize| {
            let empties = 14 + (index % 10) as i16;
            let noise = |depth: usize| 4.0 / (1.0 + depth as f32);
            let by_depth = (0..6).map(|depth| 2.0 + noise(depth) * normal()).collect();
            Scores { empties, by_depth, exact: Some(5.0) }
        };
        (0..count).map(&mut position).collect()
    }

    #[test]
    fn a_known_noise_is_found_again() {
        let model = fit(&scores(6000));
        for empties in [14, 23] {
            let (mean, deviation) = model.exact(0, empties);
            assert!((mean - 3.0).abs() < 0.3 && (deviation - 4.0).abs() < 1.2, "{mean} ± {deviation}");
            assert!(model.exact(4, empties).1 < deviation / 2.0);
            let (mean, deviation) = model.midgame(0, 4, empties);
            assert!(mean.abs() < 0.3 && (deviation - 4.1).abs() < 1.2, "{mean} ± {deviation}");
        }
    }

    #[test]
    fn no_scores_give_a_finite_model() {
        assert!(fit(&[]).numbers().all(f32::is_finite));
    }

    #[test]
    fn a_position_is_searched_to_every_depth() {
        let mut sampler = ScoreSampler::new(&Patterns::default());
        let scores = sampler.scores(Board::START, 4, 0);
        assert_eq!((scores.by_depth.len(), scores.exact), (5, None));
    }
}
