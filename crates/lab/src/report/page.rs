//! The page: findings first, then block by block the question, the pictures and the figures, then how it was done.

mod method;

use maud::{Markup, html};
use shuangqi_plot::Figure;
use shuangqi_plot::figure::figures;
use shuangqi_plot::page::Page;

use super::study::{Block, Finding, Study, Summary};
use super::table;
use super::view::View;

const DOWNLOAD: &str = include_str!("page/download.js");

/// A block with its figures.
#[derive(Debug)]
pub struct Part<'study> {
    /// Its index in the study.
    pub index: usize,
    /// The block.
    pub block: &'study Block,
    /// The figures that show it.
    pub figures: Vec<Figure>,
}

/// The whole page. `data` is JSON, compressed by gzip, in base64.
pub fn page(view: &View<'_>, parts: &[Part<'_>], data: &str) -> String {
    let study = view.study;
    let body = html! {
        (head(study, parts)) "\n"
        main {
            (findings(study, parts)) "\n"
            @for part in parts { (block(view, part)) "\n" }
            (method::method(view)) "\n"
            (method::sources(study)) "\n"
        }
    };
    let footer = "Made by shuangqi compare. This page needs no other file: the pictures, the tables and the data are in it.";
    Page { title: &study.title, style: "", body, footer, data, scripts: &[DOWNLOAD] }.render()
}

fn head(study: &Study, parts: &[Part<'_>]) -> Markup {
    html! {
        header {
            p.eyebrow { (study.game) }
            h1 { (study.title) }
            p.overview { (study.overview) }
            dl.facts {
                @for fact in &study.facts { div { dt { (fact.name) } dd { (fact.value) } } }
            }
            nav aria-label="Contents" {
                ul {
                    @if !study.findings.is_empty() { li { a href="#findings" { "Findings" } } }
                    @for part in parts { li { a href={ "#" (anchor(part.block)) } { (part.block.title) } } }
                    li { a href="#method" { "Method" } }
                    li { a href="#sources" { "References and data" } }
                }
            }
        }
    }
}

/// Where a block stands on the page.
fn anchor(block: &Block) -> String {
    format!("block-{}", block.id)
}

fn findings(study: &Study, parts: &[Part<'_>]) -> Markup {
    html! {
        @if !study.findings.is_empty() {
            section #findings {
                h2 { "Findings" }
                ul.findings { @for finding in &study.findings { (self::finding(finding, parts)) } }
            }
        }
    }
}

fn finding(finding: &Finding, parts: &[Part<'_>]) -> Markup {
    let shown = parts.iter().find(|part| Some(part.index) == finding.block);
    html! {
        li {
            h3 { (finding.question) }
            p { (finding.answer) }
            p.evidence {
                (finding.evidence)
                @if let Some(part) = shown {
                    " " a href={ "#" (anchor(part.block)) } { "See: " (part.block.title) }
                }
            }
        }
    }
}

fn block(view: &View<'_>, part: &Part<'_>) -> Markup {
    let block = part.block;
    html! {
        section id=(anchor(block)) {
            h2 { (block.title) }
            p.question { (block.question) }
            @for remark in &block.remarks { p { (remark) } }
            (figures(&part.figures))
            @if part.figures.is_empty() { p.reading { "Too little was finished to draw a picture." } }
            (numbers(view, part))
        }
    }
}

/// The numbers as a table: of the depth that the pictures of one depth show, and behind a click of all depths.
fn numbers(view: &View<'_>, part: &Part<'_>) -> Markup {
    let summaries = view.summaries(part.index);
    let pairs: Vec<(usize, usize)> =
        summaries.iter().map(|summary| (summary.algorithm, summary.baseline)).collect();
    let Some(depth) = view.telling_depth(&pairs) else { return html! {} };
    let of_depth: Vec<&Summary> =
        summaries.iter().copied().filter(|summary| summary.depth == depth).collect();
    html! {
        h3 { "Numbers at depth " (depth) }
        (table::figures(view, &of_depth, false))
        @if summaries.len() > of_depth.len() {
            details {
                summary { "Numbers at all depths (" (summaries.len()) " rows)" }
                (table::figures(view, &summaries, true))
            }
        }
        p.reading {
            "Ratios are of nodes to those of " (view.name(part.block.baseline)) ", unless the table names \
            another; below 1 is fewer. A click on a heading sorts. What the columns hold is told in the "
            a href="#method" { "method" } "."
        }
    }
}
