//! Mates: of known length, which full width sees after 2n - 1 plies and check extensions sooner (row C27), and just beyond
//! the horizon, by captures that check (row C20).

use rayon::prelude::*;
use search_core::Outcome;
use search_core::score::{mate_in, plies_to_mate};
use xiangqi::Move;

use super::find;
use crate::games::{Problem, problems};

fn plies(outcome: &Outcome<Move>) -> Option<u32> {
    plies_to_mate(outcome.score).filter(|_| outcome.score > 0)
}

/// The depth at which a search first announces a mate, of `depths`.
fn first_depth(mate: &Problem, recipe: &str, depths: std::ops::RangeInclusive<i16>) -> Option<i16> {
    depths.into_iter().find(|&depth| plies(&find(&mate.position, recipe, depth)).is_some())
}

/// The longest mates that full width looks for here; longer ones take seconds.
const FULL_WIDTH: i16 = 4;

/// Full width finds each mate at 2n - 1 plies, of exactly that length, by a known first move.
#[test]
fn full_width_finds_a_mate_in_n_after_2n_minus_1_plies() {
    problems("xiangqi/mates.epd").par_iter().filter(|mate| mate.number("dm") <= FULL_WIDTH).for_each(
        |mate| {
            let depth = 2 * mate.number("dm") - 1;
            let outcome = find(&mate.position, "strongest", depth);
            assert_eq!(plies(&outcome), Some(depth as u32), "{}", mate.position);
            assert!(outcome.best.is_some_and(|mv| mate.best().contains(&mv)), "{}", mate.position);
            let sooner = find(&mate.position, "strongest", depth - 2);
            // Beyond the horizon a mate by captures that check may be seen; a shorter one does not exist.
            assert!(plies(&sooner).is_none_or(|plies| plies >= depth as u32), "{}", mate.position);
        },
    );
}

/// With check extensions a mate in n by checks alone is seen at depth n.
#[test]
fn check_extensions_find_a_mate_in_n_checks_after_n_plies() {
    let is_by_checks = |mate: &Problem| mate.says("proof").starts_with("checks");
    let mates: Vec<Problem> = problems("xiangqi/mates.epd").into_iter().filter(is_by_checks).collect();
    mates.par_iter().for_each(|mate| {
        let depth = first_depth(mate, "strongest+extend-check", 1..=mate.number("dm"));
        assert!(depth.is_some(), "{}", mate.position);
    });
}

fn of_theme(theme: &str) -> Vec<Problem> {
    problems("xiangqi/horizon.epd").into_iter().filter(|problem| problem.says("theme") == theme).collect()
}

/// Whether a search of one ply announces the mate.
fn is_seen(problem: &Problem, name: &str) -> bool {
    find(&problem.position, name, 1).score == mate_in(2 * problem.number("dm") as u32 - 1)
}

/// C20: where quiescence answers checks with every move, mates by captures that check are seen at depth 1, by the move
/// that mates; where it searches captures alone, replies are not forced and no mate is found.
#[test]
fn quiescence_with_evasions_sees_mates_by_captures() {
    let mates = of_theme("capture-check");
    let seen = |name| mates.par_iter().filter(|problem| is_seen(problem, name)).count();
    let [all, captures, none] = ["strongest", "strongest-evasions", "strongest-quiescence"].map(seen);
    println!(
        "{} mates by captures that check; at depth 1, answers to checks in quiescence see {all}",
        mates.len()
    );
    println!("captures alone {captures}, no quiescence {none}");
    assert_eq!(all, mates.len());
    for mate in &mates {
        assert!(find(&mate.position, "strongest", 1).best.is_some_and(|mv| mate.best().contains(&mv)));
    }
    // A mate in one is a capture without an answer: a search of depth 1 makes it, and quiescence must find that no
    // answer exists.
    assert!(all >= 2 * captures && all >= 2 * none, "{captures} and {none} of {all}");
}

/// C27: full width needs 2n - 1 plies for a mate in n; with check extensions it never needs more, and mostly less.
#[test]
fn check_extensions_find_mates_at_lower_depths() {
    let ladder = of_theme("mate-ladder");
    let full = |mate: &Problem| 2 * mate.number("dm") - 1;
    ladder.par_iter().for_each(|mate| {
        let outcome = find(&mate.position, "strongest", full(mate));
        assert_eq!(plies_to_mate(outcome.score), Some(full(mate) as u32), "{}", mate.position);
        assert!(outcome.best.is_some_and(|mv| mate.best().contains(&mv)), "{}", mate.position);
    });
    let climb = |mate: &Problem| first_depth(mate, "strongest+extend-check", 1..=full(mate));
    let found: Vec<Option<i16>> = ladder.par_iter().map(climb).collect();
    assert!(found.iter().all(Option::is_some));
    let sooner = ladder.iter().zip(&found).filter(|(mate, depth)| **depth < Some(full(mate))).count();
    assert!(2 * sooner > ladder.len(), "{sooner} of {} sooner", ladder.len());
}
