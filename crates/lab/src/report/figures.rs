//! The pictures of an experiment: what lists of algorithms cost, by depth.

use std::collections::BTreeMap;

use search_core::minimal_trees::uniform_minimum;
use shuangqi_plot::{
    Axis, Bar, BarChart, Chart, Figure, Fill, Line, LineChart, Name, Point, Row, ScaleKind, Stroke, Style,
    number,
};

use super::Report;
use super::experiment_results::{ExperimentResults, Ratio, positions};
use crate::compare::search::{ReferenceSizes, Search};
use crate::compare::summary::AlgorithmSummary;
use crate::stats::Paired;

impl ExperimentResults<'_> {
    /// A figure, whose file bears the title of the experiment too.
    pub fn figure(&self, name: &str, reading: impl Into<String>, chart: &impl Chart) -> Figure {
        let (game, id, experiment) = (self.report.info.name, self.experiment.id, self.experiment.title);
        let figure = Figure::full(format!("{game}-{id}-{name}"), reading, chart);
        if figure.title.starts_with(experiment) {
            return figure;
        }
        let title = format!("{}: {experiment}", figure.title);
        figure.filed_as(title)
    }

    pub fn labels(&self) -> Labels {
        Labels::new(&self.experiment.algorithms(), self.experiment.baseline())
    }

    /// The algorithms that are divided by the baseline.
    fn others(&self) -> Vec<String> {
        let baseline = self.experiment.baseline();
        self.experiment.algorithms().into_iter().filter(|name| name != baseline).collect()
    }

    /// The colour and marks of an algorithm: the same in all figures of the experiment.
    fn style(&self, algorithm: &str) -> Style {
        match self.others().iter().position(|other| other == algorithm) {
            Some(place) => Style::Numbered(place),
            None => Style::Baseline,
        }
    }

    /// The fill of the mark of a depth: full of even depth, open of odd depth, and faint where positions are missing.
    pub fn fill(&self, depth: i16, positions: u64) -> Fill {
        match (positions >= self.positions(), depth.rem_euclid(2)) {
            (false, _) => Fill::Faint,
            (true, 0) => Fill::Full,
            (true, _) => Fill::Open,
        }
    }
}

/// Nodes by depth with the references; `None` if nothing was finished.
pub fn nodes_by_depth(results: &ExperimentResults<'_>) -> Option<Figure> {
    let measured = results.experiment.algorithms();
    let measured = measured.iter().filter_map(|name| {
        let algorithm = results.report.results.index(name)?;
        let cost =
            |position, depth| results.report.results.finished(position, algorithm, depth).map(Search::cost);
        let points = means(results, cost)
            .into_iter()
            .map(|mean| Point { fill: Some(results.fill(mean.depth, mean.positions)), ..mean.point(name) });
        Some(Line::new(results.labels().of(name), results.style(name), points.collect()))
    });
    let is_wanted = results.experiment.references.is_some();
    let references = REFERENCES.iter().enumerate().filter(|_| is_wanted).map(|(place, (name, size))| {
        let found = |position, depth| {
            size(results.report, position, results.report.results.references(position, depth)?)
        };
        let points = means(results, found).into_iter().map(|mean| Point { fill: None, ..mean.point(name) });
        Line { stroke: Stroke::Reference(place), ..Line::new(*name, Style::Aside, points.collect()) }
    });
    let lines: Vec<Line> = measured.chain(references).filter(|line| !line.points.is_empty()).collect();
    let note = if is_wanted {
        " Broken grey lines are the references: an algorithm that touches one does no needless work as that reference \
         counts it."
    } else {
        ""
    };
    let reading = format!(
        "Each step up the scale is a multiple, so a straight line means that every ply multiplies the work by the same \
         number. Full marks are even depths, open marks odd ones; a faint mark means that not all positions were \
         finished, and that the growth of those that were is shown.{note}{}",
        results.labels().note()
    );
    let x = Axis::new("depth (plies)", ScaleKind::Whole, number::plain);
    let y =
        Axis::new("nodes of a search (geometric mean over positions)", ScaleKind::Logarithmic, number::count);
    let chart = LineChart { labels_ends: true, ..LineChart::new("Nodes by depth", x, y, lines) };
    let has_any = !chart.lines.is_empty();
    has_any.then(|| results.figure("nodes", reading, &chart))
}

