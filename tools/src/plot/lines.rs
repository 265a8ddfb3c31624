//! Lines over an axis of numbers or names.

use maud::{Markup, html};

use super::axes::{Axis, Frame};
use super::legend::{Legend, Sample};
use super::look::{Fill, Look, Stroke};
use super::number::Px;
use super::picture::{Layout, Picture};
use super::spread::{self, Area};
use super::text::{self, SIZE};

/// With more lines than this, intervals are no bands but whiskers, because bands would hide each other.
const MOST_BANDS: usize = 4;
/// With more lines than this, intervals are only told when a mark is pointed at.
const MOST_WHISKERS: usize = 9;
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
    pub name: String,
    /// Its colour and marks.
    pub look: Look,
    /// How it is drawn.
    pub stroke: Stroke,
    /// Whether it runs level to the next point and then jumps.
    pub is_stepped: bool,
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
    /// What it says when pointed at.
    pub tip: String,
    /// How its mark is filled; `None` for no mark.
    pub fill: Option<Fill>,
}

impl LineChart {
    /// Draws it.
    pub fn draw(&self, layout: Layout) -> Picture {
        let labels = (layout == Layout::Wide && self.labels_ends).then(|| Labels::new(self));
        let right = labels.as_ref().map_or(0.0, |labels| labels.room);
        let legend = Legend::new(
            layout.width(),
            if labels.is_some() { Vec::new() } else { self.samples() }.into_iter(),
        );
        let room = if layout == Layout::Wide { 440.0 } else { 320.0 };
        let high = labels.as_ref().map_or(room, |labels| labels.height().max(room));
        let outer = Area { left: 0.0, top: 0.0, right: layout.width() - right.max(14.0), bottom: high };
        let frame = Frame::new(outer, (&self.x, &self.y), (self.x.scale(self.xs()), self.y.scale(self.ys())));
        let body = html! {
            (frame.draw())
            @for &rule in &self.rules { (frame.rule(rule)) }
            @for &upright in &self.uprights { (frame.upright(upright)) }
            @if let Some(labels) = &labels { (labels.draw(&frame)) }
            @for (number, line) in self.numbered() { (line.draw(&frame, number, self.intervals())) }
            (legend.draw(0.0, high + 8.0))
        };
        Picture::new(&self.title, layout, high + 8.0 + legend.height(), body)
    }

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

    /// The first line of each name.
    fn named(&self) -> impl Iterator<Item = &Line> {
        let is_first = |&place: &usize| place == 0 || self.lines[place - 1].name != self.lines[place].name;
        (0..self.lines.len()).filter(is_first).map(|place| &self.lines[place])
    }

    /// The lines, each with the number of its name.
    fn numbered(&self) -> impl Iterator<Item = (usize, &Line)> {
        let number = |line: &Line| self.named().position(|first| first.name == line.name).unwrap_or(0);
        self.lines.iter().map(move |line| (number(line), line))
    }

    fn samples(&self) -> Vec<(&str, Look, Sample)> {
        self.named().map(|line| (line.name.as_str(), line.look, Sample::Line(line.stroke))).collect()
    }

    fn intervals(&self) -> Intervals {
        let count =
            self.named().filter(|line| line.points.iter().any(|point| point.interval.is_some())).count();
        match count {
            few if few <= MOST_BANDS => Intervals::Bands,
            some if some <= MOST_WHISKERS => Intervals::Whiskers,
            _ => Intervals::Told,
        }
    }
}

/// How intervals are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Intervals {
    Bands,
    Whiskers,
    Told,
}

impl Line {
    fn draw(&self, frame: &Frame<'_>, number: usize, intervals: Intervals) -> Markup {
        let placed: Vec<(&Point, (f64, f64))> =
            self.points.iter().filter_map(|point| Some((point, frame.at(point.x, point.y)?))).collect();
        let places: Vec<(f64, f64)> = placed.iter().map(|&(_, place)| place).collect();
        html! {
            g class=(self.look.class()) data-of=(number) {
                @match intervals {
                    Intervals::Bands => { (self.band(frame)) }
                    Intervals::Whiskers => { (self.whiskers(frame)) }
                    Intervals::Told => {}
                }
                @if places.len() > 1 {
                    path class=(self.stroke.class()) d=(path(&places, self.is_stepped)) {}
                }
                @for (point, place) in placed {
                    @if let Some(fill) = point.fill { (self.look.mark(place, 4.0, fill, &point.tip)) }
                }
            }
        }
    }

