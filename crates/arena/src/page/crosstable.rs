//! The standings of a tournament.

use maud::{Markup, html};

use super::{Report, format};
use crate::rating::Rating;
use shuangqi_plot::table::{self, Cell, Column};

/// All engines against each other, if there are more than two.
pub fn crosstable(report: &Report<'_>) -> Markup {
    if report.is_duel() || report.games.is_empty() {
        return html! {};
    }
    let ratings = report.standings.ratings();
    let numbers: Vec<String> = (1..=ratings.len()).map(|rank| format!("against {rank}")).collect();
    let mut columns = ["rank", "engine", "Elo", "points", "score", "games"].map(Column::plain).to_vec();
    columns.extend(numbers.iter().map(|number| Column::plain(number)));
    let rows: Vec<Vec<Cell>> =
        (1..).zip(&ratings).map(|(rank, rating)| row(report, &ratings, rank, rating)).collect();
    let is_bounded = ratings.iter().all(|rating| rating.is_group_bounded);
    html! {
        section #crosstable {
            h2 { "Standings" }
            (table::table(&columns, &rows))
            p.reading {
                "The ratings are those under which all results together are the likeliest (Bradley and Terry 1952); \
                their mean is 0. The last columns have games won, drawn and lost against the engine of that rank."
                @if !is_bounded {
                    " Some engines never lost a point to the others: one more draw is counted for every two that met."
                }
            }
        }
    }
}

fn row(report: &Report<'_>, ratings: &[Rating], rank: u64, rating: &Rating) -> Vec<Cell> {
    let engine = rating.engine;
    let games = report.standings.engines[engine].games();
    let mut row = vec![
        Cell::count(rank),
        Cell::Name(report.name(engine).to_owned()),
        Cell::Number(format::rating(rating), rating.elo),
        Cell::Number(format::points(games).replace(" / ", " of "), rating.points),
        Cell::number(games.score(), format::share),
        Cell::count(games.games()),
    ];
    row.extend(ratings.iter().map(|other| {
        let games = report.standings.games_between(engine, other.engine);
        match games.score() {
            Some(score) => Cell::Number(format::results(games), score),
            None => Cell::Number(if other.engine == engine { "·" } else { "–" }.to_owned(), 0.5),
        }
    }));
    row
}
