//! The report of a comparison: pictures, and one page that needs nothing else. The page has plain answers, then for each
//! experiment its question, figures and numbers, then the method.

mod answers;
mod experiment_results;
mod figures;
mod shapes;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::path::Path;

use game::GameInfo;
use serde_json::json;
use shuangqi_cli::Failure;
use shuangqi_cli::files::{self, NewFile};
use shuangqi_cli::units::{counted, counted_as};
use shuangqi_plot::report::{Download, Part, Report as Page, Section};
use shuangqi_plot::table::{Cell, Column, Table};
use shuangqi_plot::{Figure, Text, number};

use crate::compare::experiment::Experiment;
use crate::compare::results::Results;
use crate::compare::summary::AlgorithmSummary;
use crate::stats::ENOUGH_POSITIONS;
use experiment_results::ExperimentResults;

/// The data of a report.
#[derive(Debug)]
pub struct Report<'run> {
    pub info: GameInfo,
    /// The command that repeats the whole.
    pub command: String,
    /// The conditions: positions, table size, version.
    pub facts: Vec<(Cow<'static, str>, String)>,
    /// The seed of the intervals.
    pub seed: u64,
    /// The branching factors of the positions and of those after them.
    pub widths: Vec<f64>,
    pub results: &'run Results<'run>,
    pub experiments: &'run [Experiment],
    pub summaries: &'run [AlgorithmSummary],
}

/// Writes a picture `NAME.svg` for each figure and `report.html` to a folder, which is made if there is none: all of
/// them, or none. The same report gives the same bytes.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write(folder: &Path, report: &Report<'_>) -> Result<(), Failure> {
    files::write_all(folder, &files_of(report)?)
}

/// The files of a report, the page last.
fn files_of(report: &Report<'_>) -> Result<Vec<NewFile>, Failure> {
    let results = report.experiments.iter().map(|experiment| ExperimentResults::new(report, experiment));
    let drawn: Vec<(ExperimentResults<'_>, Vec<Figure>)> = results
        .map(|results| {
            let figures = shapes::figures(&results);
            (results, figures)
        })
        .collect();
    let pictures = drawn.iter().flat_map(|(_, figures)| figures);
    let mut files: Vec<NewFile> = pictures
        .map(|figure| NewFile { name: format!("{}.svg", figure.name), text: figure.file() })
        .collect();
    let data =
        json!({"schema": "compare-report/4", "command": report.command, "summaries": report.summaries});
    files.push(NewFile { name: "report.html".to_owned(), text: page(report, drawn).render(&data)? });
    Ok(files)
}

fn page(report: &Report<'_>, drawn: Vec<(ExperimentResults<'_>, Vec<Figure>)>) -> Page {
    let answers = answers::answers(report);
    let answers =
        (!answers.is_empty()).then(|| Section::new("answers", "Plain answers", vec![Part::Boxes(answers)]));
    let sections = drawn.into_iter().map(|(results, figures)| section(&results, figures));
    Page {
        title: format!("{}: what search techniques are worth", report.info.title),
        eyebrow: report.info.name.to_owned(),
        overview: vec![overview(report.results)],
        facts: report.facts.clone(),
        sections: answers.into_iter().chain(sections).chain([method(report), sources(report)]).collect(),
        made_by: "shuangqi compare",
        ..Page::default()
    }
}

fn overview(results: &Results<'_>) -> String {
    let agreement = match results.disagreements().len() {
        0 => "Every exact algorithm found the same score everywhere.".to_owned(),
        count => format!("On {count} positions exact algorithms disagree: something is wrong."),
    };
    format!(
        "{} by {} on up to {}, each with an empty table, on one thread each. Counts are exact and the same on every run; times compare with each other only. {agreement}",
        counted_as(results.all().count() as u64, "search", "searches"),
        counted(results.algorithms.len() as u64, "algorithm"),
        counted(results.positions.len() as u64, "position"),
    )
}

