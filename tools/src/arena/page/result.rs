//! Who won, by how much, and how sure that is.

use maud::{Markup, html};

use super::tally::{Tally, outcome_of_seat};
use super::view::{View, counted};
use crate::arena::player::Seat;
use crate::plot::number;
use crate::rating::{Estimate, Trinomial, Verdict};
use crate::report::table::{self, Cell, Column};

/// The result in a sentence.
pub fn headline(view: &View<'_>) -> String {
    match (view.games().len(), view.is_duel()) {
        (0, _) => "No game has been finished yet.".to_owned(),
        (_, true) => duel(view, &view.tallies[0]),
        (_, false) => tournament(view),
    }
}

/// Of two engines.
fn duel(view: &View<'_>, tally: &Tally) -> String {
    let counts = tally.counts();
    let is_behind = counts.spread().mean < 0.5;
    let (winner, loser, counts) = if is_behind { (1, 0, counts.reversed()) } else { (0, 1, counts) };
    let (winner, loser, spread) = (view.name(winner), view.name(loser), counts.spread());
    let elo = spread.elo();
    let by = format!("{} Elo ({})", estimate(elo).replace('+', ""), method(tally));
    let games = counted(tally.games.games(), "game");
    let superiority = share(spread.superiority());
    if elo.lower.is_some_and(|lower| lower > 0.0) {
        format!("{winner} beats {loser} by {by} over {games}; likelihood of superiority {superiority}.")
    } else if spread.mean > 0.5 {
        format!(
            "{winner} is ahead of {loser} by {by} over {games}, too little to show that it is the stronger one; \
             likelihood of superiority {superiority}."
        )
    } else {
        format!("{winner} and {loser} are level over {games}: {by}.")
    }
}

/// Of more than two.
fn tournament(view: &View<'_>) -> String {
    let games = counted(view.games().len() as u64, "game");
    let ranked = ranked(view);
    let told = |&(engine, _): &(usize, f64)| {
        format!("{} ({})", view.name(engine), view.tallies[engine].points().replace(" / ", " of "))
    };
    match &ranked[..] {
        [first, second, ..] => format!("{} leads after {games}, before {}.", told(first), told(second)),
        _ => format!("{games} have been played."),
    }
}

/// The engines with their shares of points, the best first.
pub fn ranked(view: &View<'_>) -> Vec<(usize, f64)> {
    let shares = view.tallies.iter().enumerate();
    let mut ranked: Vec<(usize, f64)> =
        shares.map(|(engine, tally)| (engine, tally.share().unwrap_or(0.0))).collect();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
    ranked
}

/// What statistics were taken from.
fn method(tally: &Tally) -> &'static str {
    if tally.pairs.counts.pairs() > 0 { "pentanomial, 95 %" } else { "trinomial, 95 %" }
}

/// `35.2 ± 21.8`, `above 150.3`.
pub fn estimate(estimate: Estimate) -> String {
    let plain = |value: f64| number::signed(value, 1);
    match (estimate.value, estimate.error, estimate.lower, estimate.upper) {
        (Some(value), Some(error), ..) => format!("{} ± {error:.1}", plain(value)),
        (Some(value), _, Some(lower), _) => format!("{}, above {}", plain(value), plain(lower)),
        (Some(value), _, _, Some(upper)) => format!("{}, below {}", plain(value), plain(upper)),
        (_, _, Some(lower), _) => format!("more than {}", plain(lower)),
        (_, _, _, Some(upper)) => format!("less than {}", plain(upper)),
        _ => "unknown".to_owned(),
    }
}

/// A share in per cent; near the ends with as many digits as it takes to tell it from them.
pub fn share(share: f64) -> String {
    let percent = share * 100.0;
    let digits = if !(0.05..=99.95).contains(&percent) && share > 0.0 && share < 1.0 { 4 } else { 1 };
    format!("{percent:.digits$} %")
}

/// A figure to be seen at once.
#[derive(Clone, PartialEq, Debug)]
struct Card {
    name: &'static str,
    value: String,
    more: String,
}

/// The figures that matter most.
pub fn cards(view: &View<'_>) -> Markup {
    let cards = if view.is_duel() { duel_cards(view) } else { Vec::new() };
    html! {
        div.cards {
            @for card in cards.iter().chain(&common_cards(view)) {
                div.card {
                    span.name { (card.name) }
                    b { (card.value) }
                    span.more { (card.more) }
                }
            }
        }
    }
}

fn duel_cards(view: &View<'_>) -> Vec<Card> {
    let tally = &view.tallies[0];
    let spread = tally.counts().spread();
    let Trinomial { losses, draws, wins } = tally.games;
    let card = |name, value, more: String| Card { name, value, more };
    let percent = tally.share().map(share).unwrap_or_default();
    let mut cards = vec![
        card("score", tally.points(), format!("{percent}: +{wins} ={draws} −{losses}")),
        card("Elo", estimate(spread.elo()), format!("of {}, 95 %", view.name(0))),
        card("normalised Elo", estimate(spread.normalized_elo()), "in units of a game's spread".to_owned()),
        card(
            "superiority",
            share(spread.superiority()),
            format!("likelihood that {} is better", view.name(0)),
        ),
    ];
    cards.extend(test_card(view, tally));
    if let Some(ratio) = tally.pairs.counts.ratio() {
        let [ll, ld, _, dw, ww] = tally.pairs.counts.0;
        let more = format!("{} pairs won, {} lost", dw + ww, ll + ld);
        cards.push(card("pair ratio", number::ratio(ratio), more));
    }
    cards
}

