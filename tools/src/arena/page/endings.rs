//! How games ended, what became of the openings, and who failed.

use std::collections::BTreeMap;

use maud::{Markup, html};
use shuangqi_plot::number;
use shuangqi_plot::table::{self, Cell, Column};

use super::tally::{outcome, told};
use super::view::{View, capital, fragment, words};
use crate::arena::record::{FaultRecord, GameRecord, GameResult};
use crate::arena::seat::Seat;
use crate::rating::{Outcome, Trinomial};

/// After so many faults nobody reads on.
const MOST_FAULTS: usize = 40;

/// What games ended by.
pub fn endings(view: &View<'_>) -> Markup {
    let mut by_reason: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
    for game in view.games() {
        let place = match game.result {
            GameResult::First => 0,
            GameResult::Draw => 1,
            GameResult::Second => 2,
        };
        by_reason.entry(&game.reason).or_default()[place] += 1;
    }
    let mut reasons: Vec<(&str, [u64; 3])> = by_reason.into_iter().collect();
    reasons.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u64>()));
    let won = Seat::BOTH.map(|seat| format!("{} won", view.seat_name(seat)));
    let columns = ["ending", "games", "share", &won[0], "drawn", &won[1]].map(Column::plain);
    let all = view.games().len().max(1) as f64;
    let row = |(reason, counts): &(&str, [u64; 3])| {
        let games = counts.iter().sum::<u64>();
        let link = Cell::Link {
            text: capital(&words(reason)),
            target: format!("#games-ending-{}", fragment(reason)),
        };
        let mut row = vec![link, Cell::count(games), Cell::Share(games as f64 / all)];
        row.extend(counts.map(Cell::count));
        row
    };
    table::table(&columns, &reasons.iter().map(row).collect::<Vec<_>>())
}

/// Results by opening: of a match between two, as the first engine sees them, or else as who moves first does.
pub fn openings(view: &View<'_>) -> Markup {
    let mut by_opening: BTreeMap<usize, Vec<&GameRecord>> = BTreeMap::new();
    for game in view.games() {
        by_opening.entry(game.fixture.opening).or_default().push(game);
    }
    let rows: Vec<Vec<Cell>> = by_opening.values().map(|games| opening(view, games)).collect();
    let names = Seat::BOTH.map(|seat| format!("as {}", view.seat_name(seat)));
    let whose = if view.is_duel() { view.name(0) } else { view.seat_name(Seat::First) };
    let score = format!("score of {whose}");
    let columns = ["opening", "begins with", "games", &names[0], &names[1], &score].map(Column::plain);
    html! { (table::table(&columns, &rows)) }
}

fn opening(view: &View<'_>, games: &[&GameRecord]) -> Vec<Cell> {
    let Some(first) = games.first() else { return Vec::new() };
    let name = first.opening_name.as_str();
    let moves: Vec<&str> = first.moves.iter().take(first.book).map(|mv| mv.text.as_str()).collect();
    let moves = if moves.is_empty() { first.start.clone() } else { moves.join(" ") };
    let mut row = vec![
        Cell::Link { text: name.to_owned(), target: format!("#games-opening-{}", first.fixture.opening) },
        Cell::Mono(moves),
        Cell::count(games.len() as u64),
    ];
    if view.is_duel() {
        let by_seat = [0, 1].map(|seat| {
            let of_seat = games.iter().copied().filter(move |game| game.fixture.engines[seat] == 0);
            view.tally(0, of_seat, |_| true)
        });
        row.extend(by_seat.iter().map(|tally| results(tally.games)));
        let share = view.tally(0, games.iter().copied(), |_| true).share();
        row.push(Cell::number(share.map(|share| share * 100.0), number::percent));
    } else {
        let half_points: u32 = games.iter().map(|game| game.result.half_points(Seat::First)).sum();
        row.extend([Cell::Empty, Cell::Empty]);
        row.push(Cell::Number(
            number::percent(f64::from(half_points) * 50.0 / games.len() as f64),
            f64::from(half_points),
        ));
    }
    row
}

/// Few results one by one, many as counts.
fn results(games: Trinomial) -> Cell {
    let Trinomial { draws, wins, .. } = games;
    let points = wins as f64 + draws as f64 / 2.0;
    match (games.games(), wins, draws) {
        (0, ..) => Cell::Empty,
        (1, 1, _) => Cell::Number("won".to_owned(), points),
        (1, _, 1) => Cell::Number("drawn".to_owned(), points),
        (1, ..) => Cell::Number("lost".to_owned(), points),
        _ => Cell::Number(told(games), points),
    }
}

/// Who failed, how, and what was said last. Nothing if nobody did.
pub fn faults(view: &View<'_>) -> Markup {
    let failed = view.games().iter().filter_map(|game| Some((game, game.fault.as_ref()?)));
    let failed: Vec<(&GameRecord, &FaultRecord)> = failed.collect();
    html! {
        @if !failed.is_empty() {
            section #faults {
                h2 { "Faults" }
                p.reading { "Time forfeits, crashes, stalls, illegal moves and answers that cannot be understood, \
                    each with the last lines said (>) and heard (<)." }
                ul.faults { @for (game, record) in failed.iter().take(MOST_FAULTS) { (fault(view, game, record)) } }
                @if failed.len() > MOST_FAULTS {
                    p { "And " (failed.len() - MOST_FAULTS) " more, which the list of games shows by their endings." }
                }
            }
        }
    }
}

fn fault(view: &View<'_>, game: &GameRecord, record: &FaultRecord) -> Markup {
    let engine = game.fixture.engines[record.seat.index()];
    let number = game.fixture.number + 1;
    let lost = if outcome(game, engine) == Some(Outcome::Loss) { ", and lost" } else { "" };
    html! {
        li {
            p {
                a href={ "#game-" (number) } { "Game " (number) }
                ": " b { (view.name(engine)) } " (" (view.seat_name(record.seat)) ")" (lost) ": " (record.fault)
            }
            @if !record.dialogue.is_empty() {
                details {
                    summary { "The last " (record.dialogue.len()) " lines of the dialogue" }
                    pre { code { @for line in &record.dialogue { (line) "\n" } } }
                }
            }
        }
    }
}
