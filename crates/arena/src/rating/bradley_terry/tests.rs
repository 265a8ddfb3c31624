use super::super::counts::{Pentanomial, Trinomial};
use super::super::spread::expected_score;
use super::*;

fn games(first: usize, second: usize, losses: u64, draws: u64, wins: u64) -> PairResult {
    PairResult { first, second, counts: Trinomial { losses, draws, wins }.into() }
}

#[test]
fn two_engines_are_rated_as_a_match_is() {
    for counts in [
        Counts::Games(Trinomial { losses: 96, draws: 111, wins: 136 }),
        Pentanomial([10, 40, 100, 60, 20]).into(),
    ] {
        let [one, other] = ratings(2, &[PairResult { first: 0, second: 1, counts }])[..] else { panic!() };
        let elo = counts.spread().elo();
        assert!((one.elo - other.elo - elo.value.unwrap()).abs() < 1e-9);
        assert!((one.elo + other.elo).abs() < 1e-9);
        let ratio = 2.0 * one.error.unwrap() / elo.error.unwrap();
        assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
        assert_eq!((one.points + other.points, one.games), (counts.games() as f64, counts.games()));
        assert!(one.is_bounded && one.group == other.group);
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
    let swapped: Vec<PairResult> = results
        .iter()
        .map(|result| PairResult {
            first: result.second,
            second: result.first,
            counts: result.counts.reversed(),
        })
        .collect();
    for (one, other) in ratings(4, &results).iter().zip(ratings(4, &swapped)) {
        assert!((one.elo - other.elo).abs() < 1e-8);
    }
}

#[test]
fn perfect_scores_are_finite_and_marked_as_unbounded() {
    let results = [games(0, 1, 0, 0, 50), games(1, 2, 3, 4, 5), games(0, 2, 0, 0, 10)];
    let found = ratings(3, &results);
    assert!(found.iter().all(|rating| rating.elo.is_finite() && !rating.is_group_bounded));
    // The two that won points from each other are bounded; the one that never lost any is not.
    assert_eq!(found.iter().map(|rating| rating.is_bounded).collect::<Vec<_>>(), [false, true, true]);
    assert!(found.iter().all(|rating| rating.error.is_some_and(|error| error.is_finite() && error > 50.0)));
    assert!(found[0].elo > 400.0 && found[0].elo < 1500.0, "{found:?}");
    let circle = [games(0, 1, 0, 0, 5), games(1, 2, 0, 0, 5), games(2, 0, 0, 0, 5)];
    assert!(ratings(3, &circle).iter().all(|rating| rating.is_bounded && rating.elo.abs() < 1e-9));
    let drawn = ratings(2, &[games(0, 1, 0, 8, 0)]);
    assert!(drawn[0].error.unwrap() > 50.0 && drawn[0].is_bounded);
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

#[test]
fn results_of_unknown_engines_are_ignored() {
    assert!(ratings(0, &[games(0, 1, 1, 1, 1)]).is_empty());
    let found = ratings(2, &[games(0, 7, 1, 1, 1), games(1, 1, 9, 9, 9), games(0, 1, 1, 0, 1)]);
    assert_eq!((found[0].games, found[1].games), (2, 2));
}
