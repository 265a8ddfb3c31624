//! Node counts, to the last node: the same on every run, machine and profile.
//!
//! `data/golden/nodes.jsonl` holds what each algorithm visits on some positions of both games. A change of the search
//! that changes them on purpose writes the file anew with `SHUANGQI_BLESS=1 cargo test golden`, and says why.

use std::fmt::Debug;

use rayon::prelude::*;
use search_core::recipe::TableUse;
use search_core::{Counters, Driver, Evaluator, Position, Recipe};
use serde::{Deserialize, Serialize};

use crate::games::{ALGORITHMS, drivers, golden_rows, othello_positions, search, xiangqi_positions};

const FILE: &str = "golden/nodes.jsonl";

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Golden {
    game: String,
    position: usize,
    algorithm: String,
    depth: i16,
    score: i32,
    visits: u64,
    quiescence: u64,
    ordering: u64,
    re_searches: u64,
    table_hits: u64,
}

/// One position in two of a set; every algorithm, and under the other drivers those with a table, which they need.
fn count<P, E>(game: &str, positions: &[P], evaluator: &E, depth: i16, radius: i32) -> Vec<Golden>
where
    P: Position + Debug,
    E: Evaluator<P> + Sync,
{
    let chosen: Vec<usize> = (0..positions.len()).step_by(2).collect();
    let rows = chosen.par_iter().flat_map_iter(|&index| {
        let position = &positions[index];
        algorithms(radius).into_iter().map(move |(algorithm, recipe, driver)| {
            let outcome = search(position, evaluator, &recipe, driver, depth);
            let Counters { visits, quiescence, ordering, re_searches, table_hits, .. } = outcome.counters;
            let (game, position, score) = (game.to_owned(), index + 1, outcome.score);
            Golden {
                game,
                position,
                algorithm,
                depth,
                score,
                visits,
                quiescence,
                ordering,
                re_searches,
                table_hits,
            }
        })
    });
    rows.collect()
}

fn algorithms(radius: i32) -> Vec<(String, Recipe, Driver)> {
    let mut algorithms = Vec::new();
    for name in ALGORITHMS {
        let recipe = Recipe::parse(name).unwrap();
        let count = if recipe.table == TableUse::Off { 1 } else { 3 };
        for (driver, driver_name) in
            drivers(radius).into_iter().zip(["full", "aspiration", "mtdf"]).take(count)
        {
            algorithms.push((format!("{name}@{driver_name}"), recipe, driver));
        }
    }
    algorithms
}

#[test]
fn node_counts_are_golden() {
    let mut found = count("othello", &othello_positions(), &othello::evaluator::Classical, 4, 150);
    found.extend(count("xiangqi", &xiangqi_positions(), &xiangqi::evaluator::Classical::default(), 3, 25));
    let expected = golden_rows(FILE, &found);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
}
