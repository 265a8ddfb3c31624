//! The styles of the series of a chart, which differ by colour, and by the shape of their marks where colours run out or cannot
//! be seen; and the legend that says so.

use maud::{Markup, html};

use super::layout::{self, SIZE};
use super::number::Px;

/// The colours by name: on light paper and on dark. The hues are those of Okabe & Ito (2008), which readers with any
/// kind of colour vision can distinguish; the dark ones are lighter versions of the same.
pub const COLOURS: [(&str, &str, &str); 12] = [
    ("paper", "#ffffff", "#15181c"),
    ("ink", "#1b1f24", "#e6e9ed"),
    ("muted", "#59636e", "#a2acb7"),
    ("grid", "#e3e7eb", "#2c333a"),
    ("tint", "#f4f6f8", "#1d2227"),
    ("heat", "#0072b2", "#0072b2"),
    ("hue0", "#0072b2", "#3f97dd"),
    ("hue1", "#d55e00", "#f0803c"),
    ("hue2", "#009e73", "#2fbf94"),
    ("hue3", "#c4659a", "#e39bc3"),
    ("hue4", "#4aa8e0", "#a5d8f6"),
    ("hue5", "#dd9500", "#f3ba3f"),
];

const HUES: usize = 6;

/// A colour of the table on light paper, for pictures that other programs draw; ink for unknown names.
pub fn colour_on_paper(name: &str) -> &'static str {
    COLOURS.iter().find(|entry| entry.0 == name).unwrap_or(&COLOURS[1]).1
}

/// The colour and the marks of a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// The baseline of the others.
    Baseline,
    /// Something that is not compared.
    Aside,
    /// The thing with this number.
    Numbered(usize),
}

impl Style {
    pub(crate) fn class(self) -> String {
        match self {
            Style::Baseline => "ink".to_owned(),
            Style::Aside => "muted".to_owned(),
            Style::Numbered(number) => format!("hue{}", number % HUES),
        }
    }

    /// A mark at a place. `tip` is shown when it is pointed at.
    pub(crate) fn mark(self, place: (f64, f64), radius: f64, fill: Fill, tip: &str) -> Markup {
        html! {
            path class=(fill.class()) d=(self.outline(place, radius)) {
                @if !tip.is_empty() { title { (tip) } }
            }
        }
    }

    /// A mark without a value, for legends.
    pub(crate) fn swatch(self, place: (f64, f64)) -> Markup {
        html! { path class="dot" d=(self.outline(place, 4.0)) {} }
    }

    /// The outline of its mark: circle, square, triangle or diamond.
    fn outline(self, (x, y): (f64, f64), radius: f64) -> String {
        let number = if let Style::Numbered(number) = self { number } else { 0 };
        let at = |right: f64, down: f64| {
            let (x, y) = (Px(x + right * radius), Px(y + down * radius));
            html! { (x) " " (y) }.into_string()
        };
        match number / HUES % 4 {
            0 => {
                let arc = format!("a{radius} {radius} 0 1 1");
                format!("M{}{arc} {} 0{arc} -{} 0z", at(-1.0, 0.0), 2.0 * radius, 2.0 * radius)
            }
            1 => format!("M{}L{}L{}L{}z", at(-0.9, -0.9), at(0.9, -0.9), at(0.9, 0.9), at(-0.9, 0.9)),
            2 => format!("M{}L{}L{}z", at(0.0, -1.2), at(1.15, 0.9), at(-1.15, 0.9)),
            _ => format!("M{}L{}L{}L{}z", at(0.0, -1.3), at(1.3, 0.0), at(0.0, 1.3), at(-1.3, 0.0)),
        }
    }
}

/// The fill of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// With its colour.
    Full,
    /// With paper.
    Open,
    /// With its colour, but hard to see: a value to be read with care.
    Faint,
    /// Not at all: it is there to be pointed at.
    Hidden,
}

