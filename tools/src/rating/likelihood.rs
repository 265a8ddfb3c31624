//! How much likelier counts are under one strength than under another, with the best distribution for each
//! (empirical likelihood; Owen 1988; Van den Bergh 2019, "The generalized maximum likelihood ratio").
//!
//! Every distribution looked for has the form p = p̂ / (1 + θ φ) with p̂ the shares observed; a strength says what φ is,
//! and θ is where Σ p̂ φ / (1 + θ φ) is 0.

use super::spread::Spread;

/// What stands for a count of nothing, which would rule a result out for ever.
const NOTHING: f64 = 1e-3;
/// Rounds of the normalised model are over when no share moves by more.
const SETTLED: f64 = 1e-13;
/// No distribution is taken to be narrower, lest something is divided by nothing.
const NARROWEST: f64 = 1e-9;
/// Rounds enough for every strength that can be asked for.
const ROUNDS: usize = 200;

/// Counts with none of them nothing.
pub fn filled<const N: usize>(counts: [u64; N]) -> [f64; N] {
    counts.map(|count| if count == 0 { NOTHING } else { count as f64 })
}

/// The logarithm of the likelihood of counts where the mean result is `score1`, less that where it is `score0`; both
/// between 0 and 1.
pub fn logistic_ratio<const N: usize>(counts: &[f64; N], score0: f64, score1: f64) -> f64 {
    let shares = shares(counts);
    let loss = |score| losses(&shares, &results().map(|result| result - score));
    difference(counts, &loss(score0), &loss(score1))
}

/// The same for two distances of the mean from ½, in standard deviations of a result, up to
/// about 0.9 either way.
pub fn normalized_ratio<const N: usize>(counts: &[f64; N], distance0: f64, distance1: f64) -> f64 {
    let shares = shares(counts);
    let loss = |distance| normalized_losses(&shares, distance);
    difference(counts, &loss(distance0), &loss(distance1))
}

/// The possible results: 0, ½, 1 or 0, ¼, ½, ¾, 1.
fn results<const N: usize>() -> [f64; N] {
    std::array::from_fn(|place| place as f64 / (N - 1) as f64)
}

fn shares<const N: usize>(counts: &[f64; N]) -> [f64; N] {
    let total: f64 = counts.iter().sum();
    counts.map(|count| count / total)
}

fn difference<const N: usize>(counts: &[f64; N], losses0: &[f64; N], losses1: &[f64; N]) -> f64 {
    (0..N).map(|place| counts[place] * (losses0[place] - losses1[place])).sum()
}

/// ln(p̂ / p) of each result.
fn losses<const N: usize>(shares: &[f64; N], slopes: &[f64; N]) -> [f64; N] {
    let theta = root(shares, slopes);
    slopes.map(|slope| above_pole(theta * slope).ln_1p())
}

/// ln(p̂ / p) where the distance from ½ is given, by rounds that make it linear about the last distribution.
fn normalized_losses<const N: usize>(shares: &[f64; N], distance: f64) -> [f64; N] {
    let mut weights = [1.0 / N as f64; N];
    let mut found = [0.0; N];
    for _ in 0..ROUNDS {
        let Spread { mean, variance, .. } = Spread::of_weights(weights);
        let deviation = variance.sqrt().max(NARROWEST);
        let slopes = results::<N>().map(|result| {
            let square = ((result - mean) / deviation).powi(2);
            result - 0.5 - 0.5 * distance * deviation * (1.0 + square)
        });
        found = losses(shares, &slopes);
        let next: [f64; N] = std::array::from_fn(|place| shares[place] * (-found[place]).exp());
        let moved = (0..N).map(|place| (next[place] - weights[place]).abs()).fold(0.0, f64::max);
        weights = next;
        if moved < SETTLED {
            break;
        }
    }
    found
}

/// The θ at which Σ p̂ φ / (1 + θ φ) is 0, or 0 if the slopes φ are not on both sides of 0: Newton's steps, kept
/// between bounds by halving. The sum falls as θ grows.
fn root<const N: usize>(shares: &[f64; N], slopes: &[f64; N]) -> f64 {
    let most = slopes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = slopes.iter().copied().fold(f64::INFINITY, f64::min);
    if most <= 0.0 || least >= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..ROUNDS {
        let (sum, fall) = sum_and_fall(shares, slopes, theta);
        *(if sum > 0.0 { &mut low } else { &mut high }) = theta;
        let newton = theta + sum / fall;
        let next = if low < newton && newton < high { newton } else { (low + high) / 2.0 };
        let is_found = (next - theta).abs() <= SETTLED;
        theta = next;
        if is_found {
            break;
        }
    }
    theta
}

/// The sum whose root is looked for, and how fast it falls.
fn sum_and_fall<const N: usize>(shares: &[f64; N], slopes: &[f64; N], theta: f64) -> (f64, f64) {
    (0..N).fold((0.0, 0.0), |(sum, fall), place| {
        let part = slopes[place] / (1.0 + above_pole(theta * slopes[place]));
        (sum + shares[place] * part, fall + shares[place] * part * part)
    })
}

/// θ φ, which is above -1, kept there where it rounds to it.
fn above_pole(product: f64) -> f64 {
    product.max(-1.0 + f64::EPSILON / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The root by plain halving.
    fn halved<const N: usize>(shares: &[f64; N], slopes: &[f64; N]) -> f64 {
        let most = slopes.iter().copied().fold(0.0, f64::max);
        let least = slopes.iter().copied().fold(0.0, f64::min);
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            let sum: f64 =
                (0..N).map(|place| shares[place] * slopes[place] / (1.0 + middle * slopes[place])).sum();
            *(if sum > 0.0 { &mut low } else { &mut high }) = middle;
        }
        (low + high) / 2.0
    }

    #[test]
    fn newton_finds_what_halving_finds() {
        for counts in
            [[10, 40, 100, 60, 20], [0, 0, 0, 0, 5550], [1, 0, 0, 0, 0], [0, 0, 7, 0, 0], [9, 0, 0, 0, 8]]
        {
            let shares = shares(&filled(counts));
            for score in [0.01, 0.4, 0.5, 0.507, 0.99] {
                let slopes = results::<5>().map(|result| result - score);
                let (found, expected) = (root(&shares, &slopes), halved(&shares, &slopes));
                assert!((found - expected).abs() < 1e-11, "{counts:?} {score}: {found} {expected}");
            }
        }
    }

    /// The distribution found has the distance from ½ that was asked for.
    #[test]
    fn normalized_rounds_come_to_an_end_where_they_should() {
        for counts in
            [[10, 40, 100, 60, 20], [1, 1, 50, 1, 1], [400, 3, 2, 1, 90], [0, 0, 12, 1, 0], [0, 0, 0, 0, 9]]
        {
            let shares = shares(&filled(counts));
            for distance in [-0.814, -0.2, 0.0, 0.01, 0.5, 0.814] {
                let losses = normalized_losses(&shares, distance);
                let weights: [f64; 5] = std::array::from_fn(|place| shares[place] * (-losses[place]).exp());
                let spread = Spread::of_weights(weights);
                let found = (spread.mean - 0.5) / spread.variance.sqrt();
                let total: f64 = weights.iter().sum();
                assert!(
                    (found - distance).abs() < 1e-9 && (total - 1.0).abs() < 1e-9,
                    "{counts:?} {distance}: {found} {total}"
                );
            }
        }
    }
}
