//! Bars, one below the other, and histograms: columns side by side, for the frequency of values.

use maud::{Markup, html};

use super::axes::{Axis, Frame, Scale};
use super::layout::{self, Area, SIZE, SMALL};
use super::number::Px;
use super::picture::{Chart, Layout, Picture};
use super::style::{Legend, Name, Sample, Style};

/// The thickness of a bar, and its distance from the next of its row.
const BAR: f64 = 14.0;
/// From row to row, besides the bars.
const BETWEEN: f64 = 9.0;

/// A chart of bars, which grow from an origin to either side.
#[derive(Clone, Debug)]
pub struct BarChart {
    /// Its title.
    pub title: String,
    /// From left to right.
    pub axis: Axis,
    /// The value at which bars begin.
    pub origin: f64,
    /// The names and styles of the bars of a row.
    pub groups: Vec<(Name, Style)>,
    /// From top to bottom.
    pub rows: Vec<Row>,
}

/// Bars of one thing.
#[derive(Clone, Debug)]
pub struct Row {
    /// Their name.
    pub name: Name,
    /// One of each group, where there is one.
    pub bars: Vec<Option<Bar>>,
}

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// The value at which it ends.
    pub value: f64,
    /// The ends of the interval.
    pub interval: Option<(f64, f64)>,
    /// The value, as it is written at its end.
    pub text: String,
    /// The text that is shown when it is pointed at.
    pub tip: String,
}

impl Chart for BarChart {
    fn draw(&self, layout: Layout) -> Picture {
        let places = Places::new(self, layout);
        let samples = self.groups.iter().map(|(name, style)| (name, *style, Sample::Bar));
        let legend = Legend::new(layout.width(), samples.filter(|_| self.groups.len() > 1));
        let top = legend.height() + if legend.height() > 0.0 { 20.0 } else { 6.0 };
        let below = if self.axis.label.is_empty() { 24.0 } else { 46.0 };
        let bottom = top + places.row * self.rows.len() as f64 + 4.0;
        let body = html! {
            (legend.draw(0.0, 0.0))
            (self.grid(&places, top, bottom))
            @for (place, row) in self.rows.iter().enumerate() {
                (self.row(&places, row, top + places.row * place as f64))
            }
        };
        Picture::new(&self.title, layout, bottom + below, body)
    }
}

impl BarChart {
    fn grid(&self, places: &Places, top: f64, bottom: f64) -> Markup {
        let origin = Px(places.scale.place(self.origin));
        html! {
            @for value in places.scale.ticks(((places.right - places.left) / 60.0) as usize) {
                @let x = Px(places.scale.place(value));
                line class="grid" x1=(x) x2=(x) y1=(Px(top - 4.0)) y2=(Px(bottom)) {}
                @let text = (self.axis.show)(value);
                text class="small tick" x=(x) y=(Px(bottom + 16.0)) text-anchor="middle" { (text) }
            }
            line class="rule" x1=(origin) x2=(origin) y1=(Px(top - 4.0)) y2=(Px(bottom)) {}
            @let middle = (places.left + places.right) / 2.0;
            text x=(Px(middle)) y=(Px(bottom + 38.0)) text-anchor="middle" { (self.axis.label) }
        }
    }

    fn row(&self, places: &Places, row: &Row, top: f64) -> Markup {
        let name = layout::shortened(&row.name.short, places.name_room, SIZE);
        let middle = if places.is_above { top + 12.0 } else { top + (places.row - BETWEEN) / 2.0 + 4.5 };
        let first = top + if places.is_above { 18.0 } else { 0.0 };
        let anchor = if places.is_above { "start" } else { "end" };
        html! {
            text.halo x=(Px(places.name_end())) y=(Px(middle)) text-anchor=(anchor) {
                (name) @if name != row.name.full { title { (row.name.full) } }
            }
            @for (place, ((_, style), bar)) in self.groups.iter().zip(&row.bars).enumerate() {
                @if let Some(bar) = bar {
                    @let top = first + place as f64 * BAR;
                    g class=(style.class()) data-of=(place) { (self.bar(places, bar, top)) }
                }
            }
        }
    }