/// The place of an experiment on the page.
fn target(experiment: &Experiment) -> String {
    format!("#block-{}", experiment.id)
}

fn section(results: &ExperimentResults<'_>, figures: Vec<Figure>) -> Section {
    let experiment = results.experiment;
    let mut parts = vec![Part::Lead(experiment.question.into())];
    parts.extend(experiment.remark.map(|remark| Part::Paragraph(remark.into())));
    if figures.is_empty() {
        parts.push(Part::Reading("Too little was finished to draw a picture.".into()));
    }
    parts.push(Part::Figures(figures));
    let positions = results.positions();
    if positions < ENOUGH_POSITIONS {
        let note = format!(
            "Too little to tell: from fewer than {ENOUGH_POSITIONS} positions ({positions} here) these figures decide nothing."
        );
        parts.push(Part::Reading(note.into()));
    }
    parts.extend(numbers(results).into_iter().flatten());
    Section::new(&target(experiment)[1..], experiment.title, parts)
}

/// The numbers as a table: of the depth that the pictures of one depth show, and behind a click of all depths.
fn numbers(results: &ExperimentResults<'_>) -> Option<Vec<Part>> {
    let depth = results.clearest_depth().or_else(|| results.depths().pop())?;
    let of_depth: Vec<&AlgorithmSummary> =
        results.rows.iter().copied().filter(|row| row.depth == depth).collect();
    let mut parts =
        vec![Part::Heading(format!("Numbers at depth {depth}").into()), Part::Table(table(&of_depth, false))];
    if results.rows.len() > of_depth.len() {
        let summary = format!("Numbers at all depths ({} rows)", results.rows.len());
        parts.push(Part::Details(summary, vec![Part::Table(table(&results.rows, true))]));
    }
    let reading = Text::from(format!(
        "Ratios are of nodes to those of {}, unless the table names another; below 1 is fewer. A click on a heading \
         sorts. The columns are explained in the ",
        results.experiment.baseline()
    ));
    parts.push(Part::Reading(reading.link("method", "#method").words(".")));
    Some(parts)
}

/// A table of figures. Baselines are shown only where they are not the same for all, the share of true scores only where
/// one is missed, and the depth only on request.
fn table(rows: &[&AlgorithmSummary], has_depth: bool) -> Table {
    let has_baseline = rows.windows(2).any(|pair| pair[0].baseline != pair[1].baseline);
    let has_misses = rows.iter().any(|row| score_percent(row).is_some_and(|share| share < 100.0));
    let is_shown = |(name, ..): &&SummaryColumn| match *name {
        "measured against" => has_baseline,
        "depth" => has_depth,
        "same score" => has_misses,
        _ => true,
    };
    let shown: Vec<&SummaryColumn> = COLUMNS.iter().filter(is_shown).collect();
    let columns = shown.iter().map(|&&(name, meaning, _)| Column { name: name.to_owned(), meaning });
    let row = |row: &&AlgorithmSummary| shown.iter().map(|(.., cell)| cell(row)).collect();
    Table::new(columns, rows.iter().map(row).collect())
}

/// A column of the tables: its heading, what it holds unless the heading says it, and the cell of a summary.
type SummaryColumn = (&'static str, &'static str, fn(&AlgorithmSummary) -> Cell);

