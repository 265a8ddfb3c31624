//! Histograms: columns side by side, for the frequency of values.

use maud::{Markup, html};

use super::axes::{Axis, Frame};
use super::figure::Chart;
use super::legend::{Legend, Sample};
use super::look::Look;
use super::name::Name;
use super::number::Px;
use super::picture::{Layout, Picture};
use super::spread::Area;

/// A chart of columns, each of which may be made of parts that stand on each other.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// Its title.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top: how many.
    pub y: Axis,
    /// The names and looks of the parts, the lowest first.
    pub groups: Vec<(Name, Look)>,
    /// Values at which a line runs upright.
    pub uprights: Vec<f64>,
    /// From left to right.
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its left edge.
    pub from: f64,
    /// Its right edge.
    pub to: f64,
    /// How many of each group.
    pub counts: Vec<u64>,
    /// The text that is shown when it is pointed at.
    pub tip: String,
}

impl Chart for Histogram {
    fn title(&self) -> &str {
        &self.title
    }

    fn draw(&self, layout: Layout) -> Picture {
        let samples = self.groups.iter().map(|(name, look)| (name, *look, Sample::Bar));
        let legend = Legend::new(layout.width(), samples.filter(|_| self.groups.len() > 1));
        let high = if layout == Layout::Wide { 340.0 } else { 280.0 };
        let outer = Area { left: 0.0, top: 0.0, right: layout.width() - 14.0, bottom: high };
        let edges = self.columns.iter().flat_map(|column| [column.from, column.to]);
        let heights = self.columns.iter().map(|column| column.counts.iter().sum::<u64>() as f64);
        let scales = (self.x.scale(edges), self.y.scale(heights.chain([0.0])).from(0.0));
        let frame = Frame::new(outer, (&self.x, &self.y), scales);
        let body = html! {
            (frame.draw())
            @for column in &self.columns { (self.column(&frame, column)) }
            @for &upright in &self.uprights { (frame.upright(upright)) }
            (legend.draw(0.0, high + 8.0))
        };
        Picture::new(&self.title, layout, high + 8.0 + legend.height(), body)
    }
}

impl Histogram {
    fn column(&self, frame: &Frame<'_>, column: &Column) -> Markup {
        let (left, right) = (frame.x.place(column.from), frame.x.place(column.to));
        let gap = ((right - left) * 0.12).min(1.5);
        let mut below = 0;
        html! {
            @for (place, ((_, look), &count)) in self.groups.iter().zip(&column.counts).enumerate() {
                @let bottom = frame.y.place(below as f64);
                @let top = frame.y.place((below + count) as f64);
                @if count > 0 {
                    g class=(look.class()) data-of=(place) {
                        rect class="bar" x=(Px(left + gap / 2.0)) y=(Px(top)) height=(Px(bottom - top))
                            width=(Px((right - left - gap).max(0.8))) { title { (column.tip) } }
                    }
                }
                @let () = below += count;
            }
        }
    }
}
