//! Boards with something drawn on their squares or points: what patterns hold, what points are worth.

use maud::{Markup, Render, html};

use crate::table::Text;

/// The form of diagrams, beside [`board::STYLE`](crate::board::STYLE).
pub(crate) const STYLE: &str = include_str!("page/diagram.css");

/// The width of a square, and from point to point.
const STEP: usize = 40;

/// Diagrams with titles, side by side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Diagrams(pub Vec<(String, Vec<Diagram>)>);

/// A board and what is said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// The description for those who do not see it.
    pub label: String,
    /// The board.
    pub board: DiagramBoard,
    /// A figure below it, and a remark on that.
    pub caption: Option<(Text, String)>,
}

/// The kind of board.
#[derive(Clone, PartialEq, Debug)]
pub enum DiagramBoard {
    /// Some squares of 8 by 8, column and row from above, with the letters of discs: `X` for dark, `O` for light, `-` for
    /// none. The others are shaded.
    Squares(Vec<((usize, usize), char)>),
    /// Points of a Xiangqi board, file and rank from below, with a number on each.
    Points(Vec<PointValue>),
}

/// A number on a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointValue {
    /// File and rank.
    pub place: (usize, usize),
    /// The number.
    pub value: i32,
    /// The text that is shown when it is pointed at.
    pub tip: String,
}

impl Render for Diagrams {
    fn render(&self) -> Markup {
        html! {
            div.diagrams {
                @for (title, boards) in &self.0 {
                    figure {
                        figcaption { b { (title) } }
                        div.pair[boards.len() > 1] { @for board in boards { (board) } }
                    }
                    "\n"
                }
            }
        }
    }
}

impl Render for Diagram {
    fn render(&self) -> Markup {
        html! {
            div {
                @match &self.board {
                    DiagramBoard::Squares(squares) => { (draw_squares(&self.label, squares)) }
                    DiagramBoard::Points(values) => { (draw_points(&self.label, values)) }
                }
                @if let Some((figure, remark)) = &self.caption { p { (figure) " " span { (remark) } } }
            }
        }
    }
}

fn draw_squares(label: &str, squares: &[((usize, usize), char)]) -> Markup {
    const RIM: usize = 6;
    let side = 8 * STEP;
    let whole = side + 2 * RIM;
    let line = |at: usize| {
        let place = RIM + at * STEP;
        format!("M{place} {RIM}v{side}M{RIM} {place}h{side}")
    };
    let all = (0..64).map(|index| (index % 8, index / 8));
    let outside = all.filter(|at| squares.iter().all(|(place, _)| place != at));
    let shade = |(column, row): (usize, usize)| {
        format!("M{} {}h{STEP}v{STEP}h-{STEP}z", RIM + column * STEP, RIM + row * STEP)
    };
    let discs = squares.iter().filter_map(|(place, disc)| match disc {
        'X' => Some((place, "disc dark")),
        'O' => Some((place, "disc light")),
        _ => None,
    });
    html! {
        svg class="board cells" viewBox={ "0 0 " (whole) " " (whole) } role="img" aria-label=(label) {
            rect class="frame" width=(whole) height=(whole) rx="8" {}
            rect class="felt" x=(RIM) y=(RIM) width=(side) height=(side) {}
            path class="grid" d=((0..=8).map(line).collect::<String>()) {}
            path class="shade" d=(outside.map(shade).collect::<String>()) {}
            @for ((column, row), class) in discs {
                @let (x, y) = (RIM + column * STEP + STEP / 2, RIM + row * STEP + STEP / 2);
                g class=(class) { circle class="face" cx=(x) cy=(y) r="16" {} }
            }
        }
    }
}

/// The space around the points.
const RIM: usize = 24;

fn draw_points(label: &str, values: &[PointValue]) -> Markup {
    let (width, height) = (8 * STEP + 2 * RIM, 9 * STEP + 2 * RIM);
    let most = values.iter().map(|point| point.value.abs()).max().unwrap_or(0).max(1);
    html! {
        svg class="points" viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(label) {
            path d=(grid()) {}
            @for point in values { (draw_point(point, most)) }
        }
    }
}

/// The number of a point, the greener or redder the further it lies from 0.
fn draw_point(PointValue { place: (file, rank), value, tip }: &PointValue, most: i32) -> Markup {
    let (x, y) = (RIM + file * STEP, RIM + (9 - rank) * STEP);
    let class = match value.signum() {
        1 => "up",
        0 => "level",
        _ => "down",
    };
    let strength = format!("{:.2}", 0.12 + 0.88 * f64::from(value.abs()) / f64::from(most));
    html! {
        g {
            title { (tip) }
            circle class="level" cx=(x) cy=(y) r="17" {}
            circle class=(class) cx=(x) cy=(y) r="17" fill-opacity=(strength) {}
            text x=(x) y=(y) { (value.to_string().replace('-', "−")) }
        }
    }
}

/// The lines of the board: the files are broken by the river, but for the two at the edge.
fn grid() -> String {
    let (width, half) = (8 * STEP, 4 * STEP);
    let ranks = (0..10).map(|rank| format!("M{RIM} {}h{width}", RIM + rank * STEP));
    let files = (0..9).map(|file| {
        let x = RIM + file * STEP;
        let gap = if file % 8 == 0 { format!("v{STEP}") } else { format!("m0 {STEP}") };
        format!("M{x} {RIM}v{half}{gap}v{half}")
    });
    let palace = |y: usize| {
        let (x, side) = (RIM + 3 * STEP, 2 * STEP);
        format!("M{x} {y}l{side} {side}m0 -{side}l-{side} {side}")
    };
    ranks.chain(files).chain([palace(RIM), palace(RIM + 7 * STEP)]).collect()
}
