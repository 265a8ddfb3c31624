//! The page: findings first, then block by block the question, the pictures and the figures, then how it was done.

mod method;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::figures::{Figure, Pictures};
use super::overwrite;
use super::study::{Block, Finding, Study, Summary};
use super::table;
use super::view::View;
use crate::plot;

/// The form of a page: what [`plot::page_style`] leaves open.
pub const STYLE: &str = include_str!("style.css");
/// What pictures and tables do when they are pointed at or clicked; needs an element `tip`.
pub const MARKS: &str = include_str!("marks.js");
const DOWNLOAD: &str = include_str!("download.js");

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
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="generator" content=(overwrite::GENERATOR);
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (study.title) }
                style { (PreEscaped(plot::page_style())) (PreEscaped(STYLE)) }
            }
            body {
                (head(study, parts)) "\n"
                main {
                    (findings(study, parts)) "\n"
                    @for part in parts { (block(view, part)) "\n" }
                    (method::method(view)) "\n"
                    (method::sources(study)) "\n"
                }
                footer { "Made by shuangqi compare. This page needs no other file: the pictures, the tables \
                    and the data are in it." }
                div #tip role="status" {}
                script #data type="application/gzip;base64" { (PreEscaped(data)) }
                script { (PreEscaped(MARKS)) (PreEscaped(DOWNLOAD)) }
            }
        }
    };
    plot::writable(markup.into_string()) + "\n"
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

/// Figures in order, panels that follow each other side by side.
pub fn figures(figures: &[Figure]) -> Markup {
    html! {
        @for figures in figures.chunk_by(|one, other| one.is_panel() && other.is_panel()) {
            @match figures {
                [figure] if !figure.is_panel() => { (self::figure(figure, true)) }
                panels => { (self::panels(panels)) }
            }
        }
    }
}

/// Figures side by side. What is to be read below all of them stands there once.
fn panels(panels: &[Figure]) -> Markup {
    let shared = panels.windows(2).all(|pair| pair[0].reading == pair[1].reading);
    html! {
        div.panels { @for panel in panels { (figure(panel, !shared)) } }
        @if let (true, Some(first)) = (shared, panels.first()) { p.reading.shared { (first.reading) } }
    }
}

fn figure(figure: &Figure, has_reading: bool) -> Markup {
    html! {
        figure.full[!figure.is_panel()] id=(figure.name) {
            figcaption { b { (figure.title) } }
            @match &figure.pictures {
                Pictures::Full(wide, narrow) => { (wide.inline()) (narrow.inline()) }
                Pictures::Panel(picture) => { (picture.inline()) }
            }
            @if has_reading { p.reading { (figure.reading) } }
        }
        "\n"
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
