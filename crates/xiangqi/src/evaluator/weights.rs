//! The weights of the evaluation, and the file they are kept in.

mod layout;
#[cfg(test)]
mod tests;
mod text;

use std::ops::{Add, AddAssign, Mul, Sub};
use std::sync::{Arc, LazyLock};

use search_core::Score;

use crate::piece::{Color, Piece, PieceKind};
use crate::square::Square;

pub(super) use layout::{GROUPS, Group, groups, of_piece};
pub use text::BadWeights;

/// The weights that the evaluation uses if no others are given.
const EMBEDDED: &str = include_str!("../../data/evaluator.weights");

/// A file that does not fit the program would be a fault of the build: without weights every position is even.
static EMBEDDED_WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    Arc::new(Weights::parse(EMBEDDED).unwrap_or_else(|error| panic!("the embedded weights: {error}")))
});

/// All weights of the evaluation, each one for the full and one for the bare board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    values: [Tapered; Weights::COUNT],
    /// By [`Piece::index`] and point: what the piece counts there to its own side, `piece` and `table` together.
    worth: [[Tapered; Square::COUNT]; Piece::COUNT],
}

/// The embedded ones.
impl Default for Weights {
    fn default() -> Weights {
        Weights::embedded().clone()
    }
}

impl Weights {
    /// The number of weights.
    pub const COUNT: usize = layout::COUNT;

    /// No weight lies further from zero.
    pub const LIMIT: Score = 4_000;

    /// The weights of the file `data/evaluator.weights` of this package.
    pub fn embedded() -> &'static Weights {
        &EMBEDDED_WEIGHTS
    }

    pub(super) fn shared() -> Arc<Weights> {
        Arc::clone(&EMBEDDED_WEIGHTS)
    }

    /// Every weight 0.
    pub fn zero() -> Weights {
        Weights {
            values: [Tapered::ZERO; Weights::COUNT],
            worth: [[Tapered::ZERO; Square::COUNT]; Piece::COUNT],
        }
    }

    /// A weight on the full board and on the bare one; 0 if there are not so many.
    pub fn get(&self, index: usize) -> [Score; 2] {
        self.values.get(index).map_or([0; 2], |value| [value.full(), value.bare()])
    }

    /// Changes a weight, to the nearest numbers within ± [`Weights::LIMIT`].
    pub fn set(&mut self, index: usize, value: [Score; 2]) {
        let [full, bare] = value.map(|value| value.clamp(-Self::LIMIT, Self::LIMIT));
        if let Some(weight) = self.values.get_mut(index) {
            *weight = Tapered::new(full, bare);
            self.fill_worth();
        }
    }

    /// These numbers in the order of indices, as [`Weights::set`] one by one.
    pub fn from_numbers(numbers: impl IntoIterator<Item = [Score; 2]>) -> Weights {
        let mut weights = Weights::zero();
        for (weight, numbers) in weights.values.iter_mut().zip(numbers) {
            let [full, bare] = numbers.map(|number| number.clamp(-Self::LIMIT, Self::LIMIT));
            *weight = Tapered::new(full, bare);
        }
        weights.fill_worth();
        weights
    }

    fn fill_worth(&mut self) {
        for kind in PieceKind::ALL {
            for square in Square::all() {
                let worth = layout::of_piece(kind, square).map(|index| self.values[index]);
                let worth = worth.fold(Tapered::ZERO, |sum, value| sum + value);
                self.worth[Piece::new(Color::Red, kind).index()][square.index()] = worth;
                self.worth[Piece::new(Color::Black, kind).index()][square.flipped().index()] = worth;
            }
        }
    }

    #[inline(always)]
    pub(super) fn value(&self, index: usize) -> Tapered {
        self.values[index]
    }

    #[inline(always)]
    pub(super) fn worth(&self, piece: Piece, square: Square) -> Tapered {
        self.worth[piece.index()][square.index()]
    }
}

/// A weight on the full board and one on the bare board, added up together: one integer holds both, the bare one in
/// its upper half.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tapered(i64);

impl Tapered {
    pub const ZERO: Tapered = Tapered(0);

    /// Both may be any number whose sums stay within 31 bits.
    pub const fn new(full: i32, bare: i32) -> Tapered {
        Tapered(((bare as i64) << 32) + full as i64)
    }

    /// The weight on the full board.
    pub const fn full(self) -> i32 {
        self.0 as i32
    }

    /// The weight on the bare board.
    pub const fn bare(self) -> i32 {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// The weight in between, rounded towards zero so that it is the same for both sides.
    #[inline(always)]
    pub fn blend(self, phase: Phase) -> Score {
        (self.full() * phase.0 + self.bare() * (Phase::FULL.0 - phase.0)) / Phase::FULL.0
    }
}

impl Add for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0 * i64::from(times))
    }
}

/// The attacking material that is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Phase(i32);

impl Phase {
    /// As at the start.
    pub const FULL: Phase = Phase(32);

    /// The phase for the strength of both sides, 32 at the start; surplus pieces add nothing.
    #[inline(always)]
    pub fn of(strength: i32) -> Phase {
        Phase(strength.min(Self::FULL.0))
    }

    /// From 0 on the bare board to 32 on the full one.
    pub const fn number(self) -> i32 {
        self.0
    }
}
