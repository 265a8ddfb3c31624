//! What compare reports.

use console::output::Record;
use serde::Serialize;

use super::search::Search;

/// A search of one position by one algorithm.
#[derive(Clone, Debug, Serialize)]
pub struct Compared<'run> {
    game: &'static str,
    position: &'run str,
    algorithm: &'run str,
    depth: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<&'run str>,
    nodes: u64,
    leaves: u64,
    quiescence_nodes: u64,
    ordering_nodes: u64,
    re_searches: u64,
    first_move_cutoffs: u64,
    cutoffs: u64,
    table_hits: u64,
    last_iteration_nodes: u64,
    last_iteration_ordering_nodes: u64,
    seconds: f64,
}

impl Record for Compared<'_> {
    const SCHEMA: &'static str = "compare/1";
    const COLUMNS: &'static [&'static str] = &[
        "game",
        "position",
        "algorithm",
        "depth",
        "finished",
        "score",
        "move",
        "nodes",
        "leaves",
        "quiescence_nodes",
        "ordering_nodes",
        "re_searches",
        "first_move_cutoffs",
        "cutoffs",
        "table_hits",
        "last_iteration_nodes",
        "last_iteration_ordering_nodes",
        "seconds",
    ];
}

impl<'run> Compared<'run> {
    /// The record of a search.
    pub fn new(game: &'static str, position: &'run str, algorithm: &'run str, search: &'run Search) -> Self {
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
            re_searches: tally.re_searches,
            first_move_cutoffs: tally.first_move_cutoffs,
            cutoffs: tally.cutoffs,
            table_hits: tally.table_hits,
            last_iteration_nodes: last_iteration.visits,
            last_iteration_ordering_nodes: last_iteration.ordering,
            seconds: *seconds,
        }
    }
}

/// An algorithm at one depth, over the positions that it and the baseline finished.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary<'run> {
    /// The game's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'static str>,
    /// Plies.
    pub depth: i16,
    /// The algorithm.
    pub algorithm: &'run str,
    /// What it is measured against.
    pub baseline: &'run str,
    /// How many positions the figures are about.
    pub positions: u64,
    /// Visits and ordering positions together, all positions added up.
    pub total_nodes: u64,
    /// The same per position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_nodes: Option<u64>,
    /// The geometric mean of each position's nodes over the baseline's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio_geomean: Option<f64>,
    /// Its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci95: Option<(f64, f64)>,
    /// The sum of the nodes over the baseline's sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio_of_totals: Option<f64>,
    /// `ratio_geomean` of visits alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits_ratio: Option<f64>,
    /// The share of cut-offs that the first move brought, in per cent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_move_percent: Option<f64>,
    /// Second searches.
    pub re_searches: u64,
    /// Look-ups that found the position.
    pub table_hits: u64,
    /// Time of all searches.
    pub seconds: f64,
    /// Whether every finished search found the score that the others found.
    pub same_score: bool,
}

impl Summary<'_> {
    /// The same without what the reader of a table knows or can do without.
    pub fn narrowed(self) -> Self {
        Summary { game: None, mean_nodes: None, ..self }
    }
}

impl Record for Summary<'_> {
    const SCHEMA: &'static str = "compare-summary/1";
    const COLUMNS: &'static [&'static str] = &[
        "game",
        "depth",
        "algorithm",
        "baseline",
        "positions",
        "total_nodes",
        "mean_nodes",
        "ratio_geomean",
        "ci95",
        "ratio_of_totals",
        "visits_ratio",
        "first_move_percent",
        "re_searches",
        "table_hits",
        "seconds",
        "same_score",
    ];
}
