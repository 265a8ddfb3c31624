//! An experiment and its figures, looked up by algorithm, divisor and depth.

use shuangqi_plot::number;

use super::Report;
use crate::compare::experiment::Experiment;
use crate::compare::summary::AlgorithmSummary;
use crate::stats::ENOUGH_POSITIONS;

/// An experiment with the figures of its algorithms.
#[derive(Clone, Debug)]
pub struct ExperimentResults<'run> {
    pub report: &'run Report<'run>,
    pub experiment: &'run Experiment,
    /// By rising depth.
    pub rows: Vec<&'run AlgorithmSummary>,
}

impl<'run> ExperimentResults<'run> {
    pub fn new(report: &'run Report<'run>, experiment: &'run Experiment) -> ExperimentResults<'run> {
        let rows = report.summaries.iter().filter(|row| row.block == experiment.id).collect();
        ExperimentResults { report, experiment, rows }
    }

    pub fn row(&self, algorithm: &str, divisor: &str, depth: i16) -> Option<&'run AlgorithmSummary> {
        let is_asked = |row: &&&AlgorithmSummary| {
            row.algorithm == algorithm && row.baseline == divisor && row.depth == depth
        };
        self.rows.iter().find(is_asked).copied()
    }

    pub fn depths(&self) -> Vec<i16> {
        let mut depths: Vec<i16> = self.rows.iter().map(|row| row.depth).collect();
        depths.dedup();
        depths
    }

    /// The algorithms that are divided by another one, with that one.
    pub fn pairs(&self) -> Vec<(String, String)> {
        self.experiment.pairs().into_iter().filter(|(name, divisor)| name != divisor).collect()
    }

    /// The deepest depth at which enough pairs of algorithms have positions in common: at least three in five of the
    /// pairs that have any at some depth.
    pub fn clearest_depth(&self) -> Option<i16> {
        let pairs = self.pairs();
        let known = |depth: i16| {
            let has_ratio = |(name, divisor): &&(String, String)| {
                self.row(name, divisor, depth).is_some_and(|row| row.ratio_geomean.is_some())
            };
            pairs.iter().filter(has_ratio).count()
        };
        let depths = self.depths();
        let most = depths.iter().map(|&depth| known(depth)).max()?;
        depths.into_iter().rev().find(|&depth| known(depth) * 5 >= most * 3)
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.rows.iter().map(|row| row.positions + row.unfinished).max().unwrap_or(0)
    }
}

/// A ratio: the geometric mean over positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    pub mean: f64,
    pub interval: Option<(f64, f64)>,
    /// The number of positions.
    pub positions: u64,
}

impl Ratio {
    /// The nodes over those of the divisor.
    pub fn nodes(row: &AlgorithmSummary) -> Option<Ratio> {
        Some(Ratio { mean: row.ratio_geomean?, interval: row.ci95, positions: row.positions })
    }

    /// The time over that of the divisor.
    pub fn time(row: &AlgorithmSummary) -> Option<Ratio> {
        Some(Ratio { mean: row.seconds_ratio?, interval: row.seconds_ci95, positions: row.positions })
    }

    /// The full-width part of the last iteration over the left-first minimal graph.
    pub fn graph(row: &AlgorithmSummary) -> Option<Ratio> {
        Some(Ratio { mean: row.graph_ratio?, interval: row.graph_ci95, positions: row.positions })
    }

    /// Whether it differs from 1: its interval does not include 1, and there are enough positions.
    fn is_clear(&self) -> bool {
        self.interval.is_some_and(|(low, high)| low > 1.0 || high < 1.0) && self.positions >= ENOUGH_POSITIONS
    }

    /// As in "0.873 (0.861 to 0.885), 300 positions", and whether that is too little to tell.
    pub fn note(&self) -> String {
        let interval = self.interval.map_or_else(String::new, |(low, high)| {
            format!(" ({} to {})", number::ratio(low), number::ratio(high))
        });
        let doubt = if self.is_clear() { "" } else { ": too little to tell" };
        format!("{}{interval}, {}{doubt}", number::ratio(self.mean), positions(self.positions))
    }

    /// The change that it makes: "−7.4 % (−8.2 % to −6.7 %)".
    pub fn change(&self) -> String {
        let percent = |ratio: f64| format!("{} %", number::signed(100.0 * (ratio - 1.0), 1));
        match self.interval {
            Some((low, high)) if self.is_clear() => {
                format!("{} ({} to {})", percent(self.mean), percent(low), percent(high))
            }
            Some((low, high)) => format!(
                "too little to tell ({} to {}, {})",
                percent(low),
                percent(high),
                positions(self.positions)
            ),
            None => "too little to tell".to_owned(),
        }
    }
}

/// As in "300 positions".
pub fn positions(count: u64) -> String {
    format!("{} position{}", number::grouped(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_decide_is_said_to_tell_too_little() {
        let change = |positions, interval| Ratio { mean: 0.9, interval, positions }.change();
        for (positions, interval, expected) in [
            (20, Some((0.8, 0.95)), "−10.0 % (−20.0 % to −5.0 %)"),
            (20, Some((0.8, 1.25)), "too little to tell (−20.0 % to +25.0 %, 20 positions)"),
            (4, Some((0.8, 0.95)), "too little to tell (−20.0 % to −5.0 %, 4 positions)"),
            (20, None, "too little to tell"),
        ] {
            assert_eq!(change(positions, interval), expected);
        }
    }
}
