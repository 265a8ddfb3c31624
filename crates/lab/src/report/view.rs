//! A report, looked up by algorithm, depth and position.

use std::collections::{BTreeMap, BTreeSet};

use crate::data::{AlgorithmSummary, Experiment, Measurement, ReferenceKind, ReportData};
use crate::stats::{ENOUGH_POSITIONS, Paired};

/// A report with its searches in order.
#[derive(Debug)]
pub struct View<'data> {
    pub report: &'data ReportData,
    /// By algorithm and depth, the finished searches by rising position.
    finished: BTreeMap<(usize, i16), Vec<&'data Measurement>>,
    /// By experiment, algorithm, baseline and depth.
    summaries: BTreeMap<(usize, usize, usize, i16), &'data AlgorithmSummary>,
    /// By kind and depth, the sizes by position.
    references: BTreeMap<(ReferenceKind, i16), BTreeMap<usize, u64>>,
}

/// A ratio: the geometric mean over positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    pub mean: f64,
    pub interval: Option<(f64, f64)>,
    /// How many positions it is about.
    pub positions: u64,
}

/// The cost of searches to a depth: the geometric mean over positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    pub depth: i16,
    pub nodes: f64,
    pub positions: u64,
}

/// The means of counts by depth, given by position. Where positions are missing, the mean of the others would be of
/// easier ones, and a curve would bend where searches were given up; there the growth since the depth before, on the
/// positions that have both, is applied to the mean of that depth. Depths with less than a quarter of the positions are
/// left out.
fn linked(counts: &[(i16, BTreeMap<usize, u64>)]) -> Vec<Mean> {
    let most = counts.iter().map(|(_, counts)| counts.len()).max().unwrap_or(0);
    let known: Vec<&(i16, BTreeMap<usize, u64>)> =
        counts.iter().filter(|(_, counts)| !counts.is_empty() && counts.len() * 4 >= most).collect();
    let mut means: Vec<Mean> = Vec::new();
    for (index, (depth, counts)) in known.iter().enumerate() {
        let before = means.last().map(|mean| (mean.nodes, &known[index - 1].1));
        let growth = before.and_then(|(nodes, earlier)| {
            let both = counts.iter().filter_map(|(position, &count)| Some((count, *earlier.get(position)?)));
            Some(nodes * Paired { counts: both.collect() }.geometric_mean()?)
        });
        let plain = || Paired { counts: counts.values().map(|&count| (count, 1)).collect() }.geometric_mean();
        let positions = counts.len() as u64;
        means.extend(growth.or_else(plain).map(|nodes| Mean { depth: *depth, nodes, positions }));
    }
    means
}

impl<'data> View<'data> {
    pub fn new(report: &'data ReportData) -> View<'data> {
        let mut finished: BTreeMap<(usize, i16), Vec<&Measurement>> = BTreeMap::new();
        for measured in report.searches.iter().filter(|measured| measured.search.found.is_some()) {
            finished.entry((measured.algorithm, measured.search.depth)).or_default().push(measured);
        }
        for searches in finished.values_mut() {
            searches.sort_by_key(|search| search.position);
            searches.dedup_by_key(|search| search.position);
        }
        let index = |name: &str| report.algorithms.iter().position(|algorithm| algorithm.name == name);
        let key = |summary: &AlgorithmSummary| {
            let experiment = report.experiments.iter().position(|known| known.id == summary.block)?;
            Some((experiment, index(&summary.algorithm)?, index(&summary.baseline)?, summary.depth))
        };
        let summaries =
            report.summaries.iter().filter_map(|summary| Some((key(summary)?, summary))).collect();
        let mut references: BTreeMap<(ReferenceKind, i16), BTreeMap<usize, u64>> = BTreeMap::new();
        for reference in &report.references {
            let sizes = references.entry((reference.kind, reference.depth)).or_default();
            sizes.insert(reference.position, reference.nodes);
        }
        View { report, finished, summaries, references }
    }

    /// The index of an algorithm; of an unknown one, one that nothing has.
    pub fn index(&self, name: &str) -> usize {
        let mut algorithms = self.report.algorithms.iter();
        algorithms.position(|algorithm| algorithm.name == name).unwrap_or(usize::MAX)
    }

    /// The indices of an experiment's algorithms.
    pub fn algorithms(&self, experiment: &Experiment) -> Vec<usize> {
        experiment.algorithms().iter().map(|name| self.index(name)).collect()
    }

    pub fn name(&self, algorithm: usize) -> &'data str {
        self.report.algorithms.get(algorithm).map_or("?", |algorithm| algorithm.name.as_str())
    }

