//! The axes of a chart and the area between them.

use maud::{Markup, html};

use super::number::Px;
use super::scale::{Ruling, Scale};
use super::spread::Area;
use super::text::{self, SIZE, SMALL};

/// The height of a line of small text.
const LINE: f64 = 15.0;

/// What an axis shows.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it measures, in which unit.
    pub label: String,
    /// How values are spread along it.
    pub ruling: Ruling,
    /// How values beside it are written.
    pub show: fn(f64) -> String,
    /// What stands at 0, 1, 2 … instead of numbers, if it is not numbers that it shows.
    pub names: Vec<String>,
    /// Values that it shows in any case.
    pub includes: Vec<f64>,
    /// Values that it ends at.
    pub ends: (Option<f64>, Option<f64>),
}

impl Axis {
    /// An axis of numbers.
    pub fn new(label: &str, ruling: Ruling, show: fn(f64) -> String) -> Axis {
        let (names, includes) = (Vec::new(), Vec::new());
        Axis { label: label.to_owned(), ruling, show, names, includes, ends: (None, None) }
    }

    /// An axis of things with names, which stand at 0, 1, 2 ….
    pub fn of_names(label: &str, names: Vec<String>) -> Axis {
        let last = names.len().saturating_sub(1) as f64;
        let ends = (Some(-0.5), Some(last + 0.5));
        Axis { names, ends, ..Axis::new(label, Ruling::Whole, super::number::plain) }
    }

    /// The scale for the values.
    pub fn scale(&self, values: impl Iterator<Item = f64>) -> Scale {
        let mut scale = Scale::around(self.ruling, values.chain(self.includes.iter().copied()));
        if let Some(first) = self.ends.0 {
            scale = scale.from(first);
        }
        if let Some(last) = self.ends.1 {
            scale = scale.to(last);
        }
        scale
    }
}

/// The area of a chart with its axes.
#[derive(Clone, Debug)]
pub struct Frame<'chart> {
    axes: (&'chart Axis, &'chart Axis),
    /// Between the axes.
    pub area: Area,
    /// From left to right.
    pub x: Scale,
    /// From bottom to top.
    pub y: Scale,
    x_ticks: Vec<(f64, Vec<String>)>,
    y_ticks: Vec<(f64, String)>,
    outer: Area,
}

impl<'chart> Frame<'chart> {
    /// Lays axes out so that they and all that is written on them stay inside a rectangle.
    pub fn new(outer: Area, axes: (&'chart Axis, &'chart Axis), scales: (Scale, Scale)) -> Frame<'chart> {
        let (x_axis, y_axis) = axes;
        let label_lines = text::wrapped(&y_axis.label, outer.width(), SIZE).len() as f64;
        let y_ticks: Vec<(f64, String)> = scales
            .1
            .ticks((outer.height() / 48.0) as usize)
            .into_iter()
            .map(|value| (value, (y_axis.show)(value)))
            .collect();
        let left = outer.left + text::widest(y_ticks.iter().map(|(_, text)| text.as_str()), SMALL) + 8.0;
        let x_ticks = x_ticks(x_axis, &scales.0, outer.right - left);
        let x_lines = x_ticks.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1) as f64;
        let label_below = text::wrapped(&x_axis.label, outer.width(), SIZE).len() as f64 * 17.0;
        let bottom = outer.bottom - 11.0 - x_lines * LINE - label_below;
        let area = Area { left, top: outer.top + label_lines * 17.0 + 8.0, right: outer.right, bottom };
        let (x, y) = (scales.0.along(area.left, area.right), scales.1.along(area.bottom, area.top));
        Frame { axes, area, x, y, x_ticks, y_ticks, outer }
    }

    /// Where a pair of values lies; `None` if it lies nowhere.
    pub fn at(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        (self.x.shows(x) && self.y.shows(y)).then(|| (self.x.place(x), self.y.place(y)))
    }

    /// The lines, ticks and names.
    pub fn draw(&self) -> Markup {
        let Area { left, top, right, bottom } = self.area;
        html! {
            @for (value, text) in &self.y_ticks {
                @let y = self.y.place(*value);
                line class="grid" x1=(Px(left)) x2=(Px(right)) y1=(Px(y)) y2=(Px(y)) {}
                text class="small tick" x=(Px(left - 6.0)) y=(Px(y + 4.0)) text-anchor="end" { (text) }
            }
            @for (value, lines) in &self.x_ticks {
                @let x = self.x.place(*value);
                @if self.axes.0.names.is_empty() {
                    line class="grid" x1=(Px(x)) x2=(Px(x)) y1=(Px(top)) y2=(Px(bottom)) {}
                }
                @for (place, line) in lines.iter().enumerate() {
                    @let y = bottom + 17.0 + place as f64 * LINE;
                    text class="small tick" x=(Px(x)) y=(Px(y)) text-anchor="middle" { (line) }
                }
            }
            (self.labels())
        }
    }

    /// What the axes measure: that of the vertical axis stands above it, written horizontally.
    fn labels(&self) -> Markup {
        let Area { left, right, .. } = self.area;
        html! {
            @let lines = text::wrapped(&self.axes.1.label, self.outer.width(), SIZE);
            @for (place, line) in lines.iter().enumerate() {
                text x=(Px(self.outer.left)) y=(Px(self.outer.top + 13.0 + place as f64 * 17.0)) { (line) }
            }
            @let lines = text::wrapped(&self.axes.0.label, self.outer.width(), SIZE);
            @for (place, line) in lines.iter().rev().enumerate() {
                @let half = text::width(line, SIZE) / 2.0;
                @let middle = ((left + right) / 2.0).min(self.outer.right - half).max(self.outer.left + half);
                @let y = self.outer.bottom - 5.0 - place as f64 * 17.0;
                text x=(Px(middle)) y=(Px(y)) text-anchor="middle" { (line) }
            }
        }
    }

    /// A line from bottom to top at a value.
    pub fn upright(&self, x: f64) -> Markup {
        let place = Px(self.x.place(x));
        html! { line class="rule" x1=(place) x2=(place) y1=(Px(self.area.top)) y2=(Px(self.area.bottom)) {} }
    }

    /// A line across at a value.
    pub fn rule(&self, y: f64) -> Markup {
        let place = Px(self.y.place(y));
        html! { line class="rule" x1=(Px(self.area.left)) x2=(Px(self.area.right)) y1=(place) y2=(place) {} }
    }
}

/// What stands below an axis of some width: numbers, or names broken into lines.
fn x_ticks(axis: &Axis, scale: &Scale, width: f64) -> Vec<(f64, Vec<String>)> {
    if axis.names.is_empty() {
        let ticks = scale.ticks((width / 56.0) as usize);
        return ticks.into_iter().map(|value| (value, vec![(axis.show)(value)])).collect();
    }
    let room = width / axis.names.len() as f64 - 8.0;
    let named = axis.names.iter().enumerate();
    named.map(|(place, name)| (place as f64, text::wrapped(name, room, SMALL))).collect()
}
