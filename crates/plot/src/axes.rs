//! The axes of a chart and the area between them: from values to places, and the values that an axis names.

use maud::{Markup, html};

use super::layout::{self, Area, SIZE, SMALL};
use super::number::Px;

/// The height of a line of small text.
const LINE: f64 = 15.0;

/// An axis: its label, its scale, its names.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The quantity, with its unit.
    pub label: String,
    /// The kind of scale.
    pub kind: ScaleKind,
    /// The format of the values beside it.
    pub show: fn(f64) -> String,
    /// The names that stand at 0, 1, 2 … instead of numbers; empty for an axis of numbers.
    pub names: Vec<String>,
    /// Values that it shows in any case.
    pub includes: Vec<f64>,
    /// Values that it ends at.
    pub ends: (Option<f64>, Option<f64>),
}

impl Axis {
    /// An axis of numbers.
    pub fn new(label: &str, kind: ScaleKind, show: fn(f64) -> String) -> Axis {
        let (names, includes) = (Vec::new(), Vec::new());
        Axis { label: label.to_owned(), kind, show, names, includes, ends: (None, None) }
    }

    /// An axis of things with names, which stand at 0, 1, 2 ….
    pub fn of_names(label: &str, names: Vec<String>) -> Axis {
        let last = names.len().saturating_sub(1) as f64;
        let ends = (Some(-0.5), Some(last + 0.5));
        Axis { names, ends, ..Axis::new(label, ScaleKind::Whole, super::number::plain) }
    }