    pub fn stratum(&self, position: usize) -> &'data str {
        self.report.positions.get(position).map_or("", |position| position.stratum.as_str())
    }

    /// The kinds of positions, in the order in which they first come.
    pub fn strata(&self) -> Vec<&'data str> {
        let mut strata: Vec<&str> = Vec::new();
        for position in &self.report.positions {
            if !strata.contains(&position.stratum.as_str()) {
                strata.push(&position.stratum);
            }
        }
        strata
    }

    /// The finished searches of an algorithm to a depth, by rising position.
    pub fn finished(&self, algorithm: usize, depth: i16) -> &[&'data Measurement] {
        self.finished.get(&(algorithm, depth)).map_or(&[], Vec::as_slice)
    }

    /// The depths to which any of some algorithms finished a search, rising.
    pub fn depths(&self, algorithms: &[usize]) -> Vec<i16> {
        let depths: BTreeSet<i16> = self
            .finished
            .keys()
            .filter(|(algorithm, _)| algorithms.contains(algorithm))
            .map(|&(_, depth)| depth)
            .collect();
        depths.into_iter().collect()
    }

    /// The depths that an experiment is about, rising: those it has summaries of, or else all to which its algorithms finished
    /// a search. Its algorithms may have been searched to other depths for other experiments.
    pub fn depths_of_experiment(&self, experiment: usize) -> Vec<i16> {
        let summed: BTreeSet<i16> = self.summaries(experiment).iter().map(|summary| summary.depth).collect();
        if !summed.is_empty() {
            return summed.into_iter().collect();
        }
        let experiment = self.report.experiments.get(experiment);
        experiment.map_or_else(Vec::new, |experiment| self.depths(&self.algorithms(experiment)))
    }

    /// How many positions an experiment is about: as its summaries have it, or else all.
    pub fn positions_of_experiment(&self, experiment: usize) -> u64 {
        let tried =
            self.summaries(experiment).iter().map(|summary| summary.positions + summary.unfinished).max();
        tried.unwrap_or(self.report.positions.len() as u64)
    }

    /// That an experiment has too few positions for its figures to decide, as a sentence.
    pub fn few_positions_note(&self, experiment: usize) -> Option<String> {
        let positions = self.positions_of_experiment(experiment);
        (positions < ENOUGH_POSITIONS).then(|| {
            format!("Too little to tell: from fewer than {ENOUGH_POSITIONS} positions ({positions} here) these figures decide nothing.")
        })
    }

    /// The searches of two algorithms to a depth, of the positions that both finished.
    pub fn pairs(
        &self,
        one: usize,
        other: usize,
        depth: i16,
    ) -> Vec<(&'data Measurement, &'data Measurement)> {
        let others = self.finished(other, depth);
        let partner = |search: &&'data Measurement| {
            let place = others.binary_search_by_key(&search.position, |other| other.position).ok()?;
            Some((*search, others[place]))
        };
        self.finished(one, depth).iter().filter_map(partner).collect()
    }

    /// The deepest depth at which enough pairs of algorithms have positions in common: at least three in five of the
    /// pairs of algorithms that have positions in common at all.
    pub fn clearest_depth(&self, pairs: &[(usize, usize)]) -> Option<i16> {
        let all: Vec<usize> = pairs.iter().flat_map(|&(one, other)| [one, other]).collect();
        let depths = self.depths(&all);
        let known = |depth: i16| {
            pairs.iter().filter(|&&(one, other)| !self.pairs(one, other, depth).is_empty()).count()
        };
        let most = depths.iter().map(|&depth| known(depth)).max()?;
        depths.into_iter().rev().find(|&depth| known(depth) * 5 >= most * 3)
    }

    /// The nodes of one algorithm over those of another: as a summary has it, or else from the searches.
    pub fn ratio(&self, experiment: usize, one: usize, other: usize, depth: i16) -> Option<Ratio> {
        if let Some(summary) = self.summaries.get(&(experiment, one, other, depth)) {
            let (mean, positions) = (summary.ratio_geomean?, summary.positions);
            return Some(Ratio { mean, interval: summary.ci95, positions });
        }
        let pairs = self.pairs(one, other, depth);
        self.mean(pairs.iter().map(|(one, other)| (one.search.cost(), other.search.cost())).collect())
    }

    /// The visits of the last iteration over the size of a reference tree.
    pub fn distance(&self, algorithm: usize, kind: ReferenceKind, depth: i16) -> Option<Ratio> {
        let sizes = self.references.get(&(kind, depth))?;
        let pair = |search: &&Measurement| Some((search.search.full_width(), *sizes.get(&search.position)?));
        self.mean(self.finished(algorithm, depth).iter().filter_map(pair).collect())
    }

    fn mean(&self, counts: Vec<(u64, u64)>) -> Option<Ratio> {
        let positions = counts.len() as u64;
        let paired = Paired { counts };
        let mean = paired.geometric_mean()?;
        Some(Ratio { mean, interval: paired.interval(self.report.seed), positions })
    }

    /// What an algorithm's searches cost by depth.
    pub fn means(&self, algorithm: usize, depths: &[i16]) -> Vec<Mean> {
        let nodes = |&depth: &i16| {
            let searches = self.finished(algorithm, depth).iter();
            (depth, searches.map(|search| (search.position, search.search.cost())).collect())
        };
        linked(&depths.iter().map(nodes).collect::<Vec<_>>())
    }

    /// The sizes of the references of a kind by depth.
    pub fn reference_means(&self, kind: ReferenceKind, depths: &[i16]) -> Vec<Mean> {
        let sizes = |&depth: &i16| Some((depth, self.references.get(&(kind, depth))?.clone()));
        linked(&depths.iter().filter_map(sizes).collect::<Vec<_>>())
    }

    /// The summary of an algorithm against a baseline.
    pub fn summary(
        &self,
        experiment: usize,
        one: usize,
        other: usize,
        depth: i16,
    ) -> Option<&'data AlgorithmSummary> {
        self.summaries.get(&(experiment, one, other, depth)).copied()
    }

    /// All summaries of an experiment, by algorithm as the experiment lists them, then by depth.
    pub fn summaries(&self, experiment: usize) -> Vec<&'data AlgorithmSummary> {
        let order = self.report.experiments.get(experiment).map_or_else(Vec::new, Experiment::algorithms);
        let place = |summary: &AlgorithmSummary| order.iter().position(|name| *name == summary.algorithm);
        let mut summaries: Vec<&AlgorithmSummary> = self
            .summaries
            .range((experiment, 0, 0, i16::MIN)..(experiment + 1, 0, 0, i16::MIN))
            .map(|(_, summary)| *summary)
            .collect();
        summaries.sort_by_key(|summary| {
            (place(summary).unwrap_or(usize::MAX), summary.algorithm.clone(), summary.depth)
        });
        summaries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(counts: &[u64]) -> BTreeMap<usize, u64> {
        counts.iter().copied().enumerate().collect()
    }

    #[test]
    fn a_mean_of_all_positions_is_the_plain_one() {
        let means = linked(&[(1, counts(&[1, 100])), (2, counts(&[10, 1000]))]);
        let near = |index: usize, nodes: f64| (means[index].nodes - nodes).abs() < 1e-9;
        assert!(near(0, 10.0) && near(1, 100.0), "{means:?}");
    }

    #[test]
    fn missing_positions_do_not_bend_a_curve() {
        let means = linked(&[(1, counts(&[1, 100])), (2, counts(&[10])), (4, counts(&[1000]))]);
        let found: Vec<(i16, f64, u64)> =
            means.iter().map(|mean| (mean.depth, mean.nodes.round(), mean.positions)).collect();
        assert_eq!(found, [(1, 10.0, 2), (2, 100.0, 1), (4, 10_000.0, 1)]);
    }

    #[test]
    fn too_few_positions_tell_nothing() {
        assert_eq!(linked(&[(1, counts(&[5; 9])), (2, counts(&[7]))]).len(), 1);
        assert!(linked(&[]).is_empty() && linked(&[(3, BTreeMap::new())]).is_empty());
    }
}
