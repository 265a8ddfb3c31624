//! The tables of a report.

use shuangqi_plot::table::{Cell, Column, Table};

use super::view::View;
use crate::data::{AlgorithmInfo, AlgorithmSummary, PositionInfo, REPORT_COLUMNS, ReportData, SummaryColumn};

/// A table of figures. Baselines are shown only where they are not the same for all, the share of true scores only where
/// one is missed, and the depth only on request.
pub fn figures(summaries: &[&AlgorithmSummary], has_depth: bool) -> Table {
    let has_baseline = summaries.windows(2).any(|pair| pair[0].baseline != pair[1].baseline);
    let has_misses =
        summaries.iter().any(|summary| summary.score_percent().is_some_and(|share| share < 100.0));
    let is_shown = |name: &str| match name {
        "measured against" => has_baseline,
        "depth" => has_depth,
        "same score" => has_misses,
        _ => true,
    };
    let shown: Vec<&SummaryColumn> = REPORT_COLUMNS.iter().filter(|column| is_shown(column.name)).collect();
    let columns = shown.iter().map(|column| Column { name: column.name.to_owned(), meaning: column.meaning });
    let row = |summary: &&AlgorithmSummary| shown.iter().map(|column| (column.cell)(summary)).collect();
    Table::new(columns, summaries.iter().map(row).collect())
}

/// All algorithms, and what each does.
pub fn algorithms(report: &ReportData) -> Table {
    let row = |algorithm: &AlgorithmInfo| {
        let class = if algorithm.is_selective { "selective" } else { "exact" };
        vec![Cell::name(&algorithm.name), Cell::words(class), Cell::long(&algorithm.meaning)]
    };
    Table::new(["algorithm", "class", "what it does"], report.algorithms.iter().map(row).collect())
}

/// How many positions there are of each kind.
pub fn strata(view: &View<'_>) -> Table {
    let count =
        |stratum: &str| view.report.positions.iter().filter(|position| position.stratum == stratum).count();
    let row = |stratum: &str| vec![Cell::words(stratum), Cell::count(count(stratum) as u64)];
    Table::new(["kind", "positions"], view.strata().into_iter().map(row).collect())
}

pub fn positions(report: &ReportData) -> Table {
    let row = |(place, position): (usize, &PositionInfo)| {
        vec![Cell::count(place as u64 + 1), Cell::words(&position.stratum), Cell::mono(&position.text)]
    };
    Table::new(["number", "kind", "position"], report.positions.iter().enumerate().map(row).collect())
}
