//! Where a match stands: what follows from its games, whatever the order in which they ended.

mod encounter;
mod faults;
mod warnings;

pub use encounter::Encounter;
pub use faults::Faults;
pub use warnings::{Warning, WarningKind};

use std::collections::BTreeMap;

use super::config::{Layout, MatchConfig};
use super::record::{GameRecord, MoveRecord};
use super::seat::Seat;
use crate::rating::{Sprt, SprtState, Verdict};

/// Where a match stands.
#[derive(Clone, Debug)]
pub struct Standings {
    is_paired: bool,
    test: Option<Sprt>,
    encounters: Vec<Encounter>,
    players: Vec<Player>,
    games: u64,
    plies: u64,
    /// Games by the rule that ended them.
    reasons: BTreeMap<String, u64>,
    /// Games by whether the first seat won, nobody, or the second.
    by_seat: [u64; 3],
}

/// What an engine did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Player {
    /// Games played.
    pub games: u64,
    /// Points, two for a win and one for a draw.
    pub half_points: u64,
    /// What it did wrong.
    pub faults: Faults,
    /// What its moves took.
    pub effort: EffortStatistics,
}

/// What moves took, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct EffortStatistics {
    /// Moves that were timed.
    pub moves: u64,
    /// Microseconds for all of them.
    pub micros: u64,
    /// Microseconds for the longest.
    pub most_micros: u64,
    /// Positions of moves that told them, and the microseconds that those moves took.
    pub nodes: (u64, u64),
    /// The depths of moves that told them, added up, and their number.
    pub depths: (u64, u64),
}

impl EffortStatistics {
    fn add(&mut self, step: &MoveRecord) {
        let Some(micros) = step.micros else { return };
        self.moves += 1;
        self.micros = self.micros.saturating_add(micros);
        self.most_micros = self.most_micros.max(micros);
        if let Some(nodes) = step.nodes {
            self.nodes = (self.nodes.0.saturating_add(nodes), self.nodes.1.saturating_add(micros));
        }
        if let Some(depth) = step.depth {
            self.depths = (self.depths.0 + u64::from(depth), self.depths.1 + 1);
        }
    }

    /// Seconds for a move; `None` without moves.
    pub fn seconds(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.micros as f64 / 1e6 / self.moves as f64)
    }

    /// Positions a second; `None` if none were told.
    pub fn speed(&self) -> Option<f64> {
        (self.nodes.1 > 0).then(|| self.nodes.0 as f64 * 1e6 / self.nodes.1 as f64)
    }

    /// The mean depth; `None` if none was told.
    pub fn depth(&self) -> Option<f64> {
        (self.depths.1 > 0).then(|| self.depths.0 as f64 / self.depths.1 as f64)
    }
}

impl Standings {
    /// That before the first game.
    pub fn new(setup: &MatchConfig, test: Option<Sprt>) -> Standings {
        let Layout { repeat, swaps, .. } = setup.layout;
        Standings {
            is_paired: repeat == 2 && swaps,
            test,
            encounters: Vec::new(),
            players: vec![Player::default(); setup.engines.len()],
            games: 0,
            plies: 0,
            reasons: BTreeMap::new(),
            by_seat: [0; 3],
        }
    }

    /// That after these games.
    pub fn of<'games>(
        setup: &MatchConfig,
        test: Option<Sprt>,
        games: impl IntoIterator<Item = &'games GameRecord>,
    ) -> Standings {
        let mut standings = Standings::new(setup, test);
        games.into_iter().for_each(|game| standings.add(game));
        standings
    }

    /// Counts a game. Engines that the match does not have are passed over.
    pub fn add(&mut self, game: &GameRecord) {
        if game.fixture.engines.iter().any(|&engine| engine >= self.players.len()) {
            return;
        }
        self.games += 1;
        self.plies += game.moves.len() as u64;
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        self.by_seat[2 - game.result.half_points(Seat::First) as usize] += 1;
        for seat in Seat::BOTH {
            let player = &mut self.players[game.fixture.engines[seat.index()]];
            player.games += 1;
            player.half_points += u64::from(game.result.half_points(seat));
            if let Some(fault) = game.fault.as_ref().filter(|fault| fault.seat == seat) {
                player.faults.add(&fault.fault);
            }
        }
        for (seat, step) in moves_by_seat(game) {
            self.players[game.fixture.engines[seat.index()]].effort.add(step);
        }
        self.encounter(game.fixture.engines).add(game);
    }

    fn encounter(&mut self, mut engines: [usize; 2]) -> &mut Encounter {
        engines.sort_unstable();
        let place = self.encounters.binary_search_by_key(&engines, |encounter| encounter.engines);
        let index = place.unwrap_or_else(|index| {
            self.encounters.insert(index, Encounter::new(engines, self.is_paired));
            index
        });
        &mut self.encounters[index]
    }

    /// All that two engines did against each other, in the order of their numbers; only those that have met.
    pub fn encounters(&self) -> &[Encounter] {
        &self.encounters
    }

    /// The encounter of a match between two engines, or the first one of a tournament, even if nobody has met yet.
    pub fn first_encounter(&self) -> Encounter {
        self.encounters.first().cloned().unwrap_or_else(|| Encounter::new([0, 1], self.is_paired))
    }

    /// What each engine did.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Whether two games from the same opening count together.
    pub fn is_paired(&self) -> bool {
        self.is_paired
    }

    /// Finished games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Mean plies of a game; `None` without games.
    pub fn mean_plies(&self) -> Option<f64> {
        (self.games > 0).then(|| self.plies as f64 / self.games as f64)
    }

    /// Games by the rule that ended them.
    pub fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// Games that the first seat won, that were drawn, and that the second seat won.
    pub fn by_seat(&self) -> [u64; 3] {
        self.by_seat
    }

    /// Everything that anybody did wrong.
    pub fn faults(&self) -> Faults {
        self.players.iter().fold(Faults::default(), |sum, player| sum.merged(player.faults))
    }

    /// The test, if there is one.
    pub fn test(&self) -> Option<&Sprt> {
        self.test.as_ref()
    }

    /// Where the test stands. It counts finished pairs; where games are not paired, or where its model counts single
    /// games, the games of those.
    pub fn state(&self) -> Option<SprtState> {
        let test = self.test.as_ref()?;
        let encounter = self.first_encounter();
        let takes_pairs = test.parameters().model.takes_pairs();
        test.state(if takes_pairs { encounter.counts() } else { encounter.counted_games().into() })
    }

    /// Whether the test is decided.
    pub fn is_decided(&self) -> bool {
        self.state().is_some_and(|state| state.verdict != Verdict::Continue)
    }
}

/// The moves of a game and who made them: seats take turns, and who is to move first follows from the start.
fn moves_by_seat(game: &GameRecord) -> impl Iterator<Item = (Seat, &MoveRecord)> {
    let mut seat = !game.first_to_move();
    game.moves.iter().map(move |step| {
        seat = !seat;
        (seat, step)
    })
}

#[cfg(test)]
mod tests;
