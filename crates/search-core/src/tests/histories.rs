//! Histories under gravity, of continuations and of captures; counter moves; corrections of static evaluations.

use super::trees::*;
use crate::histories::{Continuations, Corrections, GRAVITY_LIMIT, Histories, gravity};

/// No history leaves its bounds, however often it is rewarded, and it turns faster than it grew.
#[test]
fn gravity_keeps_histories_within_bounds() {
    for bonus in [1, 150, 1600, -1600] {
        let grown = (0..100_000).fold(0, |value, _| gravity(value, bonus));
        assert!(grown.abs() <= GRAVITY_LIMIT && grown.signum() == bonus.signum());
        assert!((grown - gravity(grown, -bonus)).abs() >= bonus.abs());
    }
}

#[test]
fn continuations_are_kept_by_both_moves() {
    let mut continuations = Continuations::new(8, 8);
    assert_eq!(continuations.get(Some(3), 5), 0);
    continuations.update(Some(3), 5, 700);
    continuations.update(None, 5, 700);
    assert_eq!(continuations.get(Some(3), 5), 700);
    assert_eq!([continuations.get(Some(5), 3), continuations.get(None, 5)], [0, 0]);
    continuations.clear();
    assert_eq!(continuations.get(Some(3), 5), 0);
}

#[test]
fn a_counter_move_answers_one_move() {
    let mut histories = Histories::new::<TreePosition>();
    let mv = TreePosition::pack(7);
    histories.set_counter_move(Some(4), mv);
    assert_eq!(histories.counter_move(Some(4)), Some(mv));
    assert_eq!([histories.counter_move(Some(5)), histories.counter_move(None)], [None; 2]);
}

/// A correction approaches the error, never overshoots it, and stays within its bounds.
#[test]
fn corrections_approach_the_error() {
    let (here, mut corrections) = (tree(1, NOISY), Corrections::default());
    assert_eq!(corrections.get(&here, 100), 0);
    let mut last = 0;
    for _ in 0..2000 {
        corrections.update(&here, 40, 6);
        let now = corrections.get(&here, 100);
        assert!((last..=40).contains(&now), "{now} after {last}");
        last = now;
    }
    assert!(last >= 35, "{last}");
    (0..5000).for_each(|_| corrections.update(&here, -100_000, 15));
    assert!((-1000..0).contains(&corrections.get(&here, 100)));
    corrections.clear();
    assert_eq!(corrections.get(&here, 100), 0);
}

/// A search with everything that learns finds the same a second time after all is cleared, and differs from none of its
/// threads' past before.
#[test]
fn cleared_histories_repeat_a_search() {
    let recipe = Recipe::parse(
        "pvs+sort+table-deeper+deepening+killers+history-gravity+history-malus+continuation+capture-history\
         +counter-moves+corrections+late-reductions+late-pruning+singular+singular_depth=4+iir+probcut+deep-razoring\
         +reverse-futility+null-adaptive+improving+quiescence-table+quiescence-move+quiescence-see+quiescence-checks",
    )
    .unwrap();
    let mut thread = ThreadData::new(TreeEvaluator::<true>);
    for seed in 0..20 {
        let position = tree(seed, TRANSPOSING);
        let mut run = || {
            thread.clear();
            let table = Table::with_bytes(1 << 16);
            let root = Root { position: &position, history: &[()] };
            let options = SearchOptions::to_depth(7);
            let outcome = think(root, &mut thread, &table, &recipe, &options, &Control::new(), |_| {});
            (outcome.score, outcome.best, outcome.counters)
        };
        assert_eq!(run(), run());
    }
}
