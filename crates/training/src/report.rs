//! The common parts of reports: their files, charts of lines, and the parts of their pages.

use std::borrow::Cow;
use std::path::Path;

use serde::Serialize;
use shuangqi_cli::files::NewFile;
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::{Failure, program};
use shuangqi_plot::report::{Download, Part, Report, Section};
use shuangqi_plot::{Axis, Figure, Line, LineChart, Point, ScaleKind, Style, Text, number};

use crate::numbers::rounded;

/// Makes sure, before the work, that there is a folder to write these files to, and that nothing of another run or of another
/// program would be replaced.
pub fn prepare(path: &Path, names: &[&str], is_forced: bool) -> Result<(), Failure> {
    let folder = RunFolder { path, command: program::command_of_results(), names, pictures: None };
    folder.check(is_forced)?;
    folder.begin()
}

/// The errors or losses of a pass over the positions.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Pass {
    /// The part of the game with weights of its own, where that differs between passes: the game or a stage of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    /// Its number, from 1 over all levels.
    pub pass: u32,
    /// On the positions that were learnt from, each before its step.
    pub training: f64,
    /// On those held out, after the pass; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<f64>,
}

impl Pass {
    /// The passes in order, from their levels and their errors on both kinds of positions.
    pub fn all(
        errors: impl IntoIterator<Item = (Option<&'static str>, f64, f64)>,
        decimals: i32,
        has_held_out: bool,
    ) -> Vec<Pass> {
        let pass = |(pass, (level, training, held_out)): (u32, (_, f64, f64))| Pass {
            level,
            pass,
            training: rounded(training, decimals),
            held_out: has_held_out.then(|| rounded(held_out, decimals)),
        };
        (1..).zip(errors).map(pass).collect()
    }
}

/// What a report is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Subject {
    /// The fit of an evaluator.
    #[default]
    Training,
    /// Its errors.
    Evaluation,
}

impl Subject {
    fn title(self, game: &str) -> String {
        match self {
            Subject::Training => format!("Training of {game}’s evaluator"),
            Subject::Evaluation => format!("Errors of {game}’s evaluator"),
        }
    }

    /// The command that writes it.
    const fn command(self) -> &'static str {
        match self {
            Subject::Training => "shuangqi train",
            Subject::Evaluation => "shuangqi evaluate",
        }
    }

    /// What comes of its command line.
    const fn repetition(self) -> &'static str {
        match self {
            Subject::Training => "This command repeats the fit, and gives the same weights:",
            Subject::Evaluation => "This command repeats the measurement:",
        }
    }

    /// The end of the name of the file of its data.
    const fn data(self) -> &'static str {
        match self {
            Subject::Training => "training",
            Subject::Evaluation => "errors",
        }
    }
}

/// The report on an evaluator.
#[derive(Debug, Default)]
pub struct EvaluatorReport {
    pub subject: Subject,
    pub game: &'static str,
    pub overview: &'static str,
    pub facts: Vec<(Cow<'static, str>, String)>,
    /// The command line that repeats it.
    pub command: String,
    pub method: &'static str,
    pub sections: Vec<Section>,
    pub pictures: Vec<NewFile>,
}

impl EvaluatorReport {
    pub fn fact(&mut self, name: impl Into<Cow<'static, str>>, value: String) {
        self.facts.push((name.into(), value));
    }

    /// Adds a section that begins with a picture, which becomes a file too.
    pub fn section(&mut self, id: &str, title: &str, figure: Option<Figure>, rest: Vec<Part>) {
        self.pictures.extend(figure.as_ref().map(picture));
        let first = match figure {
            Some(figure) => Part::Figures(vec![figure]),
            None => Part::Reading("There is too little to draw a picture.".into()),
        };
        self.parts(id, title, [first].into_iter().chain(rest).collect());
    }

    pub fn parts(&mut self, id: &str, title: &str, parts: Vec<Part>) {
        self.sections.push(Section::new(id, title, parts));
    }

