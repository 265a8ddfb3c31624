//! Published values, and properties of all counts.

use serde::Deserialize;
use shuangqi_lab::stats::Random;

use super::spread::{expected_score, normalized_distance};
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
    serde_json::from_str(include_str!("../../../../data/match/statistics.json")).unwrap()
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
    Sprt::new(SprtParameters { elo0, elo1, model, ..SprtParameters::default() }).unwrap()
}

#[test]
fn ratios_are_the_published_ones() {
    let data = data();
    assert_eq!(data.llr.len(), 14);
    for Ratio { counts: list, model, elo0, elo1, llr } in data.llr {
        let found = test(elo0, elo1, model).llr(counts(&list));
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
        let published = [expected.elo, expected.elo_error, expected.nelo, expected.nelo_error, expected.los];
        for (found, published) in found.iter().zip(published) {
            assert!(is_near(found.unwrap(), published), "{:?}: {found:?}, not {published}", expected.counts);
        }
    }
}

/// Every count of games and pairs with no outcome more often than this.
fn small_counts() -> Vec<Counts> {
    let digits = |number: u64, base: u64, place: u32| number / base.pow(place) % base;
    let games = (0..7u64.pow(3)).map(|number| counts(&[0, 1, 2].map(|place| digits(number, 7, place))));
    let pairs = (0..4u64.pow(5)).map(|number| counts(&[0, 1, 2, 3, 4].map(|place| digits(number, 4, place))));
    games.chain(pairs).collect()
}

fn tests() -> Vec<Sprt> {
    let models = [Model::Normalized, Model::Logistic];
    models.iter().flat_map(|&model| [test(0.0, 5.0, model), test(-200.0, 200.0, model)]).collect()
}

fn all(estimate: Estimate) -> [Option<f64>; 4] {
    [estimate.value, estimate.error, estimate.lower, estimate.upper]
}

#[test]
fn no_statistic_is_infinite_or_nan() {
    let most = [counts(&[u64::MAX; 3]), counts(&[0, 0, u64::MAX]), counts(&[u64::MAX, 1, 0, 0, 0])];
    for counts in small_counts().into_iter().chain(most) {
        let spread = counts.spread();
        for number in
            [spread.score(), spread.elo(), spread.normalized_elo()].into_iter().flat_map(all).flatten()
        {
            assert!(number.is_finite(), "{counts:?}");
        }
        assert!((0.0..=1.0).contains(&spread.superiority()) && counts.points().is_finite());
    }
    for sprt in tests() {
        for counts in small_counts().into_iter().chain(most) {
            let state = sprt.state(counts);
            assert!(state.llr.is_finite() && state.fraction.abs() <= 1.0, "{counts:?}");
        }
    }
}

#[test]
fn even_counts_give_a_difference_of_0() {
    for counts in
        small_counts().into_iter().filter(|counts| counts.reversed() == *counts && counts.games() > 0)
    {
        let spread = counts.spread();
        assert_eq!((spread.elo().value, spread.normalized_elo().value), (Some(0.0), Some(0.0)), "{counts:?}");
        assert_eq!(spread.superiority(), 0.5);
        assert_eq!(counts.points() * 2.0, counts.games() as f64);
    }
}

#[test]
fn reversed_counts_give_the_opposite_values() {
    let is_opposite = |one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) => (one + other).abs() < 1e-9,
        (one, other) => one == other,
    };
    for counts in small_counts() {
        let (spread, other) = (counts.spread(), counts.reversed().spread());
        for (one, other) in [(spread.elo(), other.elo()), (spread.normalized_elo(), other.normalized_elo())] {
            assert!(is_opposite(one.value, other.value) && is_opposite(one.lower, other.upper), "{counts:?}");
        }
        assert!((spread.superiority() + other.superiority() - 1.0).abs() < 1e-12);
        for sprt in tests() {
            let SprtParameters { elo0, elo1, model, .. } = sprt.parameters;
            let opposite = test(-elo1, -elo0, model);
            let (one, other) = (sprt.llr(counts), opposite.llr(counts.reversed()));
            let size = one.abs().max(1.0);
            assert!(is_opposite(Some(one / size), Some(other / size)), "{counts:?} {one:?} {other:?}");
        }
    }
}

#[test]
fn better_results_raise_the_ratio() {
    for model in [Model::Normalized, Model::Logistic] {
        let sprt = test(0.0, 10.0, model);
        for worse in [[20, 30, 50, 30, 20], [5, 40, 90, 50, 9], [3, 8, 30, 7, 3], [100, 20, 10, 20, 90]] {
            for place in 0..4 {
                let mut better = worse;
                better[place] -= 1;
                better[place + 1] += 1;
                let [before, after] = [worse, better].map(|list| sprt.llr(counts(&list)));
                assert!(after > before, "{model:?} {worse:?} {place}: {before} {after}");
            }
        }
    }
}

