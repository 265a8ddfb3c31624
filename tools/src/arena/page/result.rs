//! Who won, by how much, and how sure that is: in a sentence, and in a few figures.

use std::time::Duration;

use maud::{Markup, html};
use shuangqi_cli::units::counted;
use shuangqi_plot::number;

use super::conditions::seconds;
use super::standings;
use super::tally::Tally;
use super::view::View;
use crate::arena::record::GameRecord;
use crate::arena::seat::Seat;
use crate::rating::{DiscDifference, Estimate, Moments, Verdict};

/// The result in a sentence.
pub fn headline(view: &View<'_>) -> String {
    match (view.games().len(), view.is_duel()) {
        (0, _) => "No game has been finished yet.".to_owned(),
        (_, true) => duel(view, &view.tallies[0]),
        (_, false) => standings::headline(view),
    }
}

/// Of two engines.
fn duel(view: &View<'_>, tally: &Tally) -> String {
    let counts = tally.counts();
    let games = counted(tally.games.games(), "game");
    if counts.games() == 0 {
        return format!("{games} finished, and no pair of games from the same opening yet.");
    }
    let is_behind = counts.spread().mean < 0.5;
    let (winner, loser, counts) = if is_behind { (1, 0, counts.reversed()) } else { (0, 1, counts) };
    let (winner, loser, spread) = (view.name(winner), view.name(loser), counts.spread());
    let elo = spread.elo();
    let method = if view.is_paired() { "pentanomial" } else { "trinomial" };
    let by = format!("{} Elo ({method}, 95 %)", estimate(elo, 1).replace('+', ""));
    let superiority = share(spread.superiority());
    if elo.lower.is_some_and(|lower| lower > 0.0) {
        format!("{winner} beats {loser} by {by} over {games}; likelihood of superiority {superiority}.")
    } else if elo.value.is_none() {
        format!("{winner} wins all of {games} against {loser}, too few for a figure.")
    } else if spread.mean > 0.5 {
        format!(
            "{winner} is ahead of {loser} by {by} over {games}, too little to show that it is the stronger one; \
             likelihood of superiority {superiority}."
        )
    } else {
        format!("{winner} and {loser} are level over {games}: {by}.")
    }
}

/// With so many decimals: `+35.2 ± 21.8`, `more than +150.3`.
pub fn estimate(estimate: Estimate, decimals: usize) -> String {
    let signed = |value: f64| number::signed(value, decimals);
    match (estimate.value, estimate.error, estimate.lower, estimate.upper) {
        (Some(value), Some(error), ..) => format!("{}\u{a0}±\u{a0}{error:.decimals$}", signed(value)),
        (Some(value), _, Some(lower), _) => format!("{}, more than {}", signed(value), signed(lower)),
        (Some(value), _, _, Some(upper)) => format!("{}, less than {}", signed(value), signed(upper)),
        (Some(value), ..) => signed(value),
        (_, _, Some(lower), _) => format!("more than {}", signed(lower)),
        (_, _, _, Some(upper)) => format!("less than {}", signed(upper)),
        _ => "unknown".to_owned(),
    }
}

/// A share in per cent, told apart from nothing and all.
pub fn share(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        _ if percent > 0.0 && percent < 0.01 => "below 0.01 %".to_owned(),
        _ if percent > 99.99 && percent < 100.0 => "above 99.99 %".to_owned(),
        _ if percent > 99.9 && percent < 100.0 => format!("{percent:.2} %"),
        _ => format!("{percent:.1} %"),
    }
}

/// A figure to be seen at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    name: &'static str,
    value: String,
    more: String,
}

impl Card {
    /// A figure with what there is to say of it.
    pub fn new(name: &'static str, value: String, more: String) -> Card {
        Card { name, value, more }
    }
}

/// The figures that matter most; none before the first game.
pub fn cards(view: &View<'_>) -> Markup {
    let own = if view.is_duel() { duel_cards(view, &view.tallies[0]) } else { standings::cards(view) };
    html! {
        @if !view.games().is_empty() {
            @let cards = [&own[..], &common_cards(view)].concat();
            div.cards style={ "--columns:" (columns(cards.len())) } {
                @for card in &cards {
                    div.card {
                        span.name { (card.name) }
                        b { (card.value) }
                        span.more { (card.more) }
                    }
                }
            }
        }
    }
}

