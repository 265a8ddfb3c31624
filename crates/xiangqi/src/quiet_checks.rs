//! The quiet moves that give check, for the first ply of quiescence.

use search_core::MoveList;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::{Board, CheckPoints};
use crate::movegen;
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::square::Square;

/// Appends the legal quiet moves that give check.
pub fn list(board: &Board, list: &mut MoveList<Move>) {
    let king = board.king(!board.side());
    let (screens, leavers) = discoveries(board, king);
    let direct = CheckPoints::of(board, board.side());
    let wanted =
        |from| if leavers.has(from) { Bitboard::FULL } else { direct.of_piece(board.at(from)) | screens };
    movegen::quiets_to(board, wanted, |mv| {
        if board.gives_check(mv) {
            list.push(mv);
        }
    });
}

/// The points where any piece makes a screen for a cannon, and the own pieces that may uncover a check as they leave.
fn discoveries(board: &Board, king: Square) -> (Bitboard, Bitboard) {
    let (own, occupied) = (board.side_of(board.side()), board.occupied());
    let in_line = own & attacks::lines_through(king);
    let (mut screens, mut leavers) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for cannon in in_line & board.kind(PieceKind::Cannon) {
        let way = attacks::between(king, cannon);
        let between = way & occupied;
        match between.len() {
            0 => screens |= way,
            2 => leavers |= between & own,
            _ => {}
        }
    }
    for rook in in_line & board.kind(PieceKind::Rook) {
        let between = attacks::between(king, rook) & occupied;
        if between.len() == 1 {
            leavers |= between & own;
        }
    }
    for horse in own & board.kind(PieceKind::Horse) & attacks::horse_ring(king) {
        leavers |= Bitboard::of(attacks::leg(horse, king)) & own;
    }
    (screens, leavers)
}

#[cfg(test)]
mod tests {
    use search_core::Position as _;

    use super::*;
    use crate::position::Position;
    use crate::testing::{Random, arrangement, playout, start};

    /// The number of quiet checks, which are those that leave a check; `gives_check` agrees move by move.
    fn compare(position: &Position) -> usize {
        let mut expected: Vec<Move> = Vec::new();
        for mv in position.legal_moves() {
            let child = position.child(mv);
            assert_eq!(position.gives_check(mv), child.in_check(), "{position} {mv}");
            if child.in_check() && position.victim(mv) == 0 {
                expected.push(mv);
            }
        }
        let mut list = MoveList::new();
        position.quiet_checks(&mut list);
        let mut found: Vec<Move> = list.iter().collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{position}");
        found.len()
    }

    #[test]
    fn quiet_checks_are_those_that_leave_a_check() {
        let mut random = Random(12);
        let mut checks = 0;
        for _ in 0..20 {
            playout(start(), 120, &mut random, |position| checks += compare(position));
        }
        for _ in 0..600 {
            checks += compare(&Position::try_from(&arrangement(14, &mut random)).unwrap());
        }
        assert!(checks > 1000, "{checks}");
    }
}
