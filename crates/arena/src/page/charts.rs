//! The charts of the page: Elo, the test and scores over the games; pairs and discs.

use shuangqi_cli::units::counted;

use super::{Report, format};
use crate::rating::{Counts, Sprt};
use crate::record::GameRecord;
use crate::standings::Standings;
use game::Seat;
use shuangqi_plot::{
    Axis, Bar, BarChart, Column, Figure, Fill, Histogram, Line, LineChart, Point, Row, ScaleKind, Style,
    number,
};

/// The most points of a line: more of them look the same.
const MAX_POINTS: usize = 150;
/// The fewest results from which Elo is shown: the interval of fewer would fill the chart.
const MIN_RESULTS: u64 = 4;
/// About as many columns as can be read.
const COLUMNS: i64 = 26;

fn point(x: f64, y: f64, interval: Option<(f64, f64)>, tip: String) -> Point {
    Point { interval, fill: Some(Fill::Hidden), ..Point::new(x, y, tip) }
}

/// A line of an engine, which has the same colour in all charts.
fn engine_line(report: &Report<'_>, engine: usize, points: Vec<Point>) -> Line {
    Line::new(report.name(engine), Style::Numbered(engine), points)
}

fn whole(label: &str) -> Axis {
    Axis::new(label, ScaleKind::Whole, number::plain)
}

/// The figures, in the order in which they are shown.
pub fn over_games(report: &Report<'_>) -> Vec<Figure> {
    if !report.is_duel() {
        return scores(report).into_iter().collect();
    }
    let history = history(report);
    let elo = elo(report, &history);
    // A score of all or nothing has no Elo; then the score itself is shown.
    let scores = if elo.is_none() { scores(report) } else { None };
    let drawings: Vec<Drawing> = elo.into_iter().chain(test(report, &history)).collect();
    let is_full = drawings.len() == 1 && scores.is_none();
    let figure = |(name, reading, chart): Drawing| {
        if is_full { Figure::full(name, reading, &chart) } else { Figure::panel(name, reading, &chart) }
    };
    scores.into_iter().chain(drawings.into_iter().map(figure)).collect()
}