fn test_card(view: &View<'_>, tally: &Tally) -> Option<Card> {
    let state = view.report.sprt?.state(tally.counts())?;
    let question = view.report.sprt?.question();
    let value = match state.verdict {
        Verdict::H0 => "H0 accepted".to_owned(),
        Verdict::H1 => "H1 accepted".to_owned(),
        Verdict::Continue => format!("LLR {}", number::signed(state.llr, 2)),
    };
    let (elo0, elo1) = (number::plain(question.elo0), number::plain(question.elo1));
    let more = format!(
        "[{elo0}, {elo1}]: {} of {} to {}",
        number::signed(state.llr, 2),
        number::signed(state.lower, 2),
        number::signed(state.upper, 2)
    );
    Some(Card { name: "SPRT", value, more })
}

fn common_cards(view: &View<'_>) -> Vec<Card> {
    let games = view.games();
    let faults = games.iter().filter(|game| game.fault.is_some()).count();
    let draws = view.tallies.iter().map(|tally| tally.games.draws).sum::<u64>() / 2;
    let count = games.len() as u64;
    let drawn = if count > 0 { share(draws as f64 / count as f64) } else { "–".to_owned() };
    let blamed: Vec<String> = (0..view.tallies.len())
        .filter_map(|engine| {
            let own = games.iter().filter(|game| {
                game.fault.as_ref().is_some_and(|fault| game.fixture.engines[fault.seat.index()] == engine)
            });
            let own = own.count();
            (own > 0).then(|| format!("{} by {}", own, view.name(engine)))
        })
        .collect();
    let blamed = if blamed.is_empty() { "nobody failed".to_owned() } else { blamed.join(", ") };
    vec![
        Card { name: "draws", value: drawn, more: counted(draws, "game") },
        Card { name: "faults", value: faults.to_string(), more: blamed },
    ]
}

/// Everybody against everybody, for more than two engines.
pub fn crosstable(view: &View<'_>) -> Markup {
    if view.is_duel() || view.games().is_empty() {
        return html! {};
    }
    let ranked = ranked(view);
    let numbers: Vec<String> = (1..=ranked.len()).map(|rank| rank.to_string()).collect();
    let mut columns = vec![Column::plain("rank"), Column::plain("engine")];
    columns.extend(["Elo to the field", "points", "score", "games"].map(Column::plain));
    columns.extend(
        numbers.iter().map(|number| Column { name: number, meaning: "Against the engine of this rank." }),
    );
    let rows: Vec<Vec<Cell>> =
        ranked.iter().enumerate().map(|(rank, &(engine, _))| row(view, &ranked, (rank, engine))).collect();
    html! {
        section #crosstable {
            h2 { "Standings" }
            (table::table(&columns, &rows))
            p.reading { "Elo is that of the score against all opponents together, taken as one. In the columns by rank: games won, drawn and lost against that engine." }
        }
    }
}

fn row(view: &View<'_>, ranked: &[(usize, f64)], (rank, engine): (usize, usize)) -> Vec<Cell> {
    let tally = &view.tallies[engine];
    let elo = tally.counts().spread().elo();
    let mut row = vec![
        Cell::count(rank as u64 + 1),
        Cell::Name(view.name(engine).to_owned()),
        Cell::Number(estimate(elo), elo.value.or(elo.lower).or(elo.upper).unwrap_or(0.0)),
        Cell::Number(
            tally.points().replace(" / ", " of "),
            tally.games.wins as f64 + tally.games.draws as f64 / 2.0,
        ),
        Cell::number(tally.share(), share),
        Cell::count(tally.games.games()),
    ];
    row.extend(ranked.iter().map(|&(other, _)| {
        let against = Tally::of(view.games().iter(), engine, |asked| asked == other);
        let Trinomial { losses, draws, wins } = against.games;
        match against.share() {
            Some(share) => Cell::Number(format!("+{wins} ={draws} −{losses}"), share),
            None => Cell::Words(if other == engine { "·".to_owned() } else { "–".to_owned() }),
        }
    }));
    row
}

/// Results by who moves first.
pub fn by_seat(view: &View<'_>) -> Markup {
    let seat_names = Seat::BOTH.map(|seat| view.seat_name(seat));
    let columns = [
        Column::plain("engine"),
        Column { name: seat_names[0], meaning: "Games with the first move." },
        Column { name: "score ", meaning: "With the first move." },
        Column { name: seat_names[1], meaning: "Games with the second move." },
        Column { name: "score", meaning: "With the second move." },
    ];
    let of_seat = |engine: Option<usize>, seat: Seat| {
        let mut games = Trinomial::default();
        let own = view
            .games()
            .iter()
            .filter(|game| engine.is_none_or(|engine| game.fixture.engines[seat.index()] == engine));
        own.for_each(|game| games.add(outcome_of_seat(game.result, seat)));
        games
    };
    let row = |name: String, engine: Option<usize>| {
        let cells = Seat::BOTH.into_iter().flat_map(|seat| seat_cells(of_seat(engine, seat)));
        std::iter::once(Cell::Name(name)).chain(cells).collect::<Vec<Cell>>()
    };
    let engines = (0..view.tallies.len()).map(|engine| row(view.name(engine).to_owned(), Some(engine)));
    let rows: Vec<Vec<Cell>> = engines.chain([row("all games".to_owned(), None)]).collect();
    html! { h3 { "By colour" } (table::table(&columns, &rows)) }
}

fn seat_cells(games: Trinomial) -> [Cell; 2] {
    let Trinomial { losses, draws, wins } = games;
    let count = games.games();
    let points = (count > 0).then(|| (wins as f64 + draws as f64 / 2.0) / count as f64);
    [Cell::Number(format!("+{wins} ={draws} −{losses}"), points.unwrap_or(0.0)), Cell::number(points, share)]
}
