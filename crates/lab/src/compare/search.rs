//! Searches of one position by one algorithm, each as if it were the first, and their records.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::Instant;

use search_core::minimal_trees::{MinimalTrees, minimal_trees};
use search_core::store::{RecordStore, Records};
use search_core::{Control, Counters, Root, SearchOptions, Table, ThreadData, think};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::output::Record;
use shuangqi_cli::units::short_seconds;

use super::algorithm::Algorithm;
use crate::lab_game::LabGame;

/// A search and what it counted.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Search {
    pub depth: i16,
    /// The score and the best move; `None` if the search was given up.
    pub found: Option<(i32, String)>,
    /// All iterations together.
    #[serde(rename = "tally", with = "counter_values")]
    pub counters: Counters,
    /// The last iteration alone.
    #[serde(with = "counter_values")]
    pub last_iteration: Counters,
    pub seconds: f64,
}

/// Counters as a list of their values.
mod counter_values {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Counters;

    pub fn serialize<S: Serializer>(counters: &Counters, serializer: S) -> Result<S::Ok, S::Error> {
        counters.values().to_vec().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Counters, D::Error> {
        let values = <Vec<u64>>::deserialize(deserializer)?;
        let values =
            values.try_into().map_err(|_| D::Error::custom("a list that is no value for each counter"));
        values.map(Counters::from_values)
    }
}

impl Search {
    /// The cost by which algorithms are compared: positions visited and positions made for ordering.
    pub fn cost(&self) -> u64 {
        self.counters.visits + self.counters.ordering
    }

    /// The visits of the last iteration without quiescence, leaves included: what minimal trees are compared with.
    pub fn full_width(&self) -> u64 {
        self.last_iteration.visits.saturating_sub(self.last_iteration.quiescence)
    }
}

/// Names of counts with how they are read from a search, and the columns of a record that ends with them.
macro_rules! counts {
    ($($name:ident = |$search:ident| $count:expr,)*) => {
        /// The counts of a search by the names of their columns.
        pub const COUNTS: &[(&str, fn(&Search) -> u64)] = &[$((stringify!($name), |$search| $count)),*];

        impl Record for SearchRecord<'_> {
            const SCHEMA: &'static str = "compare/1";
            const COLUMNS: &'static [&'static str] = &[
                "game", "position", "algorithm", "depth", "finished", "score", "move",
                $(stringify!($name),)* "error", "seconds",
            ];
        }
    };
}

// `nodes` are visits; what algorithms are compared by adds `ordering_nodes`.
counts! {
    nodes = |search| search.counters.visits,
    leaves = |search| search.counters.leaves,
    quiescence_nodes = |search| search.counters.quiescence,
    ordering_nodes = |search| search.counters.ordering,
    moves_generated = |search| search.counters.generated,
    re_searches = |search| search.counters.re_searches,
    re_search_nodes = |search| search.counters.re_search_visits,
    first_move_cutoffs = |search| search.counters.first_move_cutoffs,
    cutoffs = |search| search.counters.cutoffs,
    low_starts = |search| search.counters.expected_all_nodes,
    low_ends = |search| search.counters.all_nodes,
    table_probes = |search| search.counters.table_probes,
    table_hits = |search| search.counters.table_hits,
    table_cutoffs = |search| search.counters.table_cutoffs,
    root_searches = |search| search.counters.root_searches,
    root_fail_highs = |search| search.counters.root_fail_highs,
    root_fail_lows = |search| search.counters.root_fail_lows,
    null_moves = |search| search.counters.null_moves,
    null_cutoffs = |search| search.counters.null_cutoffs,
    verifications = |search| search.counters.verifications,
    futile_moves = |search| search.counters.futile_moves,
    razored = |search| search.counters.razored,
    probe_cutoffs = |search| search.counters.probe_cutoffs,
    extensions = |search| search.counters.extensions,
    last_iteration_nodes = |search| search.last_iteration.visits,
    last_iteration_ordering_nodes = |search| search.last_iteration.ordering,
    last_iteration_full_width = |search| search.full_width(),
}

/// A search as a record. Counts are of all iterations unless they say otherwise.
#[derive(Clone, Copy, Debug)]
pub struct SearchRecord<'run> {
    pub game: &'static str,
    pub position: &'run str,
    pub algorithm: &'run str,
    pub search: &'run Search,
    /// The distance to the exact score, in units of score, if the algorithm is selective.
    pub error: Option<u32>,
}

