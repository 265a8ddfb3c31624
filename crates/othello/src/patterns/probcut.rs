//! ProbCut's model of the evaluator: what a shallow search tells of a deep one.
//!
//! Michael Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm", 1995. The numbers are fitted
//! to the weights that they are stored with.

use search_core::recipe::ModelProbCut;
use search_core::{ProbCut, Score};

use crate::certainty;
use crate::position::DISC;

/// The difference between a deep score and a shallow one, in discs: its mean, by the parities of both depths, and the
/// logarithm of its standard deviation.
#[derive(Clone, PartialEq, Debug)]
pub struct ProbCutModel {
    /// For searches that do not reach the end of the game: by the parity of the shallow depth, then of the deep one, the
    /// weights of [`ProbCutModel::mean_terms`].
    pub means: [[[f32; 2]; 2]; 2],
    /// The weights of [`ProbCutModel::deviation_terms`].
    pub deviation: [f32; 5],
    /// For exact scores: by the parities of the shallow depth and of the number of empty squares, the weights of
    /// [`ProbCutModel::mean_terms`].
    pub exact_means: [[[f32; 2]; 2]; 2],
    /// The weights of [`ProbCutModel::exact_deviation_terms`].
    pub exact_deviation: [f32; 3],
}

impl ProbCutModel {
    /// The number of numbers of a model.
    pub const NUMBERS: usize = 8 + 5 + 8 + 3;

    /// A careful one, for weights whose own is not fitted yet.
    pub const UNFITTED: ProbCutModel = ProbCutModel {
        means: [[[0.0; 2]; 2]; 2],
        deviation: [1.6, -0.1, 0.05, 0.0, 0.0],
        exact_means: [[[0.0; 2]; 2]; 2],
        exact_deviation: [1.3, -0.05, 0.05],
    };

    /// The terms whose weighted sum is a mean, in discs.
    pub fn mean_terms(empties: i16) -> [f32; 2] {
        [1.0, f32::from(empties)]
    }

    /// The terms whose weighted sum is the logarithm of a deviation in discs.
    pub fn deviation_terms(shallow: i16, depth: i16, empties: i16) -> [f32; 5] {
        let empties = f32::from(empties);
        [1.0, f32::from(shallow), f32::from(depth), empties, empties * empties]
    }

    /// The same for exact scores.
    pub fn exact_deviation_terms(shallow: i16, empties: i16) -> [f32; 3] {
        [1.0, f32::from(shallow), f32::from(empties)]
    }

    /// Mean and standard deviation, in discs, of a score at `depth` less that at depth `shallow`.
    pub fn midgame(&self, shallow: i16, depth: i16, empties: i16) -> (f32, f32) {
        let means = self.means[parity(shallow)][parity(depth)];
        let logarithm = dot(&self.deviation, &Self::deviation_terms(shallow, depth, empties));
        (dot(&means, &Self::mean_terms(empties)), logarithm.exp())
    }

    /// Mean and standard deviation, in discs, of an exact score less that at depth `shallow`.
    pub fn exact(&self, shallow: i16, empties: i16) -> (f32, f32) {
        let means = self.exact_means[parity(shallow)][parity(empties)];
        let logarithm = dot(&self.exact_deviation, &Self::exact_deviation_terms(shallow, empties));
        (dot(&means, &Self::mean_terms(empties)), logarithm.exp())
    }

    /// All numbers, in the order of their declaration.
    pub fn numbers(&self) -> impl Iterator<Item = f32> {
        let means = self.means.iter().flatten().flatten();
        means
            .chain(&self.deviation)
            .chain(self.exact_means.iter().flatten().flatten())
            .chain(&self.exact_deviation)
            .copied()
    }

    /// The model of these numbers, in the same order.
    pub fn from_numbers(numbers: [f32; Self::NUMBERS]) -> ProbCutModel {
        let mut model = ProbCutModel::UNFITTED;
        let means = model.means.iter_mut().flatten().flatten();
        let all = means
            .chain(&mut model.deviation)
            .chain(model.exact_means.iter_mut().flatten().flatten())
            .chain(&mut model.exact_deviation);
        all.zip(numbers).for_each(|(place, number)| *place = number);
        model
    }
}

