//! Position by position: one algorithm against the baseline.

use super::super::study::Measured;
use super::{Figure, Subject};
use crate::plot::{Axis, Cloud, Dot, Group, Look, Ruling, number};

/// More panels than this tell no more.
const MOST_PANELS: usize = 6;

/// A panel for each of the first algorithms.
pub fn panels(subject: &Subject<'_>) -> Vec<Figure> {
    let Some(depth) = subject.telling_depth() else { return Vec::new() };
    let with_pairs =
        subject.pairs().into_iter().filter(|&(one, other)| !subject.view.pairs(one, other, depth).is_empty());
    with_pairs.take(MOST_PANELS).enumerate().map(|(place, pair)| panel(subject, place, pair, depth)).collect()
}

fn panel(subject: &Subject<'_>, place: usize, (one, other): (usize, usize), depth: i16) -> Figure {
    let (name, baseline) = (subject.view.name(one), subject.view.name(other));
    let title = format!("{name} against {baseline}, depth {depth}");
    let axis = |name: &str| Axis::new(&format!("nodes of {name}"), Ruling::Logarithmic, number::count);
    let chart = Cloud {
        title: title.clone(),
        x: axis(baseline),
        y: axis(name),
        is_even: true,
        front: Vec::new(),
        groups: groups(subject, &subject.view.pairs(one, other, depth)),
    };
    let reading = "Every mark is a position. Below the line, the algorithm of the upright axis needed fewer \
        nodes there, above it more. Marks that lie along a line beside it mean the same gain everywhere; a \
        cloud means that it depends.";
    let name = format!("scatter-{}", place + 1);
    subject.panel(&name, &title, reading.to_owned(), |layout| chart.draw(layout))
}

/// The pairs by the kind of their position.
fn groups(subject: &Subject<'_>, pairs: &[(&Measured, &Measured)]) -> Vec<Group> {
    let dot = |(one, other): &(&Measured, &Measured)| {
        let (y, x) = (one.nodes.max(1) as f64, other.nodes.max(1) as f64);
        let stratum = subject.view.stratum(one.position);
        let times = number::ratio(y / x);
        let tip = format!(
            "position {} ({stratum}): {} against {}: × {times}",
            one.position + 1,
            number::count(y),
            number::count(x)
        );
        Dot { x, y, label: String::new(), tip }
    };
    let group = |(place, stratum): (usize, &str)| {
        let dots = pairs.iter().filter(|(one, _)| subject.view.stratum(one.position) == stratum).map(dot);
        Group { name: stratum.to_owned(), look: Look::Numbered(place), dots: dots.collect() }
    };
    subject.view.strata().into_iter().enumerate().map(group).filter(|group| !group.dots.is_empty()).collect()
}
