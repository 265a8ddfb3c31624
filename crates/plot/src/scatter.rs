//! Points between two axes of numbers.

use maud::{Markup, html};

use super::axes::{Axis, Frame};
use super::layout::{self, Area, SMALL};
use super::number::Px;
use super::picture::{Chart, Layout, Picture};
use super::style::{Fill, Legend, Name, Sample, Style};

/// A chart of points.
#[derive(Clone, Debug)]
pub struct ScatterChart {
    /// Its title.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// A line of steps between points, by rising x.
    pub front: Vec<(f64, f64)>,
    /// Points by what they are.
    pub groups: Vec<Group>,
}

/// Points of a kind.
#[derive(Clone, Debug)]
pub struct Group {
    /// The kind.
    pub name: Name,
    /// Its colour and marks.
    pub style: Style,
    /// Its points.
    pub dots: Vec<Dot>,
}

/// A point.
#[derive(Clone, Debug)]
pub struct Dot {
    /// Along the x axis.
    pub x: f64,
    /// Along the y axis.
    pub y: f64,
    /// The text beside it; empty for none.
    pub label: String,
    /// The text that is shown when it is pointed at.
    pub tip: String,
}

impl Chart for ScatterChart {
    fn draw(&self, layout: Layout) -> Picture {
        let samples = self.groups.iter().map(|group| (&group.name, group.style, Sample::Mark));
        let legend = Legend::new(layout.width(), samples.filter(|_| self.groups.len() > 1));
        let high = if layout == Layout::Wide { 460.0 } else { 372.0 };
        let outer = Area { left: 0.0, top: 0.0, right: layout.width() - 14.0, bottom: high };
        let scales = (self.x.scale(self.dots().map(|dot| dot.x)), self.y.scale(self.dots().map(|dot| dot.y)));
        let frame = Frame::new(outer, (&self.x, &self.y), scales);
        let body = html! {
            (frame.draw())
            (self.front(&frame))
            (self.leaders_and_labels(&frame))
            @for (number, group) in self.groups.iter().enumerate() { (group.draw(&frame, number)) }
            (legend.draw(0.0, high + 8.0))
        };
        Picture::new(&self.title, layout, high + 8.0 + legend.height(), body)
    }
}

impl ScatterChart {
    fn dots(&self) -> impl Iterator<Item = &Dot> {
        self.groups.iter().flat_map(|group| &group.dots)
    }

    fn front(&self, frame: &Frame<'_>) -> Markup {
        let places: Vec<(f64, f64)> = self.front.iter().filter_map(|&(x, y)| frame.at(x, y)).collect();
        let step = |&(x, y): &(f64, f64)| html! { "H" (Px(x)) "V" (Px(y)) }.into_string();
        html! {
            @if let [(x, y), rest @ ..] = &places[..] && !rest.is_empty() {
                @let steps: String = rest.iter().map(step).collect();
                path class="line dashed muted" d={ "M" (Px(*x)) " " (Px(*y)) (steps) } {}
            }
        }
    }

    /// The labels of all dots that have one, each with a line to its dot where it had to stand off.
    fn leaders_and_labels(&self, frame: &Frame<'_>) -> Markup {
        let labelled: Vec<(&Dot, (f64, f64))> = self
            .dots()
            .filter(|dot| !dot.label.is_empty())
            .filter_map(|dot| Some((dot, frame.at(dot.x, dot.y)?)))
            .collect();
        let places: Vec<(f64, f64)> = labelled.iter().map(|&(_, place)| place).collect();
        let texts: Vec<String> = labelled
            .iter()
            .map(|(dot, _)| layout::shortened(&dot.label, frame.area.width() * 0.6, SMALL))
            .collect();
        let sizes: Vec<(f64, f64)> = texts.iter().map(|label| (layout::width(label, SMALL), 14.0)).collect();
        let areas = layout::around(&places, &sizes, &frame.area);
        html! {
            @for ((&place, label), area) in places.iter().zip(&texts).zip(areas) {
                @if let Some(area) = area { (beside(place, label, &area)) }
            }
        }
    }
}

fn beside((x, y): (f64, f64), label: &str, area: &Area) -> Markup {
    let (near_x, near_y) = (x.clamp(area.left, area.right), y.clamp(area.top, area.bottom));
    let is_far = (near_x - x).hypot(near_y - y) > 14.0;
    html! {
        @if is_far {
            path class="leader muted" d={ "M" (Px(x)) " " (Px(y)) "L" (Px(near_x)) " " (Px(near_y)) } {}
        }
        text class="small halo" x=(Px(area.left)) y=(Px(area.bottom - 3.0)) { (label) }
    }
}

impl Group {
    fn draw(&self, frame: &Frame<'_>, number: usize) -> Markup {
        let placed = self.dots.iter().filter_map(|dot| Some((dot, frame.at(dot.x, dot.y)?)));
        let radius = if self.dots.len() > 40 { 3.0 } else { 4.0 };
        html! {
            g class={ "scatter " (self.style.class()) } data-of=(number) {
                @for (dot, place) in placed { (self.style.mark(place, radius, Fill::Full, &dot.tip)) }
            }
        }
    }
}
