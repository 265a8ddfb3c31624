//! Weights that change as pieces leave the board.

use std::ops::{Add, Mul, Sub};

use search_core::Score;

/// A weight on the full board and one on the bare board, added up together: one integer holds both, the bare one in
/// its upper half.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tapered(i32);

impl Tapered {
    pub const ZERO: Tapered = Tapered(0);

    /// Both within ± 32,000, sums included.
    pub const fn new(full: i32, bare: i32) -> Tapered {
        Tapered((bare << 16) + full)
    }

    /// The weight on the full board.
    pub const fn full(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The weight on the bare board.
    pub const fn bare(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    /// The sum of both weights, for constants.
    pub const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
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
        self.plus(other)
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
        Tapered(self.0 * times)
    }
}

/// How much of the attacking material is left.
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
}
