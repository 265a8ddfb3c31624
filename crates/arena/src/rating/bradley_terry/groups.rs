//! Groups of engines that are connected by games.

use super::Pairing;

/// The groups of a number of engines, in the order of their first engines.
pub fn connected(engines: usize, pairings: &[Pairing]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for engine in 0..engines {
        if !groups.iter().any(|group| group.contains(&engine)) {
            groups.push(reached(engines, engine, |one, other| {
                pairings.iter().any(|pairing| {
                    let pair = (pairing.first, pairing.second);
                    pair == (one, other) || pair == (other, one)
                })
            }));
        }
    }
    groups
}

/// Whether the likeliest strengths of a group exist: there is a path from every engine to every other on which each won
/// points from the next (Ford, Solution of a Ranking Problem from Binary Comparisons, 1957).
pub fn is_bounded(size: usize, pairings: &[Pairing]) -> bool {
    let is_all = |found: Vec<usize>| found.len() == size;
    is_all(above(size, 0, pairings)) && is_all(below(size, 0, pairings))
}

/// For each engine, whether there is another with such a path to it and back.
pub fn are_bounded(size: usize, pairings: &[Pairing]) -> Vec<bool> {
    let is_bounded = |engine: usize| {
        let below = below(size, engine, pairings);
        above(size, engine, pairings).iter().any(|other| *other != engine && below.contains(other))
    };
    (0..size).map(is_bounded).collect()
}

/// The engines from which an engine won points, directly or through others.
fn below(size: usize, engine: usize, pairings: &[Pairing]) -> Vec<usize> {
    reached(size, engine, |one, other| has_scored(pairings, one, other))
}

/// The engines that won points from an engine, directly or through others.
fn above(size: usize, engine: usize, pairings: &[Pairing]) -> Vec<usize> {
    reached(size, engine, |one, other| has_scored(pairings, other, one))
}

fn has_scored(pairings: &[Pairing], one: usize, other: usize) -> bool {
    pairings.iter().any(|pairing| match (pairing.first, pairing.second) {
        pair if pair == (one, other) => pairing.points > 0.0,
        pair if pair == (other, one) => pairing.points < pairing.games,
        _ => false,
    })
}

/// The places that can be reached from `start`, in increasing order.
fn reached(size: usize, start: usize, is_linked: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut found = vec![start];
    let mut next = 0;
    while let Some(&one) = found.get(next) {
        let more: Vec<usize> =
            (0..size).filter(|other| !found.contains(other) && is_linked(one, *other)).collect();
        found.extend(more);
        next += 1;
    }
    found.sort_unstable();
    found
}
