//! Ratings of many engines from their results against each other: the strengths under which those are the likeliest
//! (Zermelo 1929; Bradley & Terry 1952), a draw as half a win and half a loss.

use std::f64::consts::LN_10;

use super::counts::Counts;
use super::estimate::Z95;
use super::spread::Spread;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub engine: usize,
    /// In Elo; the mean of a group is 0.
    pub elo: f64,
    /// Half the width of the 95 % interval; absent without games.
    pub error: Option<f64>,
    pub games: u64,
    pub points: f64,
    /// Engines of different groups are not connected by games; their ratings cannot be compared.
    pub group: usize,
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
const MAX_GAMES: f64 = 1e12;
/// Enough steps for all results.
const MAX_STEPS: usize = 1000;

/// The ratings of engines 0 to `engines` - 1, in that order, from the results of pairs of them, as the first of the two sees
/// them.
pub fn ratings(engines: usize, results: &[([usize; 2], Counts)]) -> Vec<Rating> {
    let mut pairings: Vec<Pairing> =
        results.iter().map(Pairing::new).filter(|pairing| pairing.games > 0.0).collect();
    let mut ratings = grouped(engines, &pairings);
    for pairing in pairings.iter_mut().filter(|pairing| !ratings[pairing.first].is_group_bounded) {
        pairing.games += 1.0;
        pairing.points += 0.5;
    }
    let groups: Vec<usize> = ratings.iter().map(|rating| rating.group).collect();
    let strengths = likeliest(&groups, &pairings);
    let inverse = information(&groups, &strengths, &pairings).inverse();
    for &([first, second], counts) in results {
        for (engine, counts) in [(first, counts), (second, counts.reversed())] {
            ratings[engine].games = ratings[engine].games.saturating_add(counts.games());
            ratings[engine].points += counts.points();
        }
    }
    for rating in ratings.iter_mut().filter(|rating| rating.games > 0) {
        let variance = |pairing: &Pairing| {
            let lever = inverse.at(rating.engine, pairing.first) - inverse.at(rating.engine, pairing.second);
            lever * lever * pairing.variance(expected(&strengths, pairing))
        };
        rating.error = Some(Z95 * SCALE * pairings.iter().map(variance).sum::<f64>().sqrt());
        rating.elo = SCALE * strengths[rating.engine];
    }
    ratings
}

/// Engines without a rating in their groups, each numbered by its first engine. The likeliest strengths of a group exist if
/// there is a path from every engine to every other on which each won points from the next (Ford, Solution of a Ranking
/// Problem from Binary Comparisons, 1957).
fn grouped(engines: usize, pairings: &[Pairing]) -> Vec<Rating> {
    let mut ratings: Vec<Rating> = Vec::new();
    for group in 0..engines {
        if ratings.iter().any(|rating| rating.engine == group) {
            continue;
        }
        let met = |one, other| has_scored(pairings, one, other) || has_scored(pairings, other, one);
        let members = reached(engines, group, met);
        let below = reached(engines, group, |one, other| has_scored(pairings, one, other));
        let above = reached(engines, group, |one, other| has_scored(pairings, other, one));
        let is_group_bounded = below.len() == members.len() && above.len() == members.len();
        let (elo, error, games, points) = (0.0, None, 0, 0.0);
        ratings.extend(members.into_iter().map(|engine| Rating {
            engine,
            elo,
            error,
            games,
            points,
            group,
            is_group_bounded,
        }));
    }
    ratings.sort_unstable_by_key(|rating| rating.engine);
    ratings
}

#[derive(Clone, Copy, Debug)]
struct Pairing {
    first: usize,
    second: usize,
    games: f64,
    points: f64,
    spread: Spread,
}

