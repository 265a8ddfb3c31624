//! The board as a side sees it: the inputs of the net.

use crate::piece::{Color, Piece, PieceKind};
use crate::square::Square;

/// The inputs of a side: its own pieces, then the other's, by kind and point.
pub const INPUTS: usize = Piece::COUNT * Square::COUNT;

const MIDDLE_FILE: usize = 4;

/// The way in which a side sees the board: from its own end, with its own general on the left half or the middle file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    side: Color,
    is_mirrored: bool,
}

impl View {
    /// The view of a side whose general stands there.
    #[inline(always)]
    pub const fn of(side: Color, general: Square) -> View {
        View { side, is_mirrored: general.file_index() > MIDDLE_FILE }
    }

    /// The input of a piece, below [`INPUTS`].
    #[inline(always)]
    pub const fn input(self, piece: Piece, square: Square) -> usize {
        let square = if self.is_mirrored { square.mirrored() } else { square };
        let (owner, square) = match self.side {
            Color::Red => (piece.color as usize, square),
            Color::Black => (1 - piece.color as usize, square.flipped()),
        };
        (owner * PieceKind::ALL.len() + piece.kind.index()) * Square::COUNT + square.index()
    }
}
