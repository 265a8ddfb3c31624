//! What lies just beyond the horizon: mates by captures that check, and the ladder of mates (rows C20, C27).

use rayon::prelude::*;
use search_core::score::{mate_in, plies_to_mate};

use super::find;
use super::mates::{first_depth, print_ladder};
use crate::games::{Problem, problems};

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
    print_ladder("mates of any kind", &ladder, &found);
    assert!(found.iter().all(Option::is_some));
    let sooner = ladder.iter().zip(&found).filter(|(mate, depth)| **depth < Some(full(mate))).count();
    assert!(2 * sooner > ladder.len(), "{sooner} of {} sooner", ladder.len());
}
