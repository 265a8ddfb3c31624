//! One search after another on the same position, each as if it were the first.

use console::units::short_seconds;
use std::time::Instant;

use search_core::recipe::TableUse;
use search_core::{Control, Kit, Outcome, Request, Root, Table, Tally, think};

use super::algorithm::Algorithm;
use super::subject::Subject;

/// A thread's place of work: what searches need, cleared before each.
#[derive(Debug)]
pub struct Workplace<P: Subject> {
    kit: Kit<P, P::Judge>,
    table: Table<P::Seal>,
}

/// A search and what it counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Search {
    /// Plies.
    pub depth: i16,
    /// The score and the best move; `None` if the search was given up.
    pub found: Option<(i32, String)>,
    /// All iterations together.
    pub tally: Tally,
    /// The last iteration alone.
    pub last_iteration: Tally,
    /// Time taken.
    pub seconds: f64,
}

impl Search {
    /// What algorithms are compared by: positions visited and positions made for ordering.
    pub fn cost(&self) -> u64 {
        self.tally.visits + self.tally.ordering
    }
}

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The first depth, in plies.
    pub first: i16,
    /// The last depth.
    pub last: i16,
    /// A search that visits more is given up.
    pub max_nodes: u64,
}

impl Extent {
    /// The most that a search by this algorithm may visit. An exhaustive search tells little that a shallower one does
    /// not, and gets a tenth.
    pub fn limit(&self, algorithm: &Algorithm) -> u64 {
        if algorithm.is_exhaustive() { self.max_nodes / 10 } else { self.max_nodes }
    }
}

impl<P: Subject> Workplace<P> {
    /// A place whose table takes so many bytes.
    pub fn new(bytes: usize) -> Self {
        Workplace { kit: Kit::new(P::Judge::default()), table: Table::with_bytes(bytes) }
    }

    /// Searches a position with nothing remembered; the referee is not asked.
    pub fn search(
        &mut self,
        position: &P,
        algorithm: &Algorithm,
        depth: i16,
        max_nodes: u64,
        control: &Control,
    ) -> Search {
        self.kit.clear();
        if algorithm.recipe.table != TableUse::Off {
            self.table.clear();
        }
        let start = Instant::now();
        let request = Request { driver: algorithm.driver, nodes: max_nodes, ..Request::to_depth(depth) };
        let root = Root { position, history: &[position.mark(None)] };
        let outcome: Outcome<P::Move> =
            think(root, &mut self.kit, &self.table, &algorithm.recipe, &request, control, |_| {});
        let seconds = short_seconds(start.elapsed());
        let best = outcome.best.map_or_else(String::new, |mv| mv.to_string());
        Search {
            depth,
            found: (!outcome.is_stopped && !control.is_stopped()).then_some((outcome.score, best)),
            tally: outcome.tally,
            last_iteration: outcome.last_iteration,
            seconds,
        }
    }

    /// Searches to each depth in turn, until one is given up; what is deeper would be too. An exhaustive search is not
    /// even begun where its growth from ply to ply tells that it would be.
    pub fn deepen(
        &mut self,
        position: &P,
        algorithm: &Algorithm,
        extent: Extent,
        control: &Control,
    ) -> Vec<Search> {
        let mut searches = Vec::new();
        let run_up = if algorithm.is_exhaustive() { 2 } else { 0 };
        let limit = extent.limit(algorithm);
        let mut visits = Vec::new();
        for depth in (extent.first - run_up).max(1)..=extent.last {
            let is_hopeless = algorithm.is_exhaustive() && foretold(&visits) > limit;
            if is_hopeless || control.is_stopped() {
                break;
            }
            let search = self.search(position, algorithm, depth, limit, control);
            let is_given_up = search.found.is_none();
            visits.push(search.tally.visits);
            if depth >= extent.first && !control.is_stopped() {
                searches.push(search);
            }
            if is_given_up {
                break;
            }
        }
        searches
    }
}

/// How large the tree of the next ply will be, if it grows as it did with the last one; 0 if there is nothing to go by.
fn foretold(visits: &[u64]) -> u64 {
    let &[.., before, last] = visits else { return 0 };
    last.saturating_mul(last) / before.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deepen(name: &str, extent: Extent) -> Vec<Search> {
        let algorithm = Algorithm::parse::<othello::Position>(name).unwrap();
        let start = othello::Position::START;
        Workplace::new(1 << 20).deepen(&start, &algorithm, extent, &Control::new())
    }

    #[test]
    fn negamax_visits_every_position() {
        let searches = deepen("negamax", Extent { first: 1, last: 5, max_nodes: u64::MAX });
        let visits: Vec<u64> = searches.iter().map(|search| search.tally.visits).collect();
        assert_eq!(visits, [5, 17, 73, 317, 1713]);
        assert!(searches.iter().all(|search| search.tally.ordering == 0 && search.found.is_some()));
    }

    #[test]
    fn what_is_given_up_is_the_last() {
        let searches = deepen("alpha-beta", Extent { first: 4, last: 9, max_nodes: 1000 });
        let (last, finished) = searches.split_last().unwrap();
        assert!(last.found.is_none() && !finished.is_empty() && searches.len() < 6);
        assert!(finished.iter().all(|search| search.found.is_some()));
    }

    #[test]
    fn a_hopeless_negamax_is_not_begun() {
        assert!(deepen("negamax", Extent { first: 9, last: 9, max_nodes: 1_000_000 }).is_empty());
        let searches = deepen("negamax", Extent { first: 4, last: 9, max_nodes: 1_000_000 });
        assert_eq!(searches.last().map(|search| search.depth), Some(7));
        assert!(searches.iter().all(|search| search.found.is_some()));
    }

    #[test]
    fn the_last_iteration_is_part_of_the_whole() {
        let searches = deepen("strongest", Extent { first: 6, last: 6, max_nodes: u64::MAX });
        let (all, last) = (searches[0].tally, searches[0].last_iteration);
        assert!(0 < last.visits && last.visits < all.visits && last.ordering < all.ordering);
    }
}
