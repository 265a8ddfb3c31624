//! The distribution of a ratio over positions.

use shuangqi_plot::{Axis, Figure, Fill, Line, LineChart, Point, Ruling, number};

use super::Subject;

/// With more lines than this none could be followed.
const MOST_LINES: usize = 8;

/// A curve of more steps than this looks the same.
const MOST_STEPS: usize = 60;

/// The share of positions whose ratio is at most x; `None` if there is nothing to divide.
pub fn distribution(subject: &Subject<'_>) -> Option<Figure> {
    let depth = subject.clearest_depth()?;
    let all: Vec<Line> = subject.pairs().into_iter().filter_map(|pair| line(subject, pair, depth)).collect();
    let left_out = all.len().saturating_sub(MOST_LINES);
    let lines = all[left_out..].to_vec();
    let baseline = subject.baseline();
    let title = format!("How the gain is spread over positions, depth {depth}");
    let label = format!("nodes ÷ nodes of {baseline} on the same position");
    let x = Axis { includes: vec![1.0], ..Axis::new(&label, Ruling::Logarithmic, number::plain) };
    let y = Axis {
        ends: (Some(0.0), Some(100.0)),
        ..Axis::new("positions with at most this ratio (%)", Ruling::Linear, number::plain)
    };
    let chart = LineChart { rules: vec![50.0], uprights: vec![1.0], ..LineChart::new(title, x, y, lines) };
    let reading = format!(
        "Where a curve crosses the upright line at 1, its height is the share of positions on which the \
         algorithm needed no more nodes than {baseline}. The full mark at 50 % is the median; a steep curve \
         means that all positions behave alike, a flat one that the mean hides much.{}{}",
        if left_out > 0 {
            format!(" The last {MOST_LINES} of the experiment are shown.")
        } else {
            String::new()
        },
        subject.labels().note()
    );
    let has_any = !chart.lines.is_empty();
    has_any.then(|| subject.full("distribution", reading, &chart))
}

fn line(subject: &Subject<'_>, (one, other): (usize, usize), depth: i16) -> Option<Line> {
    let pairs = subject.view.pairs(one, other, depth);
    let mut ratios: Vec<f64> = pairs
        .iter()
        .map(|(one, other)| one.search.cost().max(1) as f64 / other.search.cost().max(1) as f64)
        .collect();
    ratios.sort_by(f64::total_cmp);
    let name = subject.view.name(one);
    let count = ratios.len();
    let start = Point { fill: None, ..Point::new(*ratios.first()?, 0.0, "") };
    let step = |(place, &ratio): (usize, &f64)| {
        let y = 100.0 * (place + 1) as f64 / count as f64;
        let tip = format!("{name}: × {} or less on {y:.0} % of the positions", number::ratio(ratio));
        Point { fill: mark(place, count), ..Point::new(ratio, y, tip) }
    };
    let shown = ratios.iter().enumerate().filter(|&(place, _)| is_step(place, count));
    let points = [start].into_iter().chain(shown.map(step)).collect();
    Some(Line { is_stepped: true, ..Line::new(subject.labels().of(one), subject.look(one), points) })
}

/// Whether a place among `count` is drawn: evenly spread ones, the median and the last.
fn is_step(place: usize, count: usize) -> bool {
    let step = |place: usize| place * MOST_STEPS / count.max(1);
    count <= MOST_STEPS || place == (count - 1) / 2 || place + 1 == count || step(place) != step(place + 1)
}

/// The median is marked; every twentieth part besides can be pointed at.
fn mark(place: usize, count: usize) -> Option<Fill> {
    let is_median = place == (count - 1) / 2;
    let is_part = place.is_multiple_of((count / MOST_STEPS).max(1) * 3);
    if is_median { Some(Fill::Full) } else { is_part.then_some(Fill::Hidden) }
}
