//! What selective search overlooks: on positions made for this test, every selective recipe finds the best move, or its
//! miss is printed (rows C2, C19, C28).
//!
//! `data/golden/selective.jsonl` holds how many positions of each theme each recipe misses, each at the lowest depth at
//! which the best move is proven, mates in four left out; `selective_long.jsonl` the same for all positions at the
//! depth that their file names (`SHUANGQI_LONG=1`, minutes). A change of the search that changes them on purpose writes
//! the file anew with `SHUANGQI_BLESS=1 cargo test selective`, and says why.

use std::fs;
use std::sync::{Arc, LazyLock};

use rayon::prelude::*;
use search_core::{Control, Position as _, Root, SearchOptions, Table, ThreadData, think};
use serde::{Deserialize, Serialize};
use xiangqi::evaluator::{Classical, Weights};

use crate::games::{Problem, data, golden_rows, is_long, problems};
use crate::techniques::recipe;

/// More than the exact search of any of these positions takes, in quick runs and in long ones.
const MAX_VISITS: [u64; 2] = [400_000, 12_000_000];

/// The warnings of Zheng Mingzheng (Huang Chen, ElephantEye design, chapter 5, 2005).
const THEMES: [&str; 3] = ["quiet-mate", "sacrifice", "doomed-piece"];

/// Every part that changes the score: alone, and in the company it is meant for.
const SELECTIVE: [&str; 26] = [
    "strongest+futility",
    "strongest+futility+extended-futility",
    "strongest+futility+extended-futility+razoring",
    "strongest+futility+extended-futility+razoring+futility-after-make",
    "strongest+futility+extended-futility+razoring+margins-xiangqi-family",
    "strongest+futility+extended-futility+razoring+margins-heinz",
    "strongest+probes",
    "strongest+table-deeper",
    "strongest+null2",
    "strongest+null3",
    "strongest+null-heinz",
    "strongest+null-elephanteye",
    "strongest+null3+verify-tabibi",
    "strongest+null-elephanteye+verify-elephanteye",
    "strongest+null-heinz+futility+extended-futility+razoring",
    "strongest+null-elephanteye+verify-elephanteye+futility+extended-futility+razoring+extend-check+extend-exchange",
    "strongest+extend-check",
    "strongest+extend-single",
    "strongest+extend-threat",
    "strongest+extend-exchange",
    "strongest+extend-soldier",
    "strongest+extend-check+extend-exchange",
    "strongest+extend-check+extend-single+extend-threat+extend-exchange+extend-soldier",
    "strongest+quiescence-filter",
    "strongest-evasions",
    "strongest-quiescence",
];

/// The weights that the positions were made with: a doomed piece is one by judgement, and what is tested here is the search.
static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let text = fs::read_to_string(data("xiangqi/hand.weights")).unwrap();
    Arc::new(Weights::parse(&text).unwrap())
});

/// What a recipe misses of a theme.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Misses {
    algorithm: String,
    theme: String,
    positions: usize,
    missed: usize,
}

/// The depth at which a problem is searched. What is no mate was proven at two depths, of which its file names the
/// deeper.
fn depth(problem: &Problem) -> i16 {
    let is_mate = matches!(problem.says("theme"), "quiet-mate" | "sacrifice");
    problem.number("depth") - if is_mate || is_long() { 0 } else { 2 }
}

fn selective_problems() -> Vec<Problem> {
    let mut problems = problems("xiangqi/selective.epd");
    problems.retain(|problem| depth(problem) <= if is_long() { 7 } else { 5 });
    problems
}

/// Whether a recipe finds the best move. Extensions can make a search so large that its last iterations are given
/// up: then what the one before has found counts.
fn finds(problem: &Problem, name: &str) -> bool {
    let table = Table::with_bytes(1 << 20);
    let mut thread = ThreadData::new(Classical::with_weights(Arc::clone(&WEIGHTS)));
    let request = SearchOptions {
        nodes: MAX_VISITS[usize::from(is_long())],
        ..SearchOptions::to_depth(depth(problem))
    };
    let root = Root { position: &problem.position, history: &[problem.position.line_entry(None)] };
    let outcome = think(root, &mut thread, &table, &recipe(name), &request, &Control::new(), |_| {});
    outcome.best.is_some_and(|mv| problem.best().contains(&mv))
}

/// The misses of a recipe by theme; each is printed.
fn misses(problems: &[Problem], name: &str) -> Vec<Misses> {
    let missed: Vec<&Problem> = problems.iter().filter(|problem| !finds(problem, name)).collect();
    let ids: Vec<&str> = missed.iter().map(|problem| problem.says("id")).collect();
    println!("{name}: missed {}", if ids.is_empty() { "none".to_owned() } else { ids.join(", ") });
    let row = |theme: &&str| Misses {
        algorithm: name.to_owned(),
        theme: (*theme).to_owned(),
        positions: problems.iter().filter(|problem| problem.says("theme") == *theme).count(),
        missed: missed.iter().filter(|problem| problem.says("theme") == *theme).count(),
    };
    THEMES.iter().map(row).collect()
}

/// The exact search finds every best move, at the depth at which it was proven.
#[test]
fn exact_search_finds_every_best_move() {
    let problems = selective_problems();
    assert!(problems.iter().all(|problem| THEMES.contains(&problem.says("theme"))));
    let missed = problems.par_iter().filter(|problem| !finds(problem, "strongest"));
    let missed: Vec<String> =
        missed.map(|problem| format!("{}: {}", problem.says("id"), problem.position)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Every selective recipe finds the best move or is on record as missing it; no more than recorded.
#[test]
fn selective_search_misses_no_more_than_recorded() {
    assert!(SELECTIVE.iter().all(|name| !recipe(name).is_exact()));
    let problems = selective_problems();
    let found: Vec<Misses> = SELECTIVE.par_iter().flat_map_iter(|name| misses(&problems, name)).collect();
    let name = if is_long() { "golden/selective_long.jsonl" } else { "golden/selective.jsonl" };
    let recorded = golden_rows(name, &found);
    assert_eq!(found.len(), recorded.len());
    for (found, recorded) in found.iter().zip(&recorded) {
        let name = |row: &Misses| (row.algorithm.clone(), row.theme.clone(), row.positions);
        assert_eq!(name(found), name(recorded));
        assert!(found.missed <= recorded.missed, "{found:?}, recorded {}", recorded.missed);
    }
}
