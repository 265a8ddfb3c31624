//! Who has met whom.

use super::Pairing;

/// Engines that have met, if only through others, share a group; groups are numbered by their first engines.
#[derive(Clone, Debug)]
pub struct Groups {
    members: Vec<Vec<usize>>,
}

impl Groups {
    /// The groups of so many engines.
    pub fn new(engines: usize, pairings: &[Pairing]) -> Groups {
        let mut members: Vec<Vec<usize>> = Vec::new();
        for engine in 0..engines {
            if !members.iter().any(|group| group.contains(&engine)) {
                members.push(reached(engines, engine, |one, other| {
                    pairings.iter().any(|pairing| {
                        (pairing.first, pairing.second) == (one, other)
                            || (pairing.second, pairing.first) == (one, other)
                    })
                }));
            }
        }
        Groups { members }
    }

    /// The group of an engine.
    pub fn of(&self, engine: usize) -> usize {
        self.members.iter().position(|group| group.contains(&engine)).unwrap_or_default()
    }

    /// The engines of each group.
    pub fn members(&self) -> impl Iterator<Item = &[usize]> {
        self.members.iter().map(Vec::as_slice)
    }
}

/// Whether the likeliest strengths of a group exist: from every engine to every other there is a way along which each
/// took something off the next (Ford 1957).
pub fn is_bounded(size: usize, pairings: &[Pairing]) -> bool {
    let is_all = |found: Vec<usize>| found.len() == size;
    is_all(above(size, 0, pairings)) && is_all(below(size, 0, pairings))
}

/// For each engine, whether there is another to which such a way leads, and from which one leads back.
pub fn are_bounded(size: usize, pairings: &[Pairing]) -> Vec<bool> {
    let is_bounded = |engine: usize| {
        let below = below(size, engine, pairings);
        above(size, engine, pairings).iter().any(|other| *other != engine && below.contains(other))
    };
    (0..size).map(is_bounded).collect()
}

/// Those that an engine took something off, if only through others.
fn below(size: usize, engine: usize, pairings: &[Pairing]) -> Vec<usize> {
    reached(size, engine, |one, other| has_scored(pairings, one, other))
}

/// Those that took something off an engine, if only through others.
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

/// What can be reached from one place along links, in rising order.
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
