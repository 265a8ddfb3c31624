//! From single searches to the figures of an algorithm in an experiment.

use search_core::Counters;

use super::results::Results;
use crate::data::{AlgorithmSummary, Experiment, Search};
use crate::stats::{self, Paired};

/// Works out the figures of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Summarizer<'run> {
    pub results: &'run Results<'run>,
    pub seed: u64,
}

impl<'run> Summarizer<'run> {
    /// The figures of every algorithm of an experiment at a depth, but for those that finished nothing.
    pub fn experiment(&self, experiment: &Experiment, depth: i16) -> Vec<AlgorithmSummary> {
        let pairs = experiment.pairs();
        let rows = pairs.iter().filter_map(|(name, divisor)| self.summary(experiment, name, divisor, depth));
        let (mut rows, p_values): (Vec<AlgorithmSummary>, Vec<Option<f64>>) = rows.unzip();
        for (row, is_significant) in rows.iter_mut().zip(stats::holm(&p_values, 0.05)) {
            row.is_significant = is_significant;
        }
        self.add_common(&mut rows, experiment, depth);
        rows
    }

    /// Adds the totals over the positions that all algorithms of these rows finished: only those compare with each other.
    fn add_common(&self, rows: &mut [AlgorithmSummary], experiment: &Experiment, depth: i16) {
        let nodes = |name: &str, position: usize| {
            Some(self.results.finished(position, self.results.index(name)?, depth)?.cost())
        };
        let is_common = |position: &usize| rows.iter().all(|row| nodes(&row.algorithm, *position).is_some());
        let positions = 0..experiment.positions.min(self.results.positions.len());
        let common: Vec<usize> = positions.filter(is_common).collect();
        for row in rows {
            row.common_positions = Some(common.len() as u64);
            row.common_nodes = common.iter().map(|&position| nodes(&row.algorithm, position)).sum();
        }
    }

    /// The figures of an algorithm at a depth, and how likely a ratio so far from 1 is by chance; `None` if it finished
    /// nothing. Where the divisor finished, they are about
    /// the positions that both did.
    fn summary(
        &self,
        experiment: &Experiment,
        name: &str,
        divisor: &str,
        depth: i16,
    ) -> Option<(AlgorithmSummary, Option<f64>)> {
        let results = self.results;
        let (algorithm, base) = (results.index(name)?, results.index(divisor)?);
        let positions = experiment.positions.min(results.positions.len());
        let finished: Vec<(usize, &Search)> = (0..positions)
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
        let is_exact = results.algorithms[algorithm].is_exact;
        let summary = AlgorithmSummary {
            game: Some(results.game),
            block: experiment.id.clone(),
            algorithm: name.to_owned(),
            baseline: divisor.to_owned(),
            depth,
            unfinished: (positions - finished.len()) as u64,
            same_score: self.agrees(algorithm, depth, &finished),
            ..self.figures(&counted, &pairs)
        };
        let summary = if is_exact { summary } else { self.with_errors(summary, algorithm, &finished) };
        let summary = self.with_references(summary, &finished);
        let oracle = experiment.oracle.and_then(|oracle| self.agreement(algorithm, depth, oracle, &finished));
        let nodes = Paired { counts: pairs.iter().map(|(one, base)| (one.cost(), base.cost())).collect() };
        let summary = AlgorithmSummary { move_agreement: oracle, ..summary };
        (!counted.is_empty()).then(|| (summary, nodes.p_value()))
    }

    fn figures(&self, counted: &[&Search], pairs: &[(&Search, &Search)]) -> AlgorithmSummary {
        let paired = |count: fn(&Search) -> u64| Paired {
            counts: pairs.iter().map(|(search, base)| (count(search), count(base))).collect(),
        };
        let (nodes, visits) = (paired(Search::cost), paired(|search| search.counters.visits));
        let seconds = paired(|search| (search.seconds * 1e6) as u64);
        let total_nodes: u64 = counted.iter().map(|search| search.cost()).sum();
        let mut counters = Counters::default();
        counted.iter().for_each(|search| counters += search.counters);
        let percent = |part: u64, whole: u64| (whole > 0).then(|| short(100.0 * part as f64 / whole as f64));
        AlgorithmSummary {
            positions: counted.len() as u64,
            total_nodes: Some(total_nodes),
            mean_nodes: Some(total_nodes / counted.len().max(1) as u64),
            ratio_geomean: nodes.geometric_mean().map(short),
            ci95: nodes.interval(self.seed).map(|(low, high)| (short(low), short(high))),
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
            seconds_ci95: seconds.interval(self.seed).map(|(low, high)| (short(low), short(high))),
            ..AlgorithmSummary::default()
        }
    }

