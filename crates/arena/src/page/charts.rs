//! The charts of the page.

mod by_move;
mod histograms;
mod over_games;

pub use by_move::by_move;
pub use histograms::{discs, lengths, pairs};
pub use over_games::over_games;

use shuangqi_plot::{Fill, Line, Look, Point};

use super::Report;

/// A point without a mark.
fn point(x: f64, y: f64, interval: Option<(f64, f64)>, tip: String) -> Point {
    Point { interval, fill: Some(Fill::Hidden), ..Point::new(x, y, tip) }
}

fn engine_line(report: &Report<'_>, engine: usize, points: Vec<Point>) -> Line {
    Line::new(report.name(engine), look(engine), points)
}

/// The colour of an engine, the same in all charts.
fn look(engine: usize) -> Look {
    Look::Numbered(engine)
}
