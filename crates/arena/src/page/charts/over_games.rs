//! Elo, the test and scores over the games of a match.

use shuangqi_cli::units::counted;

use super::{engine_line, point};
use crate::page::{Report, format};
use crate::rating::Counts;
use crate::standings::Standings;
use shuangqi_plot::Figure;
use shuangqi_plot::{Axis, Line, LineChart, Look, Point, Ruling, number};

/// The most points of a line: more of them look the same.
const MOST_POINTS: usize = 150;

/// The fewest results from which Elo is shown: the interval of fewer would fill the chart.
const FEWEST_RESULTS: u64 = 4;

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
    let figure = |Drawing { name, reading, chart }: Drawing| {
        if is_full { Figure::full(name, reading, &chart) } else { Figure::panel(name, reading, &chart) }
    };
    scores.into_iter().chain(drawings.into_iter().map(figure)).collect()
}

struct Drawing {
    name: &'static str,
    reading: String,
    chart: LineChart,
}

/// The results after a number of games.
#[derive(Clone, Copy)]
struct Snapshot {
    games: u64,
    counts: Counts,
}

/// The results of the first two engines each time that their statistics changed.
fn history(report: &Report<'_>) -> Vec<Snapshot> {
    let mut standings = Standings::new(report.config, None);
    let mut history: Vec<Snapshot> = Vec::new();
    for game in report.games {
        let before = standings.first_encounter().counts();
        standings.add(game);
        let encounter = standings.first_encounter();
        let (games, counts) = (encounter.games().games(), encounter.counts());
        if counts != before {
            history.push(Snapshot { games, counts });
        }
    }
    thinned(history)
}

/// Every n-th value, and the last one.
fn thinned<T>(all: Vec<T>) -> Vec<T> {
    let stride = all.len().div_ceil(MOST_POINTS).max(1);
    let last = all.len().wrapping_sub(1);
    let is_kept = |place: usize| (last - place).is_multiple_of(stride);
    all.into_iter().enumerate().filter(|&(place, _)| is_kept(place)).map(|(_, value)| value).collect()
}

/// Elo with its interval.
fn elo(report: &Report<'_>, history: &[Snapshot]) -> Option<Drawing> {
    let elo_point = |&Snapshot { games, counts, .. }: &Snapshot| {
        let elo = counts.spread().elo();
        let tip = format!("after {}: {} Elo", counted(games, "game"), format::estimate(elo, 1));
        Some(point(games as f64, elo.value?, elo.lower.zip(elo.upper), tip))
    };
    let enough = history.iter().filter(|snapshot| snapshot.counts.games() >= FEWEST_RESULTS);
    let points: Vec<Point> = enough.filter_map(elo_point).collect();
    let (name, other) = (report.name(0), report.name(1));
    let y = Axis::new(&format!("Elo of {name} against {other}"), Ruling::Linear, number::plain);
    let y = Axis { ends: elo_range(&points)?, ..y };
    let lines = vec![engine_line(report, 0, points)];
    let title = format!("Elo of {name} over games");
    let chart = LineChart { rules: vec![0.0], ..LineChart::new(title, games_axis(), y, lines) };
    let reading = "The band is the 95 % interval after that number of games, in the order of the schedule. It shows \
        how certain the value was there, not that it had to stay within.";
    Some(Drawing { name: "elo", reading: reading.to_owned(), chart })
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
fn test(report: &Report<'_>, history: &[Snapshot]) -> Option<Drawing> {
    let sprt = report.standings.test()?;
    let (lower, upper) = sprt.bounds();
    let parameters = sprt.parameters();
    let llr_point = |snapshot: &Snapshot| {
        let state = sprt.state(snapshot.counts);
        let (after, llr) = (counted(snapshot.games, "game"), number::signed(state.llr, 2));
        let tip = format!("after {after}: LLR {llr} ({})", state.verdict.name());
        point(snapshot.games as f64, state.llr, None, tip)
    };
    let points: Vec<Point> = history.iter().map(llr_point).collect();
    let y = Axis::new("log-likelihood ratio of H1 to H0", Ruling::Linear, number::plain);
    let y = Axis { includes: vec![lower * 1.1, upper * 1.1], ..y };
    let lines = vec![Line::new("LLR", Look::Numbered(2), points)];
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
    (!history.is_empty()).then_some(Drawing { name: "test", reading, chart })
}

/// The score of each engine over its games.
fn scores(report: &Report<'_>) -> Option<Figure> {
    let mut points: Vec<Vec<Point>> = report.engines().map(|_| Vec::new()).collect();
    let mut standings = Standings::new(report.config, None);
    for (number, game) in (1u32..).zip(report.games) {
        standings.add(game);
        for &engine in &game.fixture.engines {
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
    let y = Axis::new("points (% of its games)", Ruling::Linear, number::plain);
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
    Axis::new("games", Ruling::Whole, number::count)
}
