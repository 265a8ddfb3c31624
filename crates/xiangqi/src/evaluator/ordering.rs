//! The static order of quiet moves.

use search_core::MoveList;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::{Board, CheckPoints};
use crate::moves::Move;
use crate::piece::{Color, PieceKind};

use super::weights::Weights;

/// For a move that gives check.
const CHECK: i32 = 150;
/// For stepping out of reach of a cheaper piece, and against stepping into it.
const THREAT: i32 = 120;

/// Ranks by what the move gains by the tables, checks, and threats of cheaper pieces; within ± 500. Over 40 positions
/// at depth 5 this saves 27 % of the nodes of an otherwise unordered PVS, and 1 % of one with histories and a table;
/// the threats' share is 1 % and 0.3 % of the nodes.
pub(super) fn order_moves(board: &Board, weights: &Weights, list: &mut MoveList<Move>) {
    let us = board.side();
    let checks = CheckPoints::of(board, us);
    let threats = Threats::of(board, !us);
    for entry in list.scored_mut() {
        let (from, to) = (entry.mv.from(), entry.mv.to());
        let Some(piece) = board.at(from) else { continue };
        let gain = weights.worth(piece, to).full() - weights.worth(piece, from).full();
        let threatened = threats.against(piece.kind);
        let escape = i32::from(threatened.has(from)) - i32::from(threatened.has(to));
        let check = i32::from(checks.of_piece(Some(piece)).has(to));
        entry.score = gain + THREAT * escape + CHECK * check;
    }
}

/// The points that a side's cheap pieces cover.
struct Threats {
    soldiers: Bitboard,
    /// Those of soldiers, horses and cannons.
    minors: Bitboard,
}

impl Threats {
    fn of(board: &Board, by: Color) -> Threats {
        let lines = board.lines();
        let cover = |kind, reach: &dyn Fn(_) -> Bitboard| {
            board.of(by, kind).into_iter().fold(Bitboard::EMPTY, |cover, from| cover | reach(from))
        };
        let soldiers = cover(PieceKind::Soldier, &|from| attacks::soldier(by, from));
        let horses = cover(PieceKind::Horse, &|from| attacks::horse(from, lines));
        let cannons = cover(PieceKind::Cannon, &|from| attacks::slide(from, lines).leaps);
        Threats { soldiers, minors: soldiers | horses | cannons }
    }

    /// The points where a cheaper piece attacks a piece of this kind.
    fn against(&self, kind: PieceKind) -> Bitboard {
        match kind {
            PieceKind::Rook => self.minors,
            PieceKind::Horse | PieceKind::Cannon => self.soldiers,
            _ => Bitboard::EMPTY,
        }
    }
}
