//! Results counted one by one: as games and, where an opening is played twice with sides swapped, as pairs.

use std::collections::BTreeMap;

use crate::arena::record::{GameRecord, GameResult};
use crate::arena::seat::Seat;
use crate::rating::{Counts, Outcome, Pairs, Trinomial};

/// How a game ended for an engine; `None` if it did not play.
pub fn outcome(game: &GameRecord, engine: usize) -> Option<Outcome> {
    let seat = Seat::BOTH.into_iter().find(|seat| game.fixture.engines[seat.index()] == engine)?;
    Some(outcome_of_seat(game.result, seat))
}

/// How a result is for a seat.
pub fn outcome_of_seat(result: GameResult, seat: Seat) -> Outcome {
    match result.half_points(seat) {
        0 => Outcome::Loss,
        1 => Outcome::Draw,
        _ => Outcome::Win,
    }
}

/// Won, drawn and lost games: `+4 =3 −1`.
pub fn told(games: Trinomial) -> String {
    let Trinomial { losses, draws, wins } = games;
    format!("+{wins} ={draws} −{losses}")
}

/// The results of an engine.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// All games.
    pub games: Trinomial,
    /// Whole pairs.
    pub pairs: Pairs,
    /// The first outcomes of pairs that are not whole; `None` where games are not paired.
    begun: Option<BTreeMap<u64, Outcome>>,
}

impl Tally {
    /// No results yet.
    pub fn new(is_paired: bool) -> Tally {
        Tally { begun: is_paired.then(BTreeMap::new), ..Tally::default() }
    }

    /// The results of an engine in these games, against the engines that are asked for.
    pub fn of<'a>(
        is_paired: bool,
        games: impl Iterator<Item = &'a GameRecord>,
        engine: usize,
        is_asked: impl Fn(usize) -> bool,
    ) -> Tally {
        let mut tally = Tally::new(is_paired);
        for game in games {
            let other = game.fixture.engines.into_iter().find(|&other| other != engine);
            if let (Some(outcome), true) = (outcome(game, engine), other.is_some_and(&is_asked)) {
                tally.add(game.fixture.pair, outcome);
            }
        }
        tally
    }

    /// Counts a game, and its pair if this is the second of it. Whether statistics have changed by that.
    pub fn add(&mut self, pair: u64, outcome: Outcome) -> bool {
        self.games.add(outcome);
        let Some(begun) = &mut self.begun else { return true };
        let first = begun.remove(&pair);
        match first {
            Some(first) => self.pairs.add(first, outcome),
            None => drop(begun.insert(pair, outcome)),
        }
        first.is_some()
    }

    /// What statistics are taken from: pairs where games are paired, or else games.
    pub fn counts(&self) -> Counts {
        if self.begun.is_some() { self.pairs.counts.into() } else { self.games.into() }
    }

    /// Won, drawn and lost games: `+4 =3 −1`.
    pub fn told(&self) -> String {
        told(self.games)
    }

    /// Points and games: `12½ / 20`.
    pub fn points(&self) -> String {
        let half_points = self.games.wins * 2 + self.games.draws;
        let half = if half_points.is_multiple_of(2) { "" } else { "½" };
        let whole = half_points / 2;
        let whole = if whole == 0 && !half.is_empty() { String::new() } else { whole.to_string() };
        format!("{whole}{half} / {}", self.games.games())
    }

    /// Points as a share of the games, from 0 to 1; `None` without games.
    pub fn share(&self) -> Option<f64> {
        let Trinomial { draws, wins, .. } = self.games;
        let games = self.games.games();
        (games > 0).then(|| (wins as f64 + draws as f64 / 2.0) / games as f64)
    }
}
