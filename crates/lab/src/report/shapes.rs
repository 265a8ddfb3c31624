//! The pictures of an experiment by its shape: errors of selective algorithms, the worth of parts, the effect of a
//! setting.

use shuangqi_plot::{
    Axis, BarChart, Cell, Dot, Figure, Group, HeatMap, Line, Point, Row, ScaleKind, ScatterChart, Stroke,
    Style, number,
};

use super::experiment_results::{ExperimentResults, Ratio};
use super::figures::{bar, distance, nodes_and_time, nodes_by_depth, ratio_by_depth, ratio_chart};
use crate::compare::experiment::{Method, Shape, combinations};
use crate::compare::summary::AlgorithmSummary;

/// The figures of an experiment, in the order in which they are to be read.
pub fn figures(results: &ExperimentResults<'_>) -> Vec<Figure> {
    let drawn = match &results.experiment.shape {
        Shape::List { is_selective: false, .. } => vec![
            nodes_by_depth(results),
            ratio_by_depth(results),
            distance(results),
            nodes_and_time(results, &results.pairs()),
        ],
        Shape::List { is_selective: true, .. } => {
            vec![pareto(results), ratio_by_depth(results), nodes_and_time(results, &results.pairs())]
        }
        Shape::Ablation { bare, full, parts } => {
            let without = results.pairs().into_iter().filter(|(_, divisor)| divisor == full);
            vec![
                ablation(results, (bare, full), parts),
                nodes_and_time(results, &without.collect::<Vec<_>>()),
            ]
        }
        Shape::Factorial { bare, parts } => vec![factorial(results, bare, parts)],
        Shape::Setting { setting, values, methods } => vec![by_setting(results, setting, values, methods)],
    };
    drawn.into_iter().flatten().collect()
}

/// An algorithm: nodes as a multiple, and mean error; exact ones have none.
#[derive(Clone, Debug)]
struct Choice<'results> {
    algorithm: &'results str,
    place: (f64, f64),
    is_exact: bool,
}

impl<'results> Choice<'results> {
    fn of(row: &'results AlgorithmSummary) -> Option<Choice<'results>> {
        let place = (row.ratio_geomean?, row.mean_error.unwrap_or(0.0));
        Some(Choice { algorithm: &row.algorithm, place, is_exact: row.mean_error.is_none() })
    }
}

/// Nodes against error, with the front of the algorithms that none beats in both; `None` where no algorithm errs.
fn pareto(results: &ExperimentResults<'_>) -> Option<Figure> {
    let (depth, baseline) = (results.clearest_depth()?, results.experiment.baseline());
    let rows = results.rows.iter().copied().filter(|row| row.depth == depth);
    let mut choices: Vec<Choice<'_>> = rows.filter_map(Choice::of).collect();
    // The names of those on the front find room first.
    let front = front(&choices);
    choices.sort_by_key(|choice| !front.contains(&choice.place));
    if choices.iter().all(|choice| choice.place.1 <= 0.0) {
        return None;
    }
    let group = |name: &str, style: Style, is_exact: bool| Group {
        name: name.into(),
        style,
        dots: dots(results, choices.iter().filter(|choice| choice.is_exact == is_exact)),
    };
    let groups = [group("exact", Style::Baseline, true), group("selective", Style::Numbered(1), false)];
    let y = Axis::new("mean distance to the full-width score", ScaleKind::Linear, number::plain);
    let chart = ScatterChart {
        title: format!("Nodes against error, depth {depth}"),
        x: Axis::new(&format!("nodes ÷ nodes of {baseline}"), ScaleKind::Logarithmic, number::plain),
        y: Axis { ends: (Some(0.0), None), ..y },
        front,
        groups: groups.into_iter().filter(|group| !group.dots.is_empty()).collect(),
    };
    let reading = format!(
        "Left is cheap, low is accurate. The broken line joins the algorithms that no other beats in both; what lies above \
         and to the right of it gives away nodes or accuracy for nothing. The error is in units of score. A search that \
         looks deeper in places may differ from the full-width score and be right; for extensions see the share of moves \
         of a deeper search in the table below. A mark without a name shows it when it is pointed at.{}",
        results.labels().note()
    );
    Some(results.figure("pareto", reading, &chart))
}

/// A dot for each place: marks of the same place would hide each other.
fn dots<'a>(results: &ExperimentResults<'_>, choices: impl Iterator<Item = &'a Choice<'a>>) -> Vec<Dot> {
    let mut dots: Vec<Dot> = Vec::new();
    for Choice { algorithm, place: (x, y), .. } in choices {
        let tip = format!("{algorithm}: × {} nodes, mean error {}", number::ratio(*x), number::plain(*y));
        match dots.iter_mut().find(|dot| (dot.x, dot.y) == (*x, *y)) {
            Some(alike) => alike.tip = format!("{}; {tip}", alike.tip),
            None => dots.push(Dot { x: *x, y: *y, label: results.labels().of(algorithm).short, tip }),
        }
    }
    dots
}

