//! The tables of a report.

use maud::Markup;
use shuangqi_plot::number;
use shuangqi_plot::table::{Cell, Column, table};

use super::study::{AlgorithmInfo, PositionInfo, Study, Summary};
use super::view::View;

/// The columns of a table of figures, with what they mean.
pub const FIGURES: [Column<'static>; 16] = [
    Column { name: "algorithm", meaning: "" },
    Column { name: "measured against", meaning: "" },
    Column { name: "depth", meaning: "Plies." },
    Column { name: "nodes\u{a0}×", meaning: "Geometric mean over positions of its nodes over the other's." },
    Column { name: "95\u{a0}% interval", meaning: "Of the geometric mean, from a bootstrap over positions." },
    Column {
        name: "clear",
        meaning: "Whether the ratio differs from 1 after Holm's correction for all that are compared.",
    },
    Column { name: "mean error", meaning: "Mean distance to the full-width score, in units of score." },
    Column { name: "same score", meaning: "Share of positions with the full-width score." },
    Column { name: "same move", meaning: "Share of positions with the move of a deeper reference." },
    Column { name: "positions", meaning: "Positions that both finished." },
    Column { name: "unfinished", meaning: "Positions that the algorithm gave up." },
    Column {
        name: "total\u{a0}×",
        meaning: "Sum of its nodes over the sum of the other's: the hardest positions decide it.",
    },
    Column { name: "visits\u{a0}×", meaning: "As the first ratio, of visits alone." },
    Column { name: "fewer", meaning: "Positions on which it needed fewer nodes." },
    Column { name: "more", meaning: "Positions on which it needed more nodes." },
    Column { name: "first move", meaning: "Share of the cut-offs that the first move brought." },
];

/// A table of figures. What algorithms are measured against is told only where that is not the same for all, the share
/// of true scores only where one is missed, and the depth only if it is asked for.
pub fn figures(view: &View<'_>, summaries: &[&Summary], has_depth: bool) -> Markup {
    let has_baseline = summaries.windows(2).any(|pair| pair[0].baseline != pair[1].baseline);
    let has_misses = summaries.iter().any(|summary| summary.same_score.is_some_and(|share| share < 100.0));
    let told = [("measured against", has_baseline), ("depth", has_depth), ("same score", has_misses)];
    let row = |summary: &&Summary| {
        let mut row = row_of(view, summary);
        let untold = told.iter().filter(|(_, is_told)| !is_told);
        let untold = untold.filter_map(|(name, _)| FIGURES.iter().position(|column| column.name == *name));
        untold.for_each(|place| row[place] = Cell::Empty);
        row
    };
    table(&FIGURES, &summaries.iter().map(row).collect::<Vec<_>>())
}

/// The cells that [`FIGURES`] names.
fn row_of(view: &View<'_>, summary: &Summary) -> Vec<Cell> {
    let is_same = summary.algorithm == summary.baseline;
    let interval = summary.ci95.filter(|(low, high)| !is_same && low.is_finite() && high.is_finite());
    let interval = interval.map_or(Cell::Empty, |(low, high)| {
        Cell::Number(format!("{} to {}", number::ratio(low), number::ratio(high)), low)
    });
    let clear = summary.is_significant.map(|is| if is { "yes" } else { "no" });
    let unless = |is_empty: bool, value: u64| if is_empty { Cell::Empty } else { Cell::count(value) };
    vec![
        Cell::Name(view.name(summary.algorithm).to_owned()),
        Cell::Name(view.name(summary.baseline).to_owned()),
        Cell::Number(summary.depth.to_string(), f64::from(summary.depth)),
        Cell::number(summary.ratio_geomean, number::ratio),
        interval,
        clear.map_or(Cell::Empty, |clear| Cell::Words(clear.to_owned())),
        Cell::number(summary.mean_error, number::plain),
        Cell::number(summary.same_score, number::percent),
        Cell::number(summary.move_agreement, number::percent),
        Cell::count(summary.positions),
        unless(summary.unfinished == 0, summary.unfinished),
        Cell::number(summary.ratio_of_totals, number::ratio),
        Cell::number(summary.visits_ratio, number::ratio),
        unless(is_same, summary.wins),
        unless(is_same, summary.losses),
        Cell::number(summary.first_move_percent, number::percent),
    ]
}

/// All algorithms, and what each does.
pub fn algorithms(study: &Study) -> Markup {
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
        &study.algorithms.iter().map(row).collect::<Vec<_>>(),
    )
}

/// How many positions there are of each kind.
pub fn strata(view: &View<'_>) -> Markup {
    let count =
        |stratum: &str| view.study.positions.iter().filter(|position| position.stratum == stratum).count();
    let row = |stratum: &str| vec![Cell::Words(stratum.to_owned()), Cell::count(count(stratum) as u64)];
    table(&["kind", "positions"].map(Column::plain), &view.strata().into_iter().map(row).collect::<Vec<_>>())
}

/// All positions.
pub fn positions(study: &Study) -> Markup {
    let row = |(place, position): (usize, &PositionInfo)| {
        vec![
            Cell::count(place as u64 + 1),
            Cell::Words(position.stratum.clone()),
            Cell::Mono(position.text.clone()),
        ]
    };
    table(
        &["number", "kind", "position"].map(Column::plain),
        &study.positions.iter().enumerate().map(row).collect::<Vec<_>>(),
    )
}
