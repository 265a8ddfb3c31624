//! From single searches to the figures of an algorithm.

use console::units::short_seconds;
use search_core::Tally;

use super::algorithm::{Algorithm, baseline};
use super::record::Summary;
use super::search::Search;
use crate::stats::Paired;

/// Every search that was made.
#[derive(Debug)]
pub struct Results<'run> {
    /// The game's name.
    pub game: &'static str,
    /// The positions as text.
    pub positions: &'run [String],
    /// The algorithms.
    pub algorithms: &'run [Algorithm],
    /// Position by position and in it algorithm by algorithm, the searches by rising depth; fewer if cut short.
    pub searches: Vec<Vec<Search>>,
}

impl<'run> Results<'run> {
    /// The search of a position by an algorithm to a depth, if it was finished.
    fn finished(&self, position: usize, algorithm: usize, depth: i16) -> Option<&Search> {
        let searches = self.searches.get(position * self.algorithms.len() + algorithm)?;
        searches.iter().find(|search| search.depth == depth && search.found.is_some())
    }

    fn score(&self, position: usize, algorithm: usize, depth: i16) -> Option<i32> {
        self.finished(position, algorithm, depth)?.found.as_ref().map(|&(score, _)| score)
    }

    /// The score that the first algorithm to finish found.
    fn reference(&self, position: usize, depth: i16) -> Option<i32> {
        (0..self.algorithms.len()).find_map(|algorithm| self.score(position, algorithm, depth))
    }

    /// Every position on which algorithms disagree, with their scores.
    pub fn disagreements(&self, depth: i16) -> Vec<String> {
        let is_disputed = |&position: &usize| {
            (0..self.algorithms.len())
                .filter_map(|algorithm| self.score(position, algorithm, depth))
                .any(|score| Some(score) != self.reference(position, depth))
        };
        let named = |(algorithm, name): (usize, &Algorithm), position| {
            self.score(position, algorithm, depth).map(|score| format!("{} {score}", name.name))
        };
        let line = |position: usize| {
            let scores: Vec<String> =
                self.algorithms.iter().enumerate().filter_map(|pair| named(pair, position)).collect();
            format!("depth {depth}, {}: scores differ: {}", self.positions[position], scores.join(", "))
        };
        (0..self.positions.len()).filter(is_disputed).map(line).collect()
    }

    /// How many positions an algorithm did not finish.
    pub fn unfinished(&self, algorithm: usize, depth: i16) -> usize {
        let positions = 0..self.positions.len();
        positions.filter(|&position| self.finished(position, algorithm, depth).is_none()).count()
    }

    /// The figures of an algorithm at a depth; `None` if it finished nothing. Where the baseline finished, they are
    /// about the positions that both did.
    pub fn summary(&self, algorithm: usize, depth: i16, seed: u64) -> Option<Summary<'run>> {
        let base = baseline(self.algorithms);
        let finished: Vec<(usize, &Search)> = (0..self.positions.len())
            .filter_map(|position| Some((position, self.finished(position, algorithm, depth)?)))
            .collect();
        let pairs: Vec<(&Search, &Search)> = finished
            .iter()
            .filter_map(|&(position, search)| Some((search, self.finished(position, base, depth)?)))
            .collect();
        let counted: Vec<&Search> = match pairs.is_empty() {
            true => finished.iter().map(|&(_, search)| search).collect(),
            false => pairs.iter().map(|&(search, _)| search).collect(),
        };
        let is_same = |&(position, search): &(usize, &Search)| {
            search.found.as_ref().map(|&(score, _)| score) == self.reference(position, depth)
        };
        let same_score = finished.iter().all(is_same);
        let (name, base) = (&self.algorithms[algorithm].name, &self.algorithms[base].name);
        (!counted.is_empty()).then(|| {
            let ratios = Ratios::new(&pairs, seed);
            Summary {
                game: Some(self.game),
                algorithm: name,
                baseline: base,
                depth,
                same_score,
                ..figures(&counted, &ratios)
            }
        })
    }
}

/// An algorithm's costs over the baseline's.
#[derive(Debug)]
struct Ratios {
    nodes: Paired,
    visits: Paired,
    seed: u64,
}

impl Ratios {
    fn new(pairs: &[(&Search, &Search)], seed: u64) -> Ratios {
        let paired = |count: fn(&Search) -> u64| Paired {
            counts: pairs.iter().map(|(search, base)| (count(search), count(base))).collect(),
        };
        Ratios { nodes: paired(Search::cost), visits: paired(|search| search.tally.visits), seed }
    }
}

