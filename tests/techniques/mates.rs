//! Mates of known length: full width sees them after 2n - 1 plies, check extensions sooner (row C27).

use rayon::prelude::*;
use search_core::Outcome;
use search_core::score::plies_to_mate;
use xiangqi::{Move, Position};

use super::{find, named};
use crate::games::lines;

/// A position of `mates.epd`.
struct Mate {
    position: Position,
    /// Moves of the side that mates.
    length: i16,
    best: Vec<Move>,
    /// A solver found it by checks alone.
    by_checks: bool,
}

fn mates() -> Vec<Mate> {
    let read = |line: &String| {
        let mut fields = line.split(';').map(str::trim);
        let position = Position::from_fen(fields.next().unwrap()).unwrap();
        let field = |name: &str| {
            let value = line.split(';').find_map(|field| field.trim().strip_prefix(name));
            value.unwrap().trim().to_owned()
        };
        let best = named(&position, &field("bm"));
        let length = field("dm").parse().unwrap();
        Mate { length, best, by_checks: field("proof").starts_with("checks"), position }
    };
    lines("xiangqi/mates.epd").iter().map(read).collect()
}

fn plies(outcome: &Outcome<Move>) -> Option<u32> {
    plies_to_mate(outcome.score).filter(|_| outcome.score > 0)
}

/// The depth at which a search first announces a mate, of `depths`.
fn first_depth(mate: &Mate, recipe: &str, depths: std::ops::RangeInclusive<i16>) -> Option<i16> {
    depths.into_iter().find(|&depth| plies(&find(&mate.position, recipe, depth)).is_some())
}

/// The longest mates that full width looks for here; longer ones take seconds.
const FULL_WIDTH: i16 = 4;

/// Full width finds each mate at 2n - 1 plies, of exactly that length, by a known first move.
#[test]
fn full_width_finds_a_mate_in_n_after_2n_minus_1_plies() {
    mates().par_iter().filter(|mate| mate.length <= FULL_WIDTH).for_each(|mate| {
        let depth = 2 * mate.length - 1;
        let outcome = find(&mate.position, "strongest", depth);
        assert_eq!(plies(&outcome), Some(depth as u32), "{}", mate.position);
        assert!(outcome.best.is_some_and(|mv| mate.best.contains(&mv)), "{}", mate.position);
        let sooner = find(&mate.position, "strongest", depth - 2);
        // Beyond the horizon a mate by captures that check may be seen; a shorter one does not exist.
        assert!(plies(&sooner).is_none_or(|plies| plies >= depth as u32), "{}", mate.position);
    });
}

/// With check extensions a mate in n by checks alone is seen at depth n, and never later than at full width.
#[test]
fn check_extensions_find_a_mate_in_n_after_n_plies() {
    let mates: Vec<Mate> = mates().into_iter().filter(|mate| mate.length <= 5 && mate.by_checks).collect();
    let found: Vec<Option<i16>> =
        mates.par_iter().map(|mate| first_depth(mate, "strongest+extend-check", 1..=mate.length)).collect();
    println!("mate in n by checks: depth at which check extensions see it, position by position");
    for length in 2..=5 {
        let depths: Vec<Option<i16>> = mates
            .iter()
            .zip(&found)
            .filter(|(mate, _)| mate.length == length)
            .map(|(_, depth)| *depth)
            .collect();
        println!("  n = {length}, full width {}: {depths:?}", 2 * length - 1);
    }
    for (mate, depth) in mates.iter().zip(&found) {
        assert!(depth.is_some_and(|depth| depth <= mate.length), "{}: {depth:?}", mate.position);
    }
}
