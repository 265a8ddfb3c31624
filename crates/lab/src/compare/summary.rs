//! The figures of an algorithm over many positions, and how they follow from single searches.

use std::ops::Range;

use search_core::Counters;
use serde::Serialize;
use shuangqi_cli::output::Record;

use super::experiment::Experiment;
use super::results::Results;
use super::search::Search;
use crate::stats::{self, Paired};

/// A value that a record leaves out when there is none.
trait Optional {
    fn is_absent(&self) -> bool {
        false
    }
}

impl<T> Optional for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl Optional for &str {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl Optional for String {}
impl Optional for u64 {}
impl Optional for i16 {}
impl Optional for f64 {}

/// Declares the record: its fields are its columns.
macro_rules! summary {
    ($($(#[$meta:meta])* $field:ident: $kind:ty,)*) => {
        /// An algorithm of an experiment at one depth, over the positions that it and the one it is divided by finished.
        #[derive(Clone, PartialEq, Debug, Default, Serialize)]
        pub struct AlgorithmSummary {
            $($(#[$meta])* #[serde(skip_serializing_if = "Optional::is_absent")] pub $field: $kind,)*
        }

        impl Record for AlgorithmSummary {
            const SCHEMA: &'static str = "compare-summary/2";
            const MINOR: &'static [&'static str] = &[
                "depth", "baseline", "unfinished", "same_score", "ratio_of_totals", "graph_ratio", "first_move_percent",
                "losses", "wins", "positions", "seconds_ratio", "seconds_ci95", "seconds", "move_agreement",
            ];
            const COLUMNS: &'static [&'static str] = &[$(stringify!($field)),*];
        }
    };
}

summary! {
    game: Option<&'static str>,
    /// The experiment.
    block: &'static str,
    depth: i16,
    algorithm: String,
    /// The algorithm by whose figures they are divided.
    baseline: String,
    /// The number of positions that the figures are about.
    positions: u64,
    /// The number of positions that the algorithm did not finish.
    unfinished: u64,
    /// Visits and ordering positions together, all positions added up.
    total_nodes: Option<u64>,
    /// The same per position.
    mean_nodes: Option<u64>,
    /// The geometric mean of each position's nodes over the baseline's.
    ratio_geomean: Option<f64>,
    ci95: Option<(f64, f64)>,
    /// The sum of the nodes over the baseline's sum.
    ratio_of_totals: Option<f64>,
    /// `ratio_geomean` of visits alone.
    visits_ratio: Option<f64>,
    /// Whether the ratio differs from 1 after Holm's correction for all rows of the experiment at this depth.
    is_significant: Option<bool>,
    /// Positions on which it needed fewer nodes than the baseline.
    wins: u64,
    /// Positions on which it needed more.
    losses: u64,
    /// The full-width part of the last iteration over the left-first minimal graph, geometric mean.
    graph_ratio: Option<f64>,
    graph_ci95: Option<(f64, f64)>,
    /// The share of cut-offs that the first move brought, in per cent.
    first_move_percent: Option<f64>,
    /// The share of nodes begun below alpha that stayed there, in per cent.
    all_node_percent: Option<f64>,
    re_searches: Option<u64>,
    /// Probes that found the position.
    table_hits: Option<u64>,
    /// The mean distance to the exact score, in units of score; selective algorithms only.
    mean_error: Option<f64>,
    /// The share of positions with the exact score, in per cent; selective algorithms only.
    score_agreement: Option<f64>,
    /// The share of positions with the move of a deeper exact search, in per cent.
    move_agreement: Option<f64>,
    /// Time of all searches.
    seconds: f64,
    /// The geometric mean of each position's time over the baseline's.
    seconds_ratio: Option<f64>,
    seconds_ci95: Option<(f64, f64)>,
    /// Whether every finished search found the score that exact algorithms find.
    same_score: Option<bool>,
    /// The number of positions that every algorithm of the experiment finished, but for those that finished none.
    common_positions: Option<u64>,
    /// Visits and ordering positions together on these positions.
    common_nodes: Option<u64>,
}

impl AlgorithmSummary {
    /// The same without the columns that a reader of the table does not need. Readers compare the totals of its rows, so they
    /// are those over the common positions.
    pub fn narrowed(self) -> Self {
        AlgorithmSummary {
            total_nodes: self.common_nodes.filter(|_| self.common_positions > Some(0)),
            common_positions: None,
            common_nodes: None,
            game: None,
            block: "",
            mean_nodes: None,
            visits_ratio: None,
            is_significant: None,
            all_node_percent: None,
            re_searches: None,
            table_hits: None,
            graph_ci95: None,
            score_agreement: None,
            ..self
        }
    }
}

/// The figures of every algorithm of every experiment at every depth, but for those that finished nothing; intervals
/// are drawn with the seed.
pub fn summaries(results: &Results<'_>, experiments: &[Experiment], seed: u64) -> Vec<AlgorithmSummary> {
    let at_depths = |experiment: &'_ Experiment| -> Vec<AlgorithmSummary> {
        let at = |&depth: &i16| Summarizer { results, seed, experiment, depth }.rows();
        experiment.depths.iter().flat_map(at).collect()
    };
    experiments.iter().flat_map(at_depths).collect()
}

/// Works out the figures of an experiment at a depth.
#[derive(Clone, Copy)]
struct Summarizer<'run> {
    results: &'run Results<'run>,
    seed: u64,
    experiment: &'run Experiment,
    depth: i16,
}

impl<'run> Summarizer<'run> {
    fn rows(&self) -> Vec<AlgorithmSummary> {
        let pairs = self.experiment.pairs();
        let rows = pairs.iter().filter_map(|(name, divisor)| self.summary(name, divisor));
        let (mut rows, p_values): (Vec<AlgorithmSummary>, Vec<Option<f64>>) = rows.unzip();
        for (row, is_significant) in rows.iter_mut().zip(stats::holm(&p_values, 0.05)) {
            row.is_significant = is_significant;
        }
        self.add_common(&mut rows);
        rows
    }

