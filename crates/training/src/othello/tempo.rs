//! What the evaluation lacks in the mean, by the number of empty squares.
//!
//! Results of shallow searches undervalue the side that plays last, where the number of empty squares is odd, and an evaluation that is
//! fitted to them does the same: by about a disc with 9 to 33 empty squares. Deeper searches show it, and solved positions.

use std::ops::RangeInclusive;

use super::probcut::Scores;
use crate::numbers::LeastSquares;

/// The numbers of empty squares between which the corrections are fitted; the outermost stand for those beyond.
const EMPTIES: RangeInclusive<i16> = 8..=50;
/// By parity of the number of empty squares, the weights of 1, of that number and of its square.
const TERMS: usize = 6;

/// What is to be added to evaluations, by the number of empty squares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TempoCorrections([f32; TERMS]);

impl TempoCorrections {
    /// Those with which searches of different depths, and exact scores, agree best in the mean. A search is off by what the evaluation
    /// of its leaves lacks; searches of half the greatest depth and more count, as every leaf is one of several to choose between, and
    /// the choice of the side that has the last one moves the score, too.
    pub fn fit(scores: &[Scores]) -> TempoCorrections {
        let mut sum = LeastSquares::new();
        for scores in scores {
            let deepest = scores.by_depth.len() - 1;
            let references = references(scores);
            for shallow in deepest / 2..=deepest {
                let low = Search::of(scores, shallow);
                for (_, high) in references.iter().filter(|(depth, _)| *depth >= shallow + 2) {
                    let terms = std::array::from_fn(|term| low.terms[term] - high.terms[term]);
                    sum.add(terms, f64::from(high.score - low.score));
                }
            }
        }
        TempoCorrections(sum.solve())
    }

    /// What is to be added with so many empty squares, in discs.
    pub fn discs(&self, empties: i16) -> f32 {
        self.0.iter().zip(terms(empties)).map(|(weight, term)| weight * term).sum()
    }

    /// The scores that the same searches have with corrected evaluations.
    #[must_use]
    pub fn applied(&self, scores: &Scores) -> Scores {
        let corrected = |(depth, &score): (i16, &f32)| {
            let correction = self.discs(scores.empties - depth);
            score + if depth % 2 == 0 { correction } else { -correction }
        };
        Scores { by_depth: (0..).zip(&scores.by_depth).map(corrected).collect(), ..scores.clone() }
    }
}

/// The scores that a position's others are compared with, each with its depth: the exact one, or those of the two deepest searches.
fn references(scores: &Scores) -> Vec<(usize, Search)> {
    match scores.exact {
        Some(score) => vec![(usize::MAX, Search { score, terms: [0.0; TERMS] })],
        None => {
            (0..scores.by_depth.len()).rev().take(2).map(|depth| (depth, Search::of(scores, depth))).collect()
        }
    }
}

/// The score of a search, and what a correction adds to it.
struct Search {
    score: f32,
    terms: [f32; TERMS],
}

impl Search {
    fn of(scores: &Scores, depth: usize) -> Search {
        let leaf = terms(scores.empties - depth as i16);
        // The leaves are evaluated from the view of the side to move there.
        let terms = leaf.map(|term| if depth.is_multiple_of(2) { term } else { -term });
        Search { score: scores.by_depth[depth], terms }
    }
}

fn terms(empties: i16) -> [f32; TERMS] {
    let number = f32::from(empties.clamp(*EMPTIES.start(), *EMPTIES.end())) / 16.0;
    let terms = [1.0, number, number * number];
    let first = if empties % 2 == 0 { 0 } else { terms.len() };
    std::array::from_fn(
        |term| if (first..first + terms.len()).contains(&term) { terms[term - first] } else { 0.0 },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches of positions whose leaves are off by a known amount, and some that were solved.
    fn scores(lacks: impl Fn(i16) -> f32) -> Vec<Scores> {
        let position = |index: i16| {
            let (empties, truth) = (13 + index % 38, f32::from(index % 11));
            let score = |depth: i16| {
                let lack = lacks(empties - depth);
                truth - if depth % 2 == 0 { lack } else { -lack }
            };
            Scores {
                empties,
                by_depth: (0..=10).map(score).collect(),
                exact: (empties <= 23).then_some(truth),
            }
        };
        (0..1500).map(position).collect()
    }

    #[test]
    fn what_evaluations_lack_is_found_and_added() {
        let lacks = |empties: i16| match empties % 2 {
            0 => -0.5,
            _ => 1.5 - 0.02 * f32::from(empties.clamp(8, 50)),
        };
        let scores = scores(lacks);
        let corrections = TempoCorrections::fit(&scores);
        for empties in 8..=50 {
            let found = corrections.discs(empties);
            assert!((found - lacks(empties)).abs() < 0.05, "{empties} empty squares: {found}");
        }
        for (index, scores) in scores.iter().enumerate() {
            let truth = (index % 11) as f32;
            let corrected = corrections.applied(scores).by_depth;
            assert!(
                corrected.iter().all(|score| (score - truth).abs() < 0.1),
                "{corrected:?}, expected {truth}"
            );
        }
    }

    #[test]
    fn no_scores_leave_the_evaluation_as_it_is() {
        assert_eq!(TempoCorrections::fit(&[]).discs(20), 0.0);
    }
}
