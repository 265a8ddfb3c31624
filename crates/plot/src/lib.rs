//! Reports and their charts: the one place where HTML, SVG and scripts are written.
//!
//! A [`Report`](report::Report) is a list of sections, and a section a list of parts: text, tables, figures, boards, games.
//! [`ReplayData`](replay::ReplayData) are the games that a page replays.
//!
//! A chart is a value ([`LineChart`], [`BarChart`], [`ScatterChart`], [`HeatMap`], [`Histogram`]), drawn without a charting library
//! because every mark shows its value when it is pointed at, and the same chart is laid out for a wide screen, for a phone,
//! and as a file of its own ([`Layout`]). The same chart gives the same bytes. Values that are no numbers, and values that
//! are not positive on a logarithmic axis, are left out.

mod axes;
mod bars;
pub mod board;
pub mod diagram;
pub mod games;
mod heatmap;
mod layout;
mod lines;
pub mod number;
mod page;
mod picture;
pub mod replay;
pub mod report;
mod scatter;
mod style;
pub mod table;
pub mod texts;

#[cfg(test)]
mod tests;

pub use axes::{Axis, ScaleKind};
pub use bars::{Bar, BarChart, Column, Histogram, Row};
pub use heatmap::{Cell, HeatMap};
pub use lines::{Line, LineChart, Point};
pub use page::tree_page;
pub use picture::{Chart, Figure, Layout, Picture};
pub use scatter::{Dot, Group, ScatterChart};
pub use style::{Fill, Name, Stroke, Style, colour_on_paper};
pub use table::Text;
