//! What became of games.

use serde::Serialize;
use xiangqi::Color;

use super::records::{Ending, GameRecord};
use crate::shards;

/// The results of games, and how far the adjudication can be trusted.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct GameTotals {
    pub games: u64,
    pub red_wins: u64,
    pub draws: u64,
    pub black_wins: u64,
    /// Positions that were searched.
    pub plies: u64,
    /// How many of a hundred of these are kept.
    pub kept_per_cent: f64,
    /// Games that ended by adjudication.
    pub adjudicated: u64,
    /// Games that were adjudicated and played on to their end.
    pub checked: u64,
    /// Of them, those that ended otherwise.
    pub wrong: u64,
    #[serde(skip)]
    kept: u64,
}

impl GameTotals {
    pub fn new(games: &[GameRecord]) -> GameTotals {
        let count = |is: &dyn Fn(&GameRecord) -> bool| games.iter().filter(|game| is(game)).count() as u64;
        let won_by = |winner: Option<Color>| count(&|game| game.winner == winner);
        let checked = |game: &GameRecord| game.ruling.filter(|_| game.ending != Ending::Adjudication);
        let mut totals = GameTotals {
            games: games.len() as u64,
            red_wins: won_by(Some(Color::Red)),
            draws: won_by(None),
            black_wins: won_by(Some(Color::Black)),
            plies: games.iter().map(|game| game.line.len() as u64).sum(),
            kept_per_cent: 0.0,
            adjudicated: count(&|game| game.ending == Ending::Adjudication),
            checked: count(&|game| checked(game).is_some()),
            wrong: count(&|game| checked(game).is_some_and(|ruling| ruling.winner != game.winner)),
            kept: shards::positions(games),
        };
        totals.update_share();
        totals
    }

    pub fn add(&mut self, other: &GameTotals) {
        let sums = [
            (&mut self.games, other.games),
            (&mut self.red_wins, other.red_wins),
            (&mut self.draws, other.draws),
            (&mut self.black_wins, other.black_wins),
            (&mut self.plies, other.plies),
            (&mut self.adjudicated, other.adjudicated),
            (&mut self.checked, other.checked),
            (&mut self.wrong, other.wrong),
            (&mut self.kept, other.kept),
        ];
        sums.into_iter().for_each(|(sum, more)| *sum += more);
        self.update_share();
    }

    fn update_share(&mut self) {
        self.kept_per_cent = (1000.0 * self.kept as f64 / self.plies.max(1) as f64).round() / 10.0;
    }
}
