use super::{flips, portable};
use crate::mobility;
use crate::naive::{self, Random};

#[test]
fn flips_and_moves_equal_the_naive_walk_and_the_portable_twin() {
    let mut random = Random(3);
    for _ in 0..1_000_000 {
        let board = random.board();
        let (mover, opponent) = (board.mover(), board.opponent());
        let moves = board.legal_moves();
        assert_eq!(moves, mobility::portable(mover, opponent), "{board:?}");
        let empties: Vec<_> = board.empties().into_iter().collect();
        if empties.is_empty() {
            continue;
        }
        let square = empties[random.below(empties.len())];
        let turned = flips(square, mover, opponent);
        assert_eq!(turned, portable(square, mover, opponent), "{board:?} {square}");
        assert_eq!(turned, naive::flips(board, square), "{board:?} {square}");
        assert_eq!(moves.has(square), !turned.is_empty(), "{board:?} {square}");
    }
}

#[test]
fn every_square_of_a_board_equals_the_naive_walk() {
    let mut random = Random(4);
    for _ in 0..30_000 {
        let board = random.board();
        assert_eq!(board.legal_moves(), naive::legal_moves(board), "{board:?}");
        for square in board.empties() {
            assert_eq!(board.flips(square), naive::flips(board, square), "{board:?} {square}");
        }
    }
}
