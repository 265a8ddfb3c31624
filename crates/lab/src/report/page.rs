//! The page: findings, then for each experiment its question, figures and numbers, then the method.

mod method;

use shuangqi_plot::report::{Part, Report, Section};
use shuangqi_plot::{Figure, Text};

use super::table;
use super::view::View;
use crate::data::{AlgorithmSummary, Experiment, Finding, ReportData};

/// An experiment with its figures.
#[derive(Debug)]
pub struct Measured<'data> {
    pub index: usize,
    pub experiment: &'data Experiment,
    pub figures: Vec<Figure>,
}

/// The whole page.
pub fn page(view: &View<'_>, experiments: Vec<Measured<'_>>) -> Report {
    let report = view.report;
    let mut sections = Vec::new();
    if !report.findings.is_empty() {
        let boxes = report.findings.iter().map(|finding| self::finding(report, finding)).collect();
        sections.push(Section::new("findings", "Findings", vec![Part::Boxes(boxes)]));
    }
    sections.extend(experiments.into_iter().map(|measured| experiment(view, measured)));
    sections.extend([method::method(view), method::sources(report)]);
    Report {
        title: report.title.clone(),
        eyebrow: report.game.clone(),
        overview: vec![report.overview.clone()],
        facts: report.facts.iter().map(|fact| (fact.name.clone().into(), fact.value.clone())).collect(),
        sections,
        made_by: "shuangqi compare",
        ..Report::default()
    }
}

fn anchor(experiment: &Experiment) -> String {
    format!("block-{}", experiment.id)
}

fn finding(report: &ReportData, finding: &Finding) -> Vec<Part> {
    let mut evidence = Text::from(finding.evidence.as_str());
    if let Some(experiment) = finding.experiment.and_then(|index| report.experiments.get(index)) {
        let target = format!("#{}", anchor(experiment));
        evidence = evidence.words(" ").link(format!("See: {}", experiment.title), target);
    }
    vec![
        Part::Heading(finding.question.as_str().into()),
        Part::Paragraph(finding.answer.as_str().into()),
        Part::Reading(evidence),
    ]
}

fn experiment(view: &View<'_>, Measured { index, experiment, figures }: Measured<'_>) -> Section {
    let mut parts = vec![Part::Lead(experiment.question.as_str().into())];
    parts.extend(experiment.remarks.iter().map(|remark| Part::Paragraph(remark.as_str().into())));
    let is_empty = figures.is_empty();
    parts.push(Part::Figures(figures));
    parts.extend(view.few_positions_note(index).map(|note| Part::Reading(note.into())));
    if is_empty {
        parts.push(Part::Reading("Too little was finished to draw a picture.".into()));
    }
    parts.extend(numbers(view, index, experiment).into_iter().flatten());
    Section::new(anchor(experiment), experiment.title.as_str(), parts)
}

/// The numbers as a table: of the depth that the pictures of one depth show, and behind a click of all depths.
fn numbers(view: &View<'_>, index: usize, experiment: &Experiment) -> Option<Vec<Part>> {
    let summaries = view.summaries(index);
    let pair = |summary: &&AlgorithmSummary| (view.index(&summary.algorithm), view.index(&summary.baseline));
    let depth = view.clearest_depth(&summaries.iter().map(pair).collect::<Vec<_>>())?;
    let of_depth: Vec<&AlgorithmSummary> =
        summaries.iter().copied().filter(|summary| summary.depth == depth).collect();
    let mut parts = vec![
        Part::Heading(format!("Numbers at depth {depth}").into()),
        Part::Table(table::figures(&of_depth, false)),
    ];
    if summaries.len() > of_depth.len() {
        let summary = format!("Numbers at all depths ({} rows)", summaries.len());
        parts.push(Part::Details(summary, vec![Part::Table(table::figures(&summaries, true))]));
    }
    let reading = Text::from(format!(
        "Ratios are of nodes to those of {}, unless the table names another; below 1 is fewer. A click on a heading \
         sorts. The columns are explained in the ",
        experiment.baseline()
    ));
    parts.push(Part::Reading(reading.link("method", "#method").words(".")));
    Some(parts)
}
