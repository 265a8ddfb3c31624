use super::{Symmetry, canonical, images};
use crate::naive::Random;
use crate::{Bitboard, Square};

#[test]
fn sets_go_where_their_squares_go_and_back() {
    for symmetry in Symmetry::ALL {
        for square in Square::ALL {
            let image = symmetry.square(square);
            assert_eq!(symmetry.set(Bitboard::of(square)), Bitboard::of(image), "{symmetry:?} {square}");
            assert_eq!(symmetry.inverse().square(image), square, "{symmetry:?} {square}");
        }
    }
}

#[test]
fn the_eight_maps_differ_and_do_what_they_say() {
    let b1 = Square::parse("b1").unwrap();
    let names: Vec<String> = Symmetry::ALL.iter().map(|map| map.square(b1).to_string()).collect();
    assert_eq!(names, ["b1", "g1", "b8", "g8", "a2", "a7", "h2", "h7"]);
}

#[test]
fn moves_and_flips_commute_with_the_maps() {
    let mut random = Random(6);
    for _ in 0..20_000 {
        let board = random.board();
        let moves = board.legal_moves();
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(board);
            assert_eq!(image.legal_moves(), symmetry.set(moves), "{symmetry:?} {board:?}");
            for square in moves {
                let turned = image.flips(symmetry.square(square));
                assert_eq!(turned, symmetry.set(board.flips(square)), "{symmetry:?} {board:?} {square}");
            }
        }
    }
}

#[test]
fn images_share_their_canonical_board() {
    let mut random = Random(7);
    for _ in 0..1_000 {
        let board = random.board();
        assert!(images(board).into_iter().all(|image| canonical(image) == canonical(board)));
    }
}