const COLUMNS: [SummaryColumn; 17] = [
    ("algorithm", "", |row| Cell::name(&row.algorithm)),
    ("measured against", "", |row| Cell::name(&row.baseline)),
    ("depth", "Plies.", |row| Cell::keyed(row.depth.to_string(), f64::from(row.depth))),
    ("nodes\u{a0}×", "Geometric mean over positions of its nodes over the other's.", |row| {
        Cell::number(row.ratio_geomean, number::ratio)
    }),
    ("95\u{a0}% interval", "Of the geometric mean, from a bootstrap over positions.", |row| {
        interval_cell(row, row.ci95)
    }),
    (
        "clear",
        "Whether the ratio differs from 1 after Holm's correction for all that are compared; too few: there are fewer than 20 positions.",
        |row| match row.is_significant {
            Some(_) if row.positions < ENOUGH_POSITIONS => Cell::words("too few"),
            Some(is_clear) => Cell::words(if is_clear { "yes" } else { "no" }),
            None => Cell::EMPTY,
        },
    ),
    ("time\u{a0}×", "Geometric mean over positions of its time over the other's.", |row| {
        Cell::number(row.seconds_ratio.filter(|_| !is_baseline(row)), number::ratio)
    }),
    ("interval of time", "The 95\u{a0}% interval of the ratio of times.", |row| {
        interval_cell(row, row.seconds_ci95)
    }),
    ("mean error", "Mean distance to the full-width score, in units of score.", |row| {
        Cell::number(row.mean_error, number::plain)
    }),
    ("same score", "Share of positions with the full-width score.", |row| {
        Cell::number(score_percent(row), number::percent)
    }),
    ("same move", "Share of positions with the move of a deeper reference.", |row| {
        Cell::number(row.move_agreement, number::percent)
    }),
    ("positions", "Positions that both finished.", |row| Cell::count(row.positions)),
    ("unfinished", "Positions that the algorithm did not finish.", |row| {
        if row.unfinished == 0 { Cell::EMPTY } else { Cell::count(row.unfinished) }
    }),
    (
        "total\u{a0}×",
        "Sum of its nodes over the sum of the other's: the hardest positions decide it.",
        |row| Cell::number(row.ratio_of_totals, number::ratio),
    ),
    ("fewer", "Positions on which it needed fewer nodes.", |row| {
        if is_baseline(row) { Cell::EMPTY } else { Cell::count(row.wins) }
    }),
    ("more", "Positions on which it needed more nodes.", |row| {
        if is_baseline(row) { Cell::EMPTY } else { Cell::count(row.losses) }
    }),
    ("first move", "Share of the cut-offs that the first move brought.", |row| {
        Cell::number(row.first_move_percent, number::percent)
    }),
];

fn is_baseline(row: &AlgorithmSummary) -> bool {
    row.algorithm == row.baseline
}

/// The cell of an interval; the baseline has none.
fn interval_cell(row: &AlgorithmSummary, interval: Option<(f64, f64)>) -> Cell {
    interval.filter(|_| !is_baseline(row)).map_or(Cell::EMPTY, |(low, high)| {
        Cell::keyed(format!("{} to {}", number::ratio(low), number::ratio(high)), low)
    })
}

/// The share of positions with the full-width score, in per cent.
fn score_percent(row: &AlgorithmSummary) -> Option<f64> {
    row.score_agreement.or(row.same_score.map(|is_same| if is_same { 100.0 } else { 0.0 }))
}

const COUNTERS: [(&str, &str); 7] = [
    (
        "Nodes",
        "Visits and ordering positions together: the whole cost of a search, and what all ratios are of. Searches that \
        deepen step by step count all their steps.",
    ),
    ("Visits", "Calls of the search, of quiescence and of the solver, re-searches and null moves included."),
    (
        "Ordering positions",
        "Positions that were made only to decide which move comes first, or to look into the table \
        before a move is searched. A count that leaves them out flatters algorithms that order with care.",
    ),
    (
        "First-move cut-offs",
        "Of the nodes at which a move was good enough to stop, those at which it was the first one.",
    ),
    (
        "Error",
        "The distance between a selective search's score and the full-width score of the same depth. Exact \
        algorithms have none, and that is checked on every position.",
    ),
    (
        "Minimal tree, minimal graph",
        "What a search of the same position needs if it always tries the best move first: as a tree, and as \
        a graph in which a position that is reached twice is searched once. Left-first means that the moves \
        are those an ordinary search found best; the smallest graph of all may be smaller.",
    ),
    (
        "Knuth–Moore minimum",
        "The smallest tree if every position had the same number of moves b: b to the power of ⌈d/2⌉ \
        and of ⌊d/2⌋, added up, less one.",
    ),
];

