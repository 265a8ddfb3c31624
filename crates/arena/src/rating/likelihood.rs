//! The generalised log-likelihood ratio of counts under two hypotheses, each with its likeliest distribution (Owen,
//! Empirical Likelihood Ratio Confidence Intervals, 1988; Van den Bergh, The Generalized Maximum Likelihood Ratio for the
//! Expectation Value of a Distribution, 2019).
//!
//! The likeliest distribution has the form p = p̂ / (1 + θ φ), where p̂ are the observed shares, the hypothesis gives φ,
//! and θ is the root of Σ p̂ φ / (1 + θ φ) = 0.

use super::spread::Spread;

/// Replaces a count of 0, under which a result would be impossible.
const ALMOST_ZERO: f64 = 1e-3;
/// The iterations end when no value changes by more.
const TOLERANCE: f64 = 1e-13;
/// The least standard deviation of a distribution, against division by 0.
const MIN_DEVIATION: f64 = 1e-9;
/// Enough iterations for every valid hypothesis.
const MAX_ITERATIONS: usize = 200;

/// Counts without zeros.
pub fn filled<const N: usize>(counts: [u64; N]) -> [f64; N] {
    counts.map(|count| if count == 0 { ALMOST_ZERO } else { count as f64 })
}

/// The log-likelihood ratio of a mean result of `score1` to one of `score0`, both between 0 and 1.
pub fn logistic_ratio<const N: usize>(counts: &[f64; N], score0: f64, score1: f64) -> f64 {
    let shares = shares(counts);
    let loss = |score| losses(&shares, &results().map(|result| result - score));
    difference(counts, &loss(score0), &loss(score1))
}

/// The log-likelihood ratio of two distances of the mean from ½, in standard deviations of a result, up to about ±0.9.
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

/// ln(p̂ / p) of each result at a distance from ½, by iterations that are linear about the last distribution.
fn normalized_losses<const N: usize>(shares: &[f64; N], distance: f64) -> [f64; N] {
    let mut weights = [1.0 / N as f64; N];
    let mut found = [0.0; N];
    for _ in 0..MAX_ITERATIONS {
        let Spread { mean, variance, .. } = Spread::of_weights(weights);
        let deviation = variance.sqrt().max(MIN_DEVIATION);
        let slopes = results::<N>().map(|result| {
            let square = ((result - mean) / deviation).powi(2);
            result - 0.5 - 0.5 * distance * deviation * (1.0 + square)
        });
        found = losses(shares, &slopes);
        let next: [f64; N] = std::array::from_fn(|place| shares[place] * (-found[place]).exp());
        let moved = (0..N).map(|place| (next[place] - weights[place]).abs()).fold(0.0, f64::max);
        weights = next;
        if moved < TOLERANCE {
            break;
        }
    }
    found
}

/// The θ at which Σ p̂ φ / (1 + θ φ) is 0, or 0 if the slopes φ do not have both signs: Newton's method, kept between
/// bounds by bisection. The sum decreases with θ.
fn root<const N: usize>(shares: &[f64; N], slopes: &[f64; N]) -> f64 {
    let most = slopes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = slopes.iter().copied().fold(f64::INFINITY, f64::min);
    if most <= 0.0 || least >= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..MAX_ITERATIONS {
        let (sum, fall) = sum_and_slope(shares, slopes, theta);
        *(if sum > 0.0 { &mut low } else { &mut high }) = theta;
        let newton = theta + sum / fall;
        let next = if low < newton && newton < high { newton } else { (low + high) / 2.0 };
        let is_found = (next - theta).abs() <= TOLERANCE;
        theta = next;
        if is_found {
            break;
        }
    }
    theta
}

/// The sum, and its derivative times -1.
fn sum_and_slope<const N: usize>(shares: &[f64; N], slopes: &[f64; N], theta: f64) -> (f64, f64) {
    (0..N).fold((0.0, 0.0), |(sum, fall), place| {
        let part = slopes[place] / (1.0 + above_pole(theta * slopes[place]));
        (sum + shares[place] * part, fall + shares[place] * part * part)
    })
}

/// θ φ, which is above -1, kept above it where it is rounded.
fn above_pole(product: f64) -> f64 {
    product.max(-1.0 + f64::EPSILON / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normalized_iteration_converges_to_the_distance() {
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
