//! The results of two engines against each other.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::EngineResults;
use crate::rating::{Counts, DiscDifference, Estimate, Outcome, PairResult, Pairs, Trinomial};
use crate::record::GameRecord;
use game::Seat;

/// The results of two engines against each other, as the first of them sees them.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// The indices of the two; the smaller one first.
    pub engines: [usize; 2],
    pub results: [EngineResults; 2],
    /// All finished pairs; none where games are not paired.
    pub pairs: Pairs,
    /// Finished pairs of which both games have the same moves.
    pub mirrored_pairs: u64,
    is_paired: bool,
    discs: DiscDifference,
    plies: u64,
    /// The finished game of each unfinished pair: its outcome, the difference of discs and a hash of its moves.
    unpaired: BTreeMap<u64, (Outcome, Option<i32>, u64)>,
}

impl Encounter {
    /// An encounter without games.
    pub fn new(engines: [usize; 2], is_paired: bool) -> Encounter {
        Encounter {
            engines,
            results: Default::default(),
            is_paired,
            pairs: Pairs::default(),
            discs: DiscDifference::default(),
            mirrored_pairs: 0,
            plies: 0,
            unpaired: BTreeMap::new(),
        }
    }

    /// Counts a game of these two.
    pub(super) fn add(&mut self, game: &GameRecord) {
        let seat = if game.fixture.engines[0] == self.engines[0] { Seat::First } else { Seat::Second };
        self.results[0].add(game, seat);
        self.results[1].add(game, !seat);
        self.plies += game.moves.len() as u64;
        let discs = game.discs.map(|discs| if seat == Seat::First { discs } else { -discs });
        match self.is_paired {
            true => self.add_to_pair(game, Outcome::of(game.result, seat), discs),
            false => discs.into_iter().for_each(|discs| self.discs.games.add(discs)),
        }
    }

    fn add_to_pair(&mut self, game: &GameRecord, outcome: Outcome, discs: Option<i32>) {
        let moves = hash_of_moves(game);
        let Some((other, other_discs, other_moves)) = self.unpaired.remove(&game.fixture.pair) else {
            self.unpaired.insert(game.fixture.pair, (outcome, discs, moves));
            return;
        };
        self.pairs.add(outcome, other);
        self.mirrored_pairs += u64::from(moves == other_moves);
        if let Some((one, other)) = discs.zip(other_discs) {
            self.discs.add(one, other);
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
        if self.is_paired { self.pairs.counts.into() } else { self.games().into() }
    }

    /// The mean difference of discs in a game of Othello, with its interval.
    pub fn discs(&self) -> Estimate {
        if self.is_paired { self.discs.per_game() } else { self.discs.games.estimate() }
    }

    /// The result for the ratings of many engines.
    pub fn pair_result(&self) -> PairResult {
        PairResult { first: self.engines[0], second: self.engines[1], counts: self.counts() }
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
