//! Sets of points.

use std::fmt;

use crate::square::Square;

/// A set of points, one bit each, a0 lowest. `|` is union, `&` intersection, `-` difference, `^` symmetric difference, `!`
/// complement.
///
/// ```
/// use xiangqi::{Bitboard, Square, bitboard};
///
/// let corners = bitboard! {
///     X . . . . . . . X
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     X . . . . . . . X
/// };
/// assert_eq!(corners.len(), 4);
/// assert!(Square::parse("a0").is_some_and(|square| corners.has(square)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u128);

/// Draws a set of points as a constant, Black's back rank first: `X` is in the set, `.` is not.
#[macro_export]
macro_rules! bitboard {
    (@cell .) => { false };
    (@cell X) => { true };
    ($($cell:tt)*) => {
        const { $crate::bitboard::Bitboard::drawn(&[$($crate::bitboard!(@cell $cell)),*]) }
    };
}

impl Bitboard {
    /// No point.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every point.
    pub const FULL: Bitboard = Bitboard((1 << Square::COUNT) - 1);

    /// The set drawn by [`bitboard!`]: ranks from Black's back rank down, files from Red's left.
    pub const fn drawn(cells: &[bool; Square::COUNT]) -> Bitboard {
        let mut set = 0;
        let mut index = 0;
        while index < Square::COUNT {
            if cells[index] {
                set |= 1 << ((9 - index / 9) * 9 + index % 9);
            }
            index += 1;
        }
        Bitboard(set)
    }

    /// The points of all files from the first of these to the last, counted from Red's left.
    pub const fn of_files(first: usize, last: usize) -> Bitboard {
        let mut set = 0;
        let mut index = 0;
        while index < Square::COUNT {
            if first <= index % 9 && index % 9 <= last {
                set |= 1 << index;
            }
            index += 1;
        }
        Bitboard(set)
    }

    /// The set whose bits these are; bits above i9 are dropped.
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits & Self::FULL.0)
    }

    /// The bits, a0 lowest.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of one point.
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The set with one point more.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// The set without that point.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }

    /// The points of both sets, as [`BitOr`](core::ops::BitOr) does it, for constants.
    pub const fn union(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }

    /// The points in both sets, as [`BitAnd`](core::ops::BitAnd) does it, for constants.
    pub const fn intersection(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }

    /// Returns whether the point is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The number of points.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// Returns whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether there is more than one.
    #[inline(always)]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns whether every point of this set is in the other.
    #[inline(always)]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether no point is in both sets.
    #[inline(always)]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The lowest point.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            out.write_str("\n")?;
            for file in 0..9 {
                let entry = if self.has(Square::from_index(rank * 9 + file)) { "X " } else { ". " };
                out.write_str(entry)?;
            }
        }
        Ok(())
    }
}

game::set_operators!(Bitboard of Square);

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares { left: self.0 as u64, above: (self.0 >> 64) as u64, base: 0 }
    }
}

/// The points of a set, from a0 up. Walks the two halves one after the other: a step on 64 bits costs half as much.
#[derive(Clone, Debug)]
pub struct Squares {
    /// The remaining bits of the half being walked.
    left: u64,
    /// The half still to come.
    above: u64,
    /// The index of the lowest bit of `left`.
    base: u32,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.left == 0 {
            if self.above == 0 {
                return None;
            }
            *self = Squares { left: self.above, above: 0, base: 64 };
        }
        let square = Square::from_index((self.base + self.left.trailing_zeros()) as usize);
        self.left &= self.left - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.left.count_ones() + self.above.count_ones()) as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}
