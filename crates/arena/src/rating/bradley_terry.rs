//! Ratings of many engines from their results against each other: the strengths under which those are the likeliest
//! (Zermelo 1929; Bradley & Terry 1952), a draw as half a win and half a loss.

mod groups;
mod matrix;

use std::f64::consts::LN_10;

use super::counts::Counts;
use super::normal::Z95;
use super::spread::Spread;
use matrix::Matrix;

/// The result of two engines against each other, as the first sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairResult {
    /// The index of the first.
    pub first: usize,
    /// The index of the second.
    pub second: usize,
    /// Their games or pairs.
    pub counts: Counts,
}

/// The rating of an engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Its index.
    pub engine: usize,
    /// In Elo; the mean of a group is 0.
    pub elo: f64,
    /// Half the width of the 95 % interval; absent without games.
    pub error: Option<f64>,
    /// Games played.
    pub games: u64,
    /// Points scored.
    pub points: f64,
    /// Engines of different groups are not connected by games; their ratings cannot be compared.
    pub group: usize,
    /// Whether it won points from engines of its group that, directly or through others, won some from it. Otherwise the
    /// results alone do not bound its strength.
    pub is_bounded: bool,
    /// Whether the results alone bound the strengths of its group. They do not where some engines never lost a point to
    /// the others: then one more draw is counted for every two that met.
    pub is_group_bounded: bool,
}

/// One strength in Elo of the natural scale: 400 / ln 10.
const SCALE: f64 = 400.0 / LN_10;
/// The greatest change of a strength in a step, in natural units.
const MAX_STEP: f64 = 1.0;
/// The steps end when no strength changes by more.
const TOLERANCE: f64 = 1e-12;
/// More games of a pairing count as this many.
const MOST_GAMES: f64 = 1e12;
/// Enough steps for all results.
const MAX_STEPS: usize = 1000;

/// The ratings of engines 0 to `engines` - 1, in that order. Results of other engines, or of one against itself, are
/// ignored.
pub fn ratings(engines: usize, results: &[PairResult]) -> Vec<Rating> {
    let is_usable =
        |result: &&PairResult| result.first.max(result.second) < engines && result.first != result.second;
    let pairings: Vec<Pairing> =
        results.iter().filter(is_usable).map(Pairing::new).filter(|pairing| pairing.games > 0.0).collect();
    let groups = groups::connected(engines, &pairings);
    let members =
        groups.iter().zip(0..).flat_map(|(group, number)| group.iter().map(move |&engine| (engine, number)));
    let mut ratings: Vec<Rating> = members.map(|(engine, number)| unrated(engine, number)).collect();
    ratings.sort_unstable_by_key(|rating| rating.engine);
    for result in results.iter().filter(is_usable) {
        add_counts(&mut ratings[result.first], result.counts);
        add_counts(&mut ratings[result.second], result.counts.reversed());
    }
    for group in &groups {
        rate(group, &pairings, &mut ratings);
    }
    ratings
}

/// The ratings, the strongest first; those of equal strength by points.
pub fn ranked(mut ratings: Vec<Rating>) -> Vec<Rating> {
    ratings.sort_by(|one, other| other.elo.total_cmp(&one.elo).then(other.points.total_cmp(&one.points)));
    ratings
}

fn unrated(engine: usize, group: usize) -> Rating {
    Rating {
        engine,
        elo: 0.0,
        error: None,
        games: 0,
        points: 0.0,
        group,
        is_bounded: true,
        is_group_bounded: true,
    }
}

fn add_counts(rating: &mut Rating, counts: Counts) {
    rating.games = rating.games.saturating_add(counts.games());
    rating.points += counts.points();
}

/// The games and points of two engines against each other.
#[derive(Clone, Copy, Debug)]
struct Pairing {
    first: usize,
    second: usize,
    games: f64,
    points: f64,
    spread: Spread,
}

impl Pairing {
    fn new(result: &PairResult) -> Pairing {
        let (games, spread) = ((result.counts.games() as f64).min(MOST_GAMES), result.counts.spread());
        Pairing { first: result.first, second: result.second, games, points: games * spread.mean, spread }
    }

