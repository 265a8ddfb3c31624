//! The effect of each part of an algorithm.

use shuangqi_plot::{Axis, Bar, BarChart, Cell, Figure, HeatMap, Look, Row, Ruling, number};

use super::super::view::View;
use super::Subject;
use crate::data::combinations;

/// A part that is added alone and left out alone.
#[derive(Clone, Debug)]
pub struct AblatedPart {
    pub name: String,
    /// Index of the bare algorithm with it.
    pub added: usize,
    /// Index of the full algorithm without it.
    pub removed: usize,
}

impl AblatedPart {
    /// The parts of an ablation from a bare algorithm to a full one.
    pub fn all(view: &View<'_>, (bare, full): (&str, &str), parts: &[String]) -> Vec<AblatedPart> {
        let part = |name: &String| AblatedPart {
            name: name.clone(),
            added: view.index(&format!("{bare}+{name}")),
            removed: view.index(&format!("{full}-{name}")),
        };
        parts.iter().map(part).collect()
    }
}

/// Bars for each part: added to the bare algorithm, and taken from the full one; at the deepest depth and at the one
/// before, because odd and even depths differ.
pub fn ablation(subject: &Subject<'_>, (bare, full): (usize, usize), parts: &[AblatedPart]) -> Vec<Figure> {
    let added = parts.iter().map(|part| (part.added, bare));
    let removed = parts.iter().map(|part| (part.removed, full));
    let pairs: Vec<(usize, usize)> = added.chain(removed).collect();
    let Some(depth) = subject.view.clearest_depth(&pairs) else { return Vec::new() };
    let at_depth = |depth: i16| bars(subject, (bare, full), parts, depth);
    [depth, depth - 1].into_iter().filter_map(at_depth).collect()
}

fn bars(
    subject: &Subject<'_>,
    (bare, full): (usize, usize),
    parts: &[AblatedPart],
    depth: i16,
) -> Option<Figure> {
    let bar = |algorithm: usize, base: usize, part: &str, done: &str| {
        let ratio = subject.ratio((algorithm, base), depth)?;
        let (name, text) = (subject.view.name(base), number::ratio(ratio.mean));
        let tip = format!("{part} {done} {name}, depth {depth}: × {}", ratio.note());
        Some(Bar { value: ratio.mean, interval: ratio.interval, text, tip })
    };
    let row = |part: &AblatedPart| Row {
        name: part.name.as_str().into(),
        bars: vec![
            bar(part.added, bare, &part.name, "added to"),
            bar(part.removed, full, &part.name, "left out of"),
        ],
    };
    let rows: Vec<Row> = parts.iter().map(row).filter(|row| row.bars.iter().any(Option::is_some)).collect();
    let (bare, full) = (subject.view.name(bare), subject.view.name(full));
    let title = format!("What each part is worth, depth {depth}");
    let chart = BarChart {
        title,
        axis: Axis::new("nodes as a multiple", Ruling::Logarithmic, number::plain),
        origin: 1.0,
        groups: vec![
            (format!("added to {bare}").as_str().into(), Look::Numbered(0)),
            (format!("left out of {full}").as_str().into(), Look::Numbered(1)),
        ],
        rows,
    };
    let reading = format!(
        "A blue bar to the left is what the part saves when it is added to {bare}; an orange bar to the \
         right is what its loss costs {full}. A part can save much alone and be missed little, because \
         others do the same work. The thin line is the 95 % interval."
    );
    let has_any = !chart.rows.is_empty();
    has_any.then(|| subject.panel(&format!("ablation-depth-{depth}"), reading, &chart))
}

/// A map of all combinations of the parts; `None` if there is nothing to divide, or not one algorithm for each.
pub fn factorial(subject: &Subject<'_>, bare: &str, parts: &[String]) -> Option<Figure> {
    const MOST_PARTS: usize = 6;
    if !(1..=MOST_PARTS).contains(&parts.len()) {
        return None;
    }
    let algorithms: Vec<usize> =
        combinations(bare, parts).iter().map(|name| subject.view.index(name)).collect();
    let first = subject.baseline;
    let pairs: Vec<(usize, usize)> = algorithms.iter().skip(1).map(|&algorithm| (algorithm, first)).collect();
    let depth = subject.view.clearest_depth(&pairs)?;
    let cell = |(place, &algorithm): (usize, &usize)| {
        let ratio = subject.ratio((algorithm, first), depth)?;
        let has: Vec<&str> = parts
            .iter()
            .enumerate()
            .filter(|(bit, _)| place >> bit & 1 == 1)
            .map(|(_, part)| part.as_str())
            .collect();
        let having = if has.is_empty() { "none of the parts".to_owned() } else { has.join(" + ") };
        Some(Cell {
            value: ratio.mean,
            text: number::ratio(ratio.mean),
            tip: format!("{having}: × {}", ratio.note()),
        })
    };
    let cells = algorithms.iter().enumerate().map(cell).collect();
    let title =
        format!("All combinations, nodes as a multiple of {}'s, depth {depth}", subject.view.name(first));
    let chart = HeatMap { title, parts: parts.to_vec(), cells };
    let reading = "Each cell is an algorithm: a full dot above its column or beside its row means that it has \
        the part. The darker the cell, the fewer nodes.";
    Some(subject.full("factorial", reading.to_owned(), &chart))
}
