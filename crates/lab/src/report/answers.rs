//! Plain answers to common questions: what the algorithms that decide one save or add.

use shuangqi_plot::Text;
use shuangqi_plot::report::Part;

use super::Report;
use super::experiment_results::{ExperimentResults, Ratio};
use crate::compare::summary::AlgorithmSummary;

/// A question, and the algorithms of an experiment that answer it.
struct ReportQuestion {
    text: &'static str,
    experiment: &'static str,
    algorithms: &'static [&'static str],
    /// The figures of each algorithm at one depth, as text.
    figures: fn(&AlgorithmSummary) -> Option<String>,
}

const QUESTIONS: [ReportQuestion; 9] = [
    // Moreland's figure (A8 in `data/laboratory`).
    ReportQuestion {
        text: "Does principal variation search save 10 % over alpha-beta with the same ordering?",
        experiment: "deep",
        algorithms: &["strongest"],
        figures: nodes,
    },
    ReportQuestion {
        text: "How many times the left-first minimal graph does the best exact search visit?",
        experiment: "deep",
        algorithms: &["strongest"],
        figures: |row| Some(Ratio::graph(row)?.note()),
    },
    // D6 in `data/laboratory`.
    ReportQuestion {
        text: "Does principal variation search lose to alpha-beta when moves are badly ordered?",
        experiment: "ordering",
        algorithms: &["pvs", "pvs+sort", "pvs+sort+perfect"],
        figures: nodes,
    },
    // B9 and B10 in `data/laboratory`.
    ReportQuestion {
        text: "From which depth does an aspiration window help alpha-beta?",
        experiment: "aspiration",
        algorithms: &["alpha-beta+sort+table+deepening@aspiration"],
        figures: nodes,
    },
    ReportQuestion {
        text: "Is MTD(f) better than an aspiration window?",
        experiment: "drivers",
        algorithms: &["strongest@mtdf", "strongest@aspiration"],
        figures: nodes,
    },
    // C17 in `data/laboratory`.
    ReportQuestion {
        text: "Do futility and razoring lower nodes but not time, as ElephantEye's author found?",
        experiment: "pruning",
        algorithms: &[
            "strongest+futility+extended-futility+razoring",
            "strongest+futility+extended-futility+razoring+futility-after-make",
        ],
        figures: |row| {
            Some(format!("nodes {}, time {}", Ratio::nodes(row)?.change(), Ratio::time(row)?.change()))
        },
    },
    ReportQuestion {
        text: "Heinz measured −60 % for selective futility, a further −10 to −20 % for extended futility, −5 to −15 % for limited \
            razoring. Here?",
        experiment: "pruning",
        algorithms: &[
            "strongest+futility",
            "strongest+futility+extended-futility",
            "strongest+futility+extended-futility+razoring",
        ],
        figures: nodes,
    },
    ReportQuestion {
        text: "Against a null move of reduction 2: does Heinz's adaptive one save 10 to 30 %, and has Tabibi's verified one a smaller \
            tree?",
        experiment: "deep-pruning",
        algorithms: &["strongest+null-heinz", "strongest+null3+verify-tabibi"],
        figures: nodes,
    },
    ReportQuestion {
        text: "Does a verified null move of reduction 3 err less than one of reduction 2?",
        experiment: "pruning",
        algorithms: &["strongest+null2", "strongest+null3", "strongest+null3+verify-tabibi"],
        figures: |row| Some(format!("{}, exact on {} %", nodes(row)?, row.score_agreement?)),
    },
];

fn nodes(row: &AlgorithmSummary) -> Option<String> {
    Some(Ratio::nodes(row)?.change())
}

/// The answers that the experiments of a report can give, each in a box.
pub fn answers(report: &Report<'_>) -> Vec<Vec<Part>> {
    QUESTIONS.iter().filter_map(|question| answer(report, question)).collect()
}

fn answer(report: &Report<'_>, question: &ReportQuestion) -> Option<Vec<Part>> {
    let experiment = report.experiments.iter().find(|known| known.id == question.experiment)?;
    let results = ExperimentResults::new(report, experiment);
    let paragraphs: Vec<Part> =
        question.algorithms.iter().filter_map(|name| figures(&results, question, name)).collect();
    if paragraphs.is_empty() {
        return None;
    }
    let link = Text::default().link(format!("See: {}", experiment.title), super::target(experiment));
    let heading = Part::Heading(question.text.into());
    Some([heading].into_iter().chain(paragraphs).chain([Part::Reading(link)]).collect())
}

/// The figures of an algorithm, the deepest first.
fn figures(results: &ExperimentResults<'_>, question: &ReportQuestion, name: &str) -> Option<Part> {
    let rows = results.rows.iter().rev().filter(|row| row.algorithm == name && row.baseline != name);
    let texts: Vec<String> =
        rows.filter_map(|row| Some(format!("{} at depth {}", (question.figures)(row)?, row.depth))).collect();
    (!texts.is_empty()).then(|| Part::Paragraph(format!("{name}: {}.", texts.join("; ")).into()))
}
