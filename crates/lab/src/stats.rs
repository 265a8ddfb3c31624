//! The statistics of paired counts: those of one algorithm as a multiple of another's on the same positions.
//!
//! The headline is the geometric mean of the ratios, which does not depend on who is the denominator (Fleming &
//! Wallace 1986: an arithmetic mean of ratios does), with an interval from a bootstrap over the positions.

use search_core::split_mix;

/// With fewer positions than this an interval is more certain than it should be, and nothing is concluded from it.
pub const ENOUGH_POSITIONS: u64 = 20;

/// The number of resamples for an interval.
const RESAMPLES: usize = 10_000;

/// The counts of two algorithms on the same positions.
#[derive(Clone, Debug, Default)]
pub struct Paired {
    /// On each position: the one's count and the baseline's.
    pub counts: Vec<(u64, u64)>,
}

impl Paired {
    /// The natural logarithm of each ratio. A count of nothing is taken for one.
    fn logarithms(&self) -> Vec<f64> {
        let logarithm = |count: u64| (count.max(1) as f64).ln();
        self.counts.iter().map(|&(one, other)| logarithm(one) - logarithm(other)).collect()
    }

    /// The geometric mean of the ratios; `None` without positions.
    pub fn geometric_mean(&self) -> Option<f64> {
        mean(&self.logarithms()).map(f64::exp)
    }

    /// The middle 95 % of the geometric means of samples drawn from the positions with replacement; the same for the
    /// same seed. `None` without positions.
    pub fn interval(&self, seed: u64) -> Option<(f64, f64)> {
        let logarithms = self.logarithms();
        if logarithms.is_empty() {
            return None;
        }
        let mut random = Random::new(seed);
        let mut means: Vec<f64> = (0..RESAMPLES).map(|_| resampled_mean(&logarithms, &mut random)).collect();
        means.sort_by(f64::total_cmp);
        let tail = RESAMPLES / 40;
        Some((means[tail].exp(), means[RESAMPLES - 1 - tail].exp()))
    }

    /// How likely a mean so far from 1 would be if the two were alike, by the normal approximation to the mean of the
    /// logarithms; `None` where nothing varies.
    pub fn p_value(&self) -> Option<f64> {
        let logarithms = self.logarithms();
        let mean = mean(&logarithms)?;
        let count = logarithms.len() as f64;
        let variance = logarithms.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let error = (variance / count).sqrt();
        (error.is_finite() && error > 0.0).then(|| two_sided(mean / error))
    }

    /// The sum of the one's counts over the sum of the baseline's: the hardest positions decide it. `None` without
    /// positions.
    pub fn ratio_of_totals(&self) -> Option<f64> {
        let (ones, others) = self.counts.iter().fold((0u128, 0u128), |(ones, others), &(one, other)| {
            (ones + u128::from(one), others + u128::from(other))
        });
        (!self.counts.is_empty()).then(|| ones as f64 / others.max(1) as f64)
    }
}

/// The chance that a standard normal value lies further from 0 than `z`.
fn two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// The differences that are significant at a level after correction for their number (Holm 1979). Without a p-value
/// there is no answer.
pub fn holm(p_values: &[Option<f64>], level: f64) -> Vec<Option<bool>> {
    let mut order: Vec<(usize, f64)> =
        p_values.iter().enumerate().filter_map(|(index, p)| Some((index, (*p)?))).collect();
    order.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut holds = vec![None; p_values.len()];
    let mut is_holding = true;
    for (rank, &(index, p)) in order.iter().enumerate() {
        is_holding &= p <= level / (order.len() - rank) as f64;
        holds[index] = Some(is_holding);
    }
    holds
}

pub(crate) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn resampled_mean(values: &[f64], random: &mut Random) -> f64 {
    let sum: f64 = (0..values.len()).map(|_| values[random.below(values.len())]).sum();
    sum / values.len() as f64
}

