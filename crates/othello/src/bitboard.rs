//! Sets of squares.

use std::fmt;

use crate::square::Square;

/// A set of squares. `|` is union, `&` intersection, `-` difference, `^` symmetric difference, `!`
/// complement.
///
/// ```
/// use othello::{Bitboard, Square, bitboard};
/// let cross = bitboard! {
///     . . . . . . . .
///     . . . X . . . .
///     . . X X X . . .
///     . . . X . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(cross.len(), 5);
/// assert_eq!(Square::parse("d2").map(|square| cross.has(square)), Some(true));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64.
    pub const FULL: Bitboard = Bitboard(!0);
    /// a1, h1, a8, h8.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    /// The 28 squares of the rim.
    pub const RIM: Bitboard = Bitboard(0xFF81_8181_8181_81FF);

    /// The set of one square.
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Returns whether the square is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The number of squares in the set.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether every square of the set is in the other set.
    #[inline(always)]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether no square is in both sets.
    #[inline(always)]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The square with the lowest index, or `None`.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(self.0.trailing_zeros())) }
    }

    /// The squares of the set and the up to eight neighbours of each.
    #[must_use]
    pub const fn grown(self) -> Bitboard {
        const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
        const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
        let row = self.0 | (self.0 << 1 & NOT_A) | (self.0 >> 1 & NOT_H);
        Bitboard(row | row << 8 | row >> 8)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a set in the order of the index.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let first = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

game::set_operators!(Bitboard of Square);

/// The set drawn as eight rows, `X` for a member.
impl fmt::Debug for Bitboard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("bitboard! {")?;
        for square in Square::ALL {
            out.write_str(if square.file() == 0 { "\n    " } else { " " })?;
            out.write_str(if self.has(square) { "X" } else { "." })?;
        }
        out.write_str("\n}")
    }
}

/// A set of squares from a drawing: 64 marks, row by row from the top, `X` for a member and `.` for the
/// others.
#[macro_export]
macro_rules! bitboard {
    ($($mark:tt)*) => {
        const { $crate::bitboard::from_marks(&[$(stringify!($mark)),*]) }
    };
}

/// The expansion of [`bitboard!`](crate::bitboard!).
///
/// # Panics
/// If there are not 64 marks, or one is neither `X` nor `.`; in the macro that is a compile error.
pub const fn from_marks(marks: &[&str]) -> Bitboard {
    assert!(marks.len() == Square::NUM, "a board has 64 squares");
    let mut set = 0;
    let mut index = 0;
    while index < Square::NUM {
        match marks[index].as_bytes() {
            b"X" => set |= 1 << index,
            b"." => {}
            _ => panic!("a mark is X or a full stop"),
        }
        index += 1;
    }
    Bitboard(set)
}