/// The places of the choices that none beats in both, by rising nodes and falling error.
fn front(choices: &[Choice<'_>]) -> Vec<(f64, f64)> {
    let mut sorted: Vec<(f64, f64)> = choices.iter().map(|choice| choice.place).collect();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let mut front: Vec<(f64, f64)> = Vec::new();
    for point in sorted {
        if front.last().is_none_or(|last| point.1 < last.1) {
            front.push(point);
        }
    }
    front
}

/// Bars for each part: added to the bare algorithm, and taken from the full one.
fn ablation(results: &ExperimentResults<'_>, (bare, full): (&str, &str), parts: &[&str]) -> Option<Figure> {
    let depth = results.clearest_depth()?;
    let bar = |name: String, divisor: &str, done: &str| {
        let ratio = Ratio::nodes(results.row(&name, divisor, depth)?)?;
        Some(bar(&ratio, &format!("{done} {divisor}, depth {depth}")))
    };
    let row = |part: &&str| Row {
        name: (*part).into(),
        bars: vec![
            bar(format!("{bare}+{part}"), bare, &format!("{part} added to")),
            bar(format!("{full}-{part}"), full, &format!("{part} left out of")),
        ],
    };
    let rows = parts.iter().map(row).filter(|row| row.bars.iter().any(Option::is_some));
    let chart = BarChart {
        title: format!("What each part is worth, depth {depth}"),
        axis: Axis::new("nodes as a multiple", ScaleKind::Logarithmic, number::plain),
        origin: 1.0,
        groups: vec![
            (format!("added to {bare}").as_str().into(), Style::Numbered(0)),
            (format!("left out of {full}").as_str().into(), Style::Numbered(1)),
        ],
        rows: rows.collect(),
    };
    let reading = format!(
        "A blue bar to the left is what the part saves when it is added to {bare}; an orange bar to the right is what its \
         loss costs {full}. A part can save much alone and be missed little, because others do the same work. The thin \
         line is the 95 % interval. Odd and even depths differ: see the numbers at all depths."
    );
    let has_any = !chart.rows.is_empty();
    has_any.then(|| results.figure("ablation", reading, &chart))
}

/// A map of all combinations of the parts; `None` if there is nothing to divide.
fn factorial(results: &ExperimentResults<'_>, bare: &str, parts: &[&str]) -> Option<Figure> {
    let depth = results.clearest_depth()?;
    let cell = |name: String| {
        let ratio = Ratio::nodes(results.row(&name, bare, depth)?)?;
        let tip = format!("{name}: × {}", ratio.note());
        Some(Cell { value: ratio.mean, text: number::ratio(ratio.mean), tip })
    };
    let chart = HeatMap {
        title: format!("All combinations, nodes as a multiple of {bare}'s, depth {depth}"),
        parts: parts.iter().map(|&part| part.to_owned()).collect(),
        cells: combinations(bare, parts).into_iter().map(cell).collect(),
    };
    let reading = "Each cell is an algorithm: a full dot above its column or beside its row means that it has \
        the part. The darker the cell, the fewer nodes.";
    Some(results.figure("factorial", reading, &chart))
}

/// Each method over its own baseline, by setting; `None` if there is nothing to divide.
fn by_setting(
    results: &ExperimentResults<'_>,
    setting: &str,
    values: &[&str],
    methods: &[Method],
) -> Option<Figure> {
    let depth = results.clearest_depth()?;
    let line = |place: usize, method: &Method, depth: i16, stroke: Stroke| {
        let point = |(value, (name, divisor)): (usize, &(String, String))| {
            let ratio = Ratio::nodes(results.row(name, divisor, depth)?)?;
            let tip = format!("{}, {}, depth {depth}: {}", method.name, values[value], ratio.note());
            let fill = results.fill(i16::from(stroke != Stroke::Solid), ratio.positions);
            let point = Point::new(value as f64, ratio.mean, tip);
            Some(Point { interval: ratio.interval, fill: Some(fill), ..point })
        };
        let points = method.pairs.iter().enumerate().filter_map(point).collect();
        Line { stroke, ..Line::new(method.name, Style::Numbered(place), points) }
    };
    let lines = methods.iter().enumerate().flat_map(|(place, method)| {
        [(depth, Stroke::Solid), (depth - 1, Stroke::Dashed)]
            .map(|(depth, stroke)| line(place, method, depth, stroke))
    });
    let lines: Vec<Line> = lines.filter(|line| !line.points.is_empty()).collect();
    let title = format!("Nodes as a multiple, by {setting}, at depth {depth}");
    let axis = Axis::of_names(setting, values.iter().map(|&value| value.to_owned()).collect());
    let chart = ratio_chart(title, axis, "nodes ÷ nodes of what it is measured against", lines);
    let reading = format!(
        "Each point divides the method's nodes by those of its counterpart under the same {setting}: below 1 \
         the method gains, above 1 it loses. Bands or whiskers are 95 % intervals. Solid: depth {depth}; \
         dashed: depth {}, because odd and even depths differ.",
        depth - 1
    );
    let has_any = !chart.lines.is_empty();
    has_any.then(|| results.figure("setting", reading, &chart))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_holds_what_nothing_beats() {
        let choices = [(1.0, 0.0), (0.5, 3.0), (0.4, 2.0), (0.3, 9.0), (0.9, 2.0)].map(|place| Choice {
            algorithm: "",
            place,
            is_exact: false,
        });
        assert_eq!(front(&choices), [(0.3, 9.0), (0.4, 2.0), (1.0, 0.0)]);
    }
}
