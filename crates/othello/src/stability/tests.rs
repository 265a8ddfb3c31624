use super::stable_discs;
use crate::naive::Random;
use crate::symmetry::Symmetry;
use crate::{Bitboard, Board, bitboard};

/// Plays on at random from a board, and asserts after each move that no disc called stable has turned.
fn assert_stable_discs_stay(random: &mut Random, start: Board) {
    let mut board = start;
    let (mut ours, mut theirs) =
        (stable_discs(start.mover(), start.opponent()), stable_discs(start.opponent(), start.mover()));
    while !board.is_over() {
        let moves: Vec<_> = board.legal_moves().into_iter().collect();
        if !moves.is_empty() {
            let square = moves[random.below(moves.len())];
            let turned = board.flips(square);
            assert!(turned.is_disjoint(theirs), "{start:?} then {board:?} {square}: {turned:?}");
            board = board.after(square, turned);
        } else {
            board = board.passed();
        }
        (ours, theirs) = (theirs, ours);
        assert!(ours.is_subset(board.mover()) && theirs.is_subset(board.opponent()));
    }
}

#[test]
fn stable_discs_never_turn_in_random_games() {
    let mut random = Random(8);
    for _ in 0..2_000 {
        for board in random.game() {
            assert_stable_discs_stay(&mut random, board);
        }
    }
}

#[test]
fn stable_discs_never_turn_on_random_boards() {
    let mut random = Random(9);
    for _ in 0..100_000 {
        let board = random.board();
        assert_stable_discs_stay(&mut random, board);
    }
}

#[test]
fn stability_grows_along_a_game_and_is_whole_at_a_full_board() {
    let mut random = Random(10);
    for _ in 0..500 {
        let game = random.game();
        for pair in game.windows(2) {
            let before = stable_discs(pair[0].mover(), pair[0].opponent());
            let after = stable_discs(pair[1].opponent(), pair[1].mover());
            assert!(before.is_subset(after), "{:?}", pair[0]);
        }
        let last = game[game.len() - 1];
        if last.empties().is_empty() {
            assert_eq!(stable_discs(last.mover(), last.opponent()), last.mover());
        }
    }
}

#[test]
fn stability_commutes_with_the_symmetries() {
    let mut random = Random(11);
    for _ in 0..20_000 {
        let board = random.board();
        let stable = stable_discs(board.mover(), board.opponent());
        for map in Symmetry::ALL {
            let image = map.board(board);
            assert_eq!(stable_discs(image.mover(), image.opponent()), map.set(stable), "{map:?} {board:?}");
        }
    }
}

#[test]
fn an_edge_without_a_corner_is_stable_only_when_full() {
    let own = bitboard! {
        . X X X X X X .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X X . . . . . X
    };
    let expected = bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X X . . . . . X
    };
    assert_eq!(stable_discs(own, Bitboard::EMPTY), expected);
}