/// The size of a reference, if it was found.
type Size = fn(&Report<'_>, usize, &ReferenceSizes) -> Option<u64>;

/// The references that a search is compared with.
const REFERENCES: [(&str, Size); 4] = [
    // The smallest tree of uniform width (Knuth & Moore 1975), with the mean number of moves for the width.
    ("Knuth–Moore minimum", |report, position, sizes| {
        Some(uniform_minimum(report.widths[position], sizes.depth).round() as u64)
    }),
    // The smallest tree of this position that proves its score with the moves that were found best.
    ("minimal tree", |_, _, sizes| Some(sizes.minimal_tree)),
    // The same where positions reached twice are searched once (Plaat and others 1996).
    ("left-first minimal graph", |_, _, sizes| Some(sizes.minimal_graph)),
    // The same where, of the moves that cut, one with a small subtree is tried: a bound, not a minimum.
    ("cheap-cut bound", |_, _, sizes| sizes.cheap_cuts),
];

/// The cost of searches to a depth: the geometric mean over positions.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Mean {
    depth: i16,
    nodes: f64,
    positions: u64,
}

impl Mean {
    fn point(&self, name: &str) -> Point {
        let (count, positions) = (number::count(self.nodes), positions(self.positions));
        let tip = format!("{name}, depth {}: {count} nodes, {positions}", self.depth);
        Point::new(f64::from(self.depth), self.nodes, tip)
    }
}

/// The means of counts on the positions of an experiment, by depth.
fn means(results: &ExperimentResults<'_>, count: impl Fn(usize, i16) -> Option<u64>) -> Vec<Mean> {
    let all = 0..results.experiment.positions.min(results.report.results.positions.len());
    let at = |depth: i16| {
        let counts = all.clone().filter_map(|position| Some((position, count(position, depth)?)));
        (depth, counts.collect())
    };
    linked(&results.depths().into_iter().map(at).collect::<Vec<_>>())
}

/// The means of counts by depth, given by position. Where positions are missing, the mean of the others would be of
/// easier ones, and a curve would bend where searches were given up; there the growth since the depth before, on the
/// positions that have both, is applied to the mean of that depth. Depths with less than a quarter of the positions are
/// left out.
fn linked(counts: &[(i16, BTreeMap<usize, u64>)]) -> Vec<Mean> {
    let most = counts.iter().map(|(_, counts)| counts.len()).max().unwrap_or(0);
    let known: Vec<&(i16, BTreeMap<usize, u64>)> =
        counts.iter().filter(|(_, counts)| !counts.is_empty() && counts.len() * 4 >= most).collect();
    let mut means: Vec<Mean> = Vec::new();
    for (index, (depth, counts)) in known.iter().enumerate() {
        let before = means.last().map(|mean| (mean.nodes, &known[index - 1].1));
        let growth = before.and_then(|(nodes, earlier)| {
            let both = counts.iter().filter_map(|(position, &count)| Some((count, *earlier.get(position)?)));
            Some(nodes * Paired { counts: both.collect() }.geometric_mean()?)
        });
        let plain = || Paired { counts: counts.values().map(|&count| (count, 1)).collect() }.geometric_mean();
        let positions = counts.len() as u64;
        means.extend(growth.or_else(plain).map(|nodes| Mean { depth: *depth, nodes, positions }));
    }
    means
}

/// The explanation of the marks of depths.
const PARITY: &str = "Full marks and solid lines are even depths, open marks and dashed lines odd ones; a \
    faint mark means that not all positions were finished.";

/// The nodes of each algorithm over the baseline's, by depth; `None` if there is nothing to divide.
pub fn ratio_by_depth(results: &ExperimentResults<'_>) -> Option<Figure> {
    let baseline = results.experiment.baseline();
    let (lines, left_out) = ratio_lines(results, &results.others(), Ratio::nodes);
    let title = format!("Nodes as a multiple of {baseline}'s, by depth");
    let chart = ratio_chart(title, by_depth(), &format!("nodes ÷ nodes of {baseline}"), lines);
    let reading = format!(
        "Below 1, the algorithm needs fewer nodes than {baseline} on the same positions. The mean is \
         geometric; bands or whiskers are 95 % intervals, and an interval that crosses 1 leaves open which \
         of the two is better. {PARITY}{left_out}{}",
        results.labels().note()
    );
    let has_any = !chart.lines.is_empty();
    has_any.then(|| results.figure("ratio", reading, &chart))
}

