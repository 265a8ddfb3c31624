//! How a match went: Elo and the test over its games, and how pairs ended.

use shuangqi_cli::units::counted;
use shuangqi_plot::{
    Axis, Bar, BarChart, Fill, Layout, Line, LineChart, Look, Name, Picture, Point, Row, Ruling, Stroke,
    number,
};
use shuangqi_plot::{Figure, Pictures};

use super::result::{estimate, share};
use super::tally::{Tally, outcome};
use super::view::View;
use crate::rating::{Counts, Model, Pentanomial};

/// A curve of more points than this looks the same.
const MOST_POINTS: usize = 150;

/// Below so many results nothing is shown: an interval would fill the picture.
const FEWEST_RESULTS: u64 = 4;

/// A figure in both layouts.
pub fn full(name: &str, title: &str, reading: &str, draw: &dyn Fn(Layout) -> Picture) -> Figure {
    let pictures = Pictures::Full(draw(Layout::Wide), draw(Layout::Narrow));
    Figure { name: name.to_owned(), title: title.to_owned(), reading: reading.to_owned(), pictures }
}

/// A figure that stands beside others.
pub fn panel(name: &str, title: &str, reading: &str, draw: &dyn Fn(Layout) -> Picture) -> Figure {
    let pictures = Pictures::Panel(draw(Layout::Narrow));
    Figure { name: name.to_owned(), title: title.to_owned(), reading: reading.to_owned(), pictures }
}

/// A chart that stands alone or beside another.
#[derive(Debug)]
struct Drawing {
    name: &'static str,
    reading: String,
    chart: LineChart,
}

/// Makes a figure of a name, a title, words and a way to draw.
type Maker = fn(&str, &str, &str, &dyn Fn(Layout) -> Picture) -> Figure;

impl Drawing {
    fn figure(&self, make: Maker) -> Figure {
        make(self.name, &self.chart.title, &self.reading, &|layout| self.chart.draw(layout))
    }
}

/// The figures of the course of a match.
pub fn course(view: &View<'_>) -> Vec<Figure> {
    if !view.is_duel() {
        return shares(view).into_iter().collect();
    }
    let series = series(view, 0);
    let elo = elo(view, &series);
    // A score of all or nothing has no Elo; then the score itself is shown.
    let scores = if elo.is_none() { shares(view) } else { None };
    let drawings: Vec<Drawing> = elo.into_iter().chain(test(view, &series)).collect();
    let make = if drawings.len() == 1 && scores.is_none() { full } else { panel };
    scores.into_iter().chain(drawings.iter().map(|drawing| drawing.figure(make))).collect()
}

/// The figure of how pairs ended.
pub fn pairs(view: &View<'_>) -> Option<Figure> {
    let tally = view.tallies.first().filter(|_| view.is_duel())?;
    let Pentanomial(counts) = tally.pairs.counts;
    let all = tally.pairs.counts.pairs();
    let even = format!("1 (of these a win and a loss: {})", tally.pairs.win_loss);
    let names =
        ["2 (both won)".to_owned(), "1½".to_owned(), even, "½".to_owned(), "0 (both lost)".to_owned()];
    let row = |(name, &count): (String, &u64)| {
        let percent = 100.0 * count as f64 / all.max(1) as f64;
        let tip = format!("{name}: {count} of {}, {percent:.1} %", counted(all, "pair"));
        let bar = Bar { value: count as f64, interval: None, text: format!("{count} ({percent:.0} %)"), tip };
        let short = name.split(" (of").next().unwrap_or_default().to_owned();
        Row { name: Name { short, full: name }, bars: vec![Some(bar)] }
    };
    let chart = BarChart {
        title: format!("Pairs of games by the points of {}", view.name(0)),
        axis: Axis::new("pairs", Ruling::Whole, number::plain),
        origin: 0.0,
        groups: vec![(view.name(0).into(), view.look(0))],
        rows: names.into_iter().zip(counts.iter().rev()).map(row).collect(),
    };
    let reading = format!(
        "Two games from the same opening with colours swapped make a pair. Even ones: {}, of which {} with a win and \
         a loss, and {} with two draws.",
        counts[2],
        tally.pairs.win_loss,
        tally.pairs.draw_draw()
    );
    let title = format!("Pairs by the points of {}", view.name(0));
    (all > 0).then(|| panel("pairs", &title, &reading, &|layout| chart.draw(layout)))
}

/// The results of an engine after each of its games.
fn series(view: &View<'_>, engine: usize) -> Vec<(u64, Counts)> {
    let mut tally = Tally::new(view.is_paired());
    let mut series = Vec::new();
    for game in view.games() {
        let Some(outcome) = outcome(game, engine) else { continue };
        if tally.add(game.fixture.pair, outcome) {
            series.push((tally.games.games(), tally.counts()));
        }
    }
    thinned(series)
}

/// Every so many values, and the last one.
fn thinned<T: Copy>(all: Vec<T>) -> Vec<T> {
    let stride = all.len().div_ceil(MOST_POINTS).max(1);
    let last = all.len().wrapping_sub(1);
    let is_kept = |place: usize| (last - place).is_multiple_of(stride);
    all.into_iter().enumerate().filter(|&(place, _)| is_kept(place)).map(|(_, value)| value).collect()
}

