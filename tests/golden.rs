//! Node counts, to the last node: the same on every run, machine and profile.
//!
//! `data/golden/nodes.jsonl` holds what each algorithm visits on some positions of both games, `data/golden/games.jsonl` a game
//! of each engine against itself. A change of the search that changes them on purpose writes the files anew with
//! `SHUANGQI_BLESS=1 cargo test golden`, and says why.

use std::fmt::Debug;
use std::num::NonZero;

use game::{Game, GameEngine, GameSession, Limits, Notation, SearchRequest};
use rayon::prelude::*;
use search_core::recipe::TableUse;
use search_core::session::Session;
use search_core::{Control, Counters, Driver, Evaluator, Position, Recipe};
use serde::{Deserialize, Serialize};

use crate::games::{ALGORITHMS, drivers, golden_rows, othello_positions, search, xiangqi_positions};

const FILE: &str = "golden/nodes.jsonl";
const GAMES: &str = "golden/games.jsonl";

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

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Played {
    game: String,
    visits: u64,
    moves: Vec<String>,
}

/// A game of an engine against itself, with one small table for both sides: it is full after a few moves, and grows older than
/// generations are counted.
fn play<G: Game>() -> Played {
    const PLIES: usize = 160;
    let limits = Limits { nodes: NonZero::new(2_000), ..Limits::default() };
    let mut session = GameSession::<G>::default();
    let mut searches = Session::new(G::evaluator(&G::Weights::default(), u64::MAX), G::PLAY, 1 << 17);
    let mut visits = 0;
    while session.verdict().is_none() && session.moves().len() < PLIES {
        let job = GameEngine::job(&session, &SearchRequest::within(limits));
        let outcome = searches.think_by(G::PLAY, &job, &Control::new(), |_| {});
        visits += outcome.counters.visits;
        session.play(outcome.best.unwrap());
    }
    Played { game: G::INFO.name.to_owned(), visits, moves: session.move_texts(Notation::Iccs) }
}

/// What is kept from one search to the next is the same too.
#[test]
fn played_games_are_golden() {
    let found = [play::<othello::Position>(), play::<xiangqi::Position>()];
    let expected = golden_rows(GAMES, &found);
    assert_eq!(found.as_slice(), expected);
}
