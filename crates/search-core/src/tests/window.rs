use std::cmp::Ordering;

use crate::score::{
    DECISIVE, INFINITY, MATE, MAX_PLY, PROVEN, from_root, loss_with_ruling, mate_in, mated_in, plies_to_mate,
    plies_to_ruling, rests_on_ruling, ruling, to_root,
};
use crate::window::{NodeRequest, Window};

/// The callee sees the window turned round (D12): what is above beta for one side is below alpha for the other.
#[test]
fn a_window_is_turned_round_for_the_opponent() {
    let window = Window::new(-30, 50);
    assert_eq!(-window, Window::new(-50, 30));
    assert_eq!(-(-window), window);
    assert_eq!(NodeRequest::new(window, 5).child(1), NodeRequest::new(Window::new(-50, 30), 4));
    assert_eq!(NodeRequest::new(window, 5).child(0).depth, 5);
}

#[test]
fn no_score_lies_in_a_null_window() {
    let null = Window::new(7, 20).null_at_alpha();
    assert!(null.is_null());
    assert!((0..30).all(|score| !null.contains(score)));
    assert!(Window::FULL.contains(MATE) && Window::FULL.contains(-MATE));
}

#[test]
fn a_window_around_any_guess_is_valid() {
    for guess in [-INFINITY, -MATE, 0, MATE, INFINITY] {
        for radius in [1, 100, INFINITY] {
            let window = Window::around(guess, radius);
            assert!(window.alpha < window.beta && window.alpha >= -INFINITY && window.beta <= INFINITY);
        }
    }
}

/// A win found at one ply is stored as counted from its node and read back from another ply.
#[test]
fn mates_are_stored_from_the_node() {
    let score = -mated_in(9);
    assert_eq!(plies_to_mate(score), Some(9));
    assert_eq!(from_root(score, 4), mate_in(5));
    assert_eq!(to_root(from_root(score, 4), 6), mate_in(11));
    assert_eq!(to_root(from_root(-score, 4), 6), mated_in(11));
    assert_eq!(from_root(1234, 7), 1234);
    assert_eq!(plies_to_mate(PROVEN - 1), None);
    assert_eq!(plies_to_mate(mated_in(MAX_PLY)), Some(MAX_PLY));
    assert!(INFINITY < i32::from(i16::MAX) && from_root(-mated_in(MAX_PLY), MAX_PLY) <= MATE);
}

/// A ruling against the side at the root, which moves on every second ply, is no better than being mated there, and better than
/// being mated sooner; one for it is worth less than every mate, and more than every evaluation.
#[test]
fn the_side_at_the_root_takes_a_ruling_at_its_worst() {
    for ply in 1..=MAX_PLY {
        let for_root = |score: i32| if ply % 2 == 0 { score } else { -score };
        let result = |result: Ordering| if ply % 2 == 0 { result } else { result.reverse() };
        let (lost, won) = (ruling(result(Ordering::Less), ply), ruling(result(Ordering::Greater), ply));
        assert!(mated_in(ply - 1) < for_root(lost) && for_root(lost) < mated_in(ply));
        assert!(DECISIVE < for_root(won) && for_root(won) < mate_in(MAX_PLY));
        assert_eq!((plies_to_ruling(lost), plies_to_ruling(won)), (Some(ply), Some(ply)));
        assert_eq!(ruling(Ordering::Equal, ply), 0);
    }
}

/// Wherever it is stored and read, and whatever other loss stands beside it.
#[test]
fn a_loss_by_ruling_is_never_a_proven_one() {
    for ply in 1..MAX_PLY {
        let lost = loss_with_ruling(mated_in(ply));
        for score in [ruling(Ordering::Less, 2), lost, loss_with_ruling(lost), -lost] {
            let elsewhere = to_root(from_root(score, ply.min(2)), 1);
            assert!(rests_on_ruling(elsewhere) && plies_to_mate(elsewhere).is_none());
        }
        assert!(mated_in(ply - 1) < lost && lost < mated_in(ply));
    }
    assert_eq!([0, mate_in(3), -DECISIVE].map(loss_with_ruling), [0, mate_in(3), -DECISIVE]);
}