    /// The files: the pictures, the data, and the page, which comes last.
    pub fn files(mut self, data: &impl Serialize) -> Result<Vec<NewFile>, Failure> {
        let text = serde_json::to_string(data)
            .map_err(|error| Failure::Internal(format!("the report's data cannot be written: {error}")))?;
        self.sections.push(self.method_section());
        let page = Report {
            title: self.subject.title(self.game),
            eyebrow: self.game.to_owned(),
            overview: vec![self.overview.to_owned()],
            facts: self.facts,
            sections: self.sections,
            made_by: self.subject.command(),
            ..Report::default()
        };
        let mut files = self.pictures;
        files.push(NewFile { name: "data.json".to_owned(), text: text + "\n" });
        files.push(NewFile { name: "report.html".to_owned(), text: page.render(data)? });
        Ok(files)
    }

    /// The section that tells how the work is repeated, what it did, and that gives the data a file name.
    fn method_section(&self) -> Section {
        let instead = Text::from("the file ").code("data.json").words(" beside the page is the same");
        let file = format!("{}-{}.json", self.game.to_lowercase(), self.subject.data());
        let parts = vec![
            Part::Paragraph(self.subject.repetition().into()),
            Part::Code(self.command.clone()),
            Part::Paragraph(self.method.into()),
            Part::Download(Download { file, instead, explanation: "every number of this page." }),
        ];
        Section::new("data-section", "Command and data", parts)
    }
}

pub fn picture(figure: &Figure) -> NewFile {
    NewFile { name: format!("{}.svg", figure.name), text: figure.file() }
}

/// A chart of lines over whole numbers.
pub struct Chart<'text> {
    pub name: &'text str,
    pub game: &'text str,
    pub title: &'text str,
    pub reading: &'text str,
    /// The labels of the horizontal and the vertical axis.
    pub axes: (&'text str, &'text str),
    pub uprights: Vec<f64>,
}

impl Chart<'_> {
    /// The chart with these lines; `None` without points.
    pub fn figure(self, lines: Vec<Line>) -> Option<Figure> {
        let lines: Vec<Line> = lines.into_iter().filter(|line| !line.points.is_empty()).collect();
        let x = Axis::new(self.axes.0, ScaleKind::Whole, number::plain);
        let y = Axis::new(self.axes.1, ScaleKind::Linear, tick);
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

pub fn line(name: &str, style: usize, points: Vec<Point>) -> Line {
    Line::new(name, Style::Numbered(style), points)
}

/// The learning curve: the errors of each pass, called `error` and counted in this unit.
pub fn learning_curve(
    game: &str,
    passes: &[Pass],
    (error, unit): (&str, &str),
    reading: &str,
) -> Option<Figure> {
    let levels: Vec<&[Pass]> = passes.chunk_by(|one, next| one.level == next.level).collect();
    let firsts = levels.iter().skip(1).filter_map(|passes| passes.first());
    let of = |name: &str, style, error: fn(&Pass) -> Option<f64>| -> Vec<Line> {
        let point = |pass: &Pass| {
            let value = error(pass)?;
            let level = pass.level.map_or_else(String::new, |level| format!(" (by {level})"));
            let tip = format!("{name}, pass {}{level}: {value} {unit}", pass.pass);
            Some(Point::new(f64::from(pass.pass), value, tip))
        };
        levels.iter().map(|passes| line(name, style, passes.iter().filter_map(point).collect())).collect()
    };
    let mut lines = of("training", 0, |pass| Some(pass.training));
    lines.extend(of("held out", 1, |pass| pass.held_out));
    let chart = Chart {
        name: "curve",
        game,
        title: "Learning curve",
        reading,
        axes: ("pass", &format!("{error} ({unit})")),
        uprights: firsts.map(|pass| f64::from(pass.pass) - 0.5).collect(),
    };
    chart.figure(lines)
}
