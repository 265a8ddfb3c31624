//! One side's pieces, counted.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, Piece, PieceKind};

/// The number of pieces of each kind that both sides have, half a byte each: a side never has more than 15 besides its general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts(u64);

impl Counts {
    /// The pieces of a board.
    pub fn of_board(board: &Board) -> Counts {
        let pieces = board.occupied().into_iter().filter_map(|square| board.at(square));
        Counts(pieces.map(|piece| 1 << shift(piece)).sum())
    }

    /// Takes away a piece.
    #[inline(always)]
    pub fn remove(&mut self, piece: Piece) {
        self.0 -= 1 << shift(piece);
    }

    #[inline(always)]
    pub fn of(self, color: Color, kind: PieceKind) -> i32 {
        (self.0 >> shift(Piece::new(color, kind)) & 15) as i32
    }
}

#[inline(always)]
const fn shift(piece: Piece) -> usize {
    4 * piece.index()
}

/// One side's pieces, counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct SidePieces {
    pub color: Color,
    pub own: Bitboard,
    pub counts: PieceCounts,
    /// Soldiers across the river.
    pub crossed: Bitboard,
}

/// The number of pieces of each kind that a side has, the general apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceCounts {
    pub advisors: i32,
    pub elephants: i32,
    pub horses: i32,
    pub rooks: i32,
    pub cannons: i32,
    pub soldiers: i32,
}

impl PieceCounts {
    #[inline(always)]
    pub fn of(counts: Counts, color: Color) -> PieceCounts {
        let count = |kind| counts.of(color, kind);
        PieceCounts {
            advisors: count(PieceKind::Advisor),
            elephants: count(PieceKind::Elephant),
            horses: count(PieceKind::Horse),
            rooks: count(PieceKind::Rook),
            cannons: count(PieceKind::Cannon),
            soldiers: count(PieceKind::Soldier),
        }
    }

    /// The weight of the pieces that decide a middle game; both sides have 32 at the start.
    #[inline(always)]
    pub fn strength(self) -> i32 {
        4 * self.rooks + 2 * (self.horses + self.cannons)
    }

    /// The number of the four guards that are lost.
    #[inline(always)]
    pub fn missing_guards(self) -> i32 {
        (4 - self.advisors - self.elephants).max(0)
    }
}

impl SidePieces {
    #[inline(always)]
    pub fn of(board: &Board, color: Color, counts: Counts) -> SidePieces {
        let own = board.side_of(color);
        let crossed = own & board.kind(PieceKind::Soldier) & attacks::half(!color);
        SidePieces { color, own, counts: PieceCounts::of(counts, color), crossed }
    }

    /// The side's pieces of a kind.
    #[inline(always)]
    pub fn pieces(&self, board: &Board, kind: PieceKind) -> Bitboard {
        self.own & board.kind(kind)
    }
}

/// The nine points of a side's palace.
pub(super) const fn palace_of(color: Color) -> Bitboard {
    attacks::points(color, PieceKind::King)
}