    /// Adds the totals over the positions that all algorithms of these rows finished: only those compare with each other.
    fn add_common(&self, rows: &mut [AlgorithmSummary]) {
        let nodes = |name: &str, position: usize| {
            Some(self.results.finished(position, self.results.index(name)?, self.depth)?.cost())
        };
        let is_common = |position: &usize| rows.iter().all(|row| nodes(&row.algorithm, *position).is_some());
        let common: Vec<usize> = self.positions().filter(is_common).collect();
        for row in rows {
            row.common_positions = Some(common.len() as u64);
            row.common_nodes = common.iter().map(|&position| nodes(&row.algorithm, position)).sum();
        }
    }

    fn positions(&self) -> Range<usize> {
        0..self.experiment.positions.min(self.results.positions.len())
    }

    /// The figures of an algorithm, and how likely a ratio so far from 1 is by chance; `None` if it finished nothing.
    /// Where the divisor finished, they are about the positions that both did.
    fn summary(&self, name: &str, divisor: &str) -> Option<(AlgorithmSummary, Option<f64>)> {
        let (results, depth) = (self.results, self.depth);
        let (algorithm, base) = (results.index(name)?, results.index(divisor)?);
        let finished: Vec<(usize, &Search)> = self
            .positions()
            .filter_map(|position| Some((position, results.finished(position, algorithm, depth)?)))
            .collect();
        let pairs: Vec<(&Search, &Search)> = finished
            .iter()
            .filter_map(|&(position, search)| Some((search, results.finished(position, base, depth)?)))
            .collect();
        let counted: Vec<&Search> = match pairs.is_empty() {
            true => finished.iter().map(|&(_, search)| search).collect(),
            false => pairs.iter().map(|&(search, _)| search).collect(),
        };
        let summary = AlgorithmSummary {
            game: Some(results.game),
            block: self.experiment.id,
            algorithm: name.to_owned(),
            baseline: divisor.to_owned(),
            depth,
            unfinished: (self.positions().len() - finished.len()) as u64,
            ..self.costs(&counted, &pairs)
        };
        let nodes = paired(&pairs, Search::cost);
        (!counted.is_empty()).then(|| (self.with_answers(summary, algorithm, &finished), nodes.p_value()))
    }

