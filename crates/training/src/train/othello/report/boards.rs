//! Patterns drawn on the board.

use maud::{Markup, html};
use shuangqi_plot::number;

use super::super::report_data::{ClassWeights, Content, Extremes};

/// The form of the drawings, besides [`shuangqi_plot::board::STYLE`].
pub const STYLE: &str = "\
.patterns{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(290px,100%),1fr));gap:24px 28px;margin:20px 0 28px}
.patterns figure{margin:0;max-width:360px}
.patterns .pair{display:grid;grid-template-columns:1fr 1fr;gap:14px}
.patterns .pair svg{display:block;width:100%;height:auto}
.patterns .pair p{margin:4px 0 0;font-size:14px;line-height:1.35}
.patterns .pair span{display:block;color:var(--muted)}
";

/// The side of a square, and the rim around the board.
const CELL: usize = 40;
const RIM: usize = 6;

/// All classes with their contents at a phase.
pub fn at_phase(classes: &[ClassWeights], phase: usize) -> Markup {
    html! {
        div.patterns {
            @for class in classes {
                @if let Some(extremes) = class.extremes.iter().find(|extremes| extremes.phase == phase) {
                    (card(class, extremes)) "\n"
                }
            }
        }
    }
}

fn card(class: &ClassWeights, extremes: &Extremes) -> Markup {
    html! {
        figure {
            figcaption { b { (class.name) } }
            div.pair { (half(class, &extremes.highest)) (half(class, &extremes.lowest)) }
        }
    }
}

fn half(class: &ClassWeights, content: &Content) -> Markup {
    html! {
        div {
            (board(class, content))
            p {
                b { (number::signed(content.weight, 2)) } " discs "
                span { (number::grouped(content.occurrences)) " times" }
            }
        }
    }
}

fn board(class: &ClassWeights, content: &Content) -> Markup {
    let side = 8 * CELL;
    let whole = side + 2 * RIM;
    let line = |at: usize| {
        let place = RIM + at * CELL;
        format!("M{place} {RIM}v{side}M{RIM} {place}h{side}")
    };
    let lines: String = (0..=8).map(line).collect();
    let squares = || class.squares.iter().filter_map(|name| Some((name.as_str(), place(name)?)));
    let is_outside = |at: &(usize, usize)| squares().all(|(_, place)| place != *at);
    let all = (0..64).map(|index| (index % 8, index / 8));
    let named = format!("{}: {} on {}", class.name, content.discs, class.squares.join(" "));
    html! {
        svg class="board cells" viewBox={ "0 0 " (whole) " " (whole) } role="img" aria-label=(named) {
            rect class="frame" width=(whole) height=(whole) rx="8" {}
            rect class="felt" x=(RIM) y=(RIM) width=(side) height=(side) {}
            path class="grid" d=(lines) {}
            path class="shade" d=(all.filter(is_outside).map(cell).collect::<String>()) {}
            @for ((_, (column, row)), disc) in squares().zip(content.discs.chars()) {
                @if let Some(colour) = colour(disc) {
                    @let (x, y) = (RIM + column * CELL + CELL / 2, RIM + row * CELL + CELL / 2);
                    g class=(colour) { circle class="face" cx=(x) cy=(y) r="16" {} }
                }
            }
        }
    }
}

/// The column and the row of a square, by its name.
fn place(name: &str) -> Option<(usize, usize)> {
    let &[column, row] = name.as_bytes() else { return None };
    Some((usize::from(column.checked_sub(b'a')?), usize::from(row.checked_sub(b'1')?)))
}

/// The outline of a cell.
fn cell((column, row): (usize, usize)) -> String {
    format!("M{} {}h{CELL}v{CELL}h-{CELL}z", RIM + column * CELL, RIM + row * CELL)
}

/// The classes of a disc: dark for the side to move.
fn colour(disc: char) -> Option<&'static str> {
    match disc {
        'X' => Some("disc dark"),
        'O' => Some("disc light"),
        _ => None,
    }
}
