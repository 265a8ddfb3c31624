//! The games of a match and their order.
//!
//! A round is one encounter of every pairing, an encounter is [`Layout::games`] games in a row. What game number `n` is
//! follows from `n` alone, whatever the number of rounds, so a match can be made longer without renumbering its games.

use shuangqi_cli::units::counted;
use shuangqi_lab::stats::Random;

use crate::config::{Layout, Order, Tournament};
use crate::record::Fixture;

/// All games of a match.
#[derive(Clone, Debug)]
pub struct Schedule {
    layout: Layout,
    /// The first engine of a pairing has the first seat in the first game.
    pairings: Vec<[usize; 2]>,
    /// The openings in the order of their use, not yet shifted by [`Layout::first`].
    openings: Vec<usize>,
}

impl Schedule {
    /// The games for these numbers of engines and openings. There is none without two engines and one opening, nor in a
    /// gauntlet in which every engine is a seed.
    pub fn new(layout: &Layout, engines: usize, openings: usize) -> Schedule {
        let pairings = match layout.tournament {
            Tournament::RoundRobin => pairings(0..engines, |first| first + 1..engines),
            Tournament::Gauntlet => {
                let seeds = (layout.seeds.max(1) as usize).min(engines);
                pairings(0..seeds, |_| seeds..engines)
            }
        };
        let openings = match layout.order {
            Order::Sequential => (0..openings).collect(),
            Order::Random => shuffled(openings, layout.seed),
        };
        Schedule { layout: *layout, pairings, openings }
    }

    /// The number of games.
    pub fn len(&self) -> u64 {
        match self.openings.is_empty() {
            true => 0,
            false => self.pairings.len() as u64 * self.each(),
        }
    }

    /// The games that each pairing plays.
    fn each(&self) -> u64 {
        u64::from(self.layout.rounds) * u64::from(self.layout.games)
    }

    /// Games in a row, of each pairing, with the same opening.
    fn repeat(&self) -> u64 {
        u64::from(self.layout.repeat.max(1))
    }

    /// A warning if there are too few openings.
    pub fn warning(&self) -> Option<String> {
        let (used, known) = (self.layout.openings_used(), self.openings.len() as u64);
        (self.len() > 0 && used > known).then(|| {
            let (needed, there) = (counted(used, "opening"), shuangqi_cli::units::grouped(known));
            format!(
                "the match uses {needed}, and of {there} some are repeated: engines that always play the same will \
                 repeat whole games, and the errors given will be too small"
            )
        })
    }

    /// The game with this number; `None` from [`Schedule::len`] on.
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        if number >= self.len() {
            return None;
        }
        let (games, pairings) = (u64::from(self.layout.games), self.pairings.len() as u64);
        let encounter = number / games;
        let (round, pairing) = (encounter / pairings, encounter % pairings);
        let turn = round * games + number % games;
        let engines = *self.pairings.get(usize::try_from(pairing).ok()?)?;
        Some(Fixture {
            number,
            round: u32::try_from(round).ok()?,
            pair: turn / self.repeat() * pairings + pairing,
            opening: self.opening(turn / self.repeat()),
            engines: if self.layout.swaps && turn % 2 == 1 { [engines[1], engines[0]] } else { engines },
        })
    }

    /// The opening that is used after this number of others.
    fn opening(&self, used: u64) -> usize {
        let count = self.openings.len() as u64;
        let place = (self.layout.first as u64 % count + used % count) % count;
        self.openings.get(place as usize).copied().unwrap_or_default()
    }
}

/// Each of the first group with each of its `others`.
fn pairings(
    group: std::ops::Range<usize>,
    others: impl Fn(usize) -> std::ops::Range<usize>,
) -> Vec<[usize; 2]> {
    group.flat_map(|first| others(first).map(move |second| [first, second])).collect()
}

/// The numbers below `count` in an order that the seed decides (Durstenfeld, Algorithm 235: Random permutation, 1964).
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut random = Random::new(seed);
    let mut all: Vec<usize> = (0..count).collect();
    for place in (1..count).rev() {
        all.swap(place, random.below(place + 1));
    }
    all
}

#[cfg(test)]
mod tests;