    /// The scale for the values.
    pub fn scale(&self, values: impl Iterator<Item = f64>) -> Scale {
        let mut scale = Scale::around(self.kind, values.chain(self.includes.iter().copied()));
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
        let label_lines = layout::wrapped(&y_axis.label, outer.width(), SIZE).len() as f64;
        let y_ticks: Vec<(f64, String)> = scales
            .1
            .ticks((outer.height() / 48.0) as usize)
            .into_iter()
            .map(|value| (value, (y_axis.show)(value)))
            .collect();
        let left = outer.left + layout::widest(y_ticks.iter().map(|(_, text)| text.as_str()), SMALL) + 8.0;
        let x_ticks = x_ticks(x_axis, &scales.0, outer.right - left);
        let x_lines = x_ticks.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1) as f64;
        let label_below = layout::wrapped(&x_axis.label, outer.width(), SIZE).len() as f64 * 17.0;
        let bottom = outer.bottom - 11.0 - x_lines * LINE - label_below;
        let area = Area { left, top: outer.top + label_lines * 17.0 + 8.0, right: outer.right, bottom };
        let (x, y) = (scales.0.along(area.left, area.right), scales.1.along(area.bottom, area.top));
        Frame { axes, area, x, y, x_ticks, y_ticks, outer }
    }

    /// The place of a pair of values; `None` if one of them has none.
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

    /// The labels of the axes: that of the vertical axis stands above it, written horizontally.
    fn labels(&self) -> Markup {
        let Area { left, right, .. } = self.area;
        html! {
            @let lines = layout::wrapped(&self.axes.1.label, self.outer.width(), SIZE);
            @for (place, line) in lines.iter().enumerate() {
                text x=(Px(self.outer.left)) y=(Px(self.outer.top + 13.0 + place as f64 * 17.0)) { (line) }
            }
            @let lines = layout::wrapped(&self.axes.0.label, self.outer.width(), SIZE);
            @for (place, line) in lines.iter().rev().enumerate() {
                @let half = layout::width(line, SIZE) / 2.0;
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

/// The text below an axis of some width: numbers, or names broken into lines.
fn x_ticks(axis: &Axis, scale: &Scale, width: f64) -> Vec<(f64, Vec<String>)> {
    if axis.names.is_empty() {
        let ticks = scale.ticks((width / 56.0) as usize);
        return ticks.into_iter().map(|value| (value, vec![(axis.show)(value)])).collect();
    }
    let room = width / axis.names.len() as f64 - 8.0;
    let named = axis.names.iter().enumerate();
    named.map(|(place, name)| (place as f64, layout::wrapped(name, room, SMALL))).collect()
}

/// The kind of scale along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScaleKind {
    /// Equal differences are equal lengths.
    Linear,
    /// The same, and only whole numbers are named.
    Whole,
    /// Equal ratios are equal lengths. Values that are not positive have no place.
    Logarithmic,
}

/// A stretch of values laid along a stretch of the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    kind: ScaleKind,
    values: (f64, f64),
    places: (f64, f64),
}

impl Scale {
    /// A scale that shows all the values that have a place, with a little room at both ends.
    pub fn around(kind: ScaleKind, values: impl Iterator<Item = f64>) -> Scale {
        let known = values.filter(|&value| kind.shows(value)).map(|value| kind.bend(value));
        let (low, high) = known
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (kind.bend(1.0), kind.bend(1.0)) };
        let room = if high > low { (high - low) * 0.05 } else { kind.room_of_one_value() };
        let room = room.max(kind.min_room());
        Scale { kind, values: (low - room, high + room), places: (0.0, 1.0) }
    }

    /// The same values laid from one place to another, which may lie before it.
    pub fn along(self, from: f64, to: f64) -> Scale {
        Scale { places: (from, to), ..self }
    }

    /// A scale that begins at a value exactly.
    pub fn from(mut self, value: f64) -> Scale {
        self.values.0 = self.kind.bend(value).min(self.values.1 - self.kind.min_room());
        self
    }

    /// A scale that ends at a value exactly.
    pub fn to(mut self, value: f64) -> Scale {
        self.values.1 = self.kind.bend(value).max(self.values.0 + self.kind.min_room());
        self
    }

    /// Whether the value has a place.
    pub fn shows(&self, value: f64) -> bool {
        self.kind.shows(value)
    }

    /// The place of a value, which is kept between the ends.
    pub fn place(&self, value: f64) -> f64 {
        let (low, high) = self.values;
        let bent = if self.shows(value) { self.kind.bend(value) } else { low };
        let share = ((bent - low) / (high - low)).clamp(0.0, 1.0);
        self.places.0 + share * (self.places.1 - self.places.0)
    }

    /// Round values between the ends, about as many as wanted.
    pub fn ticks(&self, wanted: usize) -> Vec<f64> {
        let (low, high) = (self.kind.unbend(self.values.0), self.kind.unbend(self.values.1));
        match self.kind {
            ScaleKind::Linear => even_ticks(low, high, wanted, 0.0),
            ScaleKind::Whole => even_ticks(low, high, wanted, 1.0),
            ScaleKind::Logarithmic => log_ticks(low, high, wanted),
        }
    }
}

impl ScaleKind {
    /// Whether a value has a place. Larger values than any measurement has would overflow.
    fn shows(self, value: f64) -> bool {
        const MAX: f64 = 1e100;
        value.abs() <= MAX && (self != ScaleKind::Logarithmic || value >= 1.0 / MAX)
    }

    fn bend(self, value: f64) -> f64 {
        if self == ScaleKind::Logarithmic { value.log10() } else { value }
    }

    fn unbend(self, value: f64) -> f64 {
        if self == ScaleKind::Logarithmic { 10f64.powf(value) } else { value }
    }

    /// The room at each end where all values are the same: enough for different numbers beside the axis.
    fn room_of_one_value(self) -> f64 {
        if self == ScaleKind::Linear { 1.0 } else { 0.0 }
    }

    /// The room at each end where the values are close together.
    fn min_room(self) -> f64 {
        match self {
            ScaleKind::Linear => 1e-3,
            ScaleKind::Whole => 0.35,
            ScaleKind::Logarithmic => 0.03,
        }
    }
}

/// Multiples of 1, 2 or 5 times a power of ten.
fn even_ticks(low: f64, high: f64, wanted: usize, least_step: f64) -> Vec<f64> {
    let rough = (high - low) / wanted.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough * 0.7);
    let step = step.unwrap_or(power * 10.0).max(least_step);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|multiple| multiple as f64 * step).collect()
}

