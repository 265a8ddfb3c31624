//! Mates of known length: full width sees them after 2n - 1 plies, check extensions sooner (row C27).

use rayon::prelude::*;
use search_core::Outcome;
use search_core::score::plies_to_mate;
use xiangqi::Move;

use super::find;
use crate::games::{Problem, problems};

fn plies(outcome: &Outcome<Move>) -> Option<u32> {
    plies_to_mate(outcome.score).filter(|_| outcome.score > 0)
}

/// The depth at which a search first announces a mate, of `depths`.
pub fn first_depth(mate: &Problem, recipe: &str, depths: std::ops::RangeInclusive<i16>) -> Option<i16> {
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

/// Prints at which depth check extensions see each mate.
pub fn print_ladder(what: &str, mates: &[Problem], found: &[Option<i16>]) {
    println!("{what}, n moves long: depth at which check extensions see it");
    for length in 1..=5 {
        let of_length = |(mate, depth): (&Problem, &Option<i16>)| {
            (mate.number("dm") == length).then(|| depth.map_or("-".to_owned(), |depth| depth.to_string()))
        };
        let depths: Vec<String> = mates.iter().zip(found).filter_map(of_length).collect();
        println!("  n = {length}, full width {}: {}", 2 * length - 1, depths.join(" "));
    }
}

/// With check extensions a mate in n by checks alone is seen at depth n.
#[test]
fn check_extensions_find_a_mate_in_n_checks_after_n_plies() {
    let is_by_checks = |mate: &Problem| mate.says("proof").starts_with("checks");
    let mates: Vec<Problem> = problems("xiangqi/mates.epd").into_iter().filter(is_by_checks).collect();
    let find = |mate: &Problem| first_depth(mate, "strongest+extend-check", 1..=mate.number("dm"));
    let found: Vec<Option<i16>> = mates.par_iter().map(find).collect();
    print_ladder("mates by checks", &mates, &found);
    for (mate, depth) in mates.iter().zip(&found) {
        assert!(depth.is_some(), "{}", mate.position);
    }
}
