//! The occupancy of every rank and file as small integers, kept beside the sets.
//!
//! A chariot or a cannon needs one rank and one file, a horse its four neighbours, an elephant its
//! four diagonal ones. In this form, each of these is one or two loads and a shift. The other known ways, gathering
//! the bits of a file out of the `u128` with `pext` or with a multiplication, need more work a look-up and, the
//! first, an instruction that not every machine has.

use crate::square::Square;

/// The occupied points, by rank and by file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// Bit `f` of `ranks[r + 1]` is the point on file `f` and rank `r`; the outer two stay empty.
    ranks: [u16; 12],
    /// Bit `r` of `files[f]` is the point on file `f` and rank `r`.
    files: [u16; 9],
}

impl Lines {
    /// Nothing occupied.
    pub const EMPTY: Lines = Lines { ranks: [0; 12], files: [0; 9] };

    /// Occupies a point.
    #[inline(always)]
    pub fn occupy(&mut self, square: Square) {
        self.ranks[square.rank_index() + 1] |= 1 << square.file_index();
        self.files[square.file_index()] |= 1 << square.rank_index();
    }

    /// Vacates a point.
    #[inline(always)]
    pub fn vacate(&mut self, square: Square) {
        self.ranks[square.rank_index() + 1] &= !(1 << square.file_index());
        self.files[square.file_index()] &= !(1 << square.rank_index());
    }

    /// The occupancy of the point's rank, file a lowest.
    #[inline(always)]
    pub const fn rank(&self, square: Square) -> u16 {
        self.ranks[square.rank_index() + 1]
    }

    /// The occupancy of the point's file, rank 0 lowest.
    #[inline(always)]
    pub const fn file(&self, square: Square) -> u16 {
        self.files[square.file_index()]
    }

    /// The orthogonal neighbours that are occupied: [`WEST`] | [`SOUTH`] | [`EAST`] | [`NORTH`].
    #[inline(always)]
    pub const fn beside(&self, square: Square) -> usize {
        let across = around(self.rank(square), square.file_index());
        let along = around(self.file(square), square.rank_index());
        across | along << 1
    }

    /// The diagonal neighbours that are occupied: [`NORTH_WEST`] | [`SOUTH_WEST`] | [`NORTH_EAST`] | [`SOUTH_EAST`].
    #[inline(always)]
    pub const fn diagonal(&self, square: Square) -> usize {
        let above = around(self.ranks[square.rank_index() + 2], square.file_index());
        let below = around(self.ranks[square.rank_index()], square.file_index());
        above | below << 1
    }
}

/// The neighbours of a place on a line: bit 0 the one before, bit 2 the one after.
#[inline(always)]
const fn around(line: u16, place: usize) -> usize {
    ((line as usize) << 1) >> place & 0b101
}

/// The neighbour on the next file to Red's left, in [`Lines::beside`].
pub const WEST: usize = 1;
/// The neighbour nearer to Red, in [`Lines::beside`].
pub const SOUTH: usize = 2;
/// The neighbour on the next file to Red's right, in [`Lines::beside`].
pub const EAST: usize = 4;
/// The neighbour nearer to Black, in [`Lines::beside`].
pub const NORTH: usize = 8;
/// The neighbour to Red's left and nearer to Black, in [`Lines::diagonal`].
pub const NORTH_WEST: usize = 1;
/// The neighbour to Red's left and nearer to Red, in [`Lines::diagonal`].
pub const SOUTH_WEST: usize = 2;
/// The neighbour to Red's right and nearer to Black, in [`Lines::diagonal`].
pub const NORTH_EAST: usize = 4;
/// The neighbour to Red's right and nearer to Red, in [`Lines::diagonal`].
pub const SOUTH_EAST: usize = 8;
