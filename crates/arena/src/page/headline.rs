//! The result in a sentence.

use shuangqi_cli::units::counted;

use super::{Report, format};
use crate::rating::{Counts, Rating};

pub fn headline(report: &Report<'_>) -> String {
    match (report.games.len(), report.is_duel()) {
        (0, _) => "No game has been finished yet.".to_owned(),
        (_, true) => duel(report),
        (_, false) => tournament(report),
    }
}

fn duel(report: &Report<'_>) -> String {
    let encounter = report.standings.first_encounter();
    let counts = encounter.counts();
    let games = counted(encounter.games().games(), "game");
    if counts.games() == 0 {
        return format!("{games} finished, and no pair of games from the same opening yet.");
    }
    let is_behind = counts.spread().mean < 0.5;
    let method = if matches!(counts, Counts::Pairs(_)) { "pentanomial" } else { "trinomial" };
    let (winner, loser, counts) = if is_behind { (1, 0, counts.reversed()) } else { (0, 1, counts) };
    let (winner, loser, spread) = (report.name(winner), report.name(loser), counts.spread());
    let elo = spread.elo();
    let by = format!("{} Elo ({method}, 95 %)", format::estimate(elo, 1).replace('+', ""));
    let superiority = format::share(spread.superiority());
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

fn tournament(report: &Report<'_>) -> String {
    let games = counted(report.standings.games(), "game");
    let rated = |rating: &Rating| format!("{} ({} Elo)", report.name(rating.engine), format::rating(rating));
    match &report.standings.ratings()[..] {
        [first, second, ..] => format!("{} leads after {games}, before {}.", rated(first), rated(second)),
        _ => format!("{games} finished."),
    }
}
