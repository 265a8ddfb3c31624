//! Ratios by depth and by setting.

use shuangqi_plot::{Axis, Figure, Line, LineChart, Look, Point, Ruling, Stroke, number};

use super::super::view::Ratio;
use super::{PARITY, Subject, by_parity, fill};
use crate::data::{Method, ReferenceKind};

fn chart(title: String, x: Axis, label: &str, lines: Vec<Line>) -> LineChart {
    let y = Axis { includes: vec![1.0], ..Axis::new(label, Ruling::Logarithmic, number::plain) };
    LineChart { rules: vec![1.0], labels_ends: true, ..LineChart::new(title, x, y, lines) }
}

fn by_depth(title: String, label: &str, lines: Vec<Line>) -> LineChart {
    chart(title, Axis::new("depth (plies)", Ruling::Whole, number::plain), label, lines)
}

/// The nodes of each algorithm over the baseline's, by depth; `None` if there is nothing to divide.
pub fn ratio_by_depth(subject: &Subject<'_>) -> Option<Figure> {
    let ratio_lines = RatioLines::new(subject, &subject.others(), |algorithm, depth| {
        subject.ratio((algorithm, subject.baseline), depth)
    });
    let baseline = subject.baseline();
    let title = format!("Nodes as a multiple of {baseline}'s, by depth");
    let label = format!("nodes ÷ nodes of {baseline}");
    let chart = by_depth(title, &label, ratio_lines.lines(subject));
    let reading = format!(
        "Below 1, the algorithm needs fewer nodes than {baseline} on the same positions. The mean is \
         geometric; bands or whiskers are 95 % intervals, and an interval that crosses 1 leaves open which \
         of the two is better. {PARITY}{}{}",
        ratio_lines.left_out(subject),
        subject.labels().note()
    );
    let has_any = !chart.lines.is_empty();
    has_any.then(|| subject.full("ratio", reading, &chart))
}

/// The visits of each algorithm over the size of the left-first minimal graph, and over the cheap-cut bound, by depth;
/// nothing where those were not measured as deep as the experiment goes.
pub fn distances(subject: &Subject<'_>) -> Vec<Figure> {
    const GRAPH: &str =
        "the smallest search that proves the score, trying the best moves first and no position twice";
    const BOUND: &str = "a search that tries, of the moves that cut a node, one that is cheap; the \
        smallest graph of all cannot be larger";
    let kinds = [
        (ReferenceKind::LeftFirstMinimalGraph, "minimal-graph", GRAPH),
        (ReferenceKind::CheapCut, "cheap-cut", BOUND),
    ];
    kinds.into_iter().filter_map(|(kind, name, meaning)| distance(subject, kind, name, meaning)).collect()
}

fn distance(subject: &Subject<'_>, kind: ReferenceKind, name: &str, meaning: &str) -> Option<Figure> {
    let ratio_lines = RatioLines::new(subject, &subject.algorithms, |algorithm, depth| {
        subject.view.distance(algorithm, kind, depth)
    });
    let title = format!("How far from the {}", kind.name());
    let label = format!("visits of the last iteration ÷ {}", kind.name());
    let chart = by_depth(title, &label, ratio_lines.lines(subject));
    let reading = format!(
        "The {} is {meaning}. At 1 nothing would be left to gain from better ordering. {PARITY}{}{}",
        kind.name(),
        ratio_lines.left_out(subject),
        subject.labels().note()
    );
    ratio_lines.reach(subject).then(|| subject.full(name, reading, &chart))
}

struct RatioLines {
    near: Vec<(usize, Vec<(i16, Ratio)>)>,
    /// The indices of ratios so large that they are not drawn.
    far: Vec<usize>,
}

impl RatioLines {
    /// A ratio that no chart of others has room for.
    const FAR: f64 = 20.0;

