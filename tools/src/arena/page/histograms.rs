//! How often what happened: discs won by, and moves made.

use shuangqi_cli::units::counted;
use shuangqi_plot::Figure;
use shuangqi_plot::{Axis, Column, Histogram, Look, Name, Ruling, number};

use super::figures::panel;
use super::tally::outcome;
use super::view::View;
use crate::arena::record::{GameRecord, GameResult};
use crate::arena::seat::Seat;
use crate::rating::Outcome;

/// About so many columns can be read.
const COLUMNS: i64 = 26;

/// The difference of discs of the first engine, in Othello.
pub fn discs(view: &View<'_>) -> Option<Figure> {
    let difference = |game: &GameRecord| {
        let sign = if game.fixture.engines[Seat::First.index()] == 0 { 1 } else { -1 };
        let plays = game.fixture.engines.contains(&0);
        Some((i64::from(game.discs.filter(|_| plays)? * sign), 0))
    };
    let values: Vec<(i64, usize)> =
        view.games().iter().filter(|_| view.is_duel()).filter_map(difference).collect();
    let mean = values.iter().map(|&(value, _)| value as f64).sum::<f64>() / values.len().max(1) as f64;
    // Every difference is even, as empty squares go to the winner: a column has 0 in its middle.
    let width = if range(&values) > 2 * COLUMNS { 6 } else { 2 };
    let bins = Bins { width, origin: -width / 2, lead: 0.0 };
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
        columns: columns(&values, 1, bins, "discs"),
    };
    let reading = format!(
        "Of the {} that were played to the end; the mean is {} discs.",
        counted(values.len() as u64, "game"),
        number::signed(mean, 2)
    );
    (!values.is_empty()).then(|| panel("discs", &title, &reading, &|layout| chart.draw(layout)))
}

/// The plies of a game.
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
    let group = |game: &GameRecord| match game.result {
        GameResult::Draw => 1,
        GameResult::First if !view.is_duel() => 0,
        GameResult::Second if !view.is_duel() => 2,
        _ if outcome(game, 0) == Some(Outcome::Win) => 0,
        _ => 2,
    };
    let values: Vec<(i64, usize)> =
        view.games().iter().map(|game| (game.moves.len() as i64, group(game))).collect();
    let mean = values.iter().map(|&(value, _)| value as f64).sum::<f64>() / values.len().max(1) as f64;
    let bins = Bins { width: range(&values) / COLUMNS + 1, origin: 0, lead: 0.5 };
    let title = "Lengths of games";
    let chart = Histogram {
        title: title.to_owned(),
        x: Axis::new("plies, the opening's included", Ruling::Whole, number::plain),
        y: Axis::new("games", Ruling::Whole, number::plain),
        groups,
        uprights: Vec::new(),
        columns: columns(&values, 3, bins, "plies"),
    };
    let reading = format!("The mean is {} plies.", number::plain(mean));
    (!values.is_empty()).then(|| panel("lengths", title, &reading, &|layout| chart.draw(layout)))
}

/// How values are put into columns.
#[derive(Clone, Copy, Debug)]
struct Bins {
    /// How many whole numbers a column holds.
    width: i64,
    /// The first of the column that holds 0.
    origin: i64,
    /// How far before its first number a column begins.
    lead: f64,
}

/// Columns of equal width for values with their groups.
fn columns(values: &[(i64, usize)], groups: usize, bins: Bins, unit: &str) -> Vec<Column> {
    let Bins { width, origin, lead } = bins;
    let place = |value: i64| (value - origin).div_euclid(width);
    let all = || values.iter().map(|&(value, _)| place(value));
    let (Some(first), Some(last)) = (all().min(), all().max()) else { return Vec::new() };
    (first..=last)
        .map(|column| {
            let from = origin + column * width;
            let within: Vec<(i64, usize)> =
                values.iter().copied().filter(|&(value, _)| place(value) == column).collect();
            let mut counts = vec![0; groups];
            within.iter().for_each(|&(_, group)| counts[group] += 1);
            let tip = format!("{} {unit}: {}", span(&within), counted(within.len() as u64, "game"));
            let from = from as f64 - lead;
            Column { from, to: from + width as f64, counts, tip }
        })
        .collect()
}

/// From the least to the most of the values: `-2 to 2`.
fn span(values: &[(i64, usize)]) -> String {
    let all = || values.iter().map(|&(value, _)| value);
    match (all().min(), all().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (Some(least), _) => least.to_string(),
        _ => "other".to_owned(),
    }
}

/// The distance from the least value to the most.
fn range(values: &[(i64, usize)]) -> i64 {
    let all = || values.iter().map(|&(value, _)| value);
    all().max().unwrap_or(0) - all().min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_centred_where_that_is_asked_for() {
        let values = [-4, -2, 0, 0, 2, 4].map(|value| (value, 0));
        let found = columns(&values, 1, Bins { width: 6, origin: -3, lead: 0.0 }, "discs");
        let told: Vec<(f64, f64, u64)> =
            found.iter().map(|column| (column.from, column.to, column.counts[0])).collect();
        assert_eq!(told, [(-9.0, -3.0, 1), (-3.0, 3.0, 4), (3.0, 9.0, 1)]);
        assert_eq!(found[1].tip, "-2 to 2 discs: 4 games");
        assert!(columns(&[], 1, Bins { width: 1, origin: 0, lead: 0.5 }, "moves").is_empty());
    }
}