    /// Whether all scores are those of exact algorithms; `None` where there is none to compare with.
    fn agrees(&self, algorithm: usize, depth: i16, finished: &[(usize, &Search)]) -> Option<bool> {
        let grain = self.results.algorithms[algorithm].grain;
        let mut pairs = finished.iter().filter_map(|&(position, search)| {
            let exact = self.results.exact_score(position, depth, grain)?;
            Some(search.found.as_ref()?.0 == exact)
        });
        let first = pairs.next()?;
        Some(first && pairs.all(|is_same| is_same))
    }

    fn with_errors(
        &self,
        summary: AlgorithmSummary,
        algorithm: usize,
        finished: &[(usize, &Search)],
    ) -> AlgorithmSummary {
        let errors: Vec<u32> = finished
            .iter()
            .filter_map(|&(position, _)| self.results.error(position, algorithm, summary.depth))
            .collect();
        let count = errors.len().max(1) as f64;
        let same = errors.iter().filter(|&&error| error == 0).count() as f64;
        let mean = errors.iter().map(|&error| f64::from(error)).sum::<f64>() / count;
        let (mean_error, score_agreement) = (Some(short(mean)), Some(short(100.0 * same / count)));
        if errors.is_empty() { summary } else { AlgorithmSummary { mean_error, score_agreement, ..summary } }
    }

    /// The last iteration over the left-first minimal graph, both without quiescence.
    fn with_references(&self, summary: AlgorithmSummary, finished: &[(usize, &Search)]) -> AlgorithmSummary {
        let count = |&(position, search): &(usize, &Search)| {
            Some((search.full_width(), self.results.references(position, summary.depth)?.minimal_graph))
        };
        let graph = Paired { counts: finished.iter().filter_map(count).collect() };
        AlgorithmSummary {
            graph_ratio: graph.geometric_mean().map(short),
            graph_ci95: graph.interval(self.seed).map(|(low, high)| (short(low), short(high))),
            ..summary
        }
    }

    /// The share of positions on which the move is that of the deeper search, in per cent.
    fn agreement(
        &self,
        algorithm: usize,
        depth: i16,
        oracle: i16,
        finished: &[(usize, &Search)],
    ) -> Option<f64> {
        let agrees =
            |&(position, _): &(usize, &Search)| self.results.agrees(position, algorithm, depth, oracle);
        let agreements: Vec<bool> = finished.iter().filter_map(agrees).collect();
        let same = agreements.iter().filter(|&&agrees| agrees).count();
        (!agreements.is_empty()).then(|| short(100.0 * same as f64 / agreements.len() as f64))
    }
}

