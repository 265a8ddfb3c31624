//! Strength levels, and the certainty of the score of a search of the whole rest of the game.
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

/// Strength as a number, for play without a clock: the depth of the search in plies, and more where it reaches the end of
/// the game. The same moves on every run with one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(i16);

impl Level {
    /// The highest level. It solves every position exactly, however long that takes.
    pub const MAX: u8 = 60;
    /// A level that answers within about a second on one thread: in 10 to 34 ms with 22 to 50 empty squares (AMD EPYC of Zen 5; means of 100
    /// positions of level games).
    pub const DEFAULT: Level = Level(16);
    /// The most empty squares, beyond those that are solved exactly, at which the whole rest of the game is searched: one with the
    /// highest certainty, one with the lowest, and two with each between them.
    const MAX_SELECTIVE: i16 = 2 * (LEVELS.len() as i16 - 1);

    /// The level of this number, if it is 1 to [`Level::MAX`].
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::MAX).contains(&number).then_some(Level(i16::from(number)))
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0 as u8
    }

    /// The game is solved exactly from this number of empty squares on. Two squares more cost as much as four plies more
    /// of the middle game, from level 10 to 24; low levels solve what costs next to nothing.
    pub fn exact_from(self) -> i16 {
        (2 * self.0).min((self.0 / 2 + 13).max(self.0))
    }

    /// The whole rest of the game is searched, exactly or selectively, from this number of empty squares on.
    pub fn whole_from(self) -> i16 {
        self.exact_from() + (self.0 / 2).min(Level::MAX_SELECTIVE)
    }

    /// Plies beyond the level on the last six numbers of empty squares before the whole rest of the game is searched. That takes long
    /// at low levels, and the time rises towards it: at level 14 the neighbours among 26, 32 and 38 empty squares are less than a factor of two apart,
    /// without these plies a factor of three. From level 22 on the middle game takes as long, and there are none.
    fn more_plies(self, empties: i16) -> i16 {
        let most = (self.0.min(22 - self.0) / 2).clamp(0, 4);
        match empties - self.whole_from() {
            1..=2 => most,
            3..=6 => most / 2,
            _ => 0,
        }
    }

    /// The depth of the search of a position with this number of empty squares; beyond the end of the game it stands for a
    /// certainty, the lower the more squares are empty. At level 14 a move takes 17, 19, 18, 14, 9, 10, 7 and 5 ms with 22, 24, 26, 28,
    /// 30, 32, 38 and 50 empty squares, on the same machine.
    pub fn depth(self, empties: i16) -> i16 {
        match empties - self.exact_from() {
            ..=0 => exact_depth(empties),
            _ if empties > self.whole_from() => self.0 + self.more_plies(empties),
            beyond => depth_at(empties, LEVELS.len() as i16 - 1 - beyond / 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    #[test]
    fn levels_have_bounds() {
        assert!(Level::new(0).is_none() && Level::new(61).is_none());
        assert_eq!(Level::new(16), Some(Level::DEFAULT));
    }

    /// As the program's help says.
    #[test]
    fn a_level_solves_the_end_with_falling_certainty() {
        let exact = [1, 4, 8, 12, 16, 20, 24, 30, 60].map(|number| level(number).exact_from());
        assert_eq!(exact, [2, 8, 16, 19, 21, 23, 25, 30, 60]);
        let certainties =
            [21, 22, 23, 24, 25, 26, 27, 28].map(|empties| per_cent(empties, Level::DEFAULT.depth(empties)));
        let expected = [Some(100), Some(93), Some(77), Some(77), Some(63), Some(63), Some(45), None];
        assert_eq!(certainties, expected);
        assert_eq!([28, 30, 33, 34].map(|empties| Level::DEFAULT.depth(empties)), [19, 17, 17, 16]);
    }

    #[test]
    fn a_higher_level_never_looks_less_far() {
        for empties in 0..=60 {
            let depths: Vec<i16> = (1..=60).map(|number| level(number).depth(empties)).collect();
            assert!(depths.is_sorted(), "{empties} empties: {depths:?}");
            assert_eq!(depths.last(), Some(&exact_depth(empties)));
        }
    }
}
