//! Lines over an axis of numbers or names.

use maud::{Markup, html};

use super::axes::{Axis, Frame};
use super::layout::{self, Area, SIZE};
use super::number::Px;
use super::picture::{Chart, Layout, Picture};
use super::style::{Fill, Legend, Name, Sample, Stroke, Style};

/// With more lines than this, intervals are no bands but whiskers, because bands would hide each other.
const MAX_BANDS: usize = 4;
/// With more lines than this, intervals are shown only when a mark is pointed at.
const MAX_WHISKERS: usize = 14;
/// From label to label.
const GAP: f64 = 17.0;

/// A chart of lines.
#[derive(Clone, Debug)]
pub struct LineChart {
    /// Its title.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// Values at which a line runs across.
    pub rules: Vec<f64>,
    /// Values at which a line runs upright.
    pub uprights: Vec<f64>,
    /// Lines of the same name follow each other and share a label.
    pub lines: Vec<Line>,
    /// Whether labels stand at the ends of the lines where there is room for them.
    pub labels_ends: bool,
}

/// A line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub name: Name,
    /// Its colour and marks.
    pub style: Style,
    /// The stroke.
    pub stroke: Stroke,
    /// By rising x.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Along the x axis.
    pub x: f64,
    /// Along the y axis.
    pub y: f64,
    /// The ends of its interval.
    pub interval: Option<(f64, f64)>,
    /// The text that is shown when it is pointed at.
    pub tip: String,
    /// The fill of its mark; `None` for no mark.
    pub fill: Option<Fill>,
}

impl LineChart {
    /// A chart without rules, whose legend stands below.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis, lines: Vec<Line>) -> LineChart {
        let (rules, uprights) = (Vec::new(), Vec::new());
        LineChart { title: title.into(), x, y, rules, uprights, lines, labels_ends: false }
    }
}

impl Line {
    /// An unbroken line.
    pub fn new(name: impl Into<Name>, style: Style, points: Vec<Point>) -> Line {
        Line { name: name.into(), style, stroke: Stroke::Solid, points }
    }
}

impl Point {
    /// A point with a full mark.
    pub fn new(x: f64, y: f64, tip: impl Into<String>) -> Point {
        Point { x, y, interval: None, tip: tip.into(), fill: Some(Fill::Full) }
    }
}

impl Chart for LineChart {
    fn draw(&self, layout: Layout) -> Picture {
        let labels = (layout == Layout::Wide && self.labels_ends).then(|| Labels::new(self));
        let right = labels.as_ref().map_or(0.0, |labels| labels.room);
        let legend = Legend::new(
            layout.width(),
            if labels.is_some() || self.named().count() < 2 { Vec::new() } else { self.samples() }
                .into_iter(),
        );
        let room = if layout == Layout::Wide { 440.0 } else { 320.0 };
        let high = labels.as_ref().map_or(room, |labels| labels.height().max(room));
        let outer = Area { left: 0.0, top: 0.0, right: layout.width() - right.max(14.0), bottom: high };
        let frame = Frame::new(outer, (&self.x, &self.y), (self.x.scale(self.xs()), self.y.scale(self.ys())));
        let intervals = self.intervals();
        let polylines = self.polylines(intervals);
        let body = html! {
            (frame.draw())
            @for &rule in &self.rules { (frame.rule(rule)) }
            @for &upright in &self.uprights { (frame.upright(upright)) }
            @if let Some(labels) = &labels { (labels.draw(&frame, &polylines)) }
            @for polyline in &polylines { (polyline.interval(&frame, intervals)) }
            @for polyline in &polylines { (polyline.draw(&frame)) }
            (legend.draw(0.0, high + 8.0))
        };
        Picture::new(&self.title, layout, high + 8.0 + legend.height(), body)
    }
}

impl LineChart {
    fn points(&self) -> impl Iterator<Item = &Point> {
        self.lines.iter().flat_map(|line| &line.points)
    }

    fn xs(&self) -> impl Iterator<Item = f64> {
        self.points().map(|point| point.x)
    }

