//! Positions as the fit sees them: which weights count how often, and what the evaluation should say.

use xiangqi::Color;
use xiangqi::evaluator::{Weights, trace};

use super::records::GameRecord;

/// A weight's numbers on the full board and on the bare one.
pub type Numbers = [f32; 2];

/// The numbers of all weights, in the order of their indices.
pub fn numbers(weights: &Weights) -> Vec<Numbers> {
    (0..Weights::COUNT).map(|index| weights.get(index).map(|number| number as f32)).collect()
}

/// Positions, from Red's view.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Index of a weight, and how often it counts; the positions one after the other.
    terms: Vec<(u16, i16)>,
    positions: Vec<Facts>,
}

/// What is known of a position beside its terms.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// Where its terms end.
    end: usize,
    /// How full the board is, from 0 to 1.
    phase: f32,
    scale: f32,
    score: f32,
    points: f32,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'samples> {
    terms: &'samples [(u16, i16)],
    facts: Facts,
}

impl Samples {
    /// The positions of games that are kept. Their scales are those of the weights given.
    pub fn of(games: &[GameRecord], weights: &Weights) -> Samples {
        let mut samples = Samples::default();
        for sample in games.iter().flat_map(GameRecord::samples) {
            let trace = trace(&sample.position, weights);
            samples.terms.extend(&trace.terms);
            let is_red = sample.position.side() == Color::Red;
            let score = f32::from(sample.score);
            samples.positions.push(Facts {
                end: samples.terms.len(),
                phase: trace.phase as f32 / 32.0,
                scale: trace.scale,
                score: if is_red { score } else { -score },
                points: if is_red { sample.points } else { 1.0 - sample.points },
            });
        }
        samples
    }

    pub fn append(&mut self, other: Samples) {
        let shift = self.terms.len();
        self.terms.extend(other.terms);
        self.positions.extend(other.positions.iter().map(|facts| Facts { end: facts.end + shift, ..*facts }));
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn get(&self, index: usize) -> Sample<'_> {
        let begin = if index == 0 { 0 } else { self.positions[index - 1].end };
        let facts = self.positions[index];
        Sample { terms: &self.terms[begin..facts.end], facts }
    }

    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    #[must_use]
    pub fn filtered(&self, is_chosen: impl Fn(&Sample<'_>) -> bool) -> Samples {
        let mut chosen = Samples::default();
        for sample in self.iter().filter(is_chosen) {
            chosen.terms.extend(sample.terms);
            chosen.positions.push(Facts { end: chosen.terms.len(), ..sample.facts });
        }
        chosen
    }

    /// How often each weight occurs.
    pub fn occurrences(&self) -> Vec<u64> {
        let mut occurrences = vec![0; Weights::COUNT];
        self.terms.iter().for_each(|&(index, _)| occurrences[usize::from(index)] += 1);
        occurrences
    }
}

impl Sample<'_> {
    pub fn phase(&self) -> f32 {
        self.facts.phase
    }

    /// The score of the search, from Red's view.
    pub fn score(&self) -> f32 {
        self.facts.score
    }

    pub fn points(&self) -> f32 {
        self.facts.points
    }

    /// The evaluation by these weights, from Red's view.
    pub fn evaluation(&self, weights: &[Numbers]) -> f32 {
        let (mut full, mut bare) = (0.0, 0.0);
        for &(index, times) in self.terms {
            let numbers = weights[usize::from(index)];
            full += f32::from(times) * numbers[0];
            bare += f32::from(times) * numbers[1];
        }
        let Facts { phase, scale, .. } = self.facts;
        scale * (phase * full + (1.0 - phase) * bare)
    }

    /// Adds the slope of the evaluation in each number, times a factor.
    pub fn add_slopes(&self, factor: f32, slopes: &mut [Numbers]) {
        let Facts { phase, scale, .. } = self.facts;
        let parts = [factor * scale * phase, factor * scale * (1.0 - phase)];
        for &(index, times) in self.terms {
            let slope = &mut slopes[usize::from(index)];
            slope[0] += f32::from(times) * parts[0];
            slope[1] += f32::from(times) * parts[1];
        }
    }
}
