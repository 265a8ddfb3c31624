//! How many pairs and games ended how, by how many discs, and after how many moves.

use shuangqi_cli::units::counted;

use super::look;
use crate::page::Report;
use crate::rating::Outcome;
use crate::record::GameRecord;
use game::Seat;
use shuangqi_plot::Figure;
use shuangqi_plot::{Axis, Bar, BarChart, Column, Histogram, Look, Name, Row, Ruling, number};

/// About as many columns as can be read.
const COLUMNS: i64 = 26;

fn whole(label: &str) -> Axis {
    Axis::new(label, Ruling::Whole, number::plain)
}

/// The pairs of a match by the points of its first engine; `None` without pairs.
pub fn pairs(report: &Report<'_>) -> Option<Figure> {
    let pairs = report.standings.first_encounter().pairs;
    let (counts, all) = (pairs.counts.0, pairs.counts.pairs());
    if all == 0 || !report.is_duel() {
        return None;
    }
    let even = format!("1 (of these a win and a loss: {})", pairs.win_loss);
    let names = ["2 (both won)", "1½", &even, "½", "0 (both lost)"];
    let row = |(name, &count): (&str, &u64)| {
        let percent = 100.0 * count as f64 / all as f64;
        let tip = format!("{name}: {count} of {}, {percent:.1} %", counted(all, "pair"));
        let bar = Bar { value: count as f64, interval: None, text: format!("{count} ({percent:.0} %)"), tip };
        let short = name.split(" (of").next().unwrap_or_default().to_owned();
        Row { name: Name { short, full: name.to_owned() }, bars: vec![Some(bar)] }
    };
    let engine = report.name(0);
    let chart = BarChart {
        title: format!("Pairs of games by the points of {engine}"),
        axis: whole("pairs"),
        origin: 0.0,
        groups: vec![(engine.into(), look(0))],
        rows: names.into_iter().zip(counts.iter().rev()).map(row).collect(),
    };
    let reading = format!(
        "Two games from the same opening with colours swapped make a pair. Even ones: {}, of which {} with a win and \
         a loss, and {} with two draws.",
        counts[2],
        pairs.win_loss,
        pairs.draw_draw()
    );
    Some(Figure::panel("pairs", reading, &chart))
}

/// The difference of discs of the first engine, in Othello.
pub fn discs(report: &Report<'_>) -> Option<Figure> {
    let difference = |game: &GameRecord| {
        let sign = if game.seat_of(0)? == Seat::First { 1 } else { -1 };
        Some((i64::from(game.discs? * sign), 0))
    };
    let values: Vec<(i64, usize)> =
        report.games.iter().filter(|_| report.is_duel()).filter_map(difference).collect();
    let mean = values.iter().map(|&(value, _)| value as f64).sum::<f64>() / values.len().max(1) as f64;
    // Every difference is even, as empty squares go to the winner: a column has 0 in its middle.
    let width = if range(&values) > 2 * COLUMNS { 6 } else { 2 };
    let bins = Bins { width, origin: -width / 2, lead: 0.0 };
    let (name, other) = (report.name(0), report.name(1));
    let label = format!("discs of {name} less those of {other}");
    let chart = Histogram {
        title: format!("Discs by which {name} won or lost"),
        x: whole(&label),
        y: whole("games"),
        groups: vec![(name.into(), look(0))],
        uprights: vec![0.0],
        columns: columns(&values, 1, bins, "discs"),
    };
    let reading = format!(
        "Of the {} that were played to the end; the mean is {} discs.",
        counted(values.len() as u64, "game"),
        number::signed(mean, 2)
    );
    (!values.is_empty()).then(|| Figure::panel("discs", reading, &chart))
}

/// The plies of a game, by its result: for the first engine in a match of two, or else for the side that moves first.
pub fn lengths(report: &Report<'_>) -> Option<Figure> {
    let (first, second) = match report.is_duel() {
        true => (report.name(0), report.name(1)),
        false => (report.colour(Seat::First), report.colour(Seat::Second)),
    };
    let won = |name: &str| Name::from(format!("{name} won").as_str());
    let groups = vec![(won(first), look(0)), ("drawn".into(), Look::Aside), (won(second), look(1))];
    let group = |game: &GameRecord| {
        let seat = game.seat_of(0).filter(|_| report.is_duel()).unwrap_or(Seat::First);
        match Outcome::of(game.result, seat) {
            Outcome::Win => 0,
            Outcome::Draw => 1,
            Outcome::Loss => 2,
        }
    };
    let values: Vec<(i64, usize)> =
        report.games.iter().map(|game| (game.moves.len() as i64, group(game))).collect();
    let bins = Bins { width: range(&values) / COLUMNS + 1, origin: 0, lead: 0.5 };
    let chart = Histogram {
        title: "Lengths of games".to_owned(),
        x: whole("plies, the opening's included"),
        y: whole("games"),
        groups,
        uprights: Vec::new(),
        columns: columns(&values, 3, bins, "plies"),
    };
    let reading = format!("The mean is {} plies.", number::plain(report.standings.mean_plies()?));
    Some(Figure::panel("lengths", reading, &chart))
}

/// The columns of a histogram.
#[derive(Clone, Copy, Debug)]
struct Bins {
    /// The number of whole numbers in a column.
    width: i64,
    /// The first of the column that holds 0.
    origin: i64,
    /// The distance from the left edge of a column to its first number.
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
    fn columns_are_centred_on_their_origin() {
        let values = [-4, -2, 0, 0, 2, 4].map(|value| (value, 0));
        let found = columns(&values, 1, Bins { width: 6, origin: -3, lead: 0.0 }, "discs");
        let bounds: Vec<(f64, f64, u64)> =
            found.iter().map(|column| (column.from, column.to, column.counts[0])).collect();
        assert_eq!(bounds, [(-9.0, -3.0, 1), (-3.0, 3.0, 4), (3.0, 9.0, 1)]);
        assert_eq!(found[1].tip, "-2 to 2 discs: 4 games");
        assert!(columns(&[], 1, Bins { width: 1, origin: 0, lead: 0.5 }, "moves").is_empty());
    }
}
