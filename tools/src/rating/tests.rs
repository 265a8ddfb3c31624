//! Published answers, and what must hold for all counts.

use serde::Deserialize;

use super::*;

#[derive(Deserialize)]
struct Data {
    llr: Vec<Ratio>,
    elo: Vec<Strength>,
}

#[derive(Deserialize)]
struct Ratio {
    counts: Vec<u64>,
    model: Model,
    elo0: f64,
    elo1: f64,
    llr: f64,
}

#[derive(Deserialize)]
struct Strength {
    counts: Vec<u64>,
    elo: f64,
    elo_error: f64,
    nelo: f64,
    nelo_error: f64,
    los: f64,
}

fn data() -> Data {
    serde_json::from_str(include_str!("../../../data/match/statistics.json")).unwrap()
}

fn counts(list: &[u64]) -> Counts {
    match *list {
        [losses, draws, wins] => Trinomial { losses, draws, wins }.into(),
        [a, b, c, d, e] => Pentanomial([a, b, c, d, e]).into(),
        _ => panic!("three or five counts"),
    }
}

fn is_near(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-6 * expected.abs().max(1.0)
}

fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new(Question { elo0, elo1, model, ..Question::default() }).unwrap()
}

#[test]
fn ratios_are_the_published_ones() {
    let data = data();
    assert_eq!(data.llr.len(), 20);
    for Ratio { counts: list, model, elo0, elo1, llr } in data.llr {
        let found = test(elo0, elo1, model).llr(counts(&list)).unwrap();
        assert!(is_near(found, llr), "{list:?} {model:?}: {found}, not {llr}");
    }
}

#[test]
fn strengths_are_the_published_ones() {
    let data = data();
    assert_eq!(data.elo.len(), 3);
    for expected in data.elo {
        let spread = counts(&expected.counts).spread();
        let (elo, nelo) = (spread.elo(), spread.normalized_elo());
        let found = [elo.value, elo.error, nelo.value, nelo.error, Some(spread.superiority())];
        let wanted = [expected.elo, expected.elo_error, expected.nelo, expected.nelo_error, expected.los];
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(is_near(found.unwrap(), wanted), "{:?}: {found:?}, not {wanted}", expected.counts);
        }
    }
}
