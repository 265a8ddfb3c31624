//! A search of one position by one algorithm, and the records of a comparison.

use search_core::Counters;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use shuangqi_cli::output::Record;

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
    /// What algorithms are compared by: positions visited and positions made for ordering.
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

/// The same as a record.
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
