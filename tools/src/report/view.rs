//! A study, looked up by algorithm, depth and position.

use std::collections::{BTreeMap, BTreeSet};

use super::study::{Measured, ReferenceKind, Study, Summary};
use crate::stats::Paired;

/// A study with its searches in order.
#[derive(Debug)]
pub struct View<'study> {
    /// What is looked at.
    pub study: &'study Study,
    /// By algorithm and depth, the finished searches by rising position.
    finished: BTreeMap<(usize, i16), Vec<&'study Measured>>,
    /// By block, algorithm, baseline and depth.
    summaries: BTreeMap<(usize, usize, usize, i16), &'study Summary>,
    /// By kind and depth, the sizes by position.
    references: BTreeMap<(ReferenceKind, i16), BTreeMap<usize, u64>>,
}

/// How many times as much: over positions, the geometric mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    /// The mean.
    pub mean: f64,
    /// Its 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// How many positions it is about.
    pub positions: u64,
}

impl<'study> View<'study> {
    /// Puts a study in order.
    pub fn new(study: &'study Study) -> View<'study> {
        let mut finished: BTreeMap<(usize, i16), Vec<&Measured>> = BTreeMap::new();
        for search in study.searches.iter().filter(|search| search.score.is_some()) {
            finished.entry((search.algorithm, search.depth)).or_default().push(search);
        }
        for searches in finished.values_mut() {
            searches.sort_by_key(|search| search.position);
            searches.dedup_by_key(|search| search.position);
        }
        let key = |summary: &Summary| (summary.block, summary.algorithm, summary.baseline, summary.depth);
        let summaries = study.summaries.iter().map(|summary| (key(summary), summary)).collect();
        let mut references: BTreeMap<(ReferenceKind, i16), BTreeMap<usize, u64>> = BTreeMap::new();
        for reference in &study.references {
            let sizes = references.entry((reference.kind, reference.depth)).or_default();
            sizes.insert(reference.position, reference.nodes);
        }
        View { study, finished, summaries, references }
    }

    /// The name of an algorithm.
    pub fn name(&self, algorithm: usize) -> &'study str {
        self.study.algorithms.get(algorithm).map_or("?", |algorithm| algorithm.name.as_str())
    }

    /// The kind of a position.
    pub fn stratum(&self, position: usize) -> &'study str {
        self.study.positions.get(position).map_or("", |position| position.stratum.as_str())
    }

    /// The kinds of positions, in the order in which they first come.
    pub fn strata(&self) -> Vec<&'study str> {
        let mut strata: Vec<&str> = Vec::new();
        for position in &self.study.positions {
            if !strata.contains(&position.stratum.as_str()) {
                strata.push(&position.stratum);
            }
        }
        strata
    }

    /// The finished searches of an algorithm to a depth, by rising position.
    pub fn finished(&self, algorithm: usize, depth: i16) -> &[&'study Measured] {
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

    /// The searches of two algorithms to a depth, of the positions that both finished.
    pub fn pairs(&self, one: usize, other: usize, depth: i16) -> Vec<(&'study Measured, &'study Measured)> {
        let others = self.finished(other, depth);
        let partner = |search: &&'study Measured| {
            let place = others.binary_search_by_key(&search.position, |other| other.position).ok()?;
            Some((*search, others[place]))
        };
        self.finished(one, depth).iter().filter_map(partner).collect()
    }

    /// The deepest depth at which there is enough to be seen: at least three in five of the pairs of algorithms that
    /// have positions in common at all.
    pub fn telling_depth(&self, pairs: &[(usize, usize)]) -> Option<i16> {
        let all: Vec<usize> = pairs.iter().flat_map(|&(one, other)| [one, other]).collect();
        let depths = self.depths(&all);
        let known = |depth: i16| {
            pairs.iter().filter(|&&(one, other)| !self.pairs(one, other, depth).is_empty()).count()
        };
        let most = depths.iter().map(|&depth| known(depth)).max()?;
        depths.into_iter().rev().find(|&depth| known(depth) * 5 >= most * 3)
    }

    /// The nodes of one algorithm over those of another: as a summary has it, or else from the searches.
    pub fn ratio(&self, block: usize, one: usize, other: usize, depth: i16) -> Option<Ratio> {
        if let Some(summary) = self.summaries.get(&(block, one, other, depth)) {
            let (mean, positions) = (summary.ratio_geomean?, summary.positions);
            return Some(Ratio { mean, interval: summary.ci95, positions });
        }
        let pairs = self.pairs(one, other, depth);
        self.mean(pairs.iter().map(|(one, other)| (one.nodes, other.nodes)).collect())
    }

    /// The visits of the last iteration over the size of a reference tree.
    pub fn distance(&self, algorithm: usize, kind: ReferenceKind, depth: i16) -> Option<Ratio> {
        let sizes = self.references.get(&(kind, depth))?;
        let pair = |search: &&Measured| Some((search.last_visits, *sizes.get(&search.position)?));
        self.mean(self.finished(algorithm, depth).iter().filter_map(pair).collect())
    }

    fn mean(&self, counts: Vec<(u64, u64)>) -> Option<Ratio> {
        let positions = counts.len() as u64;
        let paired = Paired { counts };
        let mean = paired.geometric_mean()?;
        Some(Ratio { mean, interval: paired.interval(self.study.seed), positions })
    }

    /// The geometric mean of what an algorithm's searches to a depth cost; `None` without searches.
    pub fn mean_nodes(&self, algorithm: usize, depth: i16) -> Option<f64> {
        let counts = self.finished(algorithm, depth).iter().map(|search| (search.nodes, 1)).collect();
        Paired { counts }.geometric_mean()
    }

    /// The depths for which there is a reference of a kind, rising, with the geometric mean of its sizes.
    pub fn mean_sizes(&self, kind: ReferenceKind) -> Vec<(i16, f64)> {
        let of_kind = self.references.iter().filter(|((found, _), _)| *found == kind);
        let mean = |sizes: &BTreeMap<usize, u64>| {
            Paired { counts: sizes.values().map(|&size| (size, 1)).collect() }.geometric_mean()
        };
        of_kind.filter_map(|(&(_, depth), sizes)| Some((depth, mean(sizes)?))).collect()
    }

    /// The summary of an algorithm against a baseline.
    pub fn summary(&self, block: usize, one: usize, other: usize, depth: i16) -> Option<&'study Summary> {
        self.summaries.get(&(block, one, other, depth)).copied()
    }

    /// All summaries of a block, by algorithm as the block lists them, then by depth.
    pub fn summaries(&self, block: usize) -> Vec<&'study Summary> {
        let order = self.study.blocks.get(block).map_or(&[][..], |block| &block.algorithms);
        let place = |summary: &Summary| order.iter().position(|&algorithm| algorithm == summary.algorithm);
        let mut summaries: Vec<&Summary> = self
            .summaries
            .range((block, 0, 0, i16::MIN)..(block + 1, 0, 0, i16::MIN))
            .map(|(_, summary)| *summary)
            .collect();
        summaries
            .sort_by_key(|summary| (place(summary).unwrap_or(usize::MAX), summary.algorithm, summary.depth));
        summaries
    }
}