impl Fill {
    fn class(self) -> &'static str {
        match self {
            Fill::Full => "dot",
            Fill::Open => "dot open",
            Fill::Faint => "dot faint",
            Fill::Hidden => "dot hidden",
        }
    }
}

/// The stroke of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// Without gaps.
    Solid,
    /// The second line of the same thing.
    Dashed,
    /// A reference, not a measurement: the pattern with this number, and no marks.
    Reference(usize),
}

impl Stroke {
    pub(crate) fn class(self) -> &'static str {
        match self {
            Stroke::Solid => "line",
            Stroke::Dashed => "line dashed",
            Stroke::Reference(number) => {
                ["line reference0", "line reference1", "line reference2", "line reference3"][number % 4]
            }
        }
    }

    /// Whether it is a [`Stroke::Reference`].
    pub fn is_reference(self) -> bool {
        matches!(self, Stroke::Reference(_))
    }
}

/// The name of a thing in a chart, and the full name that is shown when it is pointed at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name as it is written.
    pub short: String,
    /// The full name.
    pub full: String,
}

impl From<&str> for Name {
    fn from(name: &str) -> Name {
        Name { short: name.to_owned(), full: name.to_owned() }
    }
}

/// Before the name: the sample.
const SAMPLE: f64 = 26.0;
/// After the name.
const SPACE: f64 = 16.0;
/// From row to row.
const ROW: f64 = 20.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// A line, with a mark unless it is a reference.
    Line(Stroke),
    Mark,
    Bar,
}

/// Names with samples of their styles, in rows.
#[derive(Clone, Debug)]
pub struct Legend {
    entries: Vec<Entry>,
    rows: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    name: Name,
    style: Style,
    sample: Sample,
    left: f64,
    row: usize,
}

impl Legend {
    /// Lays names out in a width.
    pub fn new<'text>(width: f64, names: impl Iterator<Item = (&'text Name, Style, Sample)>) -> Legend {
        let (mut left, mut row) = (0.0, 0);
        let mut entries = Vec::new();
        for (name, style, sample) in names {
            let short = layout::shortened(&name.short, width - SAMPLE, SIZE);
            let needed = SAMPLE + layout::width(&short, SIZE);
            let name = Name { short, full: name.full.clone() };
            if left > 0.0 && left + needed > width {
                (left, row) = (0.0, row + 1);
            }
            entries.push(Entry { name, style, sample, left, row });
            left += needed + SPACE;
        }
        let rows = entries.last().map_or(0, |entry| entry.row + 1);
        Legend { entries, rows }
    }

    pub fn height(&self) -> f64 {
        self.rows as f64 * ROW
    }

    /// Draws it below a place. What the entries stand for carries their numbers, so that pointing at one can raise the
    /// other.
    pub fn draw(&self, left: f64, top: f64) -> Markup {
        html! {
            @for (number, entry) in self.entries.iter().enumerate() {
                @let (x, y) = (left + entry.left, top + entry.row as f64 * ROW + ROW / 2.0);
                g class=(entry.style.class()) data-of=(number) {
                    (entry.sample(x, y))
                    text x=(Px(x + SAMPLE)) y=(Px(y + 4.5)) {
                        (entry.name.short)
                        @if entry.name.short != entry.name.full { title { (entry.name.full) } }
                    }
                }
            }
        }
    }
}

impl Entry {
    fn sample(&self, x: f64, y: f64) -> Markup {
        let middle = (x + 10.0, y);
        match self.sample {
            Sample::Line(stroke) => html! {
                path class=(stroke.class()) d={ "M" (Px(x)) " " (Px(y)) "h20" } {}
                @if !stroke.is_reference() { (self.style.swatch(middle)) }
            },
            Sample::Mark => self.style.swatch(middle),
            Sample::Bar => {
                html! { rect class="bar" x=(Px(x + 3.0)) y=(Px(y - 6.0)) width="14" height="12" {} }
            }
        }
    }
}
