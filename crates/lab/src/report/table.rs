//! The tables of a report.

use maud::Markup;
use shuangqi_plot::table::{Cell, Column, table};

use super::view::View;
use crate::data::{AlgorithmInfo, AlgorithmSummary, PositionInfo, REPORT_COLUMNS, ReportData, SummaryColumn};

/// A table of figures. Baselines are shown only where they are not the same for all, the share of true scores only where
/// one is missed, and the depth only on request.
pub fn figures(summaries: &[&AlgorithmSummary], has_depth: bool) -> Markup {
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
    let columns: Vec<Column<'_>> =
        shown.iter().map(|column| Column { name: column.name, meaning: column.meaning }).collect();
    let row = |summary: &&AlgorithmSummary| shown.iter().map(|column| (column.cell)(summary)).collect();
    table(&columns, &summaries.iter().map(row).collect::<Vec<_>>())
}

/// All algorithms, and what each does.
pub fn algorithms(report: &ReportData) -> Markup {
    let row = |algorithm: &AlgorithmInfo| {
        let class = if algorithm.is_selective { "selective" } else { "exact" };
        vec![
            Cell::Name(algorithm.name.clone()),
            Cell::Words(class.to_owned()),
            Cell::Long(algorithm.meaning.clone()),
        ]
    };
    table(
        &["algorithm", "class", "what it does"].map(Column::plain),
        &report.algorithms.iter().map(row).collect::<Vec<_>>(),
    )
}

/// How many positions there are of each kind.
pub fn strata(view: &View<'_>) -> Markup {
    let count =
        |stratum: &str| view.report.positions.iter().filter(|position| position.stratum == stratum).count();
    let row = |stratum: &str| vec![Cell::Words(stratum.to_owned()), Cell::count(count(stratum) as u64)];
    table(&["kind", "positions"].map(Column::plain), &view.strata().into_iter().map(row).collect::<Vec<_>>())
}

pub fn positions(report: &ReportData) -> Markup {
    let row = |(place, position): (usize, &PositionInfo)| {
        vec![
            Cell::count(place as u64 + 1),
            Cell::Words(position.stratum.clone()),
            Cell::Mono(position.text.clone()),
        ]
    };
    table(
        &["number", "kind", "position"].map(Column::plain),
        &report.positions.iter().enumerate().map(row).collect::<Vec<_>>(),
    )
}