    fn with_one_more_draw(self) -> Pairing {
        Pairing { games: self.games + 1.0, points: self.points + 0.5, ..self }
    }

    /// The variance of the points at an expected score. Equal results have none; then each game counts as won or lost.
    fn variance(&self, expected: f64) -> f64 {
        let Spread { results, mean, variance, games_per_result } = self.spread;
        if variance > 0.0 {
            results * games_per_result.powi(2) * (variance + (mean - expected).powi(2))
        } else {
            self.games * expected * (1.0 - expected)
        }
    }
}

/// Rates a group of engines that are connected by games.
fn rate(group: &[usize], pairings: &[Pairing], ratings: &mut [Rating]) {
    let place = |engine: usize| group.iter().position(|&member| member == engine);
    let mut pairings: Vec<Pairing> = pairings
        .iter()
        .filter_map(|pairing| {
            let (first, second) = (place(pairing.first)?, place(pairing.second)?);
            Some(Pairing { first, second, ..*pairing })
        })
        .collect();
    if group.len() < 2 {
        return;
    }
    let is_bounded: Vec<bool> = groups::are_bounded(group.len(), &pairings);
    let is_group_bounded = groups::is_bounded(group.len(), &pairings);
    if !is_group_bounded {
        pairings.iter_mut().for_each(|pairing| *pairing = pairing.with_one_more_draw());
    }
    let strengths = likeliest(group.len(), &pairings);
    let inverse = information(&strengths, &pairings).inverse();
    for (place, &engine) in group.iter().enumerate() {
        let variance: f64 = pairings
            .iter()
            .map(|pairing| {
                let lever = inverse.at(place, pairing.first) - inverse.at(place, pairing.second);
                lever * lever * pairing.variance(expected(&strengths, pairing))
            })
            .sum();
        let error = Some(Z95 * SCALE * variance.sqrt());
        let (elo, is_bounded) = (SCALE * strengths[place], is_bounded[place]);
        ratings[engine] = Rating { elo, error, is_bounded, is_group_bounded, ..ratings[engine] };
    }
}

/// The strengths under which the results are the likeliest, in natural units, with a sum of 0 (Newton's method).
fn likeliest(size: usize, pairings: &[Pairing]) -> Vec<f64> {
    let mut strengths = vec![0.0; size];
    for _ in 0..MAX_STEPS {
        let mut surplus = vec![0.0; size];
        for pairing in pairings {
            let points = pairing.points - pairing.games * expected(&strengths, pairing);
            surplus[pairing.first] += points;
            surplus[pairing.second] -= points;
        }
        let step = information(&strengths, pairings).inverse().times(&surplus);
        let longest = step.iter().fold(0.0, |longest: f64, change| longest.max(change.abs()));
        let scale = (MAX_STEP / longest.max(MAX_STEP)).min(1.0);
        strengths.iter_mut().zip(&step).for_each(|(strength, change)| *strength += scale * change);
        if longest < TOLERANCE {
            break;
        }
    }
    strengths
}

/// The Fisher information of the games about the strengths, with the condition that their sum is 0, so that it has an
/// inverse.
fn information(strengths: &[f64], pairings: &[Pairing]) -> Matrix {
    let size = strengths.len();
    let weights: Vec<f64> = pairings.iter().map(|pairing| weight(strengths, pairing)).collect();
    let mut matrix = Matrix::filled(size, weights.iter().sum::<f64>() / size as f64);
    for (pairing, weight) in pairings.iter().zip(weights) {
        matrix.add(pairing.first, pairing.first, weight);
        matrix.add(pairing.second, pairing.second, weight);
        matrix.add(pairing.first, pairing.second, -weight);
        matrix.add(pairing.second, pairing.first, -weight);
    }
    matrix
}

fn weight(strengths: &[f64], pairing: &Pairing) -> f64 {
    let score = expected(strengths, pairing);
    pairing.games * score * (1.0 - score)
}

/// The expected score of the first.
fn expected(strengths: &[f64], pairing: &Pairing) -> f64 {
    1.0 / (1.0 + (strengths[pairing.second] - strengths[pairing.first]).exp())
}

#[cfg(test)]
mod tests;
