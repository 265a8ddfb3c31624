//! Captures: their order, and how they are played out beyond the horizon (rows C21 to C23).

use std::sync::LazyLock;

use rayon::prelude::*;
use search_core::{Counters, Position as _};

use super::{find, position, record_search};
use crate::games::xiangqi_positions;

const DEPTH: i16 = 4;

/// A guarded chariot for a chariot, a horse for a soldier, a horse for the general's step.
const CAPTURES: &str = "r4k3/9/1n7/2n6/2P6/9/9/9/R8/3Kn4 w";

/// C21: by the victim first and then the cheapest attacker; by victim less attacker, of which the general is the
/// dearest; by what the whole exchange wins.
#[test]
fn captures_go_by_victim_by_difference_or_by_exchange() {
    let root = position(CAPTURES);
    let orders = [
        ("alpha-beta+sort", ["a1a9", "c5c6", "d0e0"]),
        ("alpha-beta+sort+captures-difference", ["c5c6", "a1a9", "d0e0"]),
        ("alpha-beta+sort+captures-exchange", ["c5c6", "d0e0", "a1a9"]),
    ];
    for (name, expected) in orders {
        let recorded = record_search(&root, name, 1);
        let tried = recorded.roots[0].trials().take(3).map(|trial| root.unpack(trial.mv.unwrap()).unwrap());
        assert_eq!(tried.map(|mv| mv.to_string()).collect::<Vec<_>>(), expected, "{name}");
    }
}

/// What `strongest` finds, which several tests compare with.
static STRONGEST: LazyLock<(Vec<i32>, Counters)> = LazyLock::new(|| study("strongest"));

/// Scores and counts of all golden positions.
fn study(name: &str) -> (Vec<i32>, Counters) {
    let positions = xiangqi_positions();
    let outcomes: Vec<_> = positions.par_iter().map(|position| find(position, name, DEPTH)).collect();
    let mut counters = Counters::default();
    outcomes.iter().for_each(|outcome| counters += outcome.counters);
    let made = counters.visits + counters.ordering;
    println!("{name}: {made} positions made, {} of them in quiescence", counters.quiescence);
    (outcomes.into_iter().map(|outcome| outcome.score).collect(), counters)
}

/// C21: three orders of captures, one score, and not the same number of nodes beyond the horizon.
#[test]
fn three_orders_of_captures_agree_on_the_score() {
    let orders = ["-losing-last-captures-exchange", "-losing-last+captures-difference", "-losing-last"];
    let studies = orders.map(|order| study(&format!("strongest{order}")));
    assert!(studies.iter().all(|(scores, _)| *scores == STRONGEST.0));
    let [victim, difference, exchange] = studies.map(|(_, counters)| counters.quiescence);
    let last = STRONGEST.1.quiescence;
    assert!(exchange < victim && last < victim, "what an exchange wins is the better order");
    assert!(difference != victim);
}

/// C22: results of quiescence in the table change no score, and answer often.
#[test]
fn a_table_for_quiescence_changes_no_score() {
    let (without, with) = (&*STRONGEST, study("strongest+quiescence-table"));
    assert_eq!(without.0, with.0);
    assert!(with.1.quiescence < without.1.quiescence && with.1.table_cutoffs > without.1.table_cutoffs);
}

/// C23: without captures of guards and of soldiers at home there is less to play out. Scores may differ, and some do.
#[test]
fn the_filter_leaves_small_captures_out() {
    let (full, filtered) = (&*STRONGEST, study("strongest+quiescence-filter"));
    assert!(filtered.1.quiescence < full.1.quiescence * 9 / 10);
    let changed = full.0.iter().zip(&filtered.0).filter(|(one, other)| one != other).count();
    println!("{changed} of {} scores changed by the filter", full.0.len());
    assert!(changed > 0);
}

/// C22: without quiescence leaves are evaluated as they are.
#[test]
fn quiescence_can_be_left_out() {
    let (_, counters) = study("strongest-quiescence");
    assert_eq!(counters.quiescence, 0);
}
