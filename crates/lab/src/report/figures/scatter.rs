//! Position by position: one algorithm against the baseline.

use shuangqi_plot::{Axis, Cloud, Dot, Figure, Group, Look, Ruling, number};

use super::Subject;
use crate::data::Measurement;

/// The last algorithm of the experiment against the baseline, and against the one that comes nearest to it.
pub fn panels(subject: &Subject<'_>) -> Vec<Figure> {
    let pairs = subject.clearest_depth().and_then(|depth| Some((depth, clearest_pairs(subject, depth)?)));
    let Some((depth, pairs)) = pairs else { return Vec::new() };
    pairs.into_iter().enumerate().map(|(place, pair)| panel(subject, place, pair, depth)).collect()
}

fn clearest_pairs(subject: &Subject<'_>, depth: i16) -> Option<Vec<(usize, usize)>> {
    let baseline = subject.baseline;
    let mean = |other: usize| Some(subject.ratio((other, baseline), depth)?.mean.ln());
    let differ = |one: usize, other: usize| {
        subject
            .view
            .pairs(one, other, depth)
            .iter()
            .any(|(one, other)| one.search.cost() != other.search.cost())
    };
    let clear: Vec<usize> = subject
        .others()
        .into_iter()
        .filter(|&other| differ(other, baseline) && mean(other).is_some())
        .collect();
    let (&last, before) = clear.split_last()?;
    let far =
        |other: usize| mean(other).zip(mean(last)).map_or(f64::INFINITY, |(one, other)| (one - other).abs());
    let rivals = before.iter().copied().filter(|&other| differ(last, other));
    let nearest = rivals.min_by(|&one, &other| far(one).total_cmp(&far(other)));
    Some([(last, baseline)].into_iter().chain(nearest.map(|other| (last, other))).collect())
}

fn panel(subject: &Subject<'_>, place: usize, (one, other): (usize, usize), depth: i16) -> Figure {
    let labels = subject.labels();
    let (name, baseline) = (labels.of(one).short, labels.of(other).short);
    let title = format!("{name} against {baseline}, depth {depth}");
    let axis = |name: &str| Axis::new(&format!("nodes of {name}"), Ruling::Logarithmic, number::count);
    let chart = Cloud {
        title,
        x: axis(&baseline),
        y: axis(&name),
        is_even: true,
        front: Vec::new(),
        groups: groups(subject, &subject.view.pairs(one, other, depth)),
    };
    let reading = "Every mark is a position. Below the line, the algorithm of the upright axis needed fewer \
        nodes there, above it more. Marks that lie along a line beside it mean the same gain everywhere; a \
        cloud means that it depends."
        .to_owned()
        + &labels.note();
    let name = format!("scatter-{}", place + 1);
    subject.panel(&name, reading, &chart)
}

fn groups(subject: &Subject<'_>, pairs: &[(&Measurement, &Measurement)]) -> Vec<Group> {
    let dot = |(one, other): &(&Measurement, &Measurement)| {
        let (y, x) = (one.search.cost().max(1) as f64, other.search.cost().max(1) as f64);
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
        Group { name: stratum.into(), look: Look::Numbered(place), dots: dots.collect() }
    };
    subject.view.strata().into_iter().enumerate().map(group).filter(|group| !group.dots.is_empty()).collect()
}
