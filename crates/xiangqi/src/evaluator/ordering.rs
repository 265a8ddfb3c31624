//! A first guess which quiet moves are good, before the search has seen any.

use search_core::MoveList;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, Piece, PieceKind};

use super::tables::worth_on;

/// For a move that gives check.
const CHECK: i32 = 150;

/// Ranks by what the move gains by the tables, and checks; within ± 500. Over 40 positions at depth 5 this saves 27 %
/// of the nodes of an otherwise unordered PVS, and 1 % of one that has histories and a table. Shunning what soldiers,
/// horses and cannons cover saved nothing more.
pub(super) fn rank(board: &Board, list: &mut MoveList<Move>) {
    let checks = Checks::of(board, board.side());
    for entry in list.ranked_mut() {
        let (from, to) = (entry.mv.from(), entry.mv.to());
        let Some(piece) = board.at(from) else { continue };
        let gain = worth_on(piece, to).full() - worth_on(piece, from).full();
        entry.rank = gain + CHECK * i32::from(checks.by(piece).has(to));
    }
}

/// The points from where pieces of a side check the enemy general.
struct Checks {
    rook: Bitboard,
    cannon: Bitboard,
    horse: Bitboard,
    soldier: Bitboard,
}

impl Checks {
    fn of(board: &Board, by: Color) -> Checks {
        let king = board.king(!by);
        let slide = attacks::slide(king, board.lines());
        Checks {
            rook: slide.steps,
            cannon: slide.leaps,
            horse: attacks::horses_to(king, board.lines()),
            soldier: attacks::soldiers_to(by, king),
        }
    }

    fn by(&self, piece: Piece) -> Bitboard {
        match piece.kind {
            PieceKind::Rook => self.rook,
            PieceKind::Cannon => self.cannon,
            PieceKind::Horse => self.horse,
            PieceKind::Soldier => self.soldier,
            PieceKind::King | PieceKind::Advisor | PieceKind::Elephant => Bitboard::EMPTY,
        }
    }
}