fn parity(depth: i16) -> usize {
    usize::from(depth % 2 != 0)
}

fn dot<const N: usize>(weights: &[f32; N], terms: &[f32; N]) -> f32 {
    weights.iter().zip(terms).map(|(weight, term)| weight * term).sum()
}

/// How much a search leaves out on the word of a shallower one.
struct Selectivity {
    /// In the middle game, the standard deviations within which the deep score is expected.
    midgame: f32,
    /// A search of the middle game is cut from this depth on.
    min_depth: i16,
    /// At the end of the game, what the deviations of a level of certainty are multiplied by.
    ending: f32,
}

/// With 0.9 deviations from depth 3 on the solver takes 7 % more nodes for FFO #40–#49.
const CAREFUL: Selectivity = Selectivity { midgame: 1.3, min_depth: 4, ending: 1.0 };

/// Predictions inside predictions, with 0.9 deviations from depth 3 on, gave +45 ± 25 Elo against the careful numbers (500 games at
/// 0.5 s + 0.005 s). With 25 empty squares level 14 then took 0.35 times the nodes, with a mean error of 0.93 discs in place of 1.07
/// (60 positions of hard-25; 1.16 with `ending` 1.0, as predictions inside predictions err more).
///
/// The present numbers of the middle game come from positions with 28 to 46 empty squares. The moves that 150,000 nodes find were each
/// judged by a search of ten times as many. The gain in discs a move over 0.9 deviations from depth 3 on, a shallow depth of two fifths
/// and a reach of 4 discs:
///
/// | change, each with those before | 2,200 positions | 2,400 others |
/// |---|---|---|
/// | from depth 2 on | +0.022 ± 0.037 | |
/// | half of the depth | +0.042 ± 0.037 | |
/// | a reach of 8 discs | +0.050 ± 0.037 | +0.028 ± 0.036 |
/// | 1.05 deviations | | +0.049 ± 0.032 |
/// | 1.2 deviations | | +0.048 ± 0.035 |
/// | twice the nodes and no other change | +0.062 ± 0.036 | |
///
/// A reach of 16, 0.75 deviations and three fifths of the depth were no better.
///
/// From depth 1 on in place of 2, a search of 17 plies takes 0.85 to 0.93 times the nodes, and the games gain +22 ± 17 Elo (700 at
/// 0.5 s + 0.005 s).
const BOLD: Selectivity = Selectivity { midgame: 1.1, min_depth: 1, ending: 1.1 };

/// The standard deviations within which a score at depth 1 is expected, which the static evaluation predicts without a search. With 1.1, as at other depths, 15 plies on
/// hard-30 err by 2.02 discs in place of 1.89, in the same time; in games no difference is certain (−6 ± 17 Elo for 1.4 in 700).
const DEVIATIONS_AT_DEPTH_1: f32 = 1.4;

/// The distance that the static evaluation may have from what a shallow search would have to prove, in hundredths of a disc: in the
/// middle game, and at the end of the game. FFO #40–#46 take the same nodes within 0.01 % with 4 discs in the middle game and shallow
/// searches of two fifths of the depth.
const REACH: [Score; 2] = [8 * DISC, 6 * DISC];

/// The depth of the shallow search: about half, of the same parity as the deep one, as scores of odd and even depths differ by some
/// discs. That of depth 1 is the static evaluation.
fn shallow_depth(depth: i16) -> i16 {
    let half = depth / 2;
    (half - (depth - half) % 2).max(0)
}

/// The same below a search of the whole rest of the game. Thirty positions of 22 empty squares take 26.5 M nodes each; with
/// one ply less 27.8 M. An earlier evaluator took 55 M without selective searches before the exact one, and as many with a
/// quarter of the plies.
fn shallow_depth_at_the_end(empties: i16) -> i16 {
    (empties - 12).clamp(0, 14) / 2 * 2
}

/// The answers to every question that a search can ask, careful ones and bold ones.
#[derive(Clone, Debug)]
pub(super) struct ProbCutTables {
    careful: ProbCutTable,
    bold: ProbCutTable,
}