    /// The figures of what was counted.
    fn costs(&self, counted: &[&Search], pairs: &[(&Search, &Search)]) -> AlgorithmSummary {
        let (nodes, visits) = (paired(pairs, Search::cost), paired(pairs, |search| search.counters.visits));
        let seconds = paired(pairs, |search| (search.seconds * 1e6) as u64);
        let total_nodes: u64 = counted.iter().map(|search| search.cost()).sum();
        let mut counters = Counters::default();
        counted.iter().for_each(|search| counters += search.counters);
        AlgorithmSummary {
            positions: counted.len() as u64,
            total_nodes: Some(total_nodes),
            mean_nodes: Some(total_nodes / counted.len().max(1) as u64),
            ratio_geomean: nodes.geometric_mean().map(short),
            ci95: self.interval(&nodes),
            ratio_of_totals: nodes.ratio_of_totals().map(short),
            visits_ratio: visits.geometric_mean().map(short),
            wins: nodes.counts.iter().filter(|(one, base)| one < base).count() as u64,
            losses: nodes.counts.iter().filter(|(one, base)| one > base).count() as u64,
            first_move_percent: percent(counters.first_move_cutoffs, counters.cutoffs),
            all_node_percent: percent(counters.all_nodes, counters.expected_all_nodes),
            re_searches: Some(counters.re_searches),
            table_hits: Some(counters.table_hits),
            seconds: short(counted.iter().map(|search| search.seconds).sum()),
            seconds_ratio: seconds.geometric_mean().map(short),
            seconds_ci95: self.interval(&seconds),
            ..AlgorithmSummary::default()
        }
    }

    /// Adds how the scores and moves that were found compare with exact ones, and how the last iterations compare with the
    /// left-first minimal graph, both without quiescence.
    fn with_answers(
        &self,
        summary: AlgorithmSummary,
        algorithm: usize,
        finished: &[(usize, &Search)],
    ) -> AlgorithmSummary {
        let (results, depth, known) = (self.results, self.depth, &self.results.algorithms[algorithm]);
        let is_same = |&(position, search): &(usize, &Search)| {
            Some(search.found.as_ref()?.0 == results.exact_score(position, depth)?)
        };
        let same: Vec<bool> = finished.iter().filter_map(is_same).collect();
        let errors = finished.iter().filter_map(|&(position, _)| results.error(position, algorithm, depth));
        let errors: Vec<f64> = errors.map(f64::from).collect();
        let agrees = |&(position, _): &(usize, &Search)| {
            results.agrees(position, algorithm, depth, self.experiment.oracle?)
        };
        let sizes = |&(position, search): &(usize, &Search)| {
            Some((search.full_width(), results.references(position, depth)?.minimal_graph))
        };
        let graph = Paired { counts: finished.iter().filter_map(sizes).collect() };
        AlgorithmSummary {
            same_score: (!same.is_empty()).then(|| same.iter().all(|&is_same| is_same)),
            mean_error: stats::mean(&errors).map(short),
            score_agreement: if known.is_exact { None } else { share(&same) },
            move_agreement: share(&finished.iter().filter_map(agrees).collect::<Vec<bool>>()),
            graph_ratio: graph.geometric_mean().map(short),
            graph_ci95: self.interval(&graph),
            ..summary
        }
    }

    fn interval(&self, paired: &Paired) -> Option<(f64, f64)> {
        paired.interval(self.seed).map(|(low, high)| (short(low), short(high)))
    }
}

fn paired(pairs: &[(&Search, &Search)], count: fn(&Search) -> u64) -> Paired {
    Paired { counts: pairs.iter().map(|(search, base)| (count(search), count(base))).collect() }
}

/// The share of the true ones, in per cent.
fn share(answers: &[bool]) -> Option<f64> {
    percent(answers.iter().filter(|&&is_true| is_true).count() as u64, answers.len() as u64)
}

fn percent(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| short(100.0 * part as f64 / whole as f64))
}

