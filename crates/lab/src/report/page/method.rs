//! How the measurement was made, what it counts, and where its ideas come from.

use shuangqi_plot::Text;
use shuangqi_plot::report::{Download, Part, Section};

use super::super::table;
use super::super::view::View;
use crate::data::{REPORT_COLUMNS, ReportData};

const COUNTERS: [(&str, &str); 9] = [
    (
        "Nodes",
        "Visits and ordering positions together: the whole cost of a search, and what all ratios are of \
        unless they say otherwise. Searches that deepen step by step count all their steps.",
    ),
    ("Visits", "Calls of the search, of quiescence and of the solver, re-searches and null moves included."),
    (
        "Ordering positions",
        "Positions that were made only to decide which move comes first, or to look into the table \
        before a move is searched. A count that leaves them out flatters algorithms that order with care.",
    ),
    ("Leaves", "Positions that were evaluated."),
    (
        "Re-searches",
        "A move, or the root, searched again because the first look used a window that was too narrow.",
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

pub fn method(view: &View<'_>) -> Section {
    let ratio = format!(
        "A ratio is taken on each position by itself, and the mean is geometric: it does not depend on which of the two \
         is the denominator, and no few hard positions decide it. The 95 % interval is a bootstrap: the positions are \
         drawn anew, with replacement, 10,000 times (seed {}). Unfinished searches are left out on both sides. Odd and \
         even depths are kept apart because the smallest tree grows unevenly with depth.",
        view.report.seed
    );
    let owned = |(term, meaning): (&str, &str)| (term.to_owned(), meaning.to_owned());
    let columns = REPORT_COLUMNS.iter().filter(|column| !column.meaning.is_empty());
    let parts = vec![
        Part::Paragraph(SAME.into()),
        Part::Paragraph(ratio.into()),
        Part::Heading("What is counted".into()),
        Part::Terms(COUNTERS.into_iter().map(owned).collect()),
        Part::Heading("Columns of the tables".into()),
        Part::Terms(columns.map(|column| owned((column.name, column.meaning))).collect()),
        Part::Heading("Algorithms".into()),
        Part::Table(table::algorithms(view.report)),
        Part::Heading("Positions".into()),
        Part::Table(table::strata(view)),
        Part::Details("All positions".to_owned(), vec![Part::Table(table::positions(view.report))]),
    ];
    Section::new("method", "Method", parts)
}

/// Where ideas and methods come from.
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
pub fn sources(report: &ReportData) -> Section {
    let instead = Text::from("the files ").code("data.json").words(" and ").code("data.csv");
    let download = Download {
        file: format!("{}-report.json", report.game),
        instead: instead.words(" beside the page have the same searches"),
        explanation: "every search, every number and every finding of this page. Searches are written column by \
            column, the same place in all columns is the same search; its cost is nodes (visits) and ordering_nodes \
            together.",
    };
    let parts = vec![
        Part::Paragraph("This command repeats the measurement:".into()),
        Part::Code(report.command.clone()),
        Part::Download(download),
        Part::List(SOURCES.map(Text::from).into()),
    ];
    Section::new("sources", "References and data", parts)
}
