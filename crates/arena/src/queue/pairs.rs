//! Pairs of games in the order of their openings.

use std::collections::BTreeMap;

use shuangqi_cli::worker_pool::InOrder;

use crate::rating::Outcome;
use crate::recipe_match::PairedGame;

/// The outcomes of both games of a pair.
pub type PairOutcome = [Outcome; 2];

/// Brings the games of a test, which end in any order, together as pairs and into order.
#[derive(Debug)]
pub struct PairsInOrder {
    /// Pairs that were played before.
    before: u64,
    /// The first game to end, by pair.
    halves: BTreeMap<u64, Outcome>,
    order: InOrder<PairOutcome>,
}

impl PairsInOrder {
    /// The pairs after this number of others.
    pub fn new(before: u64) -> PairsInOrder {
        PairsInOrder { before, halves: BTreeMap::new(), order: InOrder::default() }
    }

    /// Takes a game: the pairs that follow those given out before.
    pub fn add(&mut self, game: PairedGame) -> Vec<PairOutcome> {
        let PairedGame { pair, outcome } = game;
        match self.halves.remove(&pair) {
            None => drop(self.halves.insert(pair, outcome)),
            Some(other) => self.order.put((pair - self.before) as usize, [other, outcome]),
        }
        std::iter::from_fn(|| self.order.take()).map(|(_, outcomes)| outcomes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_wait_for_those_before_them() {
        let mut pairs = PairsInOrder::new(5);
        let mut add = |pair, outcome| pairs.add(PairedGame { pair, outcome });
        assert!(add(5, Outcome::Win).is_empty());
        assert!(add(6, Outcome::Loss).is_empty() && add(6, Outcome::Loss).is_empty(), "5 is not over");
        let both = add(5, Outcome::Draw);
        assert_eq!(both, [[Outcome::Win, Outcome::Draw], [Outcome::Loss, Outcome::Loss]]);
        assert!(add(7, Outcome::Draw).is_empty());
        assert_eq!(add(7, Outcome::Win), [[Outcome::Draw, Outcome::Win]]);
    }
}