impl Serialize for SearchRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", self.game)?;
        map.serialize_entry("position", self.position)?;
        map.serialize_entry("algorithm", self.algorithm)?;
        map.serialize_entry("depth", &self.search.depth)?;
        match &self.search.found {
            None => map.serialize_entry("finished", &false)?,
            Some((score, mv)) => {
                map.serialize_entry("score", score)?;
                map.serialize_entry("move", mv)?;
            }
        }
        COUNTS.iter().try_for_each(|(name, count)| map.serialize_entry(name, &count(self.search)))?;
        if let Some(error) = self.error {
            map.serialize_entry("error", &error)?;
        }
        map.serialize_entry("seconds", &self.search.seconds)?;
        map.end()
    }
}

/// The sizes of the minimal trees of a position at a depth: visits without quiescence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReferenceSizes {
    pub depth: i16,
    pub minimal_tree: u64,
    pub minimal_graph: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cheap_cuts: Option<u64>,
}

/// The sizes of reference trees as a record of the command.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ReferenceRecord<'run> {
    pub game: &'static str,
    pub position: &'run str,
    #[serde(flatten)]
    pub sizes: &'run ReferenceSizes,
}

impl Record for ReferenceRecord<'_> {
    const SCHEMA: &'static str = "compare-reference/1";
    const COLUMNS: &'static [&'static str] =
        &["game", "position", "depth", "minimal_tree", "minimal_graph", "cheap_cuts"];
}

/// The thread data of a game's searches.
type LabThread<P> = ThreadData<P, <P as LabGame>::LabEvaluator>;

/// The data of searches on one thread, cleared before each.
#[derive(Debug)]
pub struct SearchRunner<P: LabGame> {
    thread: LabThread<P>,
    /// Tables by their bytes, made when they are first needed.
    tables: BTreeMap<usize, Table<P::Signature>>,
    /// Bytes of the table at every depth, if they are not to follow the depth.
    hash: Option<usize>,
}

/// The most positions that a search may visit. An exhaustive search shows little that a shallower one does not, and
/// gets a tenth.
pub fn limit(max_nodes: u64, algorithm: &Algorithm) -> u64 {
    if algorithm.is_exhaustive() { max_nodes / 10 } else { max_nodes }
}

impl<P: LabGame> SearchRunner<P> {
    /// A runner whose table has this size in bytes; `None`: as large as the depth needs.
    pub fn new(hash: Option<usize>) -> Self {
        SearchRunner { thread: ThreadData::new(P::LabEvaluator::default()), tables: BTreeMap::new(), hash }
    }

    /// Searches a position with empty tables and without rulings.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn search(
        &mut self,
        position: &P,
        algorithm: &Algorithm,
        depth: i16,
        max_nodes: u64,
        control: &Control,
    ) -> Result<Search, TooLarge> {
        let request =
            SearchOptions { driver: algorithm.driver, nodes: max_nodes, ..SearchOptions::to_depth(depth) };
        let history = [position.line_entry(None)];
        let root = || Root { position, history: &history };
        let (thread, table) = self.cleared(depth, algorithm.hash)?;
        let mut records = algorithm.uses_recorded_moves().then(Records::default);
        if let Some(records) = &mut records {
            let (store, options) = (RecordStore::recording(table, records), SearchOptions::to_depth(depth));
            think(root(), thread, store, &P::STRONGEST, &options, control, |_| {});
            thread.clear();
            table.clear();
        }
        let start = Instant::now();
        let outcome = match &mut records {
            None => think(root(), thread, table, &algorithm.recipe, &request, control, |_| {}),
            Some(records) => {
                let store = RecordStore::recording(table, records);
                think(root(), thread, store, &algorithm.recipe, &request, control, |_| {})
            }
        };
        let seconds = short_seconds(start.elapsed());
        let best = outcome.best.map_or_else(String::new, |mv| mv.to_string());
        Ok(Search {
            depth,
            found: (!outcome.is_stopped && !control.is_stopped()).then_some((outcome.score, best)),
            counters: outcome.counters,
            last_iteration: outcome.last_iteration,
            seconds,
        })
    }

    /// The minimal trees that searches of the position are compared with; `None` if stopped.
    pub(super) fn minimal_trees(
        &mut self,
        position: &P,
        depth: i16,
        is_thorough: bool,
        control: &Control,
    ) -> Result<Option<MinimalTrees>, TooLarge> {
        let (thread, table) = self.cleared(depth, None)?;
        Ok(minimal_trees(position, thread, table, &P::STRONGEST, depth, is_thorough, control))
    }

    /// The cleared data and table of a search; the table has the right size.
    fn cleared(
        &mut self,
        depth: i16,
        hash: Option<usize>,
    ) -> Result<(&mut LabThread<P>, &Table<P::Signature>), TooLarge> {
        let bytes = hash.or(self.hash).unwrap_or_else(|| usual_table(depth - P::LAB.shallow));
        let table = match self.tables.entry(bytes) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(memory::take(bytes, 0, || Table::allocate(bytes))?),
        };
        table.clear();
        self.thread.clear();
        Ok((&mut self.thread, table))
    }

    /// Searches to each depth in turn, until one exceeds the limit; deeper ones would too. An exhaustive search does
    /// not begin if its growth from ply to ply predicts that it would exceed the limit.
    pub(super) fn deepen(
        &mut self,
        position: &P,
        algorithm: &Algorithm,
        depths: &[i16],
        max_nodes: u64,
        control: &Control,
    ) -> Result<Vec<Search>, TooLarge> {
        let mut searches = Vec::new();
        let limit = limit(max_nodes, algorithm);
        let (Some(&first), Some(&last)) = (depths.first(), depths.last()) else { return Ok(searches) };
        let first = if algorithm.is_exhaustive() { (first - 2).max(1) } else { first };
        let mut visits = Vec::new();
        for depth in (first..=last).filter(|depth| algorithm.is_exhaustive() || depths.contains(depth)) {
            let is_too_large = algorithm.is_exhaustive() && predicted(&visits) > limit;
            if is_too_large || control.is_stopped() {
                break;
            }
            let search = self.search(position, algorithm, depth, limit, control)?;
            let is_given_up = search.found.is_none();
            visits.push(search.counters.visits);
            if depths.contains(&depth) && !control.is_stopped() {
                searches.push(search);
            }
            if is_given_up {
                break;
            }
        }
        Ok(searches)
    }
}

