//! Weights of points, drawn on the board.

use std::collections::BTreeMap;

use maud::{Markup, html};
use shuangqi_plot::number;

use super::super::report_data::WeightChange;

/// The form of the drawings, besides [`shuangqi_plot::board::STYLE`].
pub const STYLE: &str = "\
.tables{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(340px,100%),1fr));gap:24px 28px;margin:20px 0 28px}
.tables figure{margin:0;max-width:420px}
.tables svg{display:block;width:100%;height:auto;background:var(--wood);border-radius:8px}
.tables path{fill:none;stroke:var(--wood-line);stroke-width:1}
.tables circle{stroke:var(--wood-line);stroke-width:.5}
.tables text{font:13px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central;fill:#1d1208}
.tables .up{fill:#2f9e5b}.tables .down{fill:#d2553f}.tables .level{fill:#f3e6c8}
";

/// From point to point, and the rim around the board.
const STEP: usize = 40;
const RIM: usize = 24;

/// A table: of a kind of piece, on the full or on the bare board.
type Table<'report> = BTreeMap<(usize, usize), &'report WeightChange>;

/// The tables of all kinds of pieces.
pub fn tables(weights: &[WeightChange]) -> Markup {
    let mut kinds: Vec<(&str, Table<'_>)> = Vec::new();
    for weight in weights {
        let Some((kind, place)) = place(&weight.name) else { continue };
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, table)) => drop(table.insert(place, weight)),
            None => kinds.push((kind, Table::from([(place, weight)]))),
        }
    }
    html! {
        @for (kind, table) in &kinds {
            h3 { (kind) }
            div.tables {
                (figure(kind, "full board", table, 0)) "\n"
                (figure(kind, "bare board", table, 1)) "\n"
            }
        }
    }
}

/// The kind of piece, and the file and rank, of a weight like `table.cannon.e9`.
fn place(name: &str) -> Option<(&str, (usize, usize))> {
    let (kind, point) = name.strip_prefix("table.")?.split_once('.')?;
    let &[file, rank] = point.as_bytes() else { return None };
    let (file, rank) = (usize::from(file.checked_sub(b'a')?), usize::from(rank.checked_sub(b'0')?));
    (file < 5 && rank < 10).then_some((kind, (file, rank)))
}

fn figure(kind: &str, title: &str, table: &Table<'_>, half: usize) -> Markup {
    let (width, height) = (8 * STEP + 2 * RIM, 9 * STEP + 2 * RIM);
    let most = table.values().map(|weight| weight.after[half].abs()).max().unwrap_or(0).max(1);
    let mirrored = |(&(file, rank), weight): (&(usize, usize), &&WeightChange)| {
        let both = if file == 4 { vec![4] } else { vec![file, 8 - file] };
        both.into_iter().map(|file| (file, rank, (*weight).clone())).collect::<Vec<_>>()
    };
    html! {
        figure {
            figcaption { b { (title) } }
            svg viewBox={ "0 0 " (width) " " (height) } role="img" aria-label={ (kind) ", " (title) } {
                path d=(grid()) {}
                @for (file, rank, weight) in table.iter().flat_map(mirrored) {
                    (mark((RIM + file * STEP, RIM + (9 - rank) * STEP), &weight, half, most))
                }
            }
        }
    }
}

/// The number of a point, the greener or redder the further it lies from 0.
fn mark((x, y): (usize, usize), weight: &WeightChange, half: usize, most: i32) -> Markup {
    let (before, after) = (weight.before[half], weight.after[half]);
    let class = match after.signum() {
        1 => "up",
        0 => "level",
        _ => "down",
    };
    let strength = format!("{:.2}", 0.12 + 0.88 * f64::from(after.abs()) / f64::from(most));
    let positions = number::grouped(weight.positions);
    html! {
        g {
            title { (weight.name) ": " (written(before)) " → " (written(after)) ", in " (positions) " positions" }
            circle class="level" cx=(x) cy=(y) r="17" {}
            circle class=(class) cx=(x) cy=(y) r="17" fill-opacity=(strength) {}
            text x=(x) y=(y) { (written(after)) }
        }
    }
}

fn written(number: i32) -> String {
    number.to_string().replace('-', "−")
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
