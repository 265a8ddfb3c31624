//! The page: findings, then for each experiment its question, figures and numbers, then the method.

mod method;

use maud::{Markup, html};
use shuangqi_plot::Figure;
use shuangqi_plot::figure::figures;
use shuangqi_plot::page::{DOCUMENT_STYLE, DOWNLOAD, Page};

use super::table;
use super::view::View;
use crate::data::{AlgorithmSummary, Experiment, Finding, ReportData};

#[derive(Debug)]
pub struct Section<'data> {
    pub index: usize,
    pub experiment: &'data Experiment,
    pub figures: Vec<Figure>,
}

/// The whole page. `data` is JSON, compressed by gzip, in base64.
pub fn page(view: &View<'_>, sections: &[Section<'_>], data: &str) -> String {
    let report = view.report;
    let body = html! {
        (head(report, sections)) "\n"
        main {
            (findings(report, sections)) "\n"
            @for section in sections { (experiment(view, section)) "\n" }
            (method::method(view)) "\n"
            (method::sources(report)) "\n"
        }
    };
    let footer = "Made by shuangqi compare. This page needs no other file: the pictures, the tables and the data are in it.";
    Page { title: &report.title, styles: &[DOCUMENT_STYLE], body, footer, data, scripts: &[DOWNLOAD] }
        .render()
}

fn head(report: &ReportData, sections: &[Section<'_>]) -> Markup {
    html! {
        header {
            p.eyebrow { (report.game) }
            h1 { (report.title) }
            p.overview { (report.overview) }
            dl.facts {
                @for fact in &report.facts { div { dt { (fact.name) } dd { (fact.value) } } }
            }
            nav aria-label="Contents" {
                ul {
                    @if !report.findings.is_empty() { li { a href="#findings" { "Findings" } } }
                    @for section in sections { li { a href={ "#" (anchor(section.experiment)) } { (section.experiment.title) } } }
                    li { a href="#method" { "Method" } }
                    li { a href="#sources" { "References and data" } }
                }
            }
        }
    }
}

fn anchor(experiment: &Experiment) -> String {
    format!("block-{}", experiment.id)
}

fn findings(report: &ReportData, sections: &[Section<'_>]) -> Markup {
    html! {
        @if !report.findings.is_empty() {
            section #findings {
                h2 { "Findings" }
                ul.findings { @for finding in &report.findings { (self::finding(finding, sections)) } }
            }
        }
    }
}

fn finding(finding: &Finding, sections: &[Section<'_>]) -> Markup {
    let shown = sections.iter().find(|section| Some(section.index) == finding.experiment);
    html! {
        li {
            h3 { (finding.question) }
            p { (finding.answer) }
            p.evidence {
                (finding.evidence)
                @if let Some(section) = shown {
                    " " a href={ "#" (anchor(section.experiment)) } { "See: " (section.experiment.title) }
                }
            }
        }
    }
}

fn experiment(view: &View<'_>, section: &Section<'_>) -> Markup {
    let experiment = section.experiment;
    html! {
        section id=(anchor(experiment)) {
            h2 { (experiment.title) }
            p.question { (experiment.question) }
            @for remark in &experiment.remarks { p { (remark) } }
            (figures(&section.figures))
            @if let Some(note) = view.few_positions_note(section.index) { p.reading { (note) } }
            @if section.figures.is_empty() { p.reading { "Too little was finished to draw a picture." } }
            (numbers(view, section))
        }
    }
}

/// The numbers as a table: of the depth that the pictures of one depth show, and behind a click of all depths.
fn numbers(view: &View<'_>, section: &Section<'_>) -> Markup {
    let summaries = view.summaries(section.index);
    let pair = |summary: &&AlgorithmSummary| (view.index(&summary.algorithm), view.index(&summary.baseline));
    let Some(depth) = view.clearest_depth(&summaries.iter().map(pair).collect::<Vec<_>>()) else {
        return html! {};
    };
    let of_depth: Vec<&AlgorithmSummary> =
        summaries.iter().copied().filter(|summary| summary.depth == depth).collect();
    html! {
        h3 { "Numbers at depth " (depth) }
        (table::figures(&of_depth, false))
        @if summaries.len() > of_depth.len() {
            details {
                summary { "Numbers at all depths (" (summaries.len()) " rows)" }
                (table::figures(&summaries, true))
            }
        }
        p.reading {
            "Ratios are of nodes to those of " (section.experiment.baseline()) ", unless the table names \
            another; below 1 is fewer. A click on a heading sorts. The columns are explained in the "
            a href="#method" { "method" } "."
        }
    }
}