/// Bytes of the table for shallow searches: to clear more would take longer than they do.
const MIN_TABLE_SIZE: usize = 1 << 20;

/// Bytes of a table that searches `deeper` plies beyond the shallow ones hardly fill: four times as many for each two
/// plies.
fn usual_table(deeper: i16) -> usize {
    let doublings = (deeper.clamp(0, 8) + 1) / 2 * 2;
    MIN_TABLE_SIZE << doublings
}

/// The expected size of the tree of the next ply, if it grows as it did with the last one; 0 if there is nothing to go by.
fn predicted(visits: &[u64]) -> u64 {
    let &[.., before, last] = visits else { return 0 };
    last.saturating_mul(last) / before.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deepen(name: &str, depths: std::ops::RangeInclusive<i16>, max_nodes: u64) -> Vec<Search> {
        let algorithm = Algorithm::parse::<othello::Position>(name).unwrap();
        let depths: Vec<i16> = depths.collect();
        let start = othello::Position::START;
        SearchRunner::new(None).deepen(&start, &algorithm, &depths, max_nodes, &Control::new()).unwrap()
    }

    #[test]
    fn negamax_visits_every_position() {
        let searches = deepen("negamax", 1..=5, u64::MAX);
        let visits: Vec<u64> = searches.iter().map(|search| search.counters.visits).collect();
        assert_eq!(visits, [5, 17, 73, 317, 1713]);
        assert!(searches.iter().all(|search| search.counters.ordering == 0 && search.found.is_some()));
    }

    #[test]
    fn what_is_given_up_is_the_last() {
        let searches = deepen("alpha-beta", 4..=9, 1000);
        let (last, finished) = searches.split_last().unwrap();
        assert!(last.found.is_none() && !finished.is_empty() && searches.len() < 6);
        assert!(finished.iter().all(|search| search.found.is_some()));
    }

    #[test]
    fn a_negamax_that_would_be_given_up_is_not_begun() {
        assert!(deepen("negamax", 9..=9, 1_000_000).is_empty());
        let searches = deepen("negamax", 4..=9, 1_000_000);
        assert_eq!(searches.last().map(|search| search.depth), Some(7));
        assert!(searches.iter().all(|search| search.found.is_some()));
    }

    #[test]
    fn the_last_iteration_is_part_of_the_whole() {
        let searches = deepen("strongest", 6..=6, u64::MAX);
        let (all, last) = (searches[0].counters, searches[0].last_iteration);
        assert!(0 < last.visits && last.visits < all.visits && last.ordering < all.ordering);
    }

    #[test]
    fn perfect_order_is_recorded_before_and_not_counted() {
        let (ordered, unordered) =
            (deepen("alpha-beta+perfect", 6..=6, u64::MAX), deepen("alpha-beta", 6..=6, u64::MAX));
        assert_eq!(
            ordered[0].found.as_ref().map(|found| found.0),
            unordered[0].found.as_ref().map(|found| found.0)
        );
        assert!(ordered[0].counters.visits * 3 < unordered[0].counters.visits);
    }

    #[test]
    fn tables_grow_with_depth() {
        let sizes: Vec<usize> = [-5, 0, 1, 2, 3, 8, 20].map(|deeper| usual_table(deeper) >> 20).to_vec();
        assert_eq!(sizes, [1, 1, 4, 4, 16, 256, 256]);
    }
}
