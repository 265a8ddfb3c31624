//! The most important figures, each on a card.

use maud::{Markup, html};
use shuangqi_cli::units::counted;

use super::{Report, format};
use crate::rating::{Trinomial, Verdict};
use shuangqi_plot::number;

struct Card {
    name: &'static str,
    value: String,
    /// A note below the value.
    note: String,
    /// Whether the value is a name, which may be broken anywhere.
    is_name: bool,
}

impl Card {
    fn new(name: &'static str, value: String, note: String) -> Card {
        Card { name, value, note, is_name: false }
    }
}

/// The cards; none before the first game.
pub fn cards(report: &Report<'_>) -> Markup {
    let mut cards = if report.is_duel() { duel(report) } else { leaders(report) };
    cards.extend(common(report));
    html! {
        @if !report.games.is_empty() {
            div.cards style={ "--columns:" (columns(cards.len())) } {
                @for card in &cards {
                    div.card {
                        span.name { (card.name) }
                        b .words[card.is_name] { (card.value.replace("\u{a0}±", " ±")) }
                        span.note { (card.note) }
                    }
                }
            }
        }
    }
}

/// The number of columns on a wide page with which the last row is nearly full.
fn columns(cards: usize) -> usize {
    match cards {
        0..=6 => 3,
        7..=8 => 4,
        _ => 5,
    }
}

fn duel(report: &Report<'_>) -> Vec<Card> {
    let encounter = report.standings.first_encounter();
    let (games, pairs, spread) = (encounter.games(), encounter.pairs.counts, encounter.counts().spread());
    let name = report.name(0);
    let percent = games.score().map(format::share).unwrap_or_default();
    let elo = |estimate| format::estimate(estimate, 1);
    let superiority = format::share(spread.superiority());
    let mut cards = vec![
        Card::new("score", format::points(games), format!("{percent}: {}", format::results(games))),
        Card::new("Elo", elo(spread.elo()), format!("of {name}, 95 %")),
        Card::new("normalised Elo", elo(spread.normalized_elo()), "by the spread of a game".to_owned()),
        Card::new("superiority", superiority, format!("likelihood that {name} is better")),
    ];
    cards.extend(test(report));
    if let Some(ratio) = pairs.ratio() {
        let [ll, ld, _, dw, ww] = pairs.0;
        let note = format!("{} pairs won, {} lost", dw + ww, ll + ld);
        cards.push(Card::new("pair ratio", number::ratio(ratio), note));
    }
    let discs = encounter.discs();
    if discs.value.is_some() {
        cards.push(Card::new("discs a game", format::estimate(discs, 2), format!("of {name}, 95 %")));
    }
    cards
}

fn test(report: &Report<'_>) -> Option<Card> {
    let (state, parameters) = (report.standings.test_state()?, report.standings.test()?.parameters());
    let signed = |value: f64| number::signed(value, 2);
    let value = match state.verdict {
        Verdict::H0 => "H0 accepted".to_owned(),
        Verdict::H1 => "H1 accepted".to_owned(),
        Verdict::Continue => format!("LLR {}", signed(state.llr)),
    };
    let (elo0, elo1) = (number::plain(parameters.elo0), number::plain(parameters.elo1));
    let bounds = format!("{} and {}", signed(state.lower), signed(state.upper));
    let llr = if state.verdict == Verdict::Continue {
        String::new()
    } else {
        format!("LLR {}, ", signed(state.llr))
    };
    Some(Card::new("SPRT", value, format!("[{elo0}, {elo1}]: {llr}bounds {bounds}")))
}

/// The first three of a tournament.
fn leaders(report: &Report<'_>) -> Vec<Card> {
    let ratings = report.standings.ratings();
    let places = ["first", "second", "third"].into_iter().zip(ratings);
    let card = |(place, rating): (&'static str, crate::rating::Rating)| {
        let games = report.standings.engines[rating.engine].games();
        let percent = games.score().map(format::share).unwrap_or_default();
        let note = format!("{}: {percent}", format::points(games));
        Card { is_name: true, ..Card::new(place, report.name(rating.engine).to_owned(), note) }
    };
    places.map(card).collect()
}

fn common(report: &Report<'_>) -> [Card; 3] {
    let Trinomial { draws, .. } = report.standings.first_seat;
    let games = report.standings.games().max(1);
    let play_time = report.standings.play_time;
    let mean = play_time.div_f64(games as f64);
    [
        Card::new("draws", format::share(draws as f64 / games as f64), counted(draws, "game")),
        Card::new("faults", report.standings.faults().total().to_string(), faults_by_engine(report)),
        Card::new(
            "played for",
            format::duration(play_time),
            format!("{} a game on average", format::duration(mean)),
        ),
    ]
}

fn faults_by_engine(report: &Report<'_>) -> String {
    let results = report.standings.engines.iter().enumerate();
    let faults = results.map(|(engine, results)| (engine, results.faults.total()));
    let texts: Vec<String> = faults
        .filter(|(_, count)| *count > 0)
        .map(|(engine, count)| format!("{count} by {}", report.name(engine)))
        .collect();
    if texts.is_empty() { "by no engine".to_owned() } else { texts.join(", ") }
}
