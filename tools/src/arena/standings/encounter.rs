//! Two engines against each other.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::arena::record::GameRecord;
use crate::arena::seat::Seat;
use crate::arena::standings::{EffortStatistics, Faults, moves_by_seat};
use crate::rating::{Counts, DiscDifference, Estimate, Outcome, PairResult, Pairs, Trinomial};

/// What two engines did against each other, as the first of them sees it.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// Who; the smaller number first.
    pub engines: [usize; 2],
    is_paired: bool,
    games: Trinomial,
    pairs: Pairs,
    by_seat: [Trinomial; 2],
    discs: DiscDifference,
    /// Finished pairs of which both games have the same moves.
    mirrored: u64,
    plies: u64,
    faults: [Faults; 2],
    efforts: [EffortStatistics; 2],
    /// Pairs of which one game is there.
    halves: BTreeMap<u64, (Outcome, Option<i32>, u64)>,
}

impl Encounter {
    /// Nothing yet.
    pub fn new(engines: [usize; 2], is_paired: bool) -> Encounter {
        Encounter {
            engines,
            is_paired,
            games: Trinomial::default(),
            pairs: Pairs::default(),
            by_seat: [Trinomial::default(); 2],
            discs: DiscDifference::default(),
            mirrored: 0,
            plies: 0,
            faults: [Faults::default(); 2],
            efforts: [EffortStatistics::default(); 2],
            halves: BTreeMap::new(),
        }
    }

    /// Counts a game of these two.
    pub(super) fn add(&mut self, game: &GameRecord) {
        let seat = if game.fixture.engines[0] == self.engines[0] { Seat::First } else { Seat::Second };
        let outcome = match game.result.half_points(seat) {
            0 => Outcome::Loss,
            1 => Outcome::Draw,
            _ => Outcome::Win,
        };
        let discs = game.discs.map(|discs| if seat == Seat::First { discs } else { -discs });
        self.add_conduct(game);
        self.games.add(outcome);
        self.by_seat[seat.index()].add(outcome);
        if !self.is_paired {
            discs.into_iter().for_each(|discs| self.discs.games.add(discs));
            return;
        }
        match self.halves.remove(&game.fixture.pair) {
            None => drop(self.halves.insert(game.fixture.pair, (outcome, discs, hash(game)))),
            Some((other, others, moves)) => {
                self.pairs.add(outcome, other);
                self.mirrored += u64::from(moves == hash(game));
                let both = discs.zip(others);
                both.into_iter().for_each(|(one, other)| self.discs.add(one, other));
            }
        }
    }

    /// How long it was, what went wrong, and what its moves took.
    fn add_conduct(&mut self, game: &GameRecord) {
        let place = |seat: Seat| usize::from(game.fixture.engines[seat.index()] != self.engines[0]);
        self.plies += game.moves.len() as u64;
        if let Some(fault) = &game.fault {
            self.faults[place(fault.seat)].add(&fault.fault);
        }
        for (seat, step) in moves_by_seat(game) {
            self.efforts[place(seat)].add(step);
        }
    }

    /// What the two did wrong in these games.
    pub fn faults(&self) -> [Faults; 2] {
        self.faults
    }

    /// What their moves in these games took.
    pub fn efforts(&self) -> [EffortStatistics; 2] {
        self.efforts
    }

    /// Mean plies of these games; `None` without any.
    pub fn mean_plies(&self) -> Option<f64> {
        let games = self.games.games();
        (games > 0).then(|| self.plies as f64 / games as f64)
    }

    /// All finished games.
    pub fn games(&self) -> Trinomial {
        self.games
    }

    /// All finished pairs; none where games are not paired.
    pub fn pairs(&self) -> Pairs {
        self.pairs
    }

    /// Finished pairs of which both games have the same moves.
    pub fn mirrored_pairs(&self) -> u64 {
        self.mirrored
    }

    /// The games of finished pairs; where games are not paired, all of them.
    pub fn counted_games(&self) -> Trinomial {
        if self.is_paired { self.pairs.games() } else { self.games }
    }

    /// What statistics are made from: finished pairs, or games where they are not paired.
    pub fn counts(&self) -> Counts {
        if self.is_paired { self.pairs.counts.into() } else { self.games.into() }
    }

    /// The games in which the first engine had this seat.
    pub fn with_seat(&self, seat: Seat) -> Trinomial {
        self.by_seat[seat.index()]
    }

    /// Othello: the mean difference of discs in a game, with its interval.
    pub fn discs(&self) -> Estimate {
        if self.is_paired { self.discs.per_game() } else { self.discs.games.estimate() }
    }

    /// The result, for the ratings of many engines.
    pub fn pair_result(&self) -> PairResult {
        PairResult { first: self.engines[0], second: self.engines[1], counts: self.counts() }
    }

    /// Elo of the first engine over the second.
    pub fn elo(&self) -> Estimate {
        self.counts().spread().elo()
    }

    /// The first engine's points, half for a draw.
    pub fn points(&self) -> f64 {
        self.games.wins as f64 + self.games.draws as f64 / 2.0
    }

    /// The first engine's share of the points; ½ without games.
    pub fn score(&self) -> f64 {
        let games = self.games.games();
        if games == 0 { 0.5 } else { self.points() / games as f64 }
    }
}

/// Stands for the moves of a game.
fn hash(game: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.moves.iter().for_each(|step| step.text.hash(&mut hasher));
    hasher.finish()
}
