//! Every combination of some parts, as a map: the darker a cell, the smaller its value.

use maud::{Markup, html};

use super::axes::{Scale, ScaleKind};
use super::layout::{self, SIZE, SMALL};
use super::number::Px;
use super::picture::{Chart, Layout, Picture};

/// The width of a column of dots, and the height of a row of them.
const DOT: f64 = 16.0;

/// A map of the combinations of parts.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// Its title.
    pub title: String,
    /// The parts. The first half, rounded up, divides the columns, the others the rows.
    pub parts: Vec<String>,
    /// The cell at place `n` has the parts whose bits are set in `n`.
    pub cells: Vec<Option<Cell>>,
}

/// A cell.
#[derive(Clone, Debug)]
pub struct Cell {
    /// A positive value, which colours it by its logarithm.
    pub value: f64,
    /// The value as it is written in the cell.
    pub text: String,
    /// The text that is shown when it is pointed at.
    pub tip: String,
}

/// The places of the parts of the map.
#[derive(Debug)]
struct Grid {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    columns: usize,
    rows: usize,
    /// Whether the names of parts stand above their dots, because beside them there is no room.
    is_above: bool,
    /// From part to part above the columns.
    step: f64,
}

impl Chart for HeatMap {
    fn draw(&self, layout: Layout) -> Picture {
        let (across, down) = self.parts.split_at(self.parts.len().div_ceil(2));
        let (columns, rows) = (1 << across.len(), 1 << down.len());
        let left = down.len() as f64 * DOT + 8.0;
        let names = layout::widest(across.iter().map(String::as_str), SIZE) + 14.0;
        let widest = if layout == Layout::Wide { 88.0 } else { 60.0 };
        let width = ((layout.width() - left) / columns as f64).min(widest);
        let is_above = left + columns as f64 * width + names > layout.width();
        let step = DOT + if is_above { 17.0 } else { 4.0 };
        let top = across.len() as f64 * step + 8.0;
        let height = if layout == Layout::Wide { 40.0 } else { 32.0 };
        let grid = Grid { left, top, width, height, columns, rows, is_above, step };
        let body = html! { (grid.across(across)) (grid.down(down)) (self.cells(&grid)) };
        let below = down.len() as f64 * 18.0 + 14.0;
        Picture::new(&self.title, layout, top + rows as f64 * height + below, body)
    }
}

impl HeatMap {
    /// The darkness of a value: between 0 for the largest and 1 for the smallest, evenly by its logarithm.
    fn darkness(&self) -> impl Fn(f64) -> f64 {
        let scale = Scale::around(ScaleKind::Logarithmic, self.cells.iter().flatten().map(|cell| cell.value));
        move |value: f64| if scale.shows(value) { scale.along(1.0, 0.0).place(value) } else { 0.0 }
    }

    fn cells(&self, grid: &Grid) -> Markup {
        let darkness = self.darkness();
        let columns = grid.columns;
        html! {
            @for (place, cell) in self.cells.iter().enumerate().take(columns * grid.rows) {
                @if let Some(cell) = cell {
                    @let (x, y) = grid.corner(place % columns, place / columns);
                    @let opacity = format!("{:.3}", 0.05 + 0.6 * darkness(cell.value));
                    rect class="heat" x=(Px(x + 1.0)) y=(Px(y + 1.0)) width=(Px(grid.width - 2.0))
                        height=(Px(grid.height - 2.0)) rx="3" fill-opacity=(opacity) { title { (cell.tip) } }
                    text class="small" x=(Px(x + grid.width / 2.0)) y=(Px(y + grid.height / 2.0 + 4.0))
                        text-anchor="middle" pointer-events="none" { (cell.text) }
                }
            }
        }
    }
}

impl Grid {
    fn corner(&self, column: usize, row: usize) -> (f64, f64) {
        (self.left + column as f64 * self.width, self.top + row as f64 * self.height)
    }

    /// Above the columns: for each part its name, and a dot where a column has it.
    fn across(&self, parts: &[String]) -> Markup {
        let all = self.width * self.columns as f64;
        html! {
            @for (bit, part) in parts.iter().enumerate() {
                @let y = (bit + 1) as f64 * self.step - DOT / 2.0;
                @let (name_x, name_y) = if self.is_above { (2.0, y - 13.0) } else { (all + 12.0, y + 4.5) };
                text x=(Px(self.left + name_x)) y=(Px(name_y)) { (layout::shortened(part, all, SIZE)) }
                @for column in 0..self.columns {
                    (dot((self.left + (column as f64 + 0.5) * self.width, y), column >> bit & 1 == 1))
                }
            }
        }
    }

    /// Left of the rows: a dot where a row has a part; below, the names of the parts.
    fn down(&self, parts: &[String]) -> Markup {
        let bottom = self.top + self.rows as f64 * self.height;
        html! {
            @for (bit, part) in parts.iter().enumerate() {
                @let x = bit as f64 * DOT + DOT / 2.0;
                @let y = bottom + 14.0 + (parts.len() - 1 - bit) as f64 * 18.0;
                @for row in 0..self.rows {
                    (dot((x, self.top + (row as f64 + 0.5) * self.height), row >> bit & 1 == 1))
                }
                @let (from, to) = (Px(bottom + 2.0), Px(self.left - 4.0));
                path class="leader muted" d={ "M" (Px(x)) " " (from) "V" (Px(y)) "H" (to) } {}
                text class="small" x=(Px(self.left)) y=(Px(y + 4.0)) {
                    (layout::shortened(part, self.width * self.columns as f64, SMALL))
                }
            }
        }
    }
}

/// A part that is there, or is not.
fn dot((x, y): (f64, f64), is_there: bool) -> Markup {
    html! {
        @if is_there {
            circle class="dot ink" cx=(Px(x)) cy=(Px(y)) r="4" {}
        } @else {
            circle class="hollow muted" cx=(Px(x)) cy=(Px(y)) r="4" {}
        }
    }
}