/// Four significant digits: more than the figures are accurate to.
pub fn short(value: f64) -> f64 {
    let digits = 3 - value.abs().max(1e-9).log10().floor() as i32;
    let scale = 10f64.powi(digits.max(0));
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::algorithm::Algorithm;
    use crate::compare::task::{Done, Task, Work};
    use crate::data::Shape;

    fn search(score: Option<i32>, visits: u64, ordering: u64) -> Search {
        let counters = Counters { visits, ordering, ..Counters::default() };
        let found = score.map(|score| (score, "a1".to_owned()));
        Search { depth: 2, found, counters, last_iteration: counters, seconds: 0.5 }
    }

    fn experiment(algorithms: &[Algorithm]) -> Experiment {
        let names = algorithms.iter().map(|algorithm| algorithm.name.clone()).collect();
        Experiment {
            id: "b".into(),
            title: String::new(),
            question: String::new(),
            remarks: Vec::new(),
            shape: Shape::List { algorithms: names, baseline: 1, is_selective: false },
            depths: vec![2],
            positions: usize::MAX,
            references: None,
            oracle: None,
        }
    }

    fn check(list: &str, searches: [[Search; 2]; 3], check: impl Fn(&Results<'_>, &[AlgorithmSummary])) {
        let algorithms = Algorithm::parse_list::<othello::Position>(list).unwrap();
        let positions = ["p".to_owned(), "q".to_owned()];
        let mut results = Results::new("othello", &positions, &algorithms);
        for (algorithm, pair) in searches.into_iter().enumerate() {
            for (position, search) in pair.into_iter().enumerate() {
                let task = Task { position, work: Work::Search(algorithm), depths: vec![2] };
                results.take(&task, Done::Searches(vec![search]));
            }
        }
        check(&results, &Summarizer { results: &results, seed: 1 }.experiment(&experiment(&algorithms), 2));
    }

    #[test]
    fn only_positions_that_both_finished_are_paired() {
        let searches = [
            [search(Some(5), 1000, 0), search(None, 5000, 0)],
            [search(Some(5), 100, 0), search(Some(7), 300, 0)],
            [search(Some(5), 25, 25), search(Some(7), 300, 300)],
        ];
        check("negamax,alpha-beta,pvs", searches, |results, rows| {
            assert_eq!((rows[0].positions, rows[0].ratio_geomean, rows[0].unfinished), (1, Some(10.0), 1));
            assert_eq!((rows[0].ci95, rows[0].ratio_of_totals), (Some((10.0, 10.0)), Some(10.0)));
            assert_eq!((rows[2].ratio_geomean, rows[2].visits_ratio), (Some(1.0), Some(0.5)));
            assert_eq!((rows[2].wins, rows[2].losses, rows[2].total_nodes), (1, 1, Some(650)));
            let common = rows.iter().map(|row| (row.common_positions, row.common_nodes.unwrap()));
            assert_eq!(common.collect::<Vec<_>>(), [(Some(1), 1000), (Some(1), 100), (Some(1), 50)]);
            let shown = rows.iter().map(|row| row.clone().narrowed().total_nodes);
            assert_eq!(shown.collect::<Vec<_>>(), [Some(1000), Some(100), Some(50)]);
            assert!(
                rows.iter().all(|row| row.same_score == Some(true)) && results.disagreements().is_empty()
            );
        });
    }

    /// A comparison detects an algorithm that is declared exact and is not.
    #[test]
    fn a_score_that_differs_is_named() {
        let searches = [
            [search(Some(5), 1000, 0), search(None, 5000, 0)],
            [search(Some(5), 100, 0), search(Some(7), 300, 0)],
            [search(Some(5), 25, 25), search(Some(8), 300, 300)],
        ];
        check("negamax,alpha-beta,pvs", searches, |results, rows| {
            assert_eq!(
                rows.iter().map(|row| row.same_score).collect::<Vec<_>>(),
                [true, true, false].map(Some)
            );
            let expected = ["depth 2, q: scores differ: pvs finds 8, other exact algorithms 7"];
            assert_eq!(results.disagreements(), expected);
        });
    }

    #[test]
    fn selective_algorithms_have_an_error_instead() {
        let searches = [
            [search(Some(5), 1000, 0), search(Some(7), 5000, 0)],
            [search(Some(5), 100, 0), search(Some(7), 300, 0)],
            [search(Some(5), 25, 25), search(Some(-8), 300, 300)],
        ];
        check("negamax,alpha-beta,pvs+futility", searches, |results, rows| {
            assert_eq!((rows[2].mean_error, rows[2].score_agreement), (Some(7.5), Some(50.0)));
            assert!(rows[2].same_score == Some(false) && results.disagreements().is_empty());
        });
    }

    #[test]
    fn figures_are_short() {
        assert_eq!([short(0.001_234_56), short(12.345_678), short(98_765.4)], [0.001_235, 12.35, 98_765.0]);
    }
}