    fn bar(&self, places: &Places, bar: &Bar, top: f64) -> Markup {
        if !places.scale.shows(bar.value) {
            return html! {};
        }
        let (origin, end) = (places.scale.place(self.origin), places.scale.place(bar.value));
        let (from, to) = bar
            .interval
            .map_or((end, end), |(low, high)| (places.scale.place(low), places.scale.place(high)));
        let middle = top + BAR / 2.0;
        let grows_left = end < origin;
        let (x, anchor) =
            if grows_left { (from.min(end) - 5.0, "end") } else { (to.max(end) + 5.0, "start") };
        html! {
            rect class="bar" x=(Px(origin.min(end))) y=(Px(top + 1.0)) height=(Px(BAR - 2.0))
                width=(Px((end - origin).abs().max(0.8))) { title { (bar.tip) } }
            @if bar.interval.is_some() {
                path class="whisker ink" d={ "M" (Px(from)) " " (Px(middle)) "H" (Px(to)) } {}
            }
            text class="small halo" x=(Px(x)) y=(Px(middle + 4.0)) text-anchor=(anchor) { (bar.text) }
        }
    }

    fn bars(&self) -> impl Iterator<Item = &Bar> {
        self.rows.iter().flat_map(|row| row.bars.iter().flatten())
    }

    fn values(&self) -> impl Iterator<Item = f64> {
        let interval = |bar: &Bar| bar.interval.into_iter().flat_map(|(low, high)| [low, high]);
        self.bars().flat_map(move |bar| interval(bar).chain([bar.value])).chain([self.origin])
    }
}

/// The layout of the chart over its width.
#[derive(Debug)]
struct Places {
    /// Whether names stand above their bars, because beside them there is no room.
    is_above: bool,
    name_room: f64,
    left: f64,
    right: f64,
    row: f64,
    scale: Scale,
}

impl Places {
    fn new(chart: &BarChart, layout: Layout) -> Places {
        let width = layout.width();
        let widest = layout::widest(chart.rows.iter().map(|row| row.name.short.as_str()), SIZE) + 10.0;
        let beside = widest.min(width * 0.42);
        let is_above = widest > beside && layout == Layout::Narrow;
        let left = if is_above { 4.0 } else { beside };
        let name_room = if is_above { width } else { beside };
        let bars = chart.groups.len() as f64 * BAR;
        let row = bars + BETWEEN + if is_above { 18.0 } else { 0.0 };
        let value = layout::widest(chart.bars().map(|bar| bar.text.as_str()), SMALL) + 8.0;
        let has_left = chart.bars().any(|bar| bar.value < chart.origin);
        let (first, last) = (left + if has_left { value } else { 0.0 }, width - value);
        let mut scale = chart.axis.scale(chart.values()).along(first, last);
        if !has_left {
            scale = scale.from(chart.origin);
        }
        Places { is_above, name_room, left, right: width, row, scale }
    }

    fn name_end(&self) -> f64 {
        if self.is_above { 8.0 } else { self.left - 10.0 }
    }
}

/// A chart of columns, each of which may be made of parts that stand on each other.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// Its title.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top: how many.
    pub y: Axis,
    /// The names and styles of the parts, the lowest first.
    pub groups: Vec<(Name, Style)>,
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
    /// The count of each group.
    pub counts: Vec<u64>,
    /// The text that is shown when it is pointed at.
    pub tip: String,
}

impl Chart for Histogram {
    fn draw(&self, layout: Layout) -> Picture {
        let samples = self.groups.iter().map(|(name, style)| (name, *style, Sample::Bar));
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
            @for (place, ((_, style), &count)) in self.groups.iter().zip(&column.counts).enumerate() {
                @let bottom = frame.y.place(below as f64);
                @let top = frame.y.place((below + count) as f64);
                @if count > 0 {
                    g class=(style.class()) data-of=(place) {
                        rect class="bar" x=(Px(left + gap / 2.0)) y=(Px(top)) height=(Px(bottom - top))
                            width=(Px((right - left - gap).max(0.8))) { title { (column.tip) } }
                    }
                }
                @let () = below += count;
            }
        }
    }
}