/// Four significant digits: more than the figures are accurate to.
fn short(value: f64) -> f64 {
    let digits = 3 - value.abs().max(1e-9).log10().floor() as i32;
    let scale = 10f64.powi(digits.max(0));
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::algorithm::Algorithm;
    use crate::compare::experiment::Shape;
    use crate::compare::results::{Task, TaskKind, TaskResult};

    /// A search with this score, visits and positions made for ordering.
    type Found = (Option<i32>, u64, u64);

    fn search((score, visits, ordering): Found) -> Search {
        let counters = Counters { visits, ordering, ..Counters::default() };
        let found = score.map(|score| (score, "a1".to_owned()));
        Search { depth: 2, found, counters, last_iteration: counters, seconds: 0.5 }
    }

    /// The rows of algorithms on two positions, and where exact ones disagree.
    fn rows(list: &str, searches: [[Found; 2]; 3]) -> (Vec<AlgorithmSummary>, Vec<String>) {
        let algorithms = Algorithm::parse_list::<othello::Position>(list).unwrap();
        let positions = ["p".to_owned(), "q".to_owned()];
        let mut results = Results::new("othello", &positions, &algorithms);
        for (algorithm, pair) in searches.into_iter().enumerate() {
            for (position, found) in pair.into_iter().enumerate() {
                let task = Task { position, work: TaskKind::Search(algorithm), depths: vec![2] };
                results.take(&task, TaskResult::Searches(vec![search(found)]));
            }
        }
        let names = algorithms.iter().map(|algorithm| algorithm.name.clone()).collect();
        let experiment = Experiment {
            id: "b",
            title: "",
            question: "",
            remark: None,
            shape: Shape::List { algorithms: names, is_selective: false },
            depths: vec![2],
            positions: usize::MAX,
            references: None,
            oracle: None,
        };
        (summaries(&results, &[experiment], 1), results.disagreements())
    }

    #[test]
    fn only_positions_that_both_finished_are_paired() {
        let (rows, disagreements) = rows(
            "negamax,alpha-beta,pvs",
            [
                [(Some(5), 1000, 0), (None, 5000, 0)],
                [(Some(5), 100, 0), (Some(7), 300, 0)],
                [(Some(5), 25, 25), (Some(7), 300, 300)],
            ],
        );
        assert_eq!((rows[0].positions, rows[0].ratio_geomean, rows[0].unfinished), (1, Some(10.0), 1));
        assert_eq!((rows[0].ci95, rows[0].ratio_of_totals), (Some((10.0, 10.0)), Some(10.0)));
        assert_eq!((rows[2].ratio_geomean, rows[2].visits_ratio), (Some(1.0), Some(0.5)));
        assert_eq!((rows[2].wins, rows[2].losses, rows[2].total_nodes), (1, 1, Some(650)));
        let common = rows.iter().map(|row| (row.common_positions, row.common_nodes.unwrap()));
        assert_eq!(common.collect::<Vec<_>>(), [(Some(1), 1000), (Some(1), 100), (Some(1), 50)]);
        let shown = rows.iter().map(|row| row.clone().narrowed().total_nodes);
        assert_eq!(shown.collect::<Vec<_>>(), [Some(1000), Some(100), Some(50)]);
        assert!(rows.iter().all(|row| row.same_score == Some(true)) && disagreements.is_empty());
    }

    /// A comparison detects an algorithm that is declared exact and is not.
    #[test]
    fn a_score_that_differs_is_named() {
        let (rows, disagreements) = rows(
            "negamax,alpha-beta,pvs",
            [
                [(Some(5), 1000, 0), (None, 5000, 0)],
                [(Some(5), 100, 0), (Some(7), 300, 0)],
                [(Some(5), 25, 25), (Some(8), 300, 300)],
            ],
        );
        let same: Vec<_> = rows.iter().map(|row| row.same_score).collect();
        assert_eq!(same, [true, true, false].map(Some));
        assert_eq!(disagreements, ["depth 2, q: scores differ: pvs finds 8, other exact algorithms 7"]);
    }

    #[test]
    fn selective_algorithms_have_an_error_instead() {
        let (rows, disagreements) = rows(
            "negamax,alpha-beta,pvs+futility",
            [
                [(Some(5), 1000, 0), (Some(7), 5000, 0)],
                [(Some(5), 100, 0), (Some(7), 300, 0)],
                [(Some(5), 25, 25), (Some(-8), 300, 300)],
            ],
        );
        assert_eq!((rows[2].mean_error, rows[2].score_agreement), (Some(7.5), Some(50.0)));
        assert!(rows[2].same_score == Some(false) && disagreements.is_empty());
    }

    #[test]
    fn figures_are_short() {
        assert_eq!([short(0.001_234_56), short(12.345_678), short(98_765.4)], [0.001_235, 12.35, 98_765.0]);
    }
}
