use super::{count_both_last_flips, count_last_flips, portable};
use crate::naive::{self, Random};
use crate::{Bitboard, Board, Square};

#[test]
fn the_count_equals_the_naive_walk_on_full_boards() {
    let mut random = Random(5);
    for _ in 0..40_000 {
        let discs = match random.next() % 3 {
            0 => random.next() & random.next(),
            1 => random.next() | random.next(),
            _ => random.next(),
        };
        for square in Square::ALL {
            let mover = Bitboard(discs) - Bitboard::of(square);
            let board = Board::from_disjoint(mover, !mover - Bitboard::of(square));
            assert_eq!(
                count_last_flips(square, mover),
                naive::flips(board, square).len(),
                "{board:?} {square}"
            );
            assert_eq!(count_both_last_flips(square, mover), portable(square, mover), "{board:?} {square}");
        }
    }
}
