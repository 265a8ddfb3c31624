//! Strengths of play from 1, which a beginner beats, to 20, the engine without limits.
//!
//! Weak play errs as people do. From the middle of the scale on the engine looks at fewer positions, so it overlooks what is far
//! ahead. At the bottom it looks one move ahead, and of its own moves it sees but a part: those that are far and quiet are the first
//! that it overlooks. It never plays at random: of what it sees, the best move is played.

use std::fmt::{self, Display};
use std::str::FromStr;

use search_core::{Score, SearchOptions, split_mix};

use crate::{Game, GameInfo};

/// A strength, from [`Strength::WEAKEST`] to [`Strength::FULL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Strength(u8);

/// What an engine of a strength is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrengthLimits {
    /// The part of its own moves that it sees, in per cent.
    pub sight: u32,
    /// The depth of its searches, in plies.
    pub depth: i16,
    /// Positions that it visits for a move.
    pub nodes: u64,
    /// How strong that is in Elo, where a beginner who looks one move ahead has [`Strength::BEGINNER`].
    pub elo: i32,
}

impl StrengthLimits {
    /// The limits of [`Strength::FULL`]: none.
    pub const fn none(elo: i32) -> StrengthLimits {
        StrengthLimits { sight: 100, depth: i16::MAX, nodes: u64::MAX, elo }
    }

    /// So many positions for a move.
    pub const fn of_nodes(nodes: u64, elo: i32) -> StrengthLimits {
        StrengthLimits { nodes, ..StrengthLimits::none(elo) }
    }

    /// The number of moves that it sees of so many: one at least.
    pub const fn choices(self, moves: usize) -> usize {
        (moves * self.sight as usize).div_ceil(100)
    }

    /// Twice as many positions for each strength: for games in which strengths were not measured.
    pub(crate) const DOUBLING: [StrengthLimits; Strength::COUNT] = {
        let mut limits =
            [StrengthLimits::none(Strength::BEGINNER + 100 * (Strength::COUNT as i32 - 1)); Strength::COUNT];
        let mut index = 0;
        while index + 1 < Strength::COUNT {
            limits[index] = StrengthLimits::of_nodes(16 << index, Strength::BEGINNER + 100 * index as i32);
            index += 1;
        }
        limits
    };

    /// One move ahead, and only such a part of the moves.
    pub const fn of_sight(sight: u32, elo: i32) -> StrengthLimits {
        StrengthLimits { sight, depth: 1, ..StrengthLimits::none(elo) }
    }
}

impl Default for Strength {
    fn default() -> Strength {
        Strength::FULL
    }
}

impl Strength {
    /// The least.
    pub const WEAKEST: Strength = Strength(1);
    /// The engine without limits.
    pub const FULL: Strength = Strength(Self::COUNT as u8);
    /// How many there are.
    pub const COUNT: usize = 20;
    /// The Elo of a beginner who looks one move ahead: where the scale of each game begins.
    pub const BEGINNER: i32 = 800;

    /// The strength of this number, if there is one.
    pub const fn new(number: u8) -> Option<Strength> {
        if number >= Self::WEAKEST.0 && number <= Self::FULL.0 { Some(Strength(number)) } else { None }
    }

    /// From 1 to 20.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The strength whose Elo in a game comes nearest.
    pub fn of_elo(elo: i32, info: &GameInfo) -> Strength {
        let all = (Self::WEAKEST.0..=Self::FULL.0).map(Strength);
        all.min_by_key(|strength| strength.limits(info).elo.abs_diff(elo)).unwrap_or_default()
    }

    /// What an engine of this strength is allowed in a game.
    pub fn limits(self, info: &GameInfo) -> StrengthLimits {
        info.strengths[usize::from(self.0) - 1]
    }

    /// How much worse than the best a move of the opening may be where games are to differ: the usual margin of the game for the
    /// engine without limits, up to six times as much for weaker play.
    pub fn variety(self, info: &GameInfo) -> Score {
        info.variety * (1 + i32::from(Self::FULL.0 - self.0) / 4)
    }

    /// Takes from a search what the strength does not allow.
    pub(crate) fn limit<G: Game>(self, position: &G, options: &mut SearchOptions<G::Move>) {
        if self == Strength::FULL {
            return;
        }
        let limits = self.limits(&G::INFO);
        options.nodes = options.nodes.min(limits.nodes);
        for depth in [&mut options.depth, &mut options.stepwise, &mut options.resume] {
            *depth = (*depth).min(limits.depth);
        }
        if limits.sight < 100 {
            options.only = seen(position, limits);
        }
    }
}

/// What chance adds to how easily a move is overlooked: enough that even a capture may be.
const LUCK: u64 = 300;

/// The moves that a player sees, the same at every visit of the position: first those that are not easily
/// overlooked.
fn seen<G: Game>(position: &G, limits: StrengthLimits) -> Vec<G::Move> {
    let effort = |mv: G::Move| {
        let mut state = position.key() ^ u64::from(G::pack(mv).get());
        position.obscurity(mv) + (split_mix::next(&mut state) % LUCK) as u32
    };
    let mut moves: Vec<_> = position.legal_moves().iter().collect();
    moves.sort_by_key(|&mv| effort(mv));
    moves.truncate(limits.choices(moves.len()));
    moves
}

impl Display for Strength {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

fn expected() -> String {
    format!("expected a number from 1 to {}", Strength::FULL)
}

impl FromStr for Strength {
    type Err = String;

    fn from_str(text: &str) -> Result<Strength, String> {
        text.parse().ok().and_then(Strength::new).ok_or_else(expected)
    }
}

impl TryFrom<u8> for Strength {
    type Error = String;

    fn try_from(number: u8) -> Result<Strength, String> {
        Strength::new(number).ok_or_else(expected)
    }
}

impl From<Strength> for u8 {
    fn from(strength: Strength) -> u8 {
        strength.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_is_read_as_it_is_written() {
        assert_eq!("20".parse(), Ok(Strength::FULL));
        assert_eq!(Strength::new(7).unwrap().to_string().parse(), Ok(Strength::new(7).unwrap()));
        for text in ["0", "21", "", "weak"] {
            assert_eq!(text.parse::<Strength>().unwrap_err(), "expected a number from 1 to 20");
        }
    }

    #[test]
    fn some_move_is_always_seen() {
        let choices = |sight| [0, 1, 2, 40].map(|moves| StrengthLimits::of_sight(sight, 0).choices(moves));
        assert_eq!([choices(1), choices(100), choices(30)], [[0, 1, 1, 1], [0, 1, 2, 40], [0, 1, 1, 12]]);
    }
}