/// The visits of each algorithm over the size of the left-first minimal graph, by depth; `None` where that is not known.
pub fn distance(results: &ExperimentResults<'_>) -> Option<Figure> {
    let (lines, left_out) = ratio_lines(results, &results.experiment.algorithms(), Ratio::graph);
    let title = "How far from the left-first minimal graph".to_owned();
    let label = "visits of the last iteration ÷ left-first minimal graph";
    let chart = ratio_chart(title, by_depth(), label, lines);
    let reading = format!(
        "The left-first minimal graph is the smallest search that proves the score, trying the best moves first and no \
         position twice. At 1 nothing would be left to gain from better ordering. {PARITY}{left_out}{}",
        results.labels().note()
    );
    let is_wanted = results.experiment.references.is_some() && !chart.lines.is_empty();
    is_wanted.then(|| results.figure("minimal-graph", reading, &chart))
}

fn by_depth() -> Axis {
    Axis::new("depth (plies)", ScaleKind::Whole, number::plain)
}

/// A chart of ratios, 1 among them.
pub fn ratio_chart(title: String, x: Axis, label: &str, lines: Vec<Line>) -> LineChart {
    let y = Axis { includes: vec![1.0], ..Axis::new(label, ScaleKind::Logarithmic, number::plain) };
    LineChart { rules: vec![1.0], labels_ends: true, ..LineChart::new(title, x, y, lines) }
}

/// Ratios of some algorithms to the baseline by depth. Those so large that a chart of the others has no room for them are
/// left out, and named in a sentence.
fn ratio_lines(
    results: &ExperimentResults<'_>,
    algorithms: &[String],
    ratio: fn(&AlgorithmSummary) -> Option<Ratio>,
) -> (Vec<Line>, String) {
    const FAR: f64 = 20.0;
    let baseline = results.experiment.baseline();
    let ratios = |name: &String| -> Vec<(i16, Ratio)> {
        let at = |depth| Some((depth, ratio(results.row(name, baseline, depth)?)?));
        results.depths().into_iter().filter_map(at).collect()
    };
    let all: Vec<(&String, Vec<(i16, Ratio)>)> = algorithms.iter().map(|name| (name, ratios(name))).collect();
    let is_far = |ratios: &[(i16, Ratio)]| ratios.last().is_some_and(|(_, ratio)| ratio.mean > FAR);
    let has_near = all.iter().any(|(_, ratios)| !ratios.is_empty() && !is_far(ratios));
    let is_left_out = |ratios: &[(i16, Ratio)]| has_near && is_far(ratios);
    let shown = all.iter().filter(|(_, ratios)| !is_left_out(ratios));
    let lines = shown.flat_map(|(name, ratios)| by_parity(results, name, ratios));
    let names: Vec<&str> =
        all.iter().filter(|(_, ratios)| is_left_out(ratios)).map(|(name, _)| name.as_str()).collect();
    let left_out = match names.is_empty() {
        true => String::new(),
        false => format!(" Left out, because they need more than {FAR} times as much: {}.", names.join(", ")),
    };
    (lines.filter(|line| !line.points.is_empty()).collect(), left_out)
}

/// The ratios of an algorithm by depth as two lines, because trees of odd and of even depth grow differently (their
/// smallest size has ⌈d/2⌉ and ⌊d/2⌋ as exponents).
fn by_parity(results: &ExperimentResults<'_>, name: &str, ratios: &[(i16, Ratio)]) -> [Line; 2] {
    [(0, Stroke::Solid), (1, Stroke::Dashed)].map(|(parity, stroke)| {
        let of_parity = ratios.iter().filter(|(depth, _)| depth.rem_euclid(2) == parity);
        let points = of_parity.map(|(depth, ratio)| Point {
            interval: ratio.interval,
            fill: Some(results.fill(*depth, ratio.positions)),
            ..Point::new(f64::from(*depth), ratio.mean, format!("{name}, depth {depth}: {}", ratio.note()))
        });
        Line { stroke, ..Line::new(results.labels().of(name), results.style(name), points.collect()) }
    })
}

