//! The charts of the page.

mod by_move;
mod histograms;
mod over_games;
mod pairs;

pub use by_move::by_move;
pub use histograms::{discs, lengths};
pub use over_games::over_games;
pub use pairs::pairs;

use shuangqi_plot::{Figure, Pictures};
use shuangqi_plot::{Fill, Layout, Line, LineChart, Look, Picture, Point, Stroke};

use super::Report;

/// A figure as wide as the page.
fn full(name: &str, title: &str, reading: &str, draw: impl Fn(Layout) -> Picture) -> Figure {
    figure(name, title, reading, Pictures::Full(draw(Layout::Wide), draw(Layout::Narrow)))
}

/// A figure beside others.
fn panel(name: &str, title: &str, reading: &str, draw: impl Fn(Layout) -> Picture) -> Figure {
    figure(name, title, reading, Pictures::Panel(draw(Layout::Narrow)))
}

fn figure(name: &str, title: &str, reading: &str, pictures: Pictures) -> Figure {
    Figure { name: name.to_owned(), title: title.to_owned(), reading: reading.to_owned(), pictures }
}

fn line_figure(is_full: bool, name: &str, reading: &str, chart: &LineChart) -> Figure {
    let draw = |layout| chart.draw(layout);
    if is_full { full(name, &chart.title, reading, draw) } else { panel(name, &chart.title, reading, draw) }
}

/// A point without a mark.
fn point(x: f64, y: f64, interval: Option<(f64, f64)>, tip: String) -> Point {
    Point { x, y, interval, tip, fill: Some(Fill::Hidden) }
}

fn engine_line(report: &Report<'_>, engine: usize, points: Vec<Point>) -> Line {
    let (name, look) = (report.name(engine).into(), look(engine));
    Line { name, look, stroke: Stroke::Solid, is_stepped: false, points }
}

/// The colour of an engine, the same in all charts.
fn look(engine: usize) -> Look {
    Look::Numbered(engine)
}
