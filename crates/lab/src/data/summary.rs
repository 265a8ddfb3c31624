//! The figures of an algorithm over many positions.

use serde::Serialize;
use shuangqi_cli::output::Record;
use shuangqi_plot::number;
use shuangqi_plot::table::Cell;

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
    /// The game's name.
    game: Option<&'static str>,
    /// The experiment.
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
    mean_nodes: Option<u64>,
    /// The geometric mean of each position's nodes over the baseline's.
    ratio_geomean: Option<f64>,
    /// Its 95 % interval.
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
    /// Its 95 % interval.
    graph_ci95: Option<(f64, f64)>,
    /// The share of cut-offs that the first move brought, in per cent.
    first_move_percent: Option<f64>,
    /// The share of nodes begun below alpha that stayed there, in per cent.
    all_node_percent: Option<f64>,
    /// Second searches.
    re_searches: Option<u64>,
    /// Look-ups that found the position.
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
    /// Its 95 % interval.
    seconds_ci95: Option<(f64, f64)>,
    /// Whether every finished search found the score that exact algorithms find.
    same_score: Option<bool>,
}

impl AlgorithmSummary {
    /// The same without what the reader of a table knows or can do without.
    pub fn narrowed(self) -> Self {
        AlgorithmSummary {
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
                Cell::Number(format!("{} to {}", number::ratio(low), number::ratio(high)), low)
            }
            _ => Cell::Empty,
        }
    }

    fn count_unless_baseline(&self, value: u64) -> Cell {
        if self.is_baseline() { Cell::Empty } else { Cell::count(value) }
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

/// The columns of the tables of a report.
pub const REPORT_COLUMNS: [SummaryColumn; 18] = [
    SummaryColumn { name: "algorithm", meaning: "", cell: |row| Cell::Name(row.algorithm.clone()) },
    SummaryColumn { name: "measured against", meaning: "", cell: |row| Cell::Name(row.baseline.clone()) },
    SummaryColumn {
        name: "depth",
        meaning: "Plies.",
        cell: |row| Cell::Number(row.depth.to_string(), f64::from(row.depth)),
    },
    SummaryColumn {
        name: "nodes\u{a0}×",
        meaning: "Geometric mean over positions of its nodes over the other's.",
        cell: |row| Cell::number(row.ratio_geomean, number::ratio),
    },
    SummaryColumn {
        name: "95\u{a0}% interval",
        meaning: "Of the geometric mean, from a bootstrap over positions.",
        cell: |row| row.interval_cell(row.ci95),
    },
    SummaryColumn {
        name: "clear",
        meaning: "Whether the ratio differs from 1 after Holm's correction for all that are compared.",
        cell: |row| {
            row.is_significant.map_or(Cell::Empty, |is| Cell::Words(if is { "yes" } else { "no" }.to_owned()))
        },
    },
    SummaryColumn {
        name: "mean error",
        meaning: "Mean distance to the full-width score, in units of score.",
        cell: |row| Cell::number(row.mean_error, number::plain),
    },
    SummaryColumn {
        name: "same score",
        meaning: "Share of positions with the full-width score.",
        cell: |row| Cell::number(row.score_percent(), number::percent),
    },
    SummaryColumn {
        name: "same move",
        meaning: "Share of positions with the move of a deeper reference.",
        cell: |row| Cell::number(row.move_agreement, number::percent),
    },
    SummaryColumn {
        name: "positions",
        meaning: "Positions that both finished.",
        cell: |row| Cell::count(row.positions),
    },
    SummaryColumn {
        name: "unfinished",
        meaning: "Positions that the algorithm gave up.",
        cell: |row| if row.unfinished == 0 { Cell::Empty } else { Cell::count(row.unfinished) },
    },
    SummaryColumn {
        name: "total\u{a0}×",
        meaning: "Sum of its nodes over the sum of the other's: the hardest positions decide it.",
        cell: |row| Cell::number(row.ratio_of_totals, number::ratio),
    },
    SummaryColumn {
        name: "visits\u{a0}×",
        meaning: "As the first ratio, of visits alone.",
        cell: |row| Cell::number(row.visits_ratio, number::ratio),
    },
    SummaryColumn {
        name: "fewer",
        meaning: "Positions on which it needed fewer nodes.",
        cell: |row| row.count_unless_baseline(row.wins),
    },
    SummaryColumn {
        name: "more",
        meaning: "Positions on which it needed more nodes.",
        cell: |row| row.count_unless_baseline(row.losses),
    },
    SummaryColumn {
        name: "first move",
        meaning: "Share of the cut-offs that the first move brought.",
        cell: |row| Cell::number(row.first_move_percent, number::percent),
    },
    SummaryColumn {
        name: "time\u{a0}×",
        meaning: "Geometric mean over positions of its time over the other's.",
        cell: |row| match row.seconds_ci95 {
            Some(_) if !row.is_baseline() => Cell::number(row.seconds_ratio, number::ratio),
            _ => Cell::Empty,
        },
    },
    SummaryColumn {
        name: "interval of time",
        meaning: "The 95\u{a0}% interval of the ratio of times.",
        cell: |row| row.interval_cell(row.seconds_ci95),
    },
];