fn figures(counted: &[&Search], ratios: &Ratios) -> Summary<'static> {
    let total_nodes: u64 = counted.iter().map(|search| search.cost()).sum();
    let mut tally = Tally::default();
    counted.iter().for_each(|search| tally += search.tally);
    let seconds: f64 = counted.iter().map(|search| search.seconds).sum();
    let percent =
        (tally.cutoffs > 0).then(|| short(100.0 * tally.first_move_cutoffs as f64 / tally.cutoffs as f64));
    Summary {
        game: None,
        depth: 0,
        algorithm: "",
        baseline: "",
        positions: counted.len() as u64,
        total_nodes,
        mean_nodes: Some(total_nodes / counted.len().max(1) as u64),
        ratio_geomean: ratios.nodes.geometric_mean().map(short),
        ci95: ratios.nodes.interval(ratios.seed).map(|(low, high)| (short(low), short(high))),
        ratio_of_totals: ratios.nodes.ratio_of_totals().map(short),
        visits_ratio: ratios.visits.geometric_mean().map(short),
        first_move_percent: percent,
        re_searches: tally.re_searches,
        table_hits: tally.table_hits,
        seconds: short_seconds(std::time::Duration::from_secs_f64(seconds)),
        same_score: true,
    }
}

/// Four significant digits: more than the figures are good for.
fn short(value: f64) -> f64 {
    let digits = 3 - value.abs().max(1e-9).log10().floor() as i32;
    let scale = 10f64.powi(digits.max(0));
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(depth: i16, score: Option<i32>, visits: u64, ordering: u64) -> Search {
        let tally = Tally { visits, ordering, ..Tally::default() };
        let found = score.map(|score| (score, "a1".to_owned()));
        Search { depth, found, tally, last_iteration: tally, seconds: 0.5 }
    }

    fn algorithms() -> Vec<Algorithm> {
        Algorithm::parse_list::<othello::Position>("negamax,alpha-beta,pvs").unwrap()
    }

    /// Two positions; negamax does not finish the second, and pvs errs there at depth 2.
    fn results<'run>(positions: &'run [String], algorithms: &'run [Algorithm]) -> Results<'run> {
        let searches = vec![
            vec![search(2, Some(5), 1000, 0)],
            vec![search(2, Some(5), 100, 0)],
            vec![search(2, Some(5), 25, 25)],
            vec![search(2, None, 5000, 0)],
            vec![search(2, Some(7), 300, 0)],
            vec![search(2, Some(8), 300, 300)],
        ];
        Results { game: "othello", positions, algorithms, searches }
    }

    #[test]
    fn only_positions_that_both_finished_are_paired() {
        let (positions, algorithms) = (["p".to_owned(), "q".to_owned()], algorithms());
        let results = results(&positions, &algorithms);
        let negamax = results.summary(0, 2, 1).unwrap();
        assert_eq!((negamax.positions, negamax.ratio_geomean), (1, Some(10.0)));
        assert_eq!((negamax.ci95, negamax.ratio_of_totals), (Some((10.0, 10.0)), Some(10.0)));
        assert_eq!((results.unfinished(0, 2), results.unfinished(1, 2)), (1, 0));
        assert!(negamax.same_score && results.summary(0, 3, 1).is_none());
    }

    #[test]
    fn ordering_positions_count_in_the_headline() {
        let (positions, algorithms) = (["p".to_owned(), "q".to_owned()], algorithms());
        let summary = results(&positions, &algorithms).summary(2, 2, 1).unwrap();
        assert_eq!((summary.ratio_geomean, summary.visits_ratio), (Some(1.0), Some(0.5)));
        assert_eq!((summary.ratio_of_totals, summary.total_nodes), (Some(1.625), 650));
        assert_eq!(summary.baseline, "alpha-beta");
    }

    #[test]
    fn a_score_that_differs_is_named() {
        let (positions, algorithms) = (["p".to_owned(), "q".to_owned()], algorithms());
        let results = results(&positions, &algorithms);
        assert!(
            results.summary(1, 2, 1).unwrap().same_score && !results.summary(2, 2, 1).unwrap().same_score
        );
        assert_eq!(results.disagreements(2), ["depth 2, q: scores differ: alpha-beta 7, pvs 8"]);
        assert!(results.disagreements(3).is_empty());
    }

    #[test]
    fn figures_are_short() {
        assert_eq!([short(0.001_234_56), short(12.345_678), short(98_765.4)], [0.001_235, 12.35, 98_765.0]);
    }
}
