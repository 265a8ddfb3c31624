//! What compare reports.

use search_core::minimal_trees::MinimalTrees;
use serde::Serialize;
use shuangqi_cli::output::Record;

use super::workplace::Search;

/// Declares a record: its fields are its columns.
macro_rules! record {
    ($(#[$meta:meta])* $name:ident $(<$life:lifetime>)?, $schema:literal $(=> $minor:expr)?,
        $($(#[$field_meta:meta])* $field:ident: $kind:ty $(= $column:literal)?,)*) => {
        $(#[$meta])*
        pub struct $name $(<$life>)? {
            $($(#[$field_meta])* pub $field: $kind,)*
        }

        impl $(<$life>)? Record for $name $(<$life>)? {
            const SCHEMA: &'static str = $schema;
            const COLUMNS: &'static [&'static str] = &[$(record!(@column $field $(, $column)?)),*];
            $(const MINOR: &'static [&'static str] = &$minor;)?
        }
    };
    (@column $field:ident) => { stringify!($field) };
    (@column $field:ident, $column:literal) => { $column };
}

record! {
    /// A search of one position by one algorithm. Counts are of all iterations unless they say otherwise.
    #[derive(Clone, Debug, Default, Serialize)]
    Compared<'run>, "compare/1",
    game: &'static str,
    position: &'run str,
    algorithm: &'run str,
    depth: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<&'run str> = "move",
    nodes: u64,
    leaves: u64,
    quiescence_nodes: u64,
    ordering_nodes: u64,
    moves_generated: u64,
    re_searches: u64,
    re_search_nodes: u64,
    first_move_cutoffs: u64,
    cutoffs: u64,
    low_starts: u64,
    low_ends: u64,
    table_probes: u64,
    table_hits: u64,
    table_cutoffs: u64,
    root_searches: u64,
    root_fail_highs: u64,
    root_fail_lows: u64,
    null_moves: u64,
    null_cutoffs: u64,
    verifications: u64,
    futile_moves: u64,
    razored: u64,
    probe_cutoffs: u64,
    extensions: u64,
    last_iteration_nodes: u64,
    last_iteration_ordering_nodes: u64,
    last_iteration_full_width: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<u32>,
    seconds: f64,
}

impl<'run> Compared<'run> {
    /// The record of a search, with its distance to the exact score if the algorithm is selective.
    pub fn new(
        game: &'static str,
        position: &'run str,
        algorithm: &'run str,
        search: &'run Search,
        error: Option<u32>,
    ) -> Self {
        let Search { depth, found, tally, last_iteration, seconds } = search;
        let (score, mv) = found.as_ref().map(|(score, mv)| (*score, mv.as_str())).unzip();
        Compared {
            game,
            position,
            algorithm,
            depth: *depth,
            finished: found.is_none().then_some(false),
            score,
            mv,
            nodes: tally.visits,
            leaves: tally.leaves,
            quiescence_nodes: tally.quiescence,
            ordering_nodes: tally.ordering,
            moves_generated: tally.generated,
            re_searches: tally.re_searches,
            re_search_nodes: tally.re_search_visits,
            first_move_cutoffs: tally.first_move_cutoffs,
            cutoffs: tally.cutoffs,
            low_starts: tally.low_starts,
            low_ends: tally.low_ends,
            table_probes: tally.table_probes,
            table_hits: tally.table_hits,
            table_cutoffs: tally.table_cutoffs,
            root_searches: tally.root_searches,
            root_fail_highs: tally.root_fail_highs,
            root_fail_lows: tally.root_fail_lows,
            null_moves: tally.null_moves,
            null_cutoffs: tally.null_cutoffs,
            verifications: tally.verifications,
            futile_moves: tally.futile_moves,
            razored: tally.razored,
            probe_cutoffs: tally.probe_cutoffs,
            extensions: tally.extensions,
            last_iteration_nodes: last_iteration.visits,
            last_iteration_ordering_nodes: last_iteration.ordering,
            last_iteration_full_width: search.full_width(),
            error,
            seconds: *seconds,
        }
    }
}

record! {
    /// The sizes that searches of a position are held against: visits without quiescence.
    #[derive(Clone, Debug, Default, Serialize)]
    Held<'run>, "compare-reference/1",
    game: &'static str,
    position: &'run str,
    depth: i16,
    minimal_tree: u64,
    minimal_graph: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cheap_cuts: Option<u64>,
}

impl<'run> Held<'run> {
    /// The record of a position's references.
    pub fn new(game: &'static str, position: &'run str, depth: i16, references: MinimalTrees) -> Self {
        let MinimalTrees { tree, graph, cheap_cuts } = references;
        Held { game, position, depth, minimal_tree: tree, minimal_graph: graph, cheap_cuts }
    }
}

record! {
    /// An algorithm of a block at one depth, over the positions that it and the one it is divided by finished.
    #[derive(Clone, PartialEq, Debug, Default, Serialize)]
    Summary, "compare-summary/1" => [
        "depth", "baseline", "unfinished", "same_score", "ratio_of_totals", "graph_ratio", "first_move_percent", "losses",
        "wins", "positions", "seconds_ratio", "seconds", "move_agreement",
    ],
    /// The game's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    /// The block.
    #[serde(skip_serializing_if = "String::is_empty")]
    block: String,
    /// Plies.
    depth: i16,
    /// The algorithm.
    algorithm: String,
    /// What it is divided by.
    baseline: String,
    /// How many positions the figures are about.
    positions: u64,
    /// How many the algorithm did not finish.
    unfinished: u64,
    /// Visits and ordering positions together, all positions added up.
    total_nodes: u64,
    /// The same per position.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_nodes: Option<u64>,
    /// The geometric mean of each position's nodes over the baseline's.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio_geomean: Option<f64>,
    /// Its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    ci95: Option<(f64, f64)>,
    /// The sum of the nodes over the baseline's sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio_of_totals: Option<f64>,
    /// `ratio_geomean` of visits alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits_ratio: Option<f64>,
    /// Whether the ratio differs from 1 after Holm's correction for all rows of the block at this depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_significant: Option<bool>,
    /// Positions on which it needed fewer nodes than the baseline.
    wins: u64,
    /// Positions on which it needed more.
    losses: u64,
    /// The full-width part of the last iteration over the left-first minimal graph, geometric mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph_ratio: Option<f64>,
    /// Its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph_ci95: Option<(f64, f64)>,
    /// The share of cut-offs that the first move brought, in per cent.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_move_percent: Option<f64>,
    /// The share of nodes begun below alpha that stayed there, in per cent.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_node_percent: Option<f64>,
    /// Second searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    re_searches: Option<u64>,
    /// Look-ups that found the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    table_hits: Option<u64>,
    /// The mean distance to the exact score, in units of score; selective algorithms only.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_error: Option<f64>,
    /// The share of positions with the exact score, in per cent; selective algorithms only.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_agreement: Option<f64>,
    /// The share of positions with the move of a deeper exact search, in per cent.
    #[serde(skip_serializing_if = "Option::is_none")]
    move_agreement: Option<f64>,
    /// Time of all searches.
    seconds: f64,
    /// The geometric mean of each position's time over the baseline's.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_ratio: Option<f64>,
    /// Whether every finished search found the score that exact algorithms find.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_score: Option<bool>,
    /// How likely a ratio so far from 1 is by chance; for the correction, not for readers.
    #[serde(skip)]
    p_value: Option<f64>,
}

impl Summary {
    /// The same without what the reader of a table knows or can do without.
    pub fn narrowed(self) -> Self {
        Summary {
            game: None,
            block: String::new(),
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
