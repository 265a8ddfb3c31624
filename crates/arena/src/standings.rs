//! The results of a match: everything that follows from its games, whatever the order in which they ended. The summary,
//! the texts and the page all read them from here.

mod engine;
mod warnings;

pub use engine::{EffortStatistics, EngineResults, Faults};
pub use warnings::WarningKind;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::config::Layout;
use super::match_config::MatchConfig;
use super::record::GameRecord;
use crate::rating::{
    Counts, Estimate, Moments, Outcome, Pentanomial, Rating, Sprt, SprtState, Trinomial, Verdict, ratings,
};
use game::Seat;

#[derive(Clone, Debug)]
pub struct Standings {
    is_paired: bool,
    pub test: Option<Sprt>,
    /// By the numbers of the engines. That of the first two is always there.
    encounters: Vec<Encounter>,
    plies: u64,
    endings: BTreeMap<String, Trinomial>,
    /// The results of each engine against all others.
    pub engines: Vec<EngineResults>,
    pub first_seat: Trinomial,
}

impl Standings {
    /// Those before the first game.
    pub fn new(config: &MatchConfig, test: Option<Sprt>) -> Standings {
        let Layout { repeat, swaps, .. } = config.layout;
        let is_paired = repeat == 2 && swaps;
        Standings {
            is_paired,
            test,
            encounters: vec![Encounter::new([0, 1], is_paired)],
            engines: vec![EngineResults::default(); config.engines.len()],
            plies: 0,
            first_seat: Trinomial::default(),
            endings: BTreeMap::new(),
        }
    }

    /// Those after these games.
    pub fn of<'games>(
        config: &MatchConfig,
        test: Option<Sprt>,
        games: impl IntoIterator<Item = &'games GameRecord>,
    ) -> Standings {
        let mut standings = Standings::new(config, test);
        games.into_iter().for_each(|game| standings.add(game));
        standings
    }

    /// Counts a game. Games of engines that the match does not have are ignored.
    pub fn add(&mut self, game: &GameRecord) {
        if game.scheduled.engines.iter().any(|&engine| engine >= self.engines.len()) {
            return;
        }
        let first_seat = Outcome::of(game.result, Seat::First);
        self.plies += game.moves.len() as u64;
        self.first_seat.add(first_seat);
        self.endings.entry(game.reason.clone()).or_default().add(first_seat);
        for seat in Seat::BOTH {
            self.engines[game.scheduled.engines[seat.index()]].add(game, seat);
        }
        self.encounter_of(game).add(game);
    }

    fn encounter_of(&mut self, game: &GameRecord) -> &mut Encounter {
        let mut engines = game.scheduled.engines;
        engines.sort_unstable();
        let place = self.encounters.binary_search_by_key(&engines, |encounter| encounter.engines);
        let index = place.unwrap_or_else(|index| {
            self.encounters.insert(index, Encounter::new(engines, self.is_paired));
            index
        });
        &mut self.encounters[index]
    }

    /// The encounters with at least one game, by the numbers of the engines.
    pub fn encounters(&self) -> impl Iterator<Item = &Encounter> {
        self.encounters.iter().filter(|encounter| encounter.games().games() > 0)
    }

    pub fn first_encounter(&self) -> &Encounter {
        &self.encounters[0]
    }

    /// The encounter of two engines, in either order; `None` if they have not met.
    pub fn encounter(&self, one: usize, other: usize) -> Option<&Encounter> {
        let engines = [one.min(other), one.max(other)];
        self.encounters().find(|encounter| encounter.engines == engines)
    }

    /// The games of one engine against another, as the one sees them.
    pub fn games_between(&self, one: usize, other: usize) -> Trinomial {
        let games = self.encounter(one, other).map(Encounter::games).unwrap_or_default();
        if one > other { games.reversed() } else { games }
    }

    /// The engines with their ratings, the strongest first; those of equal strength by points.
    pub fn ratings(&self) -> Vec<Rating> {
        let results: Vec<_> =
            self.encounters().map(|encounter| (encounter.engines, encounter.counts())).collect();
        let mut ratings = ratings(self.engines.len(), &results);
        ratings.sort_by(|one, other| other.elo.total_cmp(&one.elo).then(other.points.total_cmp(&one.points)));
        ratings
    }

    pub fn games(&self) -> u64 {
        self.first_seat.games()
    }

    /// The mean length of a game in plies; `None` without games.
    pub fn mean_plies(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.plies as f64 / self.games() as f64)
    }

    /// The results of the first seat by the rule that ended the game, the most frequent rule first.
    pub fn endings(&self) -> Vec<(&str, Trinomial)> {
        let mut endings: Vec<_> =
            self.endings.iter().map(|(reason, games)| (reason.as_str(), *games)).collect();
        endings.sort_by_key(|(_, games)| std::cmp::Reverse(games.games()));
        endings
    }

    pub fn faults(&self) -> Faults {
        self.engines.iter().fold(Faults::default(), |sum, engine| sum.merged(engine.faults))
    }

    pub fn test_state(&self) -> Option<SprtState> {
        Some(self.test?.state(self.first_encounter().counts()))
    }

    pub fn is_decided(&self) -> bool {
        self.test_state().is_some_and(|state| state.verdict != Verdict::Continue)
    }
}

