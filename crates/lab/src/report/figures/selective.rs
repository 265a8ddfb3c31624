//! The nodes that selective searches save, against their errors.

use shuangqi_plot::{Axis, Cloud, Dot, Figure, Group, Look, Ruling, number};

use super::Subject;

/// An algorithm: nodes as a multiple, and mean error.
#[derive(Clone, Debug)]
struct Choice {
    algorithm: usize,
    ratio: f64,
    error: f64,
}

impl Choice {
    fn place(&self) -> (f64, f64) {
        (self.ratio, self.error)
    }
}

/// Nodes against error, with the front of the algorithms that none beats in both; `None` where no algorithm errs.
pub fn pareto(subject: &Subject<'_>) -> Option<Figure> {
    let depth = subject.clearest_depth()?;
    let mut choices: Vec<Choice> =
        subject.others().into_iter().filter_map(|algorithm| choice(subject, algorithm, depth)).collect();
    choices.push(Choice { algorithm: subject.baseline, ratio: 1.0, error: 0.0 });
    let front = front(&choices);
    choices.sort_by_key(|choice| !front.contains(&choice.place()));
    let is_selective = |choice: &Choice| {
        subject.view.report.algorithms.get(choice.algorithm).is_some_and(|algorithm| algorithm.is_selective)
    };
    let group = |name: &str, look: Look, selective: bool| Group {
        name: name.into(),
        look,
        dots: alike(choices.iter().filter(|choice| is_selective(choice) == selective))
            .iter()
            .map(|alike| dot(subject, alike))
            .collect(),
    };
    let groups = [group("exact", Look::Baseline, false), group("selective", Look::Numbered(1), true)];
    let title = format!("Nodes against error, depth {depth}");
    let baseline = subject.baseline();
    let y = Axis::new("mean distance to the full-width score", Ruling::Linear, number::plain);
    let chart = Cloud {
        title,
        x: Axis::new(&format!("nodes ÷ nodes of {baseline}"), Ruling::Logarithmic, number::plain),
        y: Axis { ends: (Some(0.0), None), ..y },
        is_even: false,
        front,
        groups: groups.into_iter().filter(|group| !group.dots.is_empty()).collect(),
    };
    let reading =
        "Left is cheap, low is accurate. The broken line joins the algorithms that no other beats in \
        both; what lies above and to the right of it gives away nodes or accuracy for nothing. The error is \
        in units of score. A search that looks deeper in places may differ from the full-width score and be right; \
        for extensions see the share of moves of a deeper search in the table below. A mark without a name \
        shows it when it is pointed at."
            .to_owned()
            + &subject.labels().note();
    let errs = choices.iter().any(|choice| choice.error > 0.0);
    errs.then(|| subject.full("pareto", reading, &chart))
}

/// An algorithm with its error as its summary has it, or else as its searches have it. Exact algorithms have none.
fn choice(subject: &Subject<'_>, algorithm: usize, depth: i16) -> Option<Choice> {
    let ratio = subject.ratio((algorithm, subject.baseline), depth)?.mean;
    let summary = subject.view.summary(subject.index, algorithm, subject.baseline, depth);
    let errors: Vec<f64> = subject
        .view
        .finished(algorithm, depth)
        .iter()
        .filter_map(|search| search.error.map(f64::from))
        .collect();
    let mean = (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64);
    let is_selective = subject.view.report.algorithms.get(algorithm)?.is_selective;
    let error = summary.and_then(|summary| summary.mean_error).or(mean);
    Some(Choice { algorithm, ratio, error: if is_selective { error? } else { 0.0 } })
}

/// Choices of the same place together: their marks would hide each other.
fn alike<'choice>(choices: impl Iterator<Item = &'choice Choice>) -> Vec<Vec<&'choice Choice>> {
    let mut places: Vec<Vec<&Choice>> = Vec::new();
    for choice in choices {
        match places.iter_mut().find(|alike| alike[0].place() == choice.place()) {
            Some(alike) => alike.push(choice),
            None => places.push(vec![choice]),
        }
    }
    places
}

fn dot(subject: &Subject<'_>, alike: &[&Choice]) -> Dot {
    let names: Vec<&str> = alike.iter().map(|choice| subject.view.name(choice.algorithm)).collect();
    let (x, y) = alike[0].place();
    let tip = format!("{}: × {} nodes, mean error {}", names.join(", "), number::ratio(x), number::plain(y));
    let short = subject.labels().of(alike[0].algorithm).short;
    let label = if alike.len() > 1 { format!("{short} and {} alike", alike.len() - 1) } else { short };
    Dot { x, y, label, tip }
}

/// The choices that none beats in both, by rising nodes and falling error.
fn front(choices: &[Choice]) -> Vec<(f64, f64)> {
    let mut sorted: Vec<(f64, f64)> = choices.iter().map(Choice::place).collect();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let mut front: Vec<(f64, f64)> = Vec::new();
    for point in sorted {
        if front.last().is_none_or(|last| point.1 < last.1) {
            front.push(point);
        }
    }
    front
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_holds_what_nothing_beats() {
        let choices = [(1.0, 0.0), (0.5, 3.0), (0.4, 2.0), (0.3, 9.0), (0.9, 2.0)]
            .map(|(ratio, error)| Choice { algorithm: 0, ratio, error });
        assert_eq!(front(&choices), [(0.3, 9.0), (0.4, 2.0), (1.0, 0.0)]);
    }
}
