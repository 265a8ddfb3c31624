//! Reports and their charts: the one place where HTML, SVG and scripts are written.
//!
//! A [`Report`](report::Report) is a list of sections, and a section a list of parts: text, tables, figures, boards, games.
//! [`ReplayData`](replay::ReplayData) are the games that a page replays.
//!
//! A chart is a value ([`LineChart`], [`BarChart`], [`Cloud`], [`HeatMap`], [`Histogram`]), drawn without a charting library
//! because every mark shows its value when it is pointed at, and the same chart is laid out for a wide screen, for a phone,
//! and as a file of its own ([`Layout`]). The same chart gives the same bytes. Values that are no numbers, and values that
//! are not positive on a logarithmic axis, are left out.

mod axes;
mod bars;
pub mod board;
mod cloud;
mod columns;
pub mod diagram;
pub mod figure;
pub mod games;
mod heat;
pub mod inline;
mod legend;
mod lines;
mod look;
mod name;
pub mod number;
mod page;
mod picture;
pub mod replay;
pub mod report;
mod scale;
mod spread;
pub mod table;
mod text;
pub mod tree;

#[cfg(test)]
mod tests;

pub use axes::Axis;
pub use bars::{Bar, BarChart, Row};
pub use cloud::{Cloud, Dot, Group};
pub use columns::{Column, Histogram};
pub use figure::{Chart, Figure};
pub use heat::{Cell, HeatMap};
pub use inline::Text;
pub use lines::{Line, LineChart, Point};
pub use look::{Fill, Look, Stroke, colour_on_paper};
pub use name::Name;
pub use picture::{Layout, Picture};
pub use scale::Ruling;
