//! Any arrangement of pieces, valid or not.

use crate::piece::{Color, Piece};
use crate::square::Square;

/// An arrangement of pieces with a side to move and the two counters of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each point, from a0 to i9.
    pub cells: [Option<Piece>; Square::COUNT],
    /// The side to move.
    pub side: Color,
    /// Plies since the last capture, as the FEN counts them.
    pub plies: u16,
    /// The move number, from 1.
    pub number: u16,
}

impl Setup {
    /// An empty board with Red to move.
    pub const EMPTY: Setup = Setup { cells: [None; Square::COUNT], side: Color::Red, plies: 0, number: 1 };

    /// The points that hold a piece, with the piece.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().zip(self.cells).filter_map(|(square, piece)| Some((square, piece?)))
    }

    /// The arrangement with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Setup {
        self.rearranged(Square::mirrored)
    }

    /// The arrangement with the sides exchanged: each side's pieces, and the move, go to the other.
    #[must_use]
    pub fn flipped(&self) -> Setup {
        let mut flipped = self.rearranged(Square::flipped);
        for piece in flipped.cells.iter_mut().flatten() {
            piece.color = !piece.color;
        }
        flipped.side = !self.side;
        flipped
    }

    fn rearranged(&self, place: impl Fn(Square) -> Square) -> Setup {
        let mut cells = [None; Square::COUNT];
        for (square, piece) in self.pieces() {
            cells[place(square).index()] = Some(piece);
        }
        Setup { cells, ..self.clone() }
    }
}