    fn ys(&self) -> impl Iterator<Item = f64> {
        let interval = |point: &Point| point.interval.into_iter().flat_map(|(low, high)| [low, high]);
        self.points()
            .flat_map(move |point| interval(point).chain([point.y]))
            .chain(self.rules.iter().copied())
    }

    fn named(&self) -> impl Iterator<Item = &Line> {
        let is_first = |&place: &usize| place == 0 || self.lines[place - 1].name != self.lines[place].name;
        (0..self.lines.len()).filter(is_first).map(|place| &self.lines[place])
    }

    /// The lines, each with the number of its name. Where there are whiskers, lines are moved apart, because whiskers at
    /// the same place would hide each other: those of different names, and over an axis of names all.
    fn polylines(&self, intervals: Intervals) -> Vec<Polyline<'_>> {
        const MAX_WIDTH: f64 = 36.0;
        let has_names = !self.x.names.is_empty();
        let count = if has_names { self.lines.len() } else { self.named().count() };
        let step =
            if intervals == Intervals::Whiskers { (MAX_WIDTH / count.max(1) as f64).min(7.0) } else { 0.0 };
        let polyline = |(place, line)| {
            let number = self.number(line);
            let from_left = if has_names { place } else { number };
            Polyline { line, number, shift: (from_left as f64 - (count as f64 - 1.0) / 2.0) * step }
        };
        self.lines.iter().enumerate().map(polyline).collect()
    }

    fn number(&self, line: &Line) -> usize {
        self.named().position(|first| first.name == line.name).unwrap_or(0)
    }

    fn samples(&self) -> Vec<(&Name, Style, Sample)> {
        self.named().map(|line| (&line.name, line.style, Sample::Line(line.stroke))).collect()
    }

    fn intervals(&self) -> Intervals {
        let has_interval = |line: &&Line| line.points.iter().any(|point| point.interval.is_some());
        let is_continuous = self.x.names.is_empty();
        match self.lines.iter().filter(has_interval).count() {
            few if few <= MAX_BANDS && is_continuous => Intervals::Bands,
            some if some <= MAX_WHISKERS => Intervals::Whiskers,
            _ => Intervals::OnPointing,
        }
    }
}

/// The form of intervals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Intervals {
    Bands,
    Whiskers,
    OnPointing,
}

/// A line in its place.
#[derive(Clone, Copy, Debug)]
struct Polyline<'chart> {
    line: &'chart Line,
    /// Of its name.
    number: usize,
    /// The distance by which it is moved to the right.
    shift: f64,
}

impl<'chart> Polyline<'chart> {
    fn draw(&self, frame: &Frame<'_>) -> Markup {
        let line = self.line;
        let place = |point: &'chart Point| {
            let (x, y) = frame.at(point.x, point.y)?;
            Some((point, (x + self.shift, y)))
        };
        let placed: Vec<(&Point, (f64, f64))> = line.points.iter().filter_map(place).collect();
        let places: Vec<(f64, f64)> = placed.iter().map(|&(_, place)| place).collect();
        html! {
            g class=(line.style.class()) data-of=(self.number) {
                @if places.len() > 1 {
                    path class=(line.stroke.class()) d=(path(&places)) {}
                }
                @for (point, place) in placed {
                    @if let Some(fill) = point.fill { (line.style.mark(place, 4.0, fill, &point.tip)) }
                }
            }
        }
    }

    /// The interval, which lies below the lines of all.
    fn interval(&self, frame: &Frame<'_>, intervals: Intervals) -> Markup {
        let ends = self.ends(frame);
        html! {
            @if !ends.is_empty() && intervals != Intervals::OnPointing {
                g class=(self.line.style.class()) data-of=(self.number) {
                    @if intervals == Intervals::Bands && ends.len() > 1 {
                        (band(&ends))
                    } @else {
                        (whiskers(&ends))
                    }
                }
            }
        }
    }

    fn ends(&self, frame: &Frame<'_>) -> Vec<Ends> {
        let ends = |point: &Point| {
            let (low, high) = point.interval?;
            let (x, low) = frame.at(point.x, low)?;
            Some(Ends { x: x + self.shift, low, high: frame.at(point.x, high)?.1 })
        };
        self.line.points.iter().filter_map(ends).collect()
    }
}

