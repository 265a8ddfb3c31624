//! Weights that change as pieces leave the board.

use std::ops::{Add, AddAssign, Mul, Sub};

use search_core::Score;

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
