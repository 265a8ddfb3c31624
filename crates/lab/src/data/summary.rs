//! The figures of an algorithm over many positions.

use serde::Serialize;
use shuangqi_cli::output::Record;
use shuangqi_plot::number;
use shuangqi_plot::table::Cell;

use crate::stats::ENOUGH_POSITIONS;

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

impl Optional for String {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

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
    block: String,
    depth: i16,
    algorithm: String,
    /// What it is divided by.
    baseline: String,
    /// How many positions the figures are about.
    positions: u64,
    /// How many the algorithm did not finish.
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
    /// How many positions every algorithm of the experiment finished, but for those that finished none.
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

    fn is_baseline(&self) -> bool {
        self.algorithm == self.baseline
    }

    /// The cell of a ratio and that of its interval; the baseline has no interval.
    fn interval_cell(&self, interval: Option<(f64, f64)>) -> Cell {
        match interval {
            Some((low, high)) if !self.is_baseline() && low.is_finite() && high.is_finite() => {
                Cell::keyed(format!("{} to {}", number::ratio(low), number::ratio(high)), low)
            }
            _ => Cell::EMPTY,
        }
    }

    fn count_unless_baseline(&self, value: u64) -> Cell {
        if self.is_baseline() { Cell::EMPTY } else { Cell::count(value) }
    }

    /// The share of positions with the full-width score, in per cent.
    pub fn score_percent(&self) -> Option<f64> {
        self.score_agreement.or(self.same_score.map(|is_same| if is_same { 100.0 } else { 0.0 }))
    }
}

/// A column of the tables of a report.
#[derive(Clone, Copy, Debug)]
pub struct SummaryColumn {
    /// Its heading.
    pub name: &'static str,
    /// What it holds, in a sentence; empty if the heading says it.
    pub meaning: &'static str,
    /// The cell of a summary.
    pub cell: fn(&AlgorithmSummary) -> Cell,
}

impl SummaryColumn {
    const fn new(
        name: &'static str,
        meaning: &'static str,
        cell: fn(&AlgorithmSummary) -> Cell,
    ) -> SummaryColumn {
        SummaryColumn { name, meaning, cell }
    }
}

/// The columns of the tables of a report.
pub const REPORT_COLUMNS: [SummaryColumn; 18] = [
    SummaryColumn::new("algorithm", "", |row| Cell::name(&row.algorithm)),
    SummaryColumn::new("measured against", "", |row| Cell::name(&row.baseline)),
    SummaryColumn::new("depth", "Plies.", |row| Cell::keyed(row.depth.to_string(), f64::from(row.depth))),
    SummaryColumn::new(
        "nodes\u{a0}×",
        "Geometric mean over positions of its nodes over the other's.",
        |row| Cell::number(row.ratio_geomean, number::ratio),
    ),
    SummaryColumn::new(
        "95\u{a0}% interval",
        "Of the geometric mean, from a bootstrap over positions.",
        |row| row.interval_cell(row.ci95),
    ),
    SummaryColumn::new(
        "clear",
        "Whether the ratio differs from 1 after Holm's correction for all that are compared; too few: there are fewer than 20 positions.",
        |row| match row.is_significant {
            Some(_) if row.positions < ENOUGH_POSITIONS => Cell::words("too few"),
            Some(is_clear) => Cell::words(if is_clear { "yes" } else { "no" }),
            None => Cell::EMPTY,
        },
    ),
    SummaryColumn::new("time\u{a0}×", "Geometric mean over positions of its time over the other's.", |row| {
        match row.seconds_ci95 {
            Some(_) if !row.is_baseline() => Cell::number(row.seconds_ratio, number::ratio),
            _ => Cell::EMPTY,
        }
    }),
    SummaryColumn::new("interval of time", "The 95\u{a0}% interval of the ratio of times.", |row| {
        row.interval_cell(row.seconds_ci95)
    }),
    SummaryColumn::new("mean error", "Mean distance to the full-width score, in units of score.", |row| {
        Cell::number(row.mean_error, number::plain)
    }),
    SummaryColumn::new("same score", "Share of positions with the full-width score.", |row| {
        Cell::number(row.score_percent(), number::percent)
    }),
    SummaryColumn::new("same move", "Share of positions with the move of a deeper reference.", |row| {
        Cell::number(row.move_agreement, number::percent)
    }),
    SummaryColumn::new("positions", "Positions that both finished.", |row| Cell::count(row.positions)),
    SummaryColumn::new("unfinished", "Positions that the algorithm did not finish.", |row| {
        if row.unfinished == 0 { Cell::EMPTY } else { Cell::count(row.unfinished) }
    }),
    SummaryColumn::new(
        "total\u{a0}×",
        "Sum of its nodes over the sum of the other's: the hardest positions decide it.",
        |row| Cell::number(row.ratio_of_totals, number::ratio),
    ),
    SummaryColumn::new("visits\u{a0}×", "As the first ratio, of visits alone.", |row| {
        Cell::number(row.visits_ratio, number::ratio)
    }),
    SummaryColumn::new("fewer", "Positions on which it needed fewer nodes.", |row| {
        row.count_unless_baseline(row.wins)
    }),
    SummaryColumn::new("more", "Positions on which it needed more nodes.", |row| {
        row.count_unless_baseline(row.losses)
    }),
    SummaryColumn::new("first move", "Share of the cut-offs that the first move brought.", |row| {
        Cell::number(row.first_move_percent, number::percent)
    }),
];
