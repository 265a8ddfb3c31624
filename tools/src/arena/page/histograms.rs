//! How often what happened: discs won by, and moves made.

use super::figures::panel;
use super::view::{View, counted};
use crate::arena::player::Seat;
use crate::arena::record::GameResult;
use crate::plot::{Axis, Column, Histogram, Look, Name, Ruling, number};
use crate::rating::Outcome;
use crate::report::Figure;

use super::tally::outcome;

/// About so many columns can be read.
const COLUMNS: i64 = 26;

/// The difference of discs of the first engine, in Othello.
pub fn discs(view: &View<'_>) -> Option<Figure> {
    let difference = |game: &crate::arena::record::GameRecord| {
        let sign = if game.fixture.engines[Seat::First.index()] == 0 { 1 } else { -1 };
        let plays = game.fixture.engines.contains(&0);
        Some((i64::from(game.discs.filter(|_| plays)? * sign), 0))
    };
    let values: Vec<(i64, usize)> =
        view.games().iter().filter(|_| view.is_duel()).filter_map(difference).collect();
    let mean = values.iter().map(|&(value, _)| value as f64).sum::<f64>() / values.len().max(1) as f64;
    let title = format!("Discs by which {} won or lost", view.name(0));
    let chart = Histogram {
        title: title.clone(),
        x: Axis::new(
            &format!("discs of {} less those of {}", view.name(0), view.name(1)),
            Ruling::Whole,
            number::plain,
        ),
        y: Axis::new("games", Ruling::Whole, number::plain),
        groups: vec![(view.name(0).into(), view.look(0))],
        uprights: vec![0.0],
        columns: columns(&values, 1, "discs"),
    };
    let reading = format!(
        "Of the {} that were played to the end; the mean is {} discs.",
        counted(values.len() as u64, "game"),
        number::signed(mean, 2)
    );
    (!values.is_empty()).then(|| panel("discs", &title, &reading, &|layout| chart.draw(layout)))
}

/// The moves of a game.
pub fn lengths(view: &View<'_>) -> Option<Figure> {
    let groups: Vec<(Name, Look)> = match view.is_duel() {
        true => vec![
            (format!("{} won", view.name(0)).as_str().into(), view.look(0)),
            ("drawn".into(), Look::Aside),
            (format!("{} won", view.name(1)).as_str().into(), view.look(1)),
        ],
        false => vec![
            (format!("{} won", view.seat_name(Seat::First)).as_str().into(), Look::Numbered(0)),
            ("drawn".into(), Look::Aside),
            (format!("{} won", view.seat_name(Seat::Second)).as_str().into(), Look::Numbered(1)),
        ],
    };
    let group = |game: &crate::arena::record::GameRecord| match game.result {
        GameResult::Draw => 1,
        GameResult::First if !view.is_duel() => 0,
        GameResult::Second if !view.is_duel() => 2,
        _ if outcome(game, 0) == Some(Outcome::Win) => 0,
        _ => 2,
    };
    let values: Vec<(i64, usize)> =
        view.games().iter().map(|game| (game.moves.len() as i64, group(game))).collect();
    let mean = values.iter().map(|&(value, _)| value as f64).sum::<f64>() / values.len().max(1) as f64;
    let title = "Lengths of games";
    let chart = Histogram {
        title: title.to_owned(),
        x: Axis::new("moves of both players, the opening's included", Ruling::Whole, number::plain),
        y: Axis::new("games", Ruling::Whole, number::plain),
        groups,
        uprights: Vec::new(),
        columns: columns(&values, 3, "moves"),
    };
    let reading = format!("The mean is {} moves.", number::plain(mean));
    (!values.is_empty()).then(|| panel("lengths", title, &reading, &|layout| chart.draw(layout)))
}

/// Columns of equal width for values with their groups.
fn columns(values: &[(i64, usize)], groups: usize, unit: &str) -> Vec<Column> {
    let all = || values.iter().map(|&(value, _)| value);
    let (Some(least), Some(most)) = (all().min(), all().max()) else { return Vec::new() };
    let width = ((most - least) / COLUMNS + 1).max(1);
    let first = least.div_euclid(width);
    (first..=most.div_euclid(width))
        .map(|place| {
            let (from, to) = (place * width, (place + 1) * width);
            let within = values.iter().filter(|(value, _)| (from..to).contains(value));
            let mut counts = vec![0; groups];
            within.for_each(|&(_, group)| counts[group] += 1);
            let span = if width == 1 { from.to_string() } else { format!("{from} to {}", to - 1) };
            let tip = format!("{span} {unit}: {}", counted(counts.iter().sum(), "game"));
            Column { from: from as f64 - 0.5, to: to as f64 - 0.5, counts, tip }
        })
        .collect()
}
