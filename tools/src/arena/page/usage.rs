//! What engines did with their time: by move of the game, and altogether.

use maud::{Markup, html};
use shuangqi_plot::Figure;
use shuangqi_plot::table::{self, Cell, Column};
use shuangqi_plot::{Axis, Fill, Line, LineChart, Name, Point, Ruling, Stroke, number};

use super::conditions::seconds;
use super::figures::panel;
use super::view::View;
use crate::arena::record::{GameRecord, MoveRecord};
use crate::arena::seat::Seat;

/// Of fewer moves nothing is shown: a curve would tell of single games.
const FEWEST_MOVES: usize = 3;

/// The moves that an engine made by itself, with the numbers of their moves of the game, from 1.
fn moves<'a>(view: &View<'a>, engine: usize) -> impl Iterator<Item = (usize, &'a MoveRecord)> {
    let of_game = move |game: &'a GameRecord| {
        let starts_second = game.first_to_move() == Seat::Second;
        let own = move |ply: usize| game.fixture.engines[(ply + usize::from(starts_second)) % 2] == engine;
        let timed = game.moves.iter().enumerate().filter(|(_, mv)| mv.micros.is_some());
        timed.filter(move |&(ply, _)| own(ply)).map(|(ply, mv)| (ply / 2 + 1, mv))
    };
    view.games().iter().flat_map(of_game)
}

/// Time, depth and nodes by the number of the move.
pub fn by_move(view: &View<'_>) -> Vec<Figure> {
    let log = Ruling::Logarithmic;
    let time = chart(view, "Time for a move", Axis::new("time", log, time), |mv| {
        Some(mv.micros? as f64 / 1e6).filter(|&seconds| seconds > 0.0)
    });
    let depth =
        chart(view, "Depth", Axis::new("plies", Ruling::Linear, number::plain), |mv| mv.depth.map(f64::from));
    let nodes = chart(view, "Nodes for a move", Axis::new("nodes", log, number::count), |mv| {
        Some(mv.nodes? as f64).filter(|&nodes| nodes > 0.0)
    });
    let reading = "The median by the number of the move; where no more than four engines play, the bands hold the \
        middle 80 % of the games.";
    let charts = [("time", time), ("depth", depth), ("nodes", nodes)];
    let panel = |(name, chart): (&str, Option<LineChart>)| {
        let chart = chart?;
        Some(panel(name, &chart.title, reading, &|layout| chart.draw(layout)))
    };
    charts.into_iter().filter_map(panel).collect()
}

/// Seconds, as short as may be: `1.5 s`, `20 ms`, `3 µs`.
fn time(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        1.0.. => (1.0, "s"),
        0.001.. => (1e3, "ms"),
        _ => (1e6, "µs"),
    };
    format!("{} {unit}", number::plain(seconds * factor))
}

/// The medians of a value for each engine; `None` if nothing is known.
fn chart(
    view: &View<'_>,
    title: &str,
    y: Axis,
    value: impl Fn(&MoveRecord) -> Option<f64>,
) -> Option<LineChart> {
    let line = |engine: usize| {
        let mut by_move: Vec<Vec<f64>> = Vec::new();
        for (number, mv) in moves(view, engine) {
            if let Some(value) = value(mv) {
                by_move.resize(by_move.len().max(number + 1), Vec::new());
                by_move[number].push(value);
            }
        }
        let show = y.show;
        let enough = FEWEST_MOVES.min(view.games().len());
        let known = by_move.into_iter().enumerate().filter(|(_, values)| values.len() >= enough);
        let points = known.map(|(number, mut values)| {
            values.sort_by(f64::total_cmp);
            let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
            let tip = format!("{}, move {number}: {} {}", view.name(engine), y.label, show(at(0.5)));
            let interval = Some((at(0.1), at(0.9)));
            Point { x: number as f64, y: at(0.5), interval, tip, fill: Some(Fill::Hidden) }
        });
        let (name, look) = (Name::from(view.name(engine)), view.look(engine));
        Line { name, look, stroke: Stroke::Solid, is_stepped: false, points: points.collect() }
    };
    let lines: Vec<Line> = (0..view.tallies.len()).map(line).collect();
    let is_known = lines.iter().any(|line| !line.points.is_empty());
    let x = Axis::new("move", Ruling::Whole, number::plain);
    let (title, rules, uprights) = (title.to_owned(), Vec::new(), Vec::new());
    is_known.then_some(LineChart { title, x, y, rules, uprights, lines, labels_ends: false })
}

const COLUMNS: [Column<'static>; 9] = [
    Column { name: "engine", meaning: "" },
    Column { name: "time control", meaning: "" },
    Column { name: "moves", meaning: "Made by itself, without those of openings." },
    Column { name: "seconds in all", meaning: "The sum of its moves." },
    Column { name: "mean s", meaning: "Seconds for a move." },
    Column { name: "longest s", meaning: "Seconds for its slowest move." },
    Column { name: "least left s", meaning: "The lowest that its clock ever was, after a move." },
    Column { name: "mean depth", meaning: "Plies." },
    Column { name: "nodes/s", meaning: "All nodes it told of, by the time of the moves it told them for." },
];

/// Totals by engine.
pub fn totals(view: &View<'_>) -> Markup {
    let rows: Vec<Vec<Cell>> = (0..view.tallies.len()).map(|engine| row(view, engine)).collect();
    html! { (table::table(&COLUMNS, &rows)) }
}

fn row(view: &View<'_>, engine: usize) -> Vec<Cell> {
    let own: Vec<&MoveRecord> = moves(view, engine).map(|(_, mv)| mv).collect();
    let micros = |mv: &&MoveRecord| mv.micros.unwrap_or(0);
    let count = own.len() as u64;
    let total: u64 = own.iter().map(micros).sum();
    let depths: Vec<f64> = own.iter().filter_map(|mv| mv.depth).map(f64::from).collect();
    let (nodes, spent) = own
        .iter()
        .filter_map(|mv| Some((mv.nodes?, mv.micros?)))
        .fold((0u64, 0u64), |(nodes, spent), (own, micros)| {
            (nodes.saturating_add(own), spent.saturating_add(micros))
        });
    let mean = |sum: f64, count: f64| (count > 0.0).then(|| sum / count);
    let in_seconds =
        |micros: Option<u64>| Cell::number(micros.map(|micros| micros as f64 / 1e6), number::ratio);
    vec![
        Cell::Name(view.name(engine).to_owned()),
        Cell::Words(view.setup().engines.get(engine).map(super::conditions::time).unwrap_or_default()),
        Cell::count(count),
        Cell::Number(seconds(std::time::Duration::from_micros(total)), total as f64),
        Cell::number(mean(total as f64 / 1e6, count as f64), number::ratio),
        in_seconds(own.iter().map(micros).max()),
        in_seconds(own.iter().filter_map(|mv| mv.left).min()),
        Cell::number(mean(depths.iter().sum(), depths.len() as f64), number::ratio),
        Cell::number(mean(nodes as f64 * 1e6, spent as f64), number::count),
    ]
}
