//! What all reports share: their files, charts of lines, and the parts of their pages.

use std::path::Path;

use serde::Serialize;
use shuangqi_cli::files::NewFile;
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::{Failure, program};
use shuangqi_plot::report::{Download, Part, Report, Section};
use shuangqi_plot::{Axis, Figure, Line, LineChart, Look, Point, Ruling, Text, number};

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

/// The files of a report: its pictures, its data, and the page, which comes last.
///
/// # Errors
/// [`Failure::Internal`] if the data cannot be written.
pub fn files(mut files: Vec<NewFile>, data: &impl Serialize, page: &Report) -> Result<Vec<NewFile>, Failure> {
    let text = serde_json::to_string(data)
        .map_err(|error| Failure::Internal(format!("the report's data cannot be written: {error}")))?;
    files.push(NewFile { name: "data.json".to_owned(), text: text + "\n" });
    files.push(NewFile { name: "report.html".to_owned(), text: page.render(data)? });
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
        let x = Axis::new(self.axes.0, Ruling::Whole, number::plain);
        let y = Axis::new(self.axes.1, Ruling::Linear, tick);
        let is_drawn = !lines.is_empty();
        let chart = LineChart {
            uprights: self.uprights,
            labels_ends: true,
            ..LineChart::new(self.title, x, y, lines)
        };
        let file_title = format!("{}: {}", self.game, self.title.to_lowercase());
        is_drawn.then(|| Figure::full(self.name, self.reading, &chart).filed_as(file_title))
    }
}

/// A value beside an axis, exact enough for losses that differ in the fourth decimal: `0.6045`, `20`.
fn tick(value: f64) -> String {
    let text = format!("{value:.5}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub fn line(name: &str, look: usize, points: Vec<Point>) -> Line {
    Line::new(name, Look::Numbered(look), points)
}

/// A section that begins with a picture.
pub fn section(id: &str, title: &str, figure: Option<Figure>, rest: Vec<Part>) -> Section {
    let first = match figure {
        Some(figure) => Part::Figures(vec![figure]),
        None => Part::Reading("There is too little to draw a picture.".into()),
    };
    Section::new(id, title, [first].into_iter().chain(rest).collect())
}

/// The section that tells how a fit is repeated, what it did, and that gives the data a file name.
pub fn method(command: &str, explanation: &str, file: &str) -> Section {
    let instead = Text::from("the file ").code("data.json").words(" beside the page is the same");
    let download = Download { file: file.to_owned(), instead, explanation: "every number of this page." };
    let parts = vec![
        Part::Paragraph("This command repeats the fit, and gives the same weights:".into()),
        Part::Code(command.to_owned()),
        Part::Paragraph(explanation.into()),
        Part::Download(download),
    ];
    Section::new("data-section", "Command and data", parts)
}
