//! The contract of every position of every game.

use std::fmt::Debug;

use crate::position::{MoveKind, Position};
use crate::split_mix::next;

/// Checks one position against the contract of [`Position`].
///
/// # Panics
/// With the position and the clause that is broken.
pub fn check<P: Position + Debug>(position: &P) {
    let [all, captures, quiets] =
        [MoveKind::All, MoveKind::Captures, MoveKind::Quiets].map(|which| position.list_moves(which));
    assert_eq!(position.count_moves(), all.len() as u64, "count_moves counts what moves lists: {position:?}");
    assert_eq!(
        captures.len() + quiets.len(),
        all.len(),
        "captures and quiets divide the moves: {position:?}"
    );
    assert!(position.side() < 2, "a side is 0 or 1: {position:?}");
    for (index, &mv) in all.iter().enumerate() {
        let child = position.child(mv);
        assert_ne!(child.side(), position.side(), "the sides take turns: {mv:?} in {position:?}");
        let key = position.key_after(mv).unwrap_or(child.key());
        assert_eq!(key, child.key(), "the key after {mv:?} is that of the child: {position:?}");
        assert!(!all[..index].contains(&mv), "{mv:?} is listed twice: {position:?}");
        assert_eq!(captures.contains(&mv), position.victim(mv) > 0, "{mv:?} takes or does not: {position:?}");
        assert!(captures.contains(&mv) || quiets.contains(&mv), "{mv:?} is in neither part: {position:?}");
        assert_eq!(position.unpack(P::pack(mv)), Some(mv), "{mv:?} is recalled as packed: {position:?}");
        assert!(position.history_index(mv) < P::HISTORY_SIZE, "the slot of {mv:?} is in range: {position:?}");
        assert!(position.victim(mv) < P::VICTIMS, "the victim of {mv:?} is in range: {position:?}");
    }
    for packed in (1..=u16::MAX).step_by(97).filter_map(std::num::NonZeroU16::new) {
        if let Some(mv) = position.unpack(packed) {
            assert!(all.contains(&mv), "only legal moves are recalled, not {mv:?}: {position:?}");
        }
    }
}

/// Plays a random game from `start`, checking every position on the way, and calls `each` with it.
///
/// # Panics
/// If a position breaks the contract, or the game has not ended after `limit` plies (unless `limit` is meant to cut it).
pub fn random_game<P: Position + Debug>(start: &P, seed: u64, limit: u32, mut each: impl FnMut(&P)) {
    let mut position = start.clone();
    let mut state = seed;
    for _ in 0..limit {
        check(&position);
        each(&position);
        let moves = position.list_moves(MoveKind::All);
        if moves.is_empty() {
            return;
        }
        position.play(moves[next(&mut state) as usize % moves.len()]);
    }
}
