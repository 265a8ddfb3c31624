//! The pictures of the command.

use shuangqi_plot::{Axis, Column, Figure, Histogram, Line, Look, Point, Ruling, number};
use xiangqi::Color;

use super::records::Phase;
use super::summary::Summary;
use crate::report::{Chart, line};

/// The files.
pub const FILES: [&str; 2] = ["phases.svg", "lengths.svg"];

/// Plies of a column of the lengths.
const STEP: usize = 20;

/// Those that there is something for.
pub fn all(title: &str, summary: &Summary) -> Vec<Figure> {
    let results = results(title, summary);
    results.into_iter().chain(lengths(title, summary)).collect()
}

fn results(title: &str, summary: &Summary) -> Option<Figure> {
    let phases: Vec<Phase> = summary.phases("").collect();
    let of = |name: &str, look, share: fn(&Phase) -> f64| -> Line {
        let mark = |phase: &Phase| {
            let (share, positions) = (share(phase), number::grouped(phase.positions));
            let tip = format!("{name}, phase {}: {share} %, of {positions} positions", phase.phase);
            Point::new(phase.least as f64, share, tip)
        };
        line(name, look, phases.iter().rev().map(mark).collect())
    };
    let chart = Chart {
        name: "phases",
        game: title,
        title: "Results by phase",
        reading: "How many of a hundred positions the side to move won, drew and lost. A phase stands at its least number.",
        axes: ("phase, from", "positions (per cent)"),
        uprights: Vec::new(),
    };
    let shares = [
        of("wins", 0, |phase| phase.wins),
        of("draws", 1, |phase| phase.draws),
        of("losses", 2, |phase| phase.losses),
    ];
    chart.figure(shares.into())
}

fn lengths(title: &str, summary: &Summary) -> Option<Figure> {
    let longest = summary.lengths.iter().map(|(length, _)| *length).max()?;
    let winners = [Some(Color::Red), None, Some(Color::Black)];
    let column = |place: usize| {
        let is_in = |length: usize| length / STEP == place;
        let count = |winner| summary.lengths.iter().filter(|it| is_in(it.0) && it.1 == winner).count() as u64;
        let counts = winners.map(count);
        let (from, to) = (place * STEP, (place + 1) * STEP);
        let [red, draws, black] = counts;
        let tip =
            format!("{from} to {} plies: {red} won by Red, {draws} drawn, {black} won by Black", to - 1);
        Column { from: from as f64, to: to as f64, counts: counts.into(), tip }
    };
    let names = ["won by Red", "drawn", "won by Black"];
    let chart = Histogram {
        title: "Lengths of games".to_owned(),
        x: Axis::new("plies", Ruling::Whole, number::plain),
        y: Axis::new("games", Ruling::Whole, number::plain),
        groups: names
            .into_iter()
            .enumerate()
            .map(|(look, name)| (name.into(), Look::Numbered(look)))
            .collect(),
        uprights: Vec::new(),
        columns: (0..=longest / STEP).map(column).collect(),
    };
    Some(Figure::full("lengths", "", &chart).filed_as(format!("{title}: lengths of games")))
}