/// The ratio of nodes beside the ratio of time, each to the divisor of its pair; `None` if there is nothing to divide.
pub fn nodes_and_time(results: &ExperimentResults<'_>, pairs: &[(String, String)]) -> Option<Figure> {
    let (depth, (_, divisor)) = (results.clearest_depth()?, pairs.first()?);
    let names: Vec<String> = pairs.iter().map(|(name, _)| name.clone()).collect();
    let labels = Labels::new(&names, divisor);
    let row = |(name, divisor): &(String, String)| {
        let row = results.row(name, divisor, depth)?;
        let bars = [("nodes", Ratio::nodes(row)?), ("time", Ratio::time(row)?)]
            .map(|(what, ratio)| Some(bar(&ratio, &format!("{name}, {what}"))));
        Some(Row { name: labels.of(name), bars: bars.to_vec() })
    };
    let chart = BarChart {
        title: format!("Nodes beside time, as multiples of {divisor}'s, depth {depth}"),
        axis: Axis::new(&format!("as a multiple of {divisor}'s"), ScaleKind::Logarithmic, number::plain),
        origin: 1.0,
        groups: vec![("nodes".into(), Style::Numbered(0)), ("time".into(), Style::Numbered(1))],
        rows: pairs.iter().filter_map(row).collect(),
    };
    let reading = format!(
        "Fewer nodes are not always less time: ordering and table probes cost time at every node, and a node that is cut \
         off early is cheap. Where the two bars part, the time of a node changed. Times depend on the machine and on what \
         else it did.{}",
        labels.note()
    );
    let has_any = !chart.rows.is_empty();
    has_any.then(|| results.figure("time", reading, &chart))
}

/// The bar of a ratio, with what it is of.
pub fn bar(ratio: &Ratio, what: &str) -> Bar {
    let tip = format!("{what}: × {}", ratio.note());
    Bar { value: ratio.mean, interval: ratio.interval, text: number::ratio(ratio.mean), tip }
}

/// The names of the algorithms of one chart: of long ones, what they do not share.
#[derive(Clone, Debug)]
pub struct Labels {
    shared: Option<String>,
}

impl Labels {
    /// Names that are all shorter than this are written whole.
    const LONG: usize = 24;

    fn new(names: &[String], baseline: &str) -> Labels {
        let is_long = names.iter().any(|name| name.chars().count() >= Labels::LONG);
        Labels { shared: shared(baseline, names).filter(|_| is_long).map(str::to_owned) }
    }

    pub fn of(&self, name: &str) -> Name {
        let rest = self.shared.as_deref().and_then(|shared| name.strip_prefix(shared));
        let rest = rest.filter(|rest| !rest.is_empty());
        Name {
            short: rest.map_or_else(|| name.to_owned(), |rest| format!("…{rest}")), full: name.to_owned()
        }
    }

    /// The explanation of the short names, as a sentence; empty if they are whole names.
    pub fn note(&self) -> String {
        self.shared.as_ref().map_or_else(String::new, |shared| format!(" In names, … stands for {shared}."))
    }
}

/// The longest beginning of the baseline's name that all names share and that ends where a part does. A hyphen begins a
/// part that is left out only after the whole name: elsewhere it may be part of a word.
fn shared<'name>(baseline: &'name str, names: &[String]) -> Option<&'name str> {
    let ends_in = |name: &String, end: usize| {
        let rest = name.strip_prefix(&baseline[..end]);
        let is_end = |next| matches!(next, '+' | '@' | ':') || next == '-' && end == baseline.len();
        rest.is_some_and(|rest| rest.chars().next().is_none_or(is_end))
    };
    let ends = baseline.char_indices().map(|(end, _)| end).chain([baseline.len()]).skip(1);
    let end = ends.filter(|&end| names.iter().all(|name| ends_in(name, end))).last();
    end.map(|end| &baseline[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_positions_do_not_bend_a_curve() {
        let counts = |counts: &[u64]| counts.iter().copied().enumerate().collect();
        for (measured, expected) in [
            (vec![(1, counts(&[1, 100])), (2, counts(&[10, 1000]))], vec![(1, 10.0, 2), (2, 100.0, 2)]),
            (
                vec![(1, counts(&[1, 100])), (2, counts(&[10])), (4, counts(&[1000]))],
                vec![(1, 10.0, 2), (2, 100.0, 1), (4, 10_000.0, 1)],
            ),
            (vec![(1, counts(&[5; 9])), (2, counts(&[7]))], vec![(1, 5.0, 9)]),
            (vec![(3, BTreeMap::new())], Vec::new()),
        ] {
            let means = linked(&measured);
            let found: Vec<(i16, f64, u64)> =
                means.iter().map(|mean| (mean.depth, mean.nodes.round(), mean.positions)).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn labels_share_whole_parts() {
        let cases: [(&[&str], Option<&str>); 4] = [
            (
                &["strongest", "strongest+futility", "strongest-losing-last", "strongest@mtdf"],
                Some("strongest"),
            ),
            (
                &["pvs+sort+table+killers", "pvs+sort+table+killers+history", "pvs+sort+tables"],
                Some("pvs+sort"),
            ),
            (&["alpha-beta", "pvs"], None),
            (&["alpha-beta", "alpha-gamma"], None),
        ];
        for (names, expected) in cases {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(shared(&names[0], &names), expected);
        }
    }
}