/// Powers of ten with as many values between them as there is room for; even steps where the ends are close together.
fn log_ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    const USUAL: &[f64] = &[1.0, 2.0, 5.0];
    const FINER: [&[f64]; 2] = [
        &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
        &[1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
    ];
    let (first, last) = (low.log10().floor() as i32, high.log10().floor() as i32);
    let every = |stride: i32, steps: &[f64]| -> Vec<f64> {
        let powers = (first..=last).filter(|power| power.rem_euclid(stride) == 0);
        let all = powers.flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
        all.filter(|value| (low..=high).contains(value)).collect()
    };
    let usual = every(1, USUAL);
    if usual.len() < 4 {
        let finer = FINER.map(|steps| every(1, steps)).into_iter();
        let fitting = finer.filter(|ticks| ticks.len() <= wanted.max(4)).find(|ticks| ticks.len() >= 4);
        return fitting.unwrap_or_else(|| even_ticks(low, high, wanted.min(6), 0.0));
    }
    let coarser = [usual, every(1, &[1.0, 3.0])].into_iter();
    let coarser = coarser.chain((1..100).map(|stride| every(stride, &[1.0])));
    coarser.filter(|ticks| ticks.len() <= wanted.max(4)).find(|ticks| !ticks.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(low: f64, high: f64) -> Scale {
        Scale::around(ScaleKind::Logarithmic, [low, high].into_iter())
    }

    #[test]
    fn even_ticks_are_round() {
        let scale = Scale::around(ScaleKind::Linear, [0.0, 97.0].into_iter());
        assert_eq!(scale.ticks(5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        let depths = Scale::around(ScaleKind::Whole, [4.0, 6.0].into_iter());
        assert_eq!(depths.ticks(10), [4.0, 5.0, 6.0]);
    }

    #[test]
    fn logarithmic_ticks_follow_the_room() {
        assert_eq!(log(1e2, 1e6).ticks(6), [1e2, 1e3, 1e4, 1e5, 1e6]);
        assert_eq!(log(1e2, 1e6).ticks(9), [1e2, 3e2, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6]);
        assert_eq!(log(1.0, 1e12).ticks(5), [1.0, 1e3, 1e6, 1e9, 1e12]);
        assert_eq!(log(0.1, 3.0).ticks(8), [0.1, 0.2, 0.5, 1.0, 2.0]);
    }

    #[test]
    fn close_ratios_have_even_ticks() {
        let ticks = log(0.85, 1.1).ticks(6);
        assert!(ticks.len() >= 3 && ticks.iter().any(|tick| (tick - 1.0).abs() < 1e-9), "{ticks:?}");
    }

    #[test]
    fn one_value_or_none_still_makes_a_scale() {
        for kind in [ScaleKind::Linear, ScaleKind::Whole, ScaleKind::Logarithmic] {
            for values in [vec![], vec![5.0], vec![f64::NAN], vec![5.0, f64::INFINITY]] {
                let scale = Scale::around(kind, values.into_iter()).along(0.0, 100.0);
                assert!((0.0..=100.0).contains(&scale.place(5.0)));
                assert!(!scale.ticks(6).is_empty(), "{kind:?}");
            }
        }
    }

    #[test]
    fn an_axis_of_one_value_has_whole_numbers() {
        let scale = Scale::around(ScaleKind::Linear, [0.0, 0.0].into_iter());
        assert_eq!(scale.ticks(4), [-1.0, -0.5, 0.0, 0.5, 1.0]);
    }

    #[test]
    fn places_run_either_way_and_stay_inside() {
        let scale = log(1.0, 100.0).from(1.0).to(100.0).along(200.0, 0.0);
        assert_eq!([1.0, 10.0, 100.0].map(|value| scale.place(value)), [200.0, 100.0, 0.0]);
        assert_eq!([0.0, -5.0, f64::NAN, 1e9].map(|value| scale.place(value)), [200.0, 200.0, 200.0, 0.0]);
    }
}