impl Pairing {
    fn new(&([first, second], counts): &([usize; 2], Counts)) -> Pairing {
        let (games, spread) = ((counts.games() as f64).min(MAX_GAMES), counts.spread());
        Pairing { first, second, games, points: games * spread.mean, spread }
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

/// The strengths under which the results are the likeliest, in natural units, with a sum of 0 in each group (Newton's
/// method).
fn likeliest(groups: &[usize], pairings: &[Pairing]) -> Vec<f64> {
    let mut strengths = vec![0.0; groups.len()];
    for _ in 0..MAX_STEPS {
        let mut surplus = vec![0.0; groups.len()];
        for pairing in pairings {
            let points = pairing.points - pairing.games * expected(&strengths, pairing);
            surplus[pairing.first] += points;
            surplus[pairing.second] -= points;
        }
        let step = information(groups, &strengths, pairings).inverse().times(&surplus);
        let longest = step.iter().fold(0.0, |longest: f64, change| longest.max(change.abs()));
        let scale = MAX_STEP / longest.max(MAX_STEP);
        strengths.iter_mut().zip(&step).for_each(|(strength, change)| *strength += scale * change);
        if longest < TOLERANCE {
            break;
        }
    }
    strengths
}

/// The Fisher information of the games about the strengths, with the condition that their sum in each group is 0, so that
/// it has an inverse.
fn information(groups: &[usize], strengths: &[f64], pairings: &[Pairing]) -> Matrix {
    let weights: Vec<f64> = pairings.iter().map(|pairing| weight(strengths, pairing)).collect();
    let condition = weights.iter().sum::<f64>() / groups.len() as f64;
    let within = |one: usize| groups.iter().map(move |&other| if other == one { condition } else { 0.0 });
    let mut matrix = Matrix { size: groups.len(), cells: groups.iter().copied().flat_map(within).collect() };
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

fn expected(strengths: &[f64], pairing: &Pairing) -> f64 {
    1.0 / (1.0 + (strengths[pairing.second] - strengths[pairing.first]).exp())
}

fn has_scored(pairings: &[Pairing], one: usize, other: usize) -> bool {
    pairings.iter().any(|pairing| match (pairing.first, pairing.second) {
        pair if pair == (one, other) => pairing.points > 0.0,
        pair if pair == (other, one) => pairing.points < pairing.games,
        _ => false,
    })
}

/// The places that can be reached from `start`, in increasing order.
fn reached(size: usize, start: usize, is_linked: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut found = vec![start];
    let mut next = 0;
    while let Some(&one) = found.get(next) {
        let more: Vec<usize> =
            (0..size).filter(|other| !found.contains(other) && is_linked(one, *other)).collect();
        found.extend(more);
        next += 1;
    }
    found.sort_unstable();
    found
}

/// A square matrix, row after row.
#[derive(Clone, Debug)]
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    fn add(&mut self, row: usize, column: usize, number: f64) {
        self.cells[row * self.size + column] += number;
    }

    /// The product with a column of numbers.
    fn times(&self, column: &[f64]) -> Vec<f64> {
        self.cells
            .chunks(self.size.max(1))
            .map(|row| row.iter().zip(column).map(|(a, b)| a * b).sum())
            .collect()
    }

    /// The inverse of a symmetric, positive definite matrix (Gauss–Jordan elimination, which needs no pivoting here).
    fn inverse(mut self) -> Matrix {
        let size = self.size;
        for pivot in 0..size {
            let scale = 1.0 / self.at(pivot, pivot).max(f64::MIN_POSITIVE);
            let mut row: Vec<f64> = (0..size).map(|column| self.at(pivot, column) * scale).collect();
            row[pivot] = scale;
            for other in (0..size).filter(|&other| other != pivot) {
                let factor = self.at(other, pivot);
                for (column, number) in row.iter().enumerate() {
                    let before = if column == pivot { 0.0 } else { self.at(other, column) };
                    self.cells[other * size + column] = before - factor * number;
                }
            }
            self.cells[pivot * size..(pivot + 1) * size].copy_from_slice(&row);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::counts::{Pentanomial, Trinomial};
    use super::super::spread::expected_score;
    use super::*;

    fn games(first: usize, second: usize, losses: u64, draws: u64, wins: u64) -> ([usize; 2], Counts) {
        ([first, second], Trinomial { losses, draws, wins }.into())
    }

    #[test]
    fn two_engines_are_rated_as_a_match_is() {
        for counts in [
            Counts::Games(Trinomial { losses: 96, draws: 111, wins: 136 }),
            Pentanomial([10, 40, 100, 60, 20]).into(),
        ] {
            let [one, other] = ratings(2, &[([0, 1], counts)])[..] else { panic!() };
            let elo = counts.spread().elo();
            assert!((one.elo - other.elo - elo.value.unwrap()).abs() < 1e-9);
            assert!((one.elo + other.elo).abs() < 1e-9);
            let ratio = 2.0 * one.error.unwrap() / elo.error.unwrap();
            assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
            assert_eq!((one.points + other.points, one.games), (counts.games() as f64, counts.games()));
            assert!(one.is_group_bounded && one.group == other.group);
        }
    }

    #[test]
    fn ratings_reproduce_the_strengths() {
        let strengths = [120.0, 40.0, -10.0, -150.0];
        let mut results = Vec::new();
        for first in 0..4 {
            for second in 0..first {
                let wins = (1e9 * expected_score(strengths[first] - strengths[second])).round() as u64;
                results.push(games(first, second, 1_000_000_000 - wins, 0, wins));
            }
        }
        for (rating, strength) in ratings(4, &results).iter().zip(strengths) {
            assert!((rating.elo - strength).abs() < 1e-5, "{rating:?}");
        }
        results.reverse();
        let swap = |&([first, second], counts): &([usize; 2], Counts)| ([second, first], counts.reversed());
        let swapped: Vec<_> = results.iter().map(swap).collect();
        for (one, other) in ratings(4, &results).iter().zip(ratings(4, &swapped)) {
            assert!((one.elo - other.elo).abs() < 1e-8);
        }
    }

    #[test]
    fn perfect_scores_are_finite_and_marked_as_unbounded() {
        let results = [games(0, 1, 0, 0, 50), games(1, 2, 3, 4, 5), games(0, 2, 0, 0, 10)];
        let found = ratings(3, &results);
        assert!(found.iter().all(|rating| rating.elo.is_finite() && !rating.is_group_bounded));
        assert!(
            found.iter().all(|rating| rating.error.is_some_and(|error| error.is_finite() && error > 50.0))
        );
        assert!(found[0].elo > 400.0 && found[0].elo < 1500.0, "{found:?}");
        let circle = [games(0, 1, 0, 0, 5), games(1, 2, 0, 0, 5), games(2, 0, 0, 0, 5)];
        assert!(ratings(3, &circle).iter().all(|rating| rating.is_group_bounded && rating.elo.abs() < 1e-9));
        let drawn = ratings(2, &[games(0, 1, 0, 8, 0)]);
        assert!(drawn[0].error.unwrap() > 50.0 && drawn[0].is_group_bounded);
        let huge = ratings(2, &[games(0, 1, 0, 0, u64::MAX)]);
        assert!(
            huge.iter().all(|rating| rating.elo.is_finite() && rating.error.unwrap().is_finite()),
            "{huge:?}"
        );
    }

    #[test]
    fn unconnected_engines_are_in_different_groups() {
        let found = ratings(5, &[games(0, 3, 10, 0, 20), games(1, 4, 20, 0, 10), games(0, 1, 0, 0, 0)]);
        let groups: Vec<usize> = found.iter().map(|rating| rating.group).collect();
        assert_eq!(groups, [0, 1, 2, 0, 1]);
        assert!((found[0].elo + found[3].elo).abs() < 1e-9 && found[0].elo > 50.0);
        assert!((found[4].elo - found[0].elo).abs() < 1e-9);
        assert_eq!((found[2].elo, found[2].error, found[2].games), (0.0, None, 0));
    }
}