/// The place of an interval.
#[derive(Clone, Copy, Debug)]
struct Ends {
    x: f64,
    low: f64,
    high: f64,
}

fn band(ends: &[Ends]) -> Markup {
    let low = ends.iter().map(|ends| (ends.x, ends.low));
    let around: Vec<(f64, f64)> = low.chain(ends.iter().rev().map(|ends| (ends.x, ends.high))).collect();
    html! { path class="band" d={ (path(&around)) "z" } {} }
}

fn whiskers(ends: &[Ends]) -> Markup {
    html! {
        @for Ends { x, low, high } in ends {
            path class="whisker" d={ "M" (Px(*x)) " " (Px(*low)) "V" (Px(*high)) } {}
        }
    }
}

/// The path through places.
fn path(places: &[(f64, f64)]) -> String {
    let step = |(index, &(x, y)): (usize, &(f64, f64))| {
        let letter = if index == 0 { "M" } else { "L" };
        html! { (letter) (Px(x)) " " (Px(y)) }.into_string()
    };
    places.iter().enumerate().map(step).collect()
}

/// The names at the ends of the lines.
#[derive(Debug)]
struct Labels<'chart> {
    /// The name, the style and the last point.
    lines: Vec<(String, &'chart Line, &'chart Point)>,
    room: f64,
}

impl<'chart> Labels<'chart> {
    fn new(chart: &'chart LineChart) -> Labels<'chart> {
        const MAX_WIDTH: f64 = 300.0;
        let last = |first: &'chart Line| {
            let same = chart.lines.iter().filter(|line| line.name == first.name);
            same.filter_map(|line| line.points.last()).max_by(|one, other| one.x.total_cmp(&other.x))
        };
        let label = |line: &'chart Line| {
            Some((layout::shortened(&line.name.short, MAX_WIDTH, SIZE), line, last(line)?))
        };
        let lines: Vec<_> = chart.named().filter_map(label).collect();
        let room = layout::widest(lines.iter().map(|(name, ..)| name.as_str()), SIZE) + 58.0;
        Labels { lines, room }
    }

    fn height(&self) -> f64 {
        self.lines.len() as f64 * GAP + 90.0
    }

    fn draw(&self, frame: &Frame<'_>, polylines: &[Polyline<'_>]) -> Markup {
        let shift = |point: &Point| {
            let of_point = |polyline: &&Polyline<'_>| {
                polyline.line.points.iter().any(|other| std::ptr::eq(other, point))
            };
            polylines.iter().find(of_point).map_or(0.0, |polyline| polyline.shift)
        };
        let placed: Vec<_> = self
            .lines
            .iter()
            .filter_map(|(name, line, point)| {
                let (x, y) = frame.at(point.x, point.y)?;
                Some((name, line, (x + shift(point), y)))
            })
            .collect();
        let wanted: Vec<f64> = placed.iter().map(|&(.., (_, y))| y).collect();
        let ends = (frame.area.top, frame.area.bottom);
        let left = frame.area.right + 28.0;
        html! {
            @let spread = layout::along(&wanted, GAP, ends);
            @for (number, ((name, line, (x, y)), place)) in placed.iter().zip(spread).enumerate() {
                @let is_reference = line.stroke.is_reference();
                g class=(line.style.class()) data-of=(number) {
                    @let (near, level) = (Px(left - 4.0), Px(place));
                    path class="leader" d={ "M" (Px(*x)) " " (Px(*y)) "L" (near) " " (level) } {}
                    @if is_reference {
                        path class=(line.stroke.class()) d={ "M" (near) " " (level) "h26" } {}
                    } @else {
                        (line.style.swatch((left + 4.0, place)))
                    }
                    text x=(Px(left + if is_reference { 28.0 } else { 14.0 })) y=(Px(place + 4.5)) {
                        (name) @if **name != line.name.full { title { (line.name.full) } }
                    }
                }
            }
        }
    }
}