/// The results of two engines against each other, as the first of them sees them.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// The indices of the two; the smaller one first.
    pub engines: [usize; 2],
    pub results: [EngineResults; 2],
    /// All finished pairs; none where games are not paired.
    pub pairs: Pentanomial,
    /// Finished pairs of which both games have the same moves.
    pub mirrored_pairs: u64,
    is_paired: bool,
    /// The differences of discs: of games, or the sums of pairs, in which the opening's advantage cancels out.
    discs: Moments,
    plies: u64,
    /// The finished game of each unfinished pair: its outcome, the difference of discs and a hash of its moves.
    unpaired: BTreeMap<u64, (Outcome, Option<i32>, u64)>,
}

impl Encounter {
    fn new(engines: [usize; 2], is_paired: bool) -> Encounter {
        Encounter {
            engines,
            results: Default::default(),
            is_paired,
            pairs: Pentanomial::default(),
            discs: Moments::default(),
            mirrored_pairs: 0,
            plies: 0,
            unpaired: BTreeMap::new(),
        }
    }

    fn add(&mut self, game: &GameRecord) {
        let seat = if game.scheduled.engines[0] == self.engines[0] { Seat::First } else { Seat::Second };
        self.results[0].add(game, seat);
        self.results[1].add(game, !seat);
        self.plies += game.moves.len() as u64;
        let discs = game.discs.map(|discs| if seat == Seat::First { discs } else { -discs });
        match self.is_paired {
            true => self.add_to_pair(game, Outcome::of(game.result, seat), discs),
            false => discs.into_iter().for_each(|discs| self.discs.add(discs)),
        }
    }

    fn add_to_pair(&mut self, game: &GameRecord, outcome: Outcome, discs: Option<i32>) {
        let moves = hash_of_moves(game);
        let Some((other, other_discs, other_moves)) = self.unpaired.remove(&game.scheduled.pair) else {
            self.unpaired.insert(game.scheduled.pair, (outcome, discs, moves));
            return;
        };
        self.pairs.add(outcome, other);
        self.mirrored_pairs += u64::from(moves == other_moves);
        if let Some((one, other)) = discs.zip(other_discs) {
            self.discs.add(one + other);
        }
    }

    /// The mean length of these games in plies; `None` without games.
    pub fn mean_plies(&self) -> Option<f64> {
        let games = self.games().games();
        (games > 0).then(|| self.plies as f64 / games as f64)
    }

    /// All finished games.
    pub fn games(&self) -> Trinomial {
        self.results[0].games()
    }

    /// The results from which statistics are computed: finished pairs, or games where they are not paired.
    pub fn counts(&self) -> Counts {
        if self.is_paired { self.pairs.into() } else { self.games().into() }
    }

    /// The mean difference of discs in a game of Othello, with its interval.
    pub fn discs(&self) -> Estimate {
        let games = if self.is_paired { 2.0 } else { 1.0 };
        self.discs.estimate().map(|discs| Some(discs / games))
    }

    /// The Elo difference of the first engine.
    pub fn elo(&self) -> Estimate {
        self.counts().spread().elo()
    }

    /// The first engine's share of the points; ½ without games.
    pub fn score(&self) -> f64 {
        self.games().score().unwrap_or(0.5)
    }
}

fn hash_of_moves(game: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.moves.iter().for_each(|step| step.text.hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests;
