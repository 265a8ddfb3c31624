//! What the looks of a chart mean.

use maud::{Markup, html};

use super::look::{Look, Stroke};
use super::name::Name;
use super::number::Px;
use super::text::{self, SIZE};

/// Before the name: the sample.
const SAMPLE: f64 = 26.0;
/// After the name.
const SPACE: f64 = 16.0;
/// From row to row.
const ROW: f64 = 20.0;

/// What a sample shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// A line, with a mark unless it is a reference.
    Line(Stroke),
    /// A mark.
    Mark,
    /// A bar.
    Bar,
}

/// Names with samples of their looks, in rows.
#[derive(Clone, Debug)]
pub struct Legend {
    entries: Vec<Entry>,
    rows: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    name: Name,
    look: Look,
    sample: Sample,
    left: f64,
    row: usize,
}

impl Legend {
    /// Lays names out in a width.
    pub fn new<'text>(width: f64, names: impl Iterator<Item = (&'text Name, Look, Sample)>) -> Legend {
        let (mut left, mut row) = (0.0, 0);
        let mut entries = Vec::new();
        for (name, look, sample) in names {
            let short = text::shortened(&name.short, width - SAMPLE, SIZE);
            let needed = SAMPLE + text::width(&short, SIZE);
            let name = Name { short, full: name.full.clone() };
            if left > 0.0 && left + needed > width {
                (left, row) = (0.0, row + 1);
            }
            entries.push(Entry { name, look, sample, left, row });
            left += needed + SPACE;
        }
        let rows = entries.last().map_or(0, |entry| entry.row + 1);
        Legend { entries, rows }
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        self.rows as f64 * ROW
    }

    /// Draws it below a place. What the entries stand for carries their numbers, so that pointing at one can raise the
    /// other.
    pub fn draw(&self, left: f64, top: f64) -> Markup {
        html! {
            @for (number, entry) in self.entries.iter().enumerate() {
                @let (x, y) = (left + entry.left, top + entry.row as f64 * ROW + ROW / 2.0);
                g class=(entry.look.class()) data-of=(number) {
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
                @if !stroke.is_reference() { (self.look.swatch(middle)) }
            },
            Sample::Mark => self.look.swatch(middle),
            Sample::Bar => {
                html! { rect class="bar" x=(Px(x + 3.0)) y=(Px(y - 6.0)) width="14" height="12" {} }
            }
        }
    }
}
