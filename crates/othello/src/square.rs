//! The 64 squares, their names, and sets of them.

use std::fmt;

/// One of the 64 squares: a1 is 0, b1 is 1, …, h8 is 63. Rank 1 is the top row of a board as printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const NUM: usize = 64;

    /// Every square, in the order of the index.
    pub const ALL: [Square; Self::NUM] = {
        let mut all = [Square(0); Self::NUM];
        let mut index = 0;
        while index < Self::NUM {
            all[index] = Square(index as u8);
            index += 1;
        }
        all
    };

    /// The square of an index below 64, or `None`.
    pub const fn new(index: usize) -> Option<Square> {
        if index < Self::NUM { Some(Square(index as u8)) } else { None }
    }

    /// The square in this file (0 = a) and rank (0 = rank 1), or `None` if either is 8 or more.
    pub const fn at(file: usize, rank: usize) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square((rank * 8 + file) as u8)) } else { None }
    }

    /// The square of the lowest six bits of a number, for numbers that are below 64.
    #[inline(always)]
    pub const fn wrapping(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// 0 to 63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize // the mask tells the compiler what the type knows
    }

    /// 0 (a) to 7 (h).
    pub const fn file(self) -> usize {
        self.index() % 8
    }

    /// 0 (rank 1, the top row) to 7.
    pub const fn rank(self) -> usize {
        self.index() / 8
    }

    /// The square that a name such as `f5` or `F5` means, or `None`.
    pub fn parse(name: &str) -> Option<Square> {
        let &[file, rank] = name.as_bytes() else { return None };
        let file = file.to_ascii_lowercase().checked_sub(b'a')?;
        let rank = rank.checked_sub(b'1')?;
        Square::at(usize::from(file), usize::from(rank))
    }
}

/// The name: `f5`.
impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file() as u8);
        write!(out, "{file}{}", self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// A set of squares. `|` is union, `&` intersection, `-` difference, `^` symmetric difference, `!`
/// complement.
///
/// ```
/// use othello::bitboard;
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
        const { $crate::square::from_marks(&[$(stringify!($mark)),*]) }
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
