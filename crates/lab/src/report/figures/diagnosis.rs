//! The causes of an algorithm's cost, and whether fewer nodes take less time.

use shuangqi_plot::{Axis, Bar, BarChart, Figure, Look, Row, Ruling, number};

use super::super::view::Ratio;
use super::{Labels, Subject};
use crate::data::{Measurement, Search};
use crate::stats::Paired;

/// A share that explains the cost of a search.
struct Share {
    name: &'static str,
    title: &'static str,
    reading: &'static str,
    part: fn(&Search) -> u64,
    whole: fn(&Search) -> u64,
}

const SHARES: [Share; 3] = [
    Share {
        name: "first-move",
        title: "Cut-offs by the first move (%)",
        reading: "Of the nodes at which a move reached beta, the share at which the first move did: how good \
            the move ordering is. Good programs reach about 90 %.",
        part: |search| search.counters.first_move_cutoffs,
        whole: |search| search.counters.cutoffs,
    },
    Share {
        name: "re-search",
        title: "Visits in re-searches (%)",
        reading: "What was searched again because a first look with a narrow window was not enough: the \
            price of scouting and of aspiration.",
        part: |search| search.counters.re_search_visits,
        whole: |search| search.counters.visits,
    },
    Share {
        name: "table",
        title: "Table probes that cut the node (%)",
        reading: "Of all probes of the table, the share after which nothing had to be searched.",
        part: |search| search.counters.table_cutoffs,
        whole: |search| search.counters.table_probes,
    },
];

/// A panel for each share that is above 0 for some algorithm.
pub fn panels(subject: &Subject<'_>) -> Vec<Figure> {
    let depth = subject.clearest_depth().or_else(|| subject.view.depths(&subject.algorithms).pop());
    let Some(depth) = depth else { return Vec::new() };
    SHARES.iter().filter_map(|share| panel(subject, share, depth)).collect()
}

fn panel(subject: &Subject<'_>, share: &Share, depth: i16) -> Option<Figure> {
    let row = |&algorithm: &usize| {
        let name = subject.view.name(algorithm);
        let bar = bar(share, name, subject.view.finished(algorithm, depth))?;
        Some(Row { name: subject.labels().of(algorithm), bars: vec![Some(bar)] })
    };
    let rows: Vec<Row> = subject.algorithms.iter().filter_map(row).collect();
    let is_something = rows.iter().flat_map(|row| row.bars.iter().flatten()).any(|bar| bar.value > 0.0);
    let title = format!("{}, depth {depth}", share.title);
    let chart = BarChart {
        title,
        axis: Axis::new("", Ruling::Linear, number::plain),
        origin: 0.0,
        groups: vec![("".into(), Look::Numbered(0))],
        rows,
    };
    is_something
        .then(|| subject.panel(share.name, share.reading.to_owned() + &subject.labels().note(), &chart))
}

/// The share over all of some searches; `None` where the whole is nothing.
fn bar(share: &Share, name: &str, searches: &[&Measurement]) -> Option<Bar> {
    let sum = |count: fn(&Search) -> u64| {
        searches.iter().map(|search| u128::from(count(&search.search))).sum::<u128>()
    };
    let (part, whole) = (sum(share.part), sum(share.whole));
    let value = 100.0 * part as f64 / whole as f64;
    let text = number::percent(value);
    let tip = format!("{name}: {text} ({} of {})", number::count(part as f64), number::count(whole as f64));
    (whole > 0).then_some(Bar { value, interval: None, text, tip })
}

/// For each algorithm the ratio of nodes beside the ratio of time, both to the same other one; `None` without times.
pub fn nodes_and_time(subject: &Subject<'_>, pairs: &[(usize, usize)]) -> Option<Figure> {
    let depth = subject.view.clearest_depth(pairs)?;
    let shown: Vec<usize> = pairs.iter().map(|&(algorithm, _)| algorithm).collect();
    let labels = Labels::new(subject.view, &shown, pairs.first()?.1);
    let row = |pair: (usize, usize)| {
        let (nodes, time) = (subject.ratio(pair, depth)?, time(subject, pair, depth)?);
        let name = subject.view.name(pair.0);
        let bars = [("nodes", nodes), ("time", time)].map(|(what, ratio)| bar_of(name, what, &ratio));
        Some(Row { name: labels.of(pair.0), bars: bars.map(Some).to_vec() })
    };
    let rows: Vec<Row> = pairs.iter().copied().filter_map(row).collect();
    let baseline = subject.view.name(pairs.first()?.1);
    let title = format!("Nodes beside time, as multiples of {baseline}'s, depth {depth}");
    let chart = BarChart {
        title,
        axis: Axis::new(&format!("as a multiple of {baseline}'s"), Ruling::Logarithmic, number::plain),
        origin: 1.0,
        groups: vec![("nodes".into(), Look::Numbered(0)), ("time".into(), Look::Numbered(1))],
        rows,
    };
    let reading =
        "Fewer nodes are not always less time: ordering and table probes cost time at every node, and \
        a node that is cut off early is cheap. Where the two bars part, the time of a node changed. Times \
        depend on the machine and on what else it did."
            .to_owned()
            + &labels.note();
    let has_any = !chart.rows.is_empty();
    has_any.then(|| subject.full("time", reading, &chart))
}

/// The time of one algorithm over that of another, on positions where both took any.
fn time(subject: &Subject<'_>, (one, other): (usize, usize), depth: i16) -> Option<Ratio> {
    let nanoseconds = |measured: &Measurement| (measured.search.seconds.clamp(0.0, 1e9) * 1e9) as u64;
    let pairs = subject.view.pairs(one, other, depth);
    let counts = pairs.iter().map(|(one, other)| (nanoseconds(one), nanoseconds(other)));
    let paired = Paired { counts: counts.filter(|&(one, other)| one > 0 && other > 0).collect() };
    let positions = paired.counts.len() as u64;
    Some(Ratio {
        mean: paired.geometric_mean()?,
        interval: paired.interval(subject.view.report.seed),
        positions,
    })
}

fn bar_of(name: &str, what: &str, ratio: &Ratio) -> Bar {
    let tip = format!("{name}, {what}: × {}", ratio.note());
    Bar { value: ratio.mean, interval: ratio.interval, text: number::ratio(ratio.mean), tip }
}
