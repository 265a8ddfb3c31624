//! The time, depth and nodes of moves by their numbers.

use super::{engine_line, point};
use crate::page::{Report, format};
use crate::record::MoveRecord;
use shuangqi_plot::Figure;
use shuangqi_plot::{Axis, Line, LineChart, Ruling, number};

/// The fewest games with which a move number is shown.
const FEWEST_MOVES: usize = 3;

/// Time, depth and nodes by the number of the move.
pub fn by_move(report: &Report<'_>) -> Vec<Figure> {
    let log = Ruling::Logarithmic;
    let time = chart(report, "Time for a move", Axis::new("time", log, format::move_time), |step| {
        Some(step.micros? as f64 / 1e6).filter(|&seconds| seconds > 0.0)
    });
    let plies = Axis::new("plies", Ruling::Linear, number::plain);
    let depth = chart(report, "Depth", plies, |step| step.depth.map(f64::from));
    let nodes = chart(report, "Nodes for a move", Axis::new("nodes", log, number::count), |step| {
        Some(step.nodes? as f64).filter(|&nodes| nodes > 0.0)
    });
    let reading = "The median by the number of the move; where no more than four engines play, the bands hold the \
        middle 80 % of the games.";
    let charts = [("time", time), ("depth", depth), ("nodes", nodes)].into_iter();
    charts.filter_map(|(name, chart)| Some(Figure::panel(name, reading, &chart?))).collect()
}

/// The medians of a value for each engine; `None` if no value is known.
fn chart(
    report: &Report<'_>,
    title: &str,
    y: Axis,
    value: impl Fn(&MoveRecord) -> Option<f64>,
) -> Option<LineChart> {
    let enough = FEWEST_MOVES.min(report.games.len());
    let line = |engine: usize| {
        let values = values_by_move(report, engine, &value);
        let known = values.into_iter().enumerate().filter(|(_, values)| values.len() >= enough);
        let points = known.map(|(number, mut values)| {
            values.sort_by(f64::total_cmp);
            let quantile = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
            let median = quantile(0.5);
            let tip = format!("{}, move {number}: {} {}", report.name(engine), y.label, (y.show)(median));
            point(number as f64, median, Some((quantile(0.1), quantile(0.9))), tip)
        });
        engine_line(report, engine, points.collect())
    };
    let lines: Vec<Line> = report.engines().map(line).collect();
    let is_known = lines.iter().any(|line| !line.points.is_empty());
    let x = Axis::new("move", Ruling::Whole, number::plain);
    is_known.then(|| LineChart::new(title, x, y, lines))
}

/// The values of the timed moves of an engine by the number of the move, from 1.
fn values_by_move(
    report: &Report<'_>,
    engine: usize,
    value: impl Fn(&MoveRecord) -> Option<f64>,
) -> Vec<Vec<f64>> {
    let mut values: Vec<Vec<f64>> = Vec::new();
    for game in report.games {
        let Some(seat) = game.seat_of(engine) else { continue };
        for (ply, (mover, step)) in game.moves_by_seat().enumerate() {
            let own = Some(step).filter(|step| mover == seat && step.micros.is_some());
            if let Some(value) = own.and_then(&value) {
                let number = ply / 2 + 1;
                values.resize(values.len().max(number + 1), Vec::new());
                values[number].push(value);
            }
        }
    }
    values
}
