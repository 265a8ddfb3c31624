//! The games of a match and their order.
//!
//! A round is one encounter of every pairing, an encounter is [`Layout::games`] games in a row. What game number `n` is
//! follows from `n` alone, whatever the number of rounds, so a match can be made longer without renumbering its games.

use shuangqi_cli::units::counted;
use shuangqi_lab::stats::Random;

use crate::config::{Layout, Order, Tournament};
use crate::record::ScheduledGame;

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
    pub fn game(&self, number: u64) -> Option<ScheduledGame> {
        if number >= self.len() {
            return None;
        }
        let (games, pairings) = (u64::from(self.layout.games), self.pairings.len() as u64);
        let encounter = number / games;
        let (round, pairing) = (encounter / pairings, encounter % pairings);
        let turn = round * games + number % games;
        let engines = *self.pairings.get(usize::try_from(pairing).ok()?)?;
        Some(ScheduledGame {
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
mod tests {
    use std::collections::HashMap;

    use super::*;

    const PLAIN: Layout = Layout {
        tournament: Tournament::RoundRobin,
        seeds: 1,
        rounds: 5,
        games: 2,
        repeat: 2,
        swaps: true,
        order: Order::Sequential,
        first: 0,
        seed: 7,
    };

    /// Layouts of every kind, with engines and openings.
    fn many() -> Vec<(Layout, usize, usize)> {
        let mut all = Vec::new();
        for tournament in [Tournament::RoundRobin, Tournament::Gauntlet] {
            for order in [Order::Sequential, Order::Random] {
                for (engines, openings, seeds) in [(2, 100, 1), (3, 7, 1), (5, 1, 2), (4, 100, 3)] {
                    for (rounds, games, repeat) in [(5, 2, 2), (4, 4, 2), (10, 1, 2), (4, 3, 2), (6, 2, 1)] {
                        let layout =
                            Layout { tournament, seeds, rounds, games, repeat, order, first: 3, ..PLAIN };
                        all.push((layout, engines, openings));
                    }
                }
            }
        }
        all
    }

    fn all_games(schedule: &Schedule) -> Vec<ScheduledGame> {
        (0..schedule.len()).map(|number| schedule.game(number).unwrap()).collect()
    }

    fn counted<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> HashMap<K, u32> {
        let mut counts = HashMap::new();
        keys.for_each(|key| *counts.entry(key).or_default() += 1);
        counts
    }

    fn sorted([one, other]: [usize; 2]) -> [usize; 2] {
        [one.min(other), one.max(other)]
    }

    #[test]
    fn every_pairing_meets_equally_often_with_equal_colours() {
        for (layout, engines, openings) in many() {
            let schedule = Schedule::new(&layout, engines, openings);
            let games = all_games(&schedule);
            assert!(!games.is_empty() && games.iter().all(|game| game.engines[0] != game.engines[1]));
            let meetings = counted(games.iter().map(|game| sorted(game.engines)));
            assert!(meetings.values().all(|&count| count == layout.rounds * layout.games), "{layout:?}");
            let seats = counted(games.iter().map(|game| game.engines));
            assert!(seats.values().all(|&count| 2 * count == layout.rounds * layout.games), "{layout:?}");
            let seeds = layout.seeds as usize;
            let is_due = |&[one, other]: &[usize; 2]| {
                layout.tournament == Tournament::RoundRobin || one < seeds && other >= seeds
            };
            let pairings = pairings(0..engines, |one| one + 1..engines);
            assert!(
                meetings.keys().all(is_due)
                    && meetings.len() == pairings.iter().filter(|pair| is_due(pair)).count()
            );
        }
    }

    #[test]
    fn each_pair_has_one_opening_and_each_colour_once() {
        for (layout, engines, openings) in many().into_iter().filter(|(layout, ..)| layout.repeat == 2) {
            let schedule = Schedule::new(&layout, engines, openings);
            let games = all_games(&schedule);
            let mut pairs: HashMap<u64, Vec<ScheduledGame>> = HashMap::new();
            games.iter().for_each(|game| pairs.entry(game.pair).or_default().push(*game));
            assert_eq!(pairs.len(), games.len() / 2);
            for games in pairs.into_values() {
                let [one, other] = games[..] else { panic!("{games:?}") };
                assert_eq!(one.opening, other.opening);
                assert_eq!(one.engines, [other.engines[1], other.engines[0]]);
                if layout.games % layout.repeat == 0 {
                    assert_eq!(one.number + 1, other.number);
                    assert_eq!(one.round, other.round);
                }
            }
        }
    }

    #[test]
    fn a_round_shares_its_openings_and_none_is_repeated_before_all_were_used() {
        for (layout, engines, openings) in many() {
            let games = all_games(&Schedule::new(&layout, engines, openings));
            let mut by_pairing: HashMap<[usize; 2], Vec<usize>> = HashMap::new();
            for game in &games {
                by_pairing.entry(sorted(game.engines)).or_default().push(game.opening);
            }
            let mut lines = by_pairing.values();
            let first = lines.next().unwrap();
            assert!(lines.all(|line| line == first));
            let used: Vec<usize> = first.chunks(layout.repeat as usize).map(|chunk| chunk[0]).collect();
            for run in used.chunks(openings) {
                assert!(counted(run.iter()).values().all(|&count| count == 1), "{used:?}");
            }
        }
    }

    #[test]
    fn more_rounds_leave_the_games_as_they_are() {
        for (layout, engines, openings) in many() {
            let longer = Layout { rounds: layout.rounds + 3, ..layout };
            let (short, long) =
                (Schedule::new(&layout, engines, openings), Schedule::new(&longer, engines, openings));
            assert_eq!(all_games(&short)[..], all_games(&long)[..short.len() as usize]);
            assert!(short.game(short.len()).is_none());
        }
    }

    #[test]
    fn openings_and_colours_follow_the_layout() {
        let openings = |layout: Layout| -> Vec<usize> {
            all_games(&Schedule::new(&layout, 2, 6)).iter().step_by(2).map(|game| game.opening).collect()
        };
        assert_eq!(openings(Layout { first: 4, ..PLAIN }), [4, 5, 0, 1, 2]);
        let shuffled = openings(Layout { order: Order::Random, rounds: 6, ..PLAIN });
        let other = openings(Layout { order: Order::Random, rounds: 6, seed: 8, ..PLAIN });
        assert_ne!(shuffled, other);
        assert_ne!(shuffled, [0, 1, 2, 3, 4, 5]);
        let games = all_games(&Schedule::new(&Layout { swaps: false, ..PLAIN }, 2, 6));
        assert!(games.iter().all(|game| game.engines == [0, 1]));
    }

    #[test]
    fn too_few_openings_are_warned_of() {
        assert_eq!(Schedule::new(&PLAIN, 3, 5).warning(), None);
        let warning = Schedule::new(&PLAIN, 3, 4).warning().unwrap();
        assert!(warning.starts_with("the match uses 5 openings, and of 4 some are repeated"), "{warning}");
    }

    #[test]
    fn nothing_to_play_is_no_game() {
        let gauntlet = Layout { tournament: Tournament::Gauntlet, seeds: 9, ..PLAIN };
        for (layout, engines, openings) in [(PLAIN, 1, 5), (PLAIN, 2, 0), (gauntlet, 3, 5), (PLAIN, 0, 0)] {
            let schedule = Schedule::new(&layout, engines, openings);
            assert_eq!(schedule.len(), 0);
            assert!(schedule.game(0).is_none() && schedule.warning().is_none());
        }
        let empty = Schedule::new(&Layout { games: 0, ..PLAIN }, 2, 5);
        assert!(empty.game(0).is_none());
    }
}
