//! Charts as SVG. They are drawn without a charting library because every mark shows its value when it is pointed at, and
//! the same chart is laid out for a wide screen, for a phone, and as a file of its own.
//!
//! A chart is a value ([`LineChart`], [`BarChart`], [`Cloud`], [`HeatMap`], [`Histogram`]) with a `draw` that lays it out for a
//! [`Layout`]. The same chart gives the same bytes. Values that are no numbers, and values that are not positive on a
//! logarithmic axis, are left out.

mod axes;
mod bars;
pub mod board;
mod cloud;
mod columns;
pub mod figure;
mod heat;
mod legend;
mod lines;
mod look;
mod name;
pub mod number;
pub mod page;
mod picture;
mod scale;
mod spread;
pub mod table;
mod text;

#[cfg(test)]
mod tests;

pub use axes::Axis;
pub use bars::{Bar, BarChart, Row};
pub use cloud::{Cloud, Dot, Group};
pub use columns::{Column, Histogram};
pub use figure::{Figure, Pictures};
pub use heat::{Cell, HeatMap};
pub use lines::{Line, LineChart, Point};
pub use look::{Fill, Look, Stroke, colour_on_paper};
pub use name::Name;
pub use picture::{Layout, Picture, page_style, writable};
pub use scale::Ruling;
