//! Results in tables: of many engines against each other, and by who moves first.

use maud::{Markup, html};
use shuangqi_cli::units::counted;
use shuangqi_plot::number;
use shuangqi_plot::table::{self, Cell, Column};

use super::result::{Card, share};
use super::tally::{outcome_of_seat, told};
use super::view::View;
use crate::arena::seat::Seat;
use crate::rating::{PairResult, Rating, Trinomial, ranked as ranked_by_strength, ratings};

/// The engines with their ratings, the best first; those of equal strength by points.
fn ranked(view: &View<'_>) -> Vec<Rating> {
    let engines = view.tallies.len();
    let encounters = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second)));
    let results: Vec<PairResult> = encounters
        .map(|(first, second)| PairResult { first, second, counts: view.encounter(first, second).counts() })
        .collect();
    ranked_by_strength(ratings(engines, &results))
}

/// Who leads a tournament, in a sentence.
pub fn headline(view: &View<'_>) -> String {
    let games = counted(view.games().len() as u64, "game");
    let told = |rating: &Rating| format!("{} ({} Elo)", view.name(rating.engine), elo(rating));
    match &ranked(view)[..] {
        [first, second, ..] => format!("{} leads after {games}, before {}.", told(first), told(second)),
        _ => format!("{games} finished."),
    }
}

/// The figures of a tournament.
pub fn cards(view: &View<'_>) -> Vec<Card> {
    let ranked = ranked(view);
    let card = |(name, rating): (&'static str, &Rating)| {
        let tally = &view.tallies[rating.engine];
        let percent = tally.share().map(share).unwrap_or_default();
        Card::new(name, view.name(rating.engine).to_owned(), format!("{}: {percent}", tally.points()))
    };
    let names = ["first", "second", "third"];
    names.into_iter().zip(&ranked).map(card).collect()
}

/// `+35.2 ± 21.8`.
fn elo(rating: &Rating) -> String {
    let error = rating.error.map_or_else(String::new, |error| format!("\u{a0}±\u{a0}{error:.1}"));
    format!("{}{error}", number::signed(rating.elo, 1))
}

/// Everybody against everybody, for more than two engines.
pub fn crosstable(view: &View<'_>) -> Markup {
    if view.is_duel() || view.games().is_empty() {
        return html! {};
    }
    let ranked = ranked(view);
    let numbers: Vec<String> = (1..=ranked.len()).map(|rank| format!("against {rank}")).collect();
    let mut columns = ["rank", "engine", "Elo", "points", "score", "games"].map(Column::plain).to_vec();
    columns.extend(numbers.iter().map(|number| Column::plain(number)));
    let rows: Vec<Vec<Cell>> =
        ranked.iter().enumerate().map(|(rank, rating)| row(view, &ranked, rank, rating)).collect();
    let is_bounded = ranked.iter().all(|rating| rating.is_group_bounded);
    html! {
        section #crosstable {
            h2 { "Standings" }
            (table::table(&columns, &rows))
            p.reading {
                "Elo is that under which all results together are the likeliest (Bradley–Terry); its mean is 0. \
                The last columns have games won, drawn and lost against the engine of that rank."
                @if !is_bounded {
                    " Some never lost a point to the others: every two that met are taken to have drawn one \
                    more game."
                }
            }
        }
    }
}

fn row(view: &View<'_>, ranked: &[Rating], rank: usize, rating: &Rating) -> Vec<Cell> {
    let engine = rating.engine;
    let tally = &view.tallies[engine];
    let mut row = vec![
        Cell::count(rank as u64 + 1),
        Cell::Name(view.name(engine).to_owned()),
        Cell::Number(elo(rating), rating.elo),
        Cell::Number(tally.points().replace(" / ", " of "), rating.points),
        Cell::number(tally.share(), share),
        Cell::count(tally.games.games()),
    ];
    row.extend(ranked.iter().map(|other| {
        let against = view.encounter(engine, other.engine);
        match against.share() {
            Some(share) => Cell::Number(against.told(), share),
            None => Cell::Number(if other.engine == engine { "·" } else { "–" }.to_owned(), 0.5),
        }
    }));
    row
}

/// Results by who moves first.
pub fn by_seat(view: &View<'_>) -> Markup {
    let names = Seat::BOTH.map(|seat| view.seat_name(seat));
    let scores = names.map(|name| format!("score as {name}"));
    let plain = Column::plain;
    let columns = [plain("engine"), plain(names[0]), plain(&scores[0]), plain(names[1]), plain(&scores[1])];
    let row = |name: &str, engine: Option<usize>| {
        let cells = Seat::BOTH.into_iter().flat_map(|seat| seat_cells(of_seat(view, engine, seat)));
        std::iter::once(Cell::Name(name.to_owned())).chain(cells).collect::<Vec<Cell>>()
    };
    let engines = (0..view.tallies.len()).map(|engine| row(view.name(engine), Some(engine)));
    let rows: Vec<Vec<Cell>> = engines.chain([row("all games", None)]).collect();
    html! { h3 { "By colour" } (table::table(&columns, &rows)) }
}

/// The games of an engine, or of all, with this seat.
fn of_seat(view: &View<'_>, engine: Option<usize>, seat: Seat) -> Trinomial {
    let mut games = Trinomial::default();
    let has_seat = |playing: usize| engine.is_none_or(|engine| engine == playing);
    let own = view.games().iter().filter(|game| has_seat(game.fixture.engines[seat.index()]));
    own.for_each(|game| games.add(outcome_of_seat(game.result, seat)));
    games
}

fn seat_cells(games: Trinomial) -> [Cell; 2] {
    let count = games.games();
    let points = (count > 0).then(|| (games.wins as f64 + games.draws as f64 / 2.0) / count as f64);
    [Cell::Number(told(games), points.unwrap_or(0.0)), Cell::number(points, share)]
}