#[test]
fn verdicts_change_at_the_bounds() {
    let sprt = test(0.0, 5.0, Model::Logistic);
    let Sprt { lower, upper, .. } = sprt;
    assert!((upper - 19f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
    for (llr, verdict, fraction) in [
        (upper, Verdict::H1, 1.0),
        (upper * 2.0, Verdict::H1, 1.0),
        (upper / 2.0, Verdict::Continue, 0.5),
        (0.0, Verdict::Continue, 0.0),
        (lower / 4.0, Verdict::Continue, -0.25),
        (lower, Verdict::H0, -1.0),
    ] {
        let state = sprt.state_at(llr);
        assert_eq!((state.verdict, state.fraction), (verdict, fraction));
    }
    assert_eq!(sprt.state(Trinomial::default().into()).llr, 0.0);
}

#[test]
fn parameters_out_of_range_are_refused() {
    let usual = SprtParameters::default();
    for (parameters, word) in [
        (SprtParameters { elo0: 5.0, ..usual }, "elo0 below elo1"),
        (SprtParameters { elo1: f64::NAN, ..usual }, "from -200 to 200"),
        (SprtParameters { elo0: f64::NEG_INFINITY, ..usual }, "from -200 to 200"),
        (SprtParameters { alpha: 0.0, ..usual }, "alpha = 0"),
        (SprtParameters { beta: 0.5, ..usual }, "beta = 0.5"),
    ] {
        let message = Sprt::new(parameters).unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    }
    let read: SprtParameters = serde_json::from_str("{\"elo1\":2.0}").unwrap();
    assert_eq!(read, SprtParameters { elo1: 2.0, ..usual });
}

/// The log-likelihood ratio by the approximation for many results.
fn approximate_llr(sprt: &Sprt, counts: Counts) -> f64 {
    let spread = counts.filled_spread();
    spread.results * sprt.step(&spread).0
}

/// The probabilities of the results of pairs at a strength.
fn chances(model: Model, elo: f64) -> [f64; 5] {
    const EVEN: [f64; 5] = [0.08, 0.24, 0.36, 0.24, 0.08];
    const VARIANCE: f64 = 0.07;
    let distance = match model {
        Model::Logistic => expected_score(elo) - 0.5,
        Model::Normalized => {
            let deviations = normalized_distance(elo, 2.0);
            deviations * (VARIANCE / (1.0 + deviations.powi(2))).sqrt()
        }
    };
    std::array::from_fn(|place| EVEN[place] + distance * (place as f64 - 2.0) / 2.5)
}

/// The pairs of a test at its end, with a verdict after each of them.
fn simulated(sprt: &Sprt, chances: [f64; 5], seed: u64) -> Counts {
    let mut random = Random::new(seed);
    let mut pairs = Pentanomial::default();
    loop {
        let part = random.below(1 << 53) as f64 / 2f64.powi(53);
        let place = (0..4).take_while(|&place| chances[..=place].iter().sum::<f64>() <= part).count();
        pairs.0[place] += 1;
        // The exact ratio is slow: it is computed where the approximation does not rule a verdict out.
        let approximate = approximate_llr(sprt, pairs.into());
        let may_end =
            pairs.pairs() < 64 || approximate >= 0.7 * sprt.upper || approximate <= 0.7 * sprt.lower;
        if may_end && sprt.state(pairs.into()).verdict != Verdict::Continue {
            return pairs.into();
        }
    }
}

#[test]
fn simulated_tests_have_the_nominal_error_rates_and_the_expected_lengths() {
    check_simulated_tests(400);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_simulated_tests_have_the_nominal_error_rates_and_the_expected_lengths() {
    check_simulated_tests(10_000);
}

/// The error rate may exceed the nominal one by 1 %, and by the uncertainty of few tests.
fn check_simulated_tests(runs: u64) {
    let most = 0.05 + 0.01 + 3.0 * (0.05 * 0.95 / runs as f64).sqrt();
    for model in [Model::Normalized, Model::Logistic] {
        let sprt = test(0.0, 20.0, model);
        for (place, elo, wrong) in
            [(0, 0.0, Verdict::H1), (1, 10.0, Verdict::Continue), (2, 20.0, Verdict::H0)]
        {
            let ends: Vec<Counts> =
                (0..runs).map(|seed| simulated(&sprt, chances(model, elo), seed)).collect();
            let errors = ends.iter().filter(|&&end| sprt.state(end).verdict == wrong).count();
            println!("{model:?} at {elo}: {errors} errors in {runs}");
            assert!(errors as f64 / runs as f64 <= most, "{model:?} at {elo}: {errors}");
            let mean = ends.iter().map(|end| end.games() as f64).sum::<f64>() / runs as f64;
            let many = Pentanomial(chances(model, elo).map(|chance| (1e9 * chance) as u64));
            let ratio = mean / sprt.expected_games(many.into())[place];
            assert!((0.85..1.2).contains(&ratio), "{model:?} at {elo}: {ratio}");
        }
    }
}
