//! The 90 points of the board.

use std::fmt;

/// Declares a closed enumeration with its list, its size and its index.
macro_rules! line_enum {
    ($(#[$doc:meta])* $name:ident: $($variant:ident),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the name of a line says where it is")]
        pub enum $name { $($variant),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The place in [`Self::ALL`].
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one with this index, if there is one.
            pub const fn try_index(index: usize) -> Option<$name> {
                if index < Self::ALL.len() { Some(Self::ALL[index]) } else { None }
            }
        }
    };
}

line_enum! {
    /// A column, from Red's left. The palaces lie on D, E and F.
    File: A, B, C, D, E, F, G, H, I
}

line_enum! {
    /// A row, from Red's back row. The river lies between R4 and R5.
    Rank: R0, R1, R2, R3, R4, R5, R6, R7, R8, R9
}

/// A point of the board: a0 = 0, b0 = 1, … i9 = 89. Always below 90.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

/// The rank of each point, by table, so that the compiler can infer that it is below 10. Beyond the points the table
/// repeats.
static RANKS: [Rank; 128] = {
    let mut ranks = [Rank::R0; 128];
    let mut index = 0;
    while index < 128 {
        ranks[index] = Rank::ALL[index % Square::COUNT / 9];
        index += 1;
    }
    ranks
};

/// The file of each point.
static FILES: [File; 128] = {
    let mut files = [File::A; 128];
    let mut index = 0;
    while index < 128 {
        files[index] = File::ALL[index % 9];
        index += 1;
    }
    files
};

impl Square {
    /// The number of them.
    pub const COUNT: usize = 90;

    /// The point where a file and a rank cross.
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 9 + file as u8)
    }

    /// The point with this index, if it is below 90.
    pub const fn try_index(index: usize) -> Option<Square> {
        if index < Self::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// The point with an index that is known to be below 90.
    pub(crate) const fn from_index(index: usize) -> Square {
        debug_assert!(index < Self::COUNT);
        Square(index as u8)
    }

    /// All points, from a0 to i9.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Square)
    }

    /// The place in [`Square::all`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[self.file_index()]
    }

    /// Its rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.rank_index()]
    }

    /// The index of its file, below 9.
    #[inline(always)]
    pub(crate) const fn file_index(self) -> usize {
        FILES[(self.0 & 127) as usize] as usize
    }

    /// The index of its rank, below 10.
    #[inline(always)]
    pub(crate) const fn rank_index(self) -> usize {
        RANKS[(self.0 & 127) as usize] as usize
    }

    /// The point `files` to Red's right and `ranks` away from Red, if it is on the board.
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let file = self.file_index() as i32 + files;
        let rank = self.rank_index() as i32 + ranks;
        if file < 0 || file > 8 || rank < 0 || rank > 9 {
            return None;
        }
        Some(Square((rank * 9 + file) as u8))
    }

    /// The point on the other wing.
    pub const fn mirrored(self) -> Square {
        Square::new(File::ALL[8 - self.file_index()], self.rank())
    }

    /// The point as the other side sees it, files kept.
    pub const fn flipped(self) -> Square {
        Square::new(self.file(), Rank::ALL[9 - self.rank_index()])
    }

    /// Reads `e0`, in either case.
    pub fn parse(text: &str) -> Option<Square> {
        let [file, rank] = text.as_bytes() else { return None };
        let file = File::try_index(usize::from(file.to_ascii_lowercase().checked_sub(b'a')?))?;
        let rank = Rank::try_index(usize::from(rank.checked_sub(b'0')?))?;
        Some(Square::new(file, rank))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", char::from(b'a' + self.file_index() as u8), self.rank_index())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}
