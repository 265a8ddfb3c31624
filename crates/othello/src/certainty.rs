//! The certainty of the score of a search of the whole rest of the game.
//!
//! A search that reaches the end of the game asks for a depth of `empties + level`. Each move takes a ply from both, so the
//! level is that of the whole tree, and the table's rule that a result must be at least as deep never takes a
//! selective score for an exact one, nor one of the middle game for either.

/// The selective levels, from the least certain to the most: within how many standard deviations ProbCut expects the
/// score, and the part of normally distributed scores that lies there.
pub const LEVELS: [Certainty; 4] = [
    Certainty { deviations: 0.6, per_cent: 45 },
    Certainty { deviations: 0.9, per_cent: 63 },
    Certainty { deviations: 1.2, per_cent: 77 },
    Certainty { deviations: 1.8, per_cent: 93 },
];

/// A level of certainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Certainty {
    /// Standard deviations between a shallow score and what it may prove.
    pub deviations: f32,
    /// The same as a probability, in per cent.
    pub per_cent: u32,
}

/// The depth at which a search is exact: nothing is pruned.
pub const fn exact_depth(empties: i16) -> i16 {
    empties + LEVELS.len() as i16
}

/// The depth of a search of the whole rest of the game at a level; 0 is the least certain.
pub const fn depth_at(empties: i16, level: i16) -> i16 {
    empties + level
}

/// The depth that a search of so many plies asks for: the exact one, if it reaches the end of the game.
pub fn to_the_end(plies: i16, empties: i16) -> i16 {
    if plies >= empties { exact_depth(empties) } else { plies.max(0) }
}

/// The selective level at which a search of this depth reaches the end of the game; `None` if it does not reach it, or
/// is exact.
pub fn level_of(empties: i16, depth: i16) -> Option<&'static Certainty> {
    usize::try_from(depth - empties).ok().and_then(|level| LEVELS.get(level))
}

/// In per cent, how certain a search of this depth is; `None` if it does not reach the end of the game.
pub fn per_cent(empties: i16, depth: i16) -> Option<u32> {
    if depth < empties {
        return None;
    }
    Some(level_of(empties, depth).map_or(100, |level| level.per_cent))
}