impl ProbCutTables {
    pub fn new(model: &ProbCutModel) -> ProbCutTables {
        ProbCutTables { careful: ProbCutTable::new(model, &CAREFUL), bold: ProbCutTable::new(model, &BOLD) }
    }

    #[inline(always)]
    pub fn get(&self, model: ModelProbCut, empties: i16, depth: i16) -> Option<ProbCut> {
        match model {
            ModelProbCut::Off => None,
            ModelProbCut::Careful => self.careful.get(empties, depth),
            ModelProbCut::Bold => self.bold.get(empties, depth),
        }
    }
}

/// Answers by empty squares and depth.
#[derive(Clone, Debug)]
struct ProbCutTable(Box<[[Option<ProbCut>; DEPTHS]]>);

/// Depths that are told apart: any that a board has, and the levels of certainty beyond.
const DEPTHS: usize = 64 + certainty::LEVELS.len();

impl ProbCutTable {
    fn new(model: &ProbCutModel, selectivity: &Selectivity) -> ProbCutTable {
        let row = |empties| std::array::from_fn(|depth| cut(model, selectivity, empties, depth as i16));
        ProbCutTable((0..=60).map(row).collect())
    }

    #[inline(always)]
    fn get(&self, empties: i16, depth: i16) -> Option<ProbCut> {
        *self.0.get(empties as usize)?.get(depth as usize)?
    }
}

fn cut(model: &ProbCutModel, selectivity: &Selectivity, empties: i16, depth: i16) -> Option<ProbCut> {
    let hundredths = |discs: f32| (100.0 * discs).round() as Score;
    if depth < empties {
        let shallow = shallow_depth(depth);
        let (mean, deviation) = model.midgame(shallow, depth, empties);
        let deviations = if depth == 1 { DEVIATIONS_AT_DEPTH_1 } else { selectivity.midgame };
        let margin = hundredths(deviations * deviation);
        let model =
            ProbCut { depth: shallow, bias: hundredths(mean), margin, reach: reach(shallow, REACH[0]) };
        return (depth >= selectivity.min_depth).then_some(model);
    }
    let level = certainty::level_of(empties, depth)?;
    let shallow = shallow_depth_at_the_end(empties);
    let (mean, deviation) = model.exact(shallow, empties);
    let margin = hundredths(selectivity.ending * level.deviations * deviation);
    Some(ProbCut { depth: shallow, bias: hundredths(mean), margin, reach: reach(shallow, REACH[1]) })
}

/// The usual distance; 0 where the shallow search has depth 0, which is the static evaluation itself.
fn reach(shallow: i16, usual: Score) -> Score {
    if shallow > 0 { usual } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_model() {
        let numbers: [f32; ProbCutModel::NUMBERS] = std::array::from_fn(|index| index as f32);
        let model = ProbCutModel::from_numbers(numbers);
        assert_eq!(model.numbers().collect::<Vec<_>>(), numbers);
        assert_eq!(model.exact_deviation, [21.0, 22.0, 23.0]);
    }

    /// An exact search must never be cut, and a shallow search is shallower than what it answers for.
    #[test]
    fn exact_depths_are_never_cut() {
        for selectivity in [CAREFUL, BOLD] {
            let table = ProbCutTable::new(&ProbCutModel::UNFITTED, &selectivity);
            for empties in 0..=60 {
                for depth in 0..=certainty::exact_depth(empties) + 2 {
                    let cut = table.get(empties, depth);
                    assert!(cut.is_none_or(|cut| cut.depth == 0 || cut.depth < depth.min(empties)));
                    assert!(depth < certainty::exact_depth(empties) || cut.is_none());
                }
            }
            assert!(table.get(20, certainty::depth_at(20, 3)).is_some() && table.get(40, 12).is_some());
        }
    }

    #[test]
    fn more_certainty_means_wider_margins() {
        for selectivity in [CAREFUL, BOLD] {
            let table = ProbCutTable::new(&ProbCutModel::UNFITTED, &selectivity);
            let margins: Vec<Score> = (0..4)
                .filter_map(|level| table.get(20, certainty::depth_at(20, level)))
                .map(|cut| cut.margin)
                .collect();
            assert!(margins.len() == 4 && margins.is_sorted());
        }
    }
}