    /// The places of the interval's ends: lower, upper.
    fn ends(&self, frame: &Frame<'_>) -> Vec<((f64, f64), (f64, f64))> {
        let ends = |point: &Point| {
            let (low, high) = point.interval?;
            Some((frame.at(point.x, low)?, frame.at(point.x, high)?))
        };
        self.points.iter().filter_map(ends).collect()
    }

    fn band(&self, frame: &Frame<'_>) -> Markup {
        let ends = self.ends(frame);
        if ends.len() < 2 {
            return self.whiskers(frame);
        }
        let around: Vec<(f64, f64)> =
            ends.iter().map(|&(low, _)| low).chain(ends.iter().rev().map(|&(_, high)| high)).collect();
        html! { path class="band" d={ (path(&around, false)) "z" } {} }
    }

    fn whiskers(&self, frame: &Frame<'_>) -> Markup {
        html! {
            @for ((x, low), (_, high)) in self.ends(frame) {
                path class="whisker" d={ "M" (Px(x)) " " (Px(low)) "V" (Px(high)) } {}
            }
        }
    }
}

/// The path through places.
pub fn path(places: &[(f64, f64)], is_stepped: bool) -> String {
    let mut text = String::new();
    for (index, &(x, y)) in places.iter().enumerate() {
        let step = match index {
            0 => html! { "M" (Px(x)) " " (Px(y)) },
            _ if is_stepped => html! { "H" (Px(x)) "V" (Px(y)) },
            _ => html! { "L" (Px(x)) " " (Px(y)) },
        };
        text += &step.into_string();
    }
    text
}

/// The names at the ends of the lines.
#[derive(Debug)]
struct Labels<'chart> {
    /// The name, the look and the last point.
    lines: Vec<(String, &'chart Line, &'chart Point)>,
    room: f64,
}

impl<'chart> Labels<'chart> {
    fn new(chart: &'chart LineChart) -> Labels<'chart> {
        const MOST: f64 = 300.0;
        let last = |first: &'chart Line| {
            let same = chart.lines.iter().filter(|line| line.name == first.name);
            same.filter_map(|line| line.points.last()).max_by(|one, other| one.x.total_cmp(&other.x))
        };
        let label = |line: &'chart Line| Some((text::shortened(&line.name, MOST, SIZE), line, last(line)?));
        let lines: Vec<_> = chart.named().filter_map(label).collect();
        let room = text::widest(lines.iter().map(|(name, ..)| name.as_str()), SIZE) + 58.0;
        Labels { lines, room }
    }

    fn height(&self) -> f64 {
        self.lines.len() as f64 * GAP + 90.0
    }

    fn draw(&self, frame: &Frame<'_>) -> Markup {
        let placed: Vec<_> = self
            .lines
            .iter()
            .filter_map(|(name, line, point)| Some((name, line, frame.at(point.x, point.y)?)))
            .collect();
        let wanted: Vec<f64> = placed.iter().map(|&(.., (_, y))| y).collect();
        let ends = (frame.area.top, frame.area.bottom);
        let left = frame.area.right + 28.0;
        html! {
            @let spread = spread::along(&wanted, GAP, ends);
            @for (number, ((name, line, (x, y)), place)) in placed.iter().zip(spread).enumerate() {
                @let is_reference = line.stroke.is_reference();
                g class=(line.look.class()) data-of=(number) {
                    @let (near, level) = (Px(left - 4.0), Px(place));
                    path class="leader" d={ "M" (Px(*x)) " " (Px(*y)) "L" (near) " " (level) } {}
                    @if is_reference {
                        path class=(line.stroke.class()) d={ "M" (near) " " (level) "h26" } {}
                    } @else {
                        (line.look.swatch((left + 4.0, place)))
                    }
                    text x=(Px(left + if is_reference { 28.0 } else { 14.0 })) y=(Px(place + 4.5)) {
                        (name) @if **name != line.name { title { (line.name) } }
                    }
                }
            }
        }
    }
}
