use search_core::testing::conformance;
use search_core::{MoveKind, Position as _};

use super::{DISC, Move, Position};
use crate::naive::Random;
use crate::notation::read_move;
use crate::symmetry::canonical;
use crate::{Bitboard, Board, Side, Square};

#[test]
fn a_random_game_keeps_the_promises_of_the_trait() {
    for seed in 0..300 {
        let mut last = Position::START;
        conformance::random_game(&Position::START, seed, 100, |position| {
            assert_eq!(position.list_moves(MoveKind::All), position.list_moves(MoveKind::Quiets));
            for mv in position.list_moves(MoveKind::All) {
                // Whether the discs that it turns are known before or not.
                assert_eq!(position.child(mv), position.child(position.prepare(mv)));
            }
            last = *position;
        });
        assert!(last.board.is_over());
        assert_eq!(last.final_score(0), -last.passed().final_score(0));
    }
}

#[test]
fn a_forced_pass_is_the_only_move() {
    let board = Board::new(Bitboard::of(Square::ALL[0]), Bitboard::of(Square::ALL[2])).unwrap();
    assert!(
        Position { board, side: Side::White }.list_moves(MoveKind::All).is_empty(),
        "neither side can move"
    );
    let board = Board::new(Bitboard::of(Square::ALL[1]), Bitboard::of(Square::ALL[2])).unwrap();
    let mut position = Position { board: board.passed(), side: Side::White };
    assert_eq!(position.list_moves(MoveKind::All), [Move::new(Square::ALL[0])]);
    let corner = Board::new(Bitboard::of(Square::ALL[1]), Bitboard::of(Square::ALL[0])).unwrap();
    position.board = corner;
    assert_eq!(position.list_moves(MoveKind::All), [Move::PASS]);
    position.play(Move::PASS);
    assert_eq!((position.side, position.list_moves(MoveKind::All).len()), (Side::Black, 1));
}

#[test]
fn the_winner_gets_the_empty_squares() {
    let score = |mover, opponent| {
        let board = Board::new(Bitboard(mover), Bitboard(opponent)).unwrap();
        Position { board, side: Side::Black }.final_score(7)
    };
    assert_eq!(score(0b1, 0), 64 * DISC);
    assert_eq!(score(0, 0b1), -64 * DISC);
    assert_eq!(score(0b1, 0b10), 0);
    assert_eq!(score(0b11, 0b100), 62 * DISC);
}

#[test]
fn keys_of_different_boards_differ() {
    let mut random = Random(13);
    let mut keys: Vec<(u64, Board)> =
        (0..20_000).map(|_| random.board()).map(|board| (board.key(), board)).collect();
    keys.sort_unstable_by_key(|&(key, board)| (key, board.mover().0, board.opponent().0));
    keys.dedup();
    assert!(keys.windows(2).all(|pair| pair[0].0 != pair[1].0));
    assert_ne!(Board::START.key(), Board::START.passed().key());
}

/// The first moves of the game are one move, turned four ways, and so are the lines that begin with them.
#[test]
fn the_images_of_a_line_are_lines_of_the_same_boards() {
    let line = ["f5", "f6", "e6", "f4"].map(|name| read_move(name).unwrap());
    let after = |line: &[Move]| {
        let mut position = Position::START;
        line.iter().for_each(|&mv| position.play(position.prepare(mv)));
        position.board
    };
    let images = Position::START.images(&line);
    assert_eq!(images.len(), 3);
    let first: Vec<String> = images.iter().map(|image| image[0].to_string()).collect();
    assert_eq!(first, ["c4", "e6", "d3"]);
    for image in images {
        assert_eq!(canonical(after(&image)), canonical(after(&line)));
    }
    let mut later = Position::START;
    later.play(line[0]);
    assert!(later.images(&line[1..2]).is_empty(), "nothing keeps this board");
}