    fn new(
        subject: &Subject<'_>,
        algorithms: &[usize],
        ratio: impl Fn(usize, i16) -> Option<Ratio>,
    ) -> RatioLines {
        let depths = subject.view.depths_of_experiment(subject.index);
        let by_depth = |&algorithm: &usize| {
            let by_depth = depths.iter().filter_map(|&depth| Some((depth, ratio(algorithm, depth)?)));
            (algorithm, by_depth.collect::<Vec<_>>())
        };
        let is_near = |(_, ratios): &(usize, Vec<(i16, Ratio)>)| {
            ratios.last().is_none_or(|(_, ratio)| ratio.mean <= RatioLines::FAR)
        };
        let all = algorithms.iter().map(by_depth).filter(|(_, ratios)| !ratios.is_empty());
        let (near, far): (Vec<_>, Vec<_>) = all.partition(is_near);
        if near.is_empty() {
            return RatioLines { near: far, far: Vec::new() };
        }
        RatioLines { near, far: far.into_iter().map(|(algorithm, _)| algorithm).collect() }
    }

    /// Whether any of them is known at the deepest depth of the experiment.
    fn reach(&self, subject: &Subject<'_>) -> bool {
        let deepest = subject.view.depths_of_experiment(subject.index).pop();
        self.near.iter().any(|(_, ratios)| ratios.last().map(|&(depth, _)| depth) == deepest)
    }

    /// Two lines for each that is shown.
    fn lines(&self, subject: &Subject<'_>) -> Vec<Line> {
        let both = |(algorithm, ratios): &(usize, Vec<(i16, Ratio)>)| {
            by_parity(subject, &subject.labels().of(*algorithm), subject.look(*algorithm), ratios)
        };
        self.near.iter().flat_map(both).filter(|line| !line.points.is_empty()).collect()
    }

    /// The names of those that are not shown, as a sentence; empty if there are none.
    fn left_out(&self, subject: &Subject<'_>) -> String {
        let names: Vec<&str> = self.far.iter().map(|&algorithm| subject.view.name(algorithm)).collect();
        if names.is_empty() {
            return String::new();
        }
        format!(
            " Left out, because they need more than {} times as much: {}.",
            RatioLines::FAR,
            names.join(", ")
        )
    }
}

/// Each method over its own baseline, by setting; `None` if there is nothing to divide.
pub fn by_setting(
    subject: &Subject<'_>,
    setting: &str,
    values: &[String],
    methods: &[Method],
) -> Option<Figure> {
    let all = methods.iter().flat_map(|method| &method.pairs);
    let pairs: Vec<(usize, usize)> = all.map(|pair| indices(subject, pair)).collect();
    let depth = subject.view.clearest_depth(&pairs)?;
    let lines = methods.iter().enumerate().flat_map(|(place, method)| {
        [(depth, Stroke::Solid), (depth - 1, Stroke::Dashed)]
            .map(|(depth, stroke)| setting_line(subject, (place, method), values, depth, stroke))
    });
    let lines: Vec<Line> = lines.filter(|line| !line.points.is_empty()).collect();
    let title = format!("Nodes as a multiple, by {setting}, at depth {depth}");
    let axis = Axis::of_names(setting, values.to_vec());
    let chart = chart(title, axis, "nodes ÷ nodes of what it is measured against", lines);
    let reading = format!(
        "Each point divides the method's nodes by those of its counterpart under the same {setting}: below 1 \
         the method gains, above 1 it loses. Bands or whiskers are 95 % intervals. Solid: depth {depth}; \
         dashed: depth {}, because odd and even depths differ.",
        depth - 1
    );
    let has_any = !chart.lines.is_empty();
    has_any.then(|| subject.full("setting", reading, &chart))
}

fn indices(subject: &Subject<'_>, (one, other): &(String, String)) -> (usize, usize) {
    (subject.view.index(one), subject.view.index(other))
}

fn setting_line(
    subject: &Subject<'_>,
    (place, method): (usize, &Method),
    values: &[String],
    depth: i16,
    stroke: Stroke,
) -> Line {
    let point = |(value, pair): (usize, &(String, String))| {
        let ratio = subject.ratio(indices(subject, pair), depth)?;
        let tip = format!("{}, {}, depth {depth}: {}", method.name, values.get(value)?, ratio.note());
        let fill = fill(i16::from(stroke != Stroke::Solid), subject.is_whole(ratio.positions));
        let point = Point::new(value as f64, ratio.mean, tip);
        Some(Point { interval: ratio.interval, fill: Some(fill), ..point })
    };
    let points = method.pairs.iter().enumerate().filter_map(point).collect();
    Line { stroke, ..Line::new(method.name.as_str(), Look::Numbered(place), points) }
}