/// Repeatable random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers that belong to a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number below `end`, which is not 0. The bias of the multiplication is beyond notice for small ends.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(split_mix::next(&mut self.0)) * end as u128) >> 64) as usize
    }

    /// A number from 0 to below 1.
    pub fn part(&mut self) -> f64 {
        const BITS: u32 = f64::MANTISSA_DIGITS;
        (split_mix::next(&mut self.0) >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64
    }

    /// `count` of the first `total` numbers (all, if there are fewer), in rising order.
    pub fn draw(&mut self, count: usize, total: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..total).collect();
        let count = count.min(total);
        for place in 0..count {
            let other = place + self.below(total - place);
            all.swap(place, other);
        }
        all.truncate(count);
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paired(counts: &[(u64, u64)]) -> Paired {
        Paired { counts: counts.to_vec() }
    }

    fn near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-12)
    }

    #[test]
    fn the_geometric_mean_does_not_depend_on_the_denominator() {
        let one = paired(&[(1, 4), (9, 1), (10, 10)]);
        let other = paired(&[(4, 1), (1, 9), (10, 10)]);
        let mean = one.geometric_mean().unwrap();
        assert!(near(Some(mean), (9.0f64 / 4.0).cbrt()));
        assert!(near(other.geometric_mean(), 1.0 / mean));
    }

    #[test]
    fn the_ratio_of_totals_is_that_of_sums() {
        assert!(near(paired(&[(1, 4), (9, 1)]).ratio_of_totals(), 2.0));
        assert!(near(paired(&[(u64::MAX, u64::MAX), (1, 1)]).ratio_of_totals(), 1.0));
    }

    #[test]
    fn equal_ratios_leave_no_doubt() {
        let (low, high) = paired(&[(1, 2), (50, 100), (7, 14)]).interval(1).unwrap();
        assert!(near(Some(low), 0.5) && near(Some(high), 0.5));
    }

    /// The mean of 100 ratios that are e or 1/e has a standard error of 0.1 in logarithms.
    #[test]
    fn the_interval_is_as_wide_as_theory_says() {
        let mut random = Random::new(3);
        let counts: Vec<(u64, u64)> = (0..100)
            .map(|_| if random.below(2) == 0 { (2_718_282, 1_000_000) } else { (1_000_000, 2_718_282) })
            .collect();
        let (low, high) = paired(&counts).interval(1).unwrap();
        let width = high.ln() - low.ln();
        assert!((0.36..0.43).contains(&width), "{width}");
        assert_eq!(paired(&counts).interval(1), Some((low, high)));
    }

    #[test]
    fn chances_are_those_of_the_normal_distribution() {
        for (z, expected) in [(0.0, 1.0), (1.0, 0.317_310_5), (1.959_964, 0.05), (-3.0, 0.002_699_8)] {
            assert!((two_sided(z) - expected).abs() < 1e-6, "{z}");
        }
        assert!(paired(&[(1, 2), (1, 2)]).p_value().is_none());
        assert!(paired(&[(1, 2), (1, 3), (1, 2), (1, 4)]).p_value().unwrap() < 0.01);
    }

    /// The smallest must be below level / n, the next below level / (n - 1); what follows a failure fails.
    #[test]
    fn holm_corrects_for_many_looks() {
        let found = holm(&[Some(0.04), Some(0.001), None, Some(0.03), Some(0.012)], 0.05);
        assert_eq!(found, [Some(false), Some(true), None, Some(false), Some(true)]);
    }

    #[test]
    fn nothing_has_no_mean() {
        let nothing = Paired::default();
        assert!(nothing.geometric_mean().is_none() && nothing.interval(1).is_none());
        assert!(nothing.ratio_of_totals().is_none());
        assert!(near(paired(&[(0, 1)]).geometric_mean(), 1.0));
    }

    #[test]
    fn drawn_numbers_are_distinct_and_repeatable() {
        let drawn = Random::new(5).draw(10, 40);
        assert!(drawn.len() == 10 && drawn.is_sorted_by(|one, next| one < next));
        assert_eq!(drawn, Random::new(5).draw(10, 40));
        assert_ne!(drawn, Random::new(6).draw(10, 40));
        assert_eq!(Random::new(5).draw(9, 3), [0, 1, 2]);
    }
}
