//! What all reports share: their files, charts of lines, and the parts of their pages.

use std::path::Path;

use maud::{Markup, html};
use serde::Serialize;
use shuangqi_cli::files::{self, NewFile};
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::{Failure, program};
use shuangqi_plot::figure::figures;
use shuangqi_plot::page::{DOCUMENT_STYLE, DOWNLOAD, Page, packed};
use shuangqi_plot::{
    Axis, Figure, Fill, Layout, Line, LineChart, Look, Pictures, Point, Ruling, Stroke, number,
};

/// Makes sure, before the work, that there is a folder to write these files to, and that nothing of another run or of another
/// program would be replaced.
///
/// # Errors
/// [`Failure::Usage`] if something would be, [`Failure::Unwritable`] for the folder.
pub fn prepare(path: &Path, names: &[&str], is_forced: bool) -> Result<(), Failure> {
    let folder = RunFolder { path, command: program::command_of_results(), names, pictures: None };
    folder.check(is_forced)?;
    folder.begin()
}

/// Writes the files of a report to a folder: all of them or none.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write(folder: &Path, files: &[NewFile]) -> Result<(), Failure> {
    files::write_all(folder, files)
}

/// The files of a report: its pictures, its data, and the page, which comes last.
///
/// # Errors
/// [`Failure::Internal`] if the data cannot be written.
pub fn files<'figures>(
    pictures: impl Iterator<Item = &'figures Figure>,
    data: &impl Serialize,
    page: String,
) -> Result<Vec<NewFile>, Failure> {
    let data = serde_json::to_string(data)
        .map_err(|error| Failure::Internal(format!("the report's data cannot be written: {error}")))?;
    let mut files: Vec<NewFile> = pictures.map(picture).collect();
    files.push(NewFile { name: "data.json".to_owned(), text: data + "\n" });
    files.push(NewFile { name: "report.html".to_owned(), text: page });
    Ok(files)
}

/// The file of a picture.
pub fn picture(figure: &Figure) -> NewFile {
    NewFile { name: format!("{}.svg", figure.name), text: figure.file() }
}

/// What a chart of lines over whole numbers shows.
pub struct Chart<'text> {
    /// The name of its file.
    pub name: &'text str,
    pub game: &'text str,
    pub title: &'text str,
    /// How it is to be read.
    pub reading: &'text str,
    /// What runs across and what runs up.
    pub axes: (&'text str, &'text str),
    pub uprights: Vec<f64>,
}

impl Chart<'_> {
    /// The chart with these lines; `None` without points.
    pub fn figure(self, lines: Vec<Line>) -> Option<Figure> {
        let lines: Vec<Line> = lines.into_iter().filter(|line| !line.points.is_empty()).collect();
        let chart = LineChart {
            title: format!("{}: {}", self.game, self.title.to_lowercase()),
            x: Axis::new(self.axes.0, Ruling::Whole, number::plain),
            y: Axis::new(self.axes.1, Ruling::Linear, tick),
            rules: Vec::new(),
            uprights: self.uprights,
            lines,
            labels_ends: true,
        };
        (!chart.lines.is_empty()).then(|| Figure {
            name: self.name.to_owned(),
            title: self.title.to_owned(),
            reading: self.reading.to_owned(),
            pictures: Pictures::Full(chart.draw(Layout::Wide), chart.draw(Layout::Narrow)),
        })
    }
}

/// A value beside an axis, exact enough for losses that differ in the fourth decimal: `0.6045`, `20`.
fn tick(value: f64) -> String {
    let text = format!("{value:.5}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub fn line(name: &str, look: usize, points: Vec<Point>) -> Line {
    Line { name: name.into(), look: Look::Numbered(look), stroke: Stroke::Solid, is_stepped: false, points }
}

/// A point with a full mark.
pub fn point(x: f64, y: f64, tip: String) -> Point {
    Point { x, y, interval: None, tip, fill: Some(Fill::Full) }
}

/// The page of a fit: its body between the head and the footer, its styles beside those of every document, and its data.
///
/// # Errors
/// [`Failure::Internal`] if the data cannot be written.
pub fn page(title: &str, styles: [&str; 2], body: Markup, data: &impl Serialize) -> Result<String, Failure> {
    let footer = "Made by shuangqi train. This page needs no other file: the pictures, the tables and the data are in it.";
    let [first, second] = styles;
    let (styles, data, scripts) = ([DOCUMENT_STYLE, first, second], packed(data)?, [DOWNLOAD]);
    Ok(Page { title, styles: &styles, body, footer, data: &data, scripts: &scripts }.render())
}

/// The links to the sections of a page, by id and title; the last is that of [`method`].
pub fn contents(sections: &[(&str, &str)]) -> Markup {
    html! {
        nav aria-label="Contents" {
            ul {
                @for (id, title) in sections {
                    li { a href={ "#" (id) } { (title) } }
                }
                li { a href="#data-section" { (METHOD) } }
            }
        }
    }
}

const METHOD: &str = "Command and data";

/// The section that tells how a fit is repeated, and what it did.
pub fn method(command: &str, explanation: &str, data: &str) -> Markup {
    html! {
        section #data-section {
            h2 { (METHOD) }
            p { "This command repeats the fit, and gives the same weights:" }
            pre { code { (command) } }
            p { (explanation) }
            (download(data))
        }
    }
}

/// An entry of the list at the head of a page.
pub fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

/// A section that begins with a picture.
pub fn section(id: &str, title: &str, figure: &Option<Figure>, rest: Markup) -> Markup {
    html! {
        section id=(id) {
            h2 { (title) }
            @match figure {
                Some(figure) => { (figures(std::slice::from_ref(figure))) }
                None => { p.reading { "There is too little to draw a picture." } }
            }
            (rest)
        }
    }
}

/// The link to the data that a page holds, with the name that they are to get.
fn download(file: &str) -> Markup {
    html! {
        p.download {
            a #download href="#data" download=(file) hidden { "Download the data (JSON)" }
            span #no-download { "This browser cannot unpack the data that the page holds; the file "
                code { "data.json" } " beside the page is the same" }
            ": every number of this page. The page's source holds the data in the element "
            code { "data" } ", compressed by gzip and written in base64."
        }
    }
}