/// The name of a figure, how it is read, and its chart.
type Drawing = (&'static str, String, LineChart);

/// The numbers of games and the results after them.
type History = [(u64, Counts)];

/// The results of the first two engines each time that their statistics changed.
fn history(report: &Report<'_>) -> Vec<(u64, Counts)> {
    let mut standings = Standings::new(report.config, None);
    let mut history = Vec::new();
    for game in report.games {
        let before = standings.first_encounter().counts();
        standings.add(game);
        let encounter = standings.first_encounter();
        if encounter.counts() != before {
            history.push((encounter.games().games(), encounter.counts()));
        }
    }
    thinned(history)
}

/// Every n-th value, and the last one.
fn thinned<T>(all: Vec<T>) -> Vec<T> {
    let stride = all.len().div_ceil(MAX_POINTS).max(1);
    let last = all.len().wrapping_sub(1);
    let is_kept = |place: usize| (last - place).is_multiple_of(stride);
    all.into_iter().enumerate().filter(|&(place, _)| is_kept(place)).map(|(_, value)| value).collect()
}

fn elo(report: &Report<'_>, history: &History) -> Option<Drawing> {
    let elo_point = |&(games, counts): &(u64, Counts)| {
        let elo = counts.spread().elo();
        let tip = format!("after {}: {} Elo", counted(games, "game"), format::estimate(elo, 1));
        Some(point(games as f64, elo.value?, elo.lower.zip(elo.upper), tip))
    };
    let enough = history.iter().filter(|(_, counts)| counts.games() >= MIN_RESULTS);
    let points: Vec<Point> = enough.filter_map(elo_point).collect();
    let (name, other) = (report.name(0), report.name(1));
    let y = Axis::new(&format!("Elo of {name} against {other}"), ScaleKind::Linear, number::plain);
    let y = Axis { ends: elo_range(&points)?, ..y };
    let lines = vec![engine_line(report, 0, points)];
    let title = format!("Elo of {name} over games");
    let chart = LineChart { rules: vec![0.0], ..LineChart::new(title, games_axis(), y, lines) };
    let reading = "The band is the 95 % interval after that number of games, in the order of the schedule. It shows \
        how certain the value was there, not that it had to stay within.";
    Some(("elo", reading.to_owned(), chart))
}

/// The range of the axis: the wide intervals of the first games are cut off, so that what follows can be read.
fn elo_range(points: &[Point]) -> Option<(Option<f64>, Option<f64>)> {
    let (last, tail) = (points.last()?.y, &points[points.len() / 8..]);
    let ends = tail.iter().filter_map(|point| point.interval).flat_map(|(low, high)| [low, high]);
    let (low, high) =
        ends.fold((last.min(0.0), last.max(0.0)), |(low, high), end| (low.min(end), high.max(end)));
    let room = ((high - low) * 0.06).max(1.0);
    Some((Some((low - room).max(-800.0)), Some((high + room).min(800.0))))
}

/// The log-likelihood ratio of the test, with its bounds.
fn test(report: &Report<'_>, history: &History) -> Option<Drawing> {
    let sprt = report.standings.test?;
    let Sprt { parameters, lower, upper } = sprt;
    let llr_point = |&(games, counts): &(u64, Counts)| {
        let state = sprt.state(counts);
        let (after, llr) = (counted(games, "game"), number::signed(state.llr, 2));
        let tip = format!("after {after}: LLR {llr}");
        point(games as f64, state.llr, None, tip)
    };
    let points: Vec<Point> = history.iter().map(llr_point).collect();
    let y = Axis::new("log-likelihood ratio of H1 to H0", ScaleKind::Linear, number::plain);
    let y = Axis { includes: vec![lower * 1.1, upper * 1.1], ..y };
    let lines = vec![Line::new("LLR", Style::Numbered(2), points)];
    let chart = LineChart {
        rules: vec![0.0, lower, upper],
        ..LineChart::new("The sequential test over games", games_axis(), y, lines)
    };
    let reading = format!(
        "H0: {} is stronger by {}; H1: by {} ({}). At the upper line, {}, H1 is accepted, at the lower one, {}, H0; \
         with error rates of {} and {}.",
        report.name(0),
        number::plain(parameters.elo0),
        number::plain(parameters.elo1),
        parameters.model.unit(),
        number::signed(upper, 2),
        number::signed(lower, 2),
        format::share(parameters.alpha),
        format::share(parameters.beta)
    );
    (!history.is_empty()).then_some(("test", reading, chart))
}

/// The score of each engine over its games.
fn scores(report: &Report<'_>) -> Option<Figure> {
    let mut points: Vec<Vec<Point>> = report.engines().map(|_| Vec::new()).collect();
    let mut standings = Standings::new(report.config, None);
    for (number, game) in (1u32..).zip(report.games) {
        standings.add(game);
        for &engine in &game.scheduled.engines {
            let Some(games) = standings.engines.get(engine).map(|results| results.games()) else {
                continue;
            };
            let percent = games.score().unwrap_or_default() * 100.0;
            let tip =
                format!("{}: {percent:.1} % of {}", report.name(engine), counted(games.games(), "game"));
            points[engine].push(point(number.into(), percent, None, tip));
        }
    }
    // The first scores jump between all and nothing.
    let line = |(engine, mut points): (usize, Vec<Point>)| {
        engine_line(report, engine, thinned(points.split_off(points.len() / 20)))
    };
    let y = Axis::new("points (% of its games)", ScaleKind::Linear, number::plain);
    let lines = points.into_iter().enumerate().map(line).collect();
    let chart = LineChart {
        rules: vec![50.0],
        labels_ends: true,
        ..LineChart::new("Scores over games", games_axis(), y, lines)
    };
    let reading = "Points of each engine as a share of its games so far, in the order of the schedule.";
    (!report.games.is_empty()).then(|| Figure::full("scores", reading, &chart))
}

fn games_axis() -> Axis {
    Axis::new("games", ScaleKind::Whole, number::count)
}

/// The pairs of a match by the points of its first engine; `None` without pairs.
pub fn pairs(report: &Report<'_>) -> Option<Figure> {
    let pairs = report.standings.first_encounter().pairs;
    let all = pairs.pairs();
    if all == 0 || !report.is_duel() {
        return None;
    }
    let names = ["2 (both won)", "1½", "1", "½", "0 (both lost)"];
    let row = |(name, &count): (&str, &u64)| {
        let percent = 100.0 * count as f64 / all as f64;
        let tip = format!("{name}: {count} of {}, {percent:.1} %", counted(all, "pair"));
        let bar = Bar { value: count as f64, interval: None, text: format!("{count} ({percent:.0} %)"), tip };
        Row { name: name.into(), bars: vec![Some(bar)] }
    };
    let engine = report.name(0);
    let chart = BarChart {
        title: format!("Pairs of games by the points of {engine}"),
        axis: whole("pairs"),
        origin: 0.0,
        groups: vec![(engine.into(), Style::Numbered(0))],
        rows: names.into_iter().zip(pairs.0.iter().rev()).map(row).collect(),
    };
    let reading = "Two games from the same opening with colours swapped make a pair.";
    Some(Figure::panel("pairs", reading, &chart))
}

/// The difference of discs of the first engine, in Othello.
pub fn discs(report: &Report<'_>) -> Option<Figure> {
    let difference = |game: &GameRecord| {
        let sign = if game.seat_of(0)? == Seat::First { 1 } else { -1 };
        Some(i64::from(game.discs? * sign))
    };
    let values: Vec<i64> = report.games.iter().filter(|_| report.is_duel()).filter_map(difference).collect();
    let (least, most) = (*values.iter().min()?, *values.iter().max()?);
    let mean = values.iter().sum::<i64>() as f64 / values.len() as f64;
    // Every difference is even, as empty squares go to the winner: a column has 0 in its middle.
    let width = if most - least > 2 * COLUMNS { 6 } else { 2 };
    let (name, other) = (report.name(0), report.name(1));
    let label = format!("discs of {name} less those of {other}");
    let chart = Histogram {
        title: format!("Discs by which {name} won or lost"),
        x: whole(&label),
        y: whole("games"),
        groups: vec![(name.into(), Style::Numbered(0))],
        uprights: vec![0.0],
        columns: columns(&values, width),
    };
    let reading = format!(
        "Of the {} that were played to the end; the mean is {} discs.",
        counted(values.len() as u64, "game"),
        number::signed(mean, 2)
    );
    Some(Figure::panel("discs", reading, &chart))
}

/// Columns of equal width, one of them with 0 in its middle.
fn columns(values: &[i64], width: i64) -> Vec<Column> {
    let place = |value: i64| (value + width / 2).div_euclid(width);
    let places = || values.iter().map(|&value| place(value));
    let (Some(first), Some(last)) = (places().min(), places().max()) else { return Vec::new() };
    (first..=last)
        .map(|column| {
            let from = column * width - width / 2;
            let count = places().filter(|&place| place == column).count() as u64;
            let (least, most) = (from + 1, from + width - 1);
            let span = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let tip = format!("{span} discs: {}", counted(count, "game"));
            Column { from: from as f64, to: (from + width) as f64, counts: vec![count], tip }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_centred_on_0() {
        let found = columns(&[-4, -2, 0, 0, 2, 4], 6);
        let bounds: Vec<(f64, f64, u64)> =
            found.iter().map(|column| (column.from, column.to, column.counts[0])).collect();
        assert_eq!(bounds, [(-9.0, -3.0, 1), (-3.0, 3.0, 4), (3.0, 9.0, 1)]);
        assert_eq!(found[1].tip, "-2 to 2 discs: 4 games");
    }
}
