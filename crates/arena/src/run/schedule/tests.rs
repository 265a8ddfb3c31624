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

fn fixtures(schedule: &Schedule) -> Vec<Fixture> {
    (0..schedule.len()).map(|number| schedule.fixture(number).unwrap()).collect()
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
        let games = fixtures(&schedule);
        assert!(!games.is_empty() && games.iter().all(|game| game.engines[0] != game.engines[1]));
        let meetings = counted(games.iter().map(|game| sorted(game.engines)));
        assert!(meetings.values().all(|&count| count == layout.rounds * layout.games), "{layout:?}");
        let seats = counted(games.iter().map(|game| game.engines));
        assert!(seats.values().all(|&count| 2 * count == layout.rounds * layout.games), "{layout:?}");
    }
}

#[test]
fn each_pair_has_one_opening_and_each_colour_once() {
    for (layout, engines, openings) in many().into_iter().filter(|(layout, ..)| layout.repeat == 2) {
        let schedule = Schedule::new(&layout, engines, openings);
        let games = fixtures(&schedule);
        let mut pairs: HashMap<u64, Vec<Fixture>> = HashMap::new();
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
        let games = fixtures(&Schedule::new(&layout, engines, openings));
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
        assert_eq!(fixtures(&short)[..], fixtures(&long)[..short.len() as usize]);
        assert!(short.fixture(short.len()).is_none());
    }
}

#[test]
fn a_gauntlet_is_run_by_its_seeds() {
    let layout = Layout { tournament: Tournament::Gauntlet, seeds: 2, rounds: 1, ..PLAIN };
    let games = fixtures(&Schedule::new(&layout, 4, 9));
    let pairings = counted(games.iter().map(|game| sorted(game.engines)));
    assert_eq!(pairings.len(), 4);
    assert!(pairings.keys().all(|&[seed, other]| seed < 2 && other >= 2));
}

#[test]
fn the_order_follows_first_and_seed() {
    let openings = |layout: Layout| -> Vec<usize> {
        fixtures(&Schedule::new(&layout, 2, 6)).iter().step_by(2).map(|game| game.opening).collect()
    };
    assert_eq!(openings(Layout { first: 4, ..PLAIN }), [4, 5, 0, 1, 2]);
    let shuffled = openings(Layout { order: Order::Random, rounds: 6, ..PLAIN });
    let other = openings(Layout { order: Order::Random, rounds: 6, seed: 8, ..PLAIN });
    assert_ne!(shuffled, other);
    assert_ne!(shuffled, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn colours_stay_without_swaps() {
    let games = fixtures(&Schedule::new(&Layout { swaps: false, ..PLAIN }, 2, 6));
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
        assert!(schedule.fixture(0).is_none() && schedule.warning().is_none());
    }
    let empty = Schedule::new(&Layout { games: 0, ..PLAIN }, 2, 5);
    assert!(empty.fixture(0).is_none());
}