/// Side by side on a wide page, so that the last row is nearly full.
fn columns(cards: usize) -> usize {
    match cards {
        0..=6 => 3,
        7..=8 => 4,
        _ => 5,
    }
}

fn duel_cards(view: &View<'_>, tally: &Tally) -> Vec<Card> {
    let spread = tally.counts().spread();
    let name = view.name(0);
    let percent = tally.share().map(share).unwrap_or_default();
    let better = format!("likelihood that {name} is better");
    let mut cards = vec![
        Card::new("score", tally.points(), format!("{percent}: {}", tally.told())),
        Card::new("Elo", estimate(spread.elo(), 1), format!("of {name}, 95 %")),
        Card::new(
            "normalised Elo",
            estimate(spread.normalized_elo(), 1),
            "by the spread of a game".to_owned(),
        ),
        Card::new("superiority", share(spread.superiority()), better),
    ];
    cards.extend(test_card(view, tally));
    if let Some(ratio) = tally.pairs.counts.ratio() {
        let [ll, ld, _, dw, ww] = tally.pairs.counts.0;
        let more = format!("{} pairs won, {} lost", dw + ww, ll + ld);
        cards.push(Card::new("pair ratio", number::ratio(ratio), more));
    }
    let discs = discs(view);
    if discs.value.is_some() {
        cards.push(Card::new("discs a game", estimate(discs, 2), format!("of {name}, 95 %")));
    }
    cards
}

fn test_card(view: &View<'_>, tally: &Tally) -> Option<Card> {
    let sprt = view.report.sprt?;
    let (state, parameters) = (sprt.state(tally.counts())?, sprt.parameters());
    let signed = |value: f64| number::signed(value, 2);
    let value = match state.verdict {
        Verdict::H0 => "H0 accepted".to_owned(),
        Verdict::H1 => "H1 accepted".to_owned(),
        Verdict::Continue => format!("LLR {}", signed(state.llr)),
    };
    let (elo0, elo1) = (number::plain(parameters.elo0), number::plain(parameters.elo1));
    let way = format!("{} of {} to {}", signed(state.llr), signed(state.lower), signed(state.upper));
    Some(Card::new("SPRT", value, format!("[{elo0}, {elo1}]: {way}")))
}

/// Othello: the discs by which the first engine wins a game, in the mean.
fn discs(view: &View<'_>) -> Estimate {
    let own = |game: &GameRecord| {
        let is_first = game.fixture.engines[Seat::First.index()] == 0;
        game.discs.map(|discs| if is_first { discs } else { -discs })
    };
    if view.is_paired() {
        let mut all = DiscDifference::default();
        view.pairs().for_each(|(one, other)| {
            own(one).zip(own(other)).into_iter().for_each(|(one, other)| all.add(one, other));
        });
        return all.per_game();
    }
    let mut all = Moments::default();
    view.games().iter().filter_map(own).for_each(|discs| all.add(discs));
    all.estimate()
}

fn common_cards(view: &View<'_>) -> [Card; 3] {
    let games = view.games();
    let draws = view.tallies.iter().map(|tally| tally.games.draws).sum::<u64>() / 2;
    let drawn = share(draws as f64 / games.len().max(1) as f64);
    let faults = games.iter().filter(|game| game.fault.is_some()).count();
    let lasted = Duration::from_millis(games.iter().map(|game| game.lasted).sum());
    let mean = lasted.div_f64(games.len().max(1) as f64);
    [
        Card::new("draws", drawn, counted(draws, "game")),
        Card::new("faults", faults.to_string(), blamed(view)),
        Card::new("played for", seconds(lasted), format!("{} a game", seconds(mean))),
    ]
}

/// Who failed how often.
fn blamed(view: &View<'_>) -> String {
    let is_of = |game: &GameRecord, engine: usize| {
        game.fault.as_ref().is_some_and(|fault| game.fixture.engines[fault.seat.index()] == engine)
    };
    let told = |engine: usize| {
        let count = view.games().iter().filter(|game| is_of(game, engine)).count();
        (count > 0).then(|| format!("{count} by {}", view.name(engine)))
    };
    let blamed: Vec<String> = (0..view.tallies.len()).filter_map(told).collect();
    if blamed.is_empty() { "nobody failed".to_owned() } else { blamed.join(", ") }
}