/// Elo with its interval. Where it is still wide it is cut off, so that what follows can be read.
fn elo(view: &View<'_>, series: &[(u64, Counts)]) -> Option<Drawing> {
    let point = |&(games, counts): &(u64, Counts)| {
        let elo = counts.spread().elo();
        let tip = format!("after {}: {} Elo", counted(games, "game"), estimate(elo, 1));
        Some(Point {
            x: games as f64,
            y: elo.value?,
            interval: elo.lower.zip(elo.upper),
            tip,
            fill: Some(Fill::Hidden),
        })
    };
    let points: Vec<Point> =
        series.iter().filter(|(_, counts)| counts.games() >= FEWEST_RESULTS).filter_map(point).collect();
    let (last, tail) = (points.last()?.clone(), &points[points.len() / 8..]);
    let reach = tail.iter().filter_map(|point| point.interval).flat_map(|(low, high)| [low, high]);
    let (low, high) =
        reach.fold((last.y.min(0.0), last.y.max(0.0)), |(low, high), end| (low.min(end), high.max(end)));
    let room = ((high - low) * 0.06).max(1.0);
    let y = Axis {
        ends: (Some((low - room).max(-800.0)), Some((high + room).min(800.0))),
        ..Axis::new(
            &format!("Elo of {} against {}", view.name(0), view.name(1)),
            Ruling::Linear,
            number::plain,
        )
    };
    let line = Line {
        name: view.name(0).into(),
        look: view.look(0),
        stroke: Stroke::Solid,
        is_stepped: false,
        points,
    };
    let chart = LineChart {
        title: format!("Elo of {} over games", view.name(0)),
        x: games_axis(),
        y,
        rules: vec![0.0],
        uprights: Vec::new(),
        lines: vec![line],
        labels_ends: false,
    };
    let reading = "The band is the 95 % interval after so many games, in the order of the schedule. It says how \
        sure the value was there, not that it had to stay within.";
    Some(Drawing { name: "elo", reading: reading.to_owned(), chart })
}

/// The test's likelihood ratio on its way to a bound.
fn test(view: &View<'_>, series: &[(u64, Counts)]) -> Option<Drawing> {
    let sprt = view.report.sprt?;
    let (lower, upper) = sprt.bounds();
    let parameters = sprt.parameters();
    let point = |&(games, counts): &(u64, Counts)| {
        let (state, after) = (sprt.state(counts)?, format!("after {}", counted(games, "game")));
        let tip = format!("{after}: LLR {} ({})", number::signed(state.llr, 2), state.verdict.name());
        Some(Point { x: games as f64, y: state.llr, interval: None, tip, fill: Some(Fill::Hidden) })
    };
    let points: Vec<Point> = series.iter().filter_map(point).collect();
    let line = Line {
        name: "LLR".into(),
        look: Look::Numbered(2),
        stroke: Stroke::Solid,
        is_stepped: false,
        points,
    };
    let (elo0, elo1) = (number::plain(parameters.elo0), number::plain(parameters.elo1));
    let chart = LineChart {
        title: "The sequential test over games".to_owned(),
        x: games_axis(),
        y: Axis {
            includes: vec![lower * 1.1, upper * 1.1],
            ..Axis::new("log-likelihood ratio of H1 to H0", Ruling::Linear, number::plain)
        },
        rules: vec![0.0, lower, upper],
        uprights: Vec::new(),
        lines: vec![line],
        labels_ends: false,
    };
    let reading = format!(
        "H0: {} is stronger by {elo0}; H1: by {elo1} ({}). At the upper line, {}, H1 is accepted, at the \
         lower one, {}, H0; with error rates of {} and {}.",
        view.name(0),
        unit(parameters.model),
        number::signed(upper, 2),
        number::signed(lower, 2),
        share(parameters.alpha),
        share(parameters.beta)
    );
    (!series.is_empty()).then_some(Drawing { name: "test", reading, chart })
}

/// What strengths of a test are told in.
fn unit(model: Model) -> &'static str {
    match model {
        Model::Normalized => "normalised Elo",
        Model::Logistic => "Elo",
        Model::Bayesian | Model::BayesianMean => "BayesElo",
        Model::Cutechess => "Elo, counted as cutechess does",
    }
}

/// The score of each of several engines over its games.
fn shares(view: &View<'_>) -> Option<Figure> {
    let line = |engine: usize| {
        let mut tally = Tally::new(false);
        let mut points = Vec::new();
        for (place, game) in view.games().iter().enumerate() {
            let Some(outcome) = outcome(game, engine) else { continue };
            tally.add(game.fixture.pair, outcome);
            points
                .extend(tally.share().map(|share| (place as f64 + 1.0, share * 100.0, tally.games.games())));
        }
        let early = points.len() / 20;
        let point = |(x, y, games): (f64, f64, u64)| {
            let tip = format!("{}: {y:.1} % of {}", view.name(engine), counted(games, "game"));
            Point { x, y, interval: None, tip, fill: Some(Fill::Hidden) }
        };
        let points = thinned(points.split_off(early)).into_iter().map(point).collect();
        let name = Name::from(view.name(engine));
        Line { name, look: view.look(engine), stroke: Stroke::Solid, is_stepped: false, points }
    };
    let title = "Scores over games";
    let chart = LineChart {
        title: title.to_owned(),
        x: games_axis(),
        y: Axis::new("points (% of its games)", Ruling::Linear, number::plain),
        rules: vec![50.0],
        uprights: Vec::new(),
        lines: (0..view.tallies.len()).map(line).collect(),
        labels_ends: true,
    };
    let reading = "Points of each engine as a share of its games so far, in the order of the schedule.";
    (!view.games().is_empty()).then(|| full("scores", title, reading, &|layout| chart.draw(layout)))
}

fn games_axis() -> Axis {
    Axis::new("games", Ruling::Whole, number::count)
}
