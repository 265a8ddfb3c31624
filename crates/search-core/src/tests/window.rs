use crate::score::{INFINITY, MATE, MAX_PLY, PROVEN, from_root, mated_in, plies_to_mate, to_root};
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
    assert_eq!(from_root(score, 4), MATE - 5);
    assert_eq!(to_root(from_root(score, 4), 6), MATE - 11);
    assert_eq!(to_root(from_root(-score, 4), 6), -(MATE - 11));
    assert_eq!(from_root(1234, 7), 1234);
    assert_eq!(plies_to_mate(PROVEN - 1), None);
    assert_eq!(plies_to_mate(mated_in(MAX_PLY)), Some(MAX_PLY));
    assert!(INFINITY < i32::from(i16::MAX) && from_root(-mated_in(MAX_PLY), MAX_PLY) <= MATE);
}
