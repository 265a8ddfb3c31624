//! The 64 squares and their names.

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