const SAME: &str = "All algorithms search the same positions to the same depths with the same rules, evaluator and move \
    generator, one thread to a search, with nothing remembered from one search to the next. Only what is compared \
    differs. Counts do not depend on the machine; times do, and compare with each other only within this page.";

const ALGORITHMS: &str = "An algorithm is a preset with parts added (+) and left out (-), under a driver (@), with settings \
    (:). negamax is plain minimax; fail-hard and alpha-beta (fail-soft) differ in whether answers stay within the window; pvs \
    is principal variation search, negascout Reinefeld's form of it; strongest is the best exact search of this game, and \
    selective has every selective part that pays in Xiangqi. For the parts see shuangqi compare --help.";

/// The method of the measurement, and what it counts.
fn method(report: &Report<'_>) -> Section {
    let ratio = format!(
        "A ratio is taken on each position by itself, and the mean is geometric: it does not depend on which of the two \
         is the denominator, and no few hard positions decide it. The 95 % interval is a bootstrap: the positions are \
         drawn anew, with replacement, 10,000 times (seed {}). Unfinished searches are left out on both sides. Odd and \
         even depths are kept apart because the smallest tree grows unevenly with depth.",
        report.seed
    );
    let owned = |(term, meaning): (&str, &str)| (term.to_owned(), meaning.to_owned());
    let columns = COLUMNS.iter().map(|&(name, meaning, _)| (name, meaning));
    let columns = columns.filter(|(_, meaning)| !meaning.is_empty());
    let parts = vec![
        Part::Paragraph(SAME.into()),
        Part::Paragraph(ratio.into()),
        Part::Paragraph(ALGORITHMS.into()),
        Part::Heading("What is counted".into()),
        Part::Terms(COUNTERS.into_iter().map(owned).collect()),
        Part::Heading("Columns of the tables".into()),
        Part::Terms(columns.map(owned).collect()),
    ];
    Section::new("method", "Method", parts)
}

/// The sources of ideas and methods.
const SOURCES: [&str; 7] = [
    "D. E. Knuth, R. W. Moore: An Analysis of Alpha-Beta Pruning. Artificial Intelligence 6, 1975. The \
        smallest tree.",
    "J. Schaeffer: The History Heuristic and Alpha-Beta Search Enhancements in Practice. IEEE PAMI 11, 1989. \
        Every combination of enhancements.",
    "A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin: Best-First Fixed-Depth Minimax Algorithms. Artificial \
        Intelligence 87, 1996. MTD(f), and the minimal graph.",
    "T. Furtak, M. Buro: Minimum Proof Graphs and Fastest-Cut-First Search Heuristics. IJCAI 2009. Why the \
        smallest graph can only be bounded.",
    "P. J. Fleming, J. J. Wallace: How Not to Lie with Statistics: The Correct Way to Summarize Benchmark \
        Results. CACM 29, 1986. The geometric mean of ratios.",
    "B. Efron: Bootstrap Methods: Another Look at the Jackknife. Annals of Statistics 7, 1979. The \
        intervals.",
    "M. Okabe, K. Ito: Color Universal Design, 2008. The colours of the pictures.",
];

/// The sources, the command and the data.
fn sources(report: &Report<'_>) -> Section {
    let instead = Text::from("the files ").code("summaries.csv").words(" and ").code("data.json");
    let download = Download {
        file: format!("{}-report.json", report.info.name),
        instead: instead.words(" beside the page have the same numbers"),
        explanation: "every number of this page. The files data.csv and data.json beside it have every search.",
    };
    let parts = vec![
        Part::Paragraph("This command repeats the measurement:".into()),
        Part::Code(report.command.clone()),
        Part::Download(download),
        Part::List(SOURCES.map(Text::from).into()),
    ];
    Section::new("sources", "References and data", parts)
}
