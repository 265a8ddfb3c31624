//! Search instability: all its causes at once, on positions of both games (row A9).

use rayon::prelude::*;
use search_core::score::MATE;
use search_core::testing::tree_recorder::record_tree;
use search_core::{Aspiration, Driver, Evaluator, Growth, Guess, Position, Recipe, SearchOptions, Table};

use crate::games::{othello_positions, xiangqi_positions};

const EVERYTHING: &str = "strongest+table-deeper+etc+null-heinz+verify-tabibi+futility+extended-futility+razoring+probes\
    +extend-check+extend-single+extend-threat+extend-exchange+extend-soldier+quiescence-table+quiescence-filter";

fn check<P, E>(position: &P, evaluator: &E, depth: i16)
where
    P: Position,
    E: Evaluator<P>,
{
    let narrow = Aspiration { radius: 3, growth: Growth::By(2), guess: Guess::TwoBefore };
    for driver in [Driver::Full, Driver::Aspiration(narrow), Driver::Mtdf(Guess::Table)] {
        for bytes in [1, 1 << 12] {
            let request = SearchOptions { driver, nodes: 30_000, ..SearchOptions::to_depth(depth) };
            let recipe = Recipe::parse(EVERYTHING).unwrap();
            let recorded = record_tree(position, evaluator, &recipe, &request, &Table::with_bytes(bytes));
            let outcome = recorded.outcome;
            assert!(outcome.best.is_some_and(|mv| position.unpack(P::pack(mv)).is_some()));
            assert!(outcome.score.abs() <= MATE);
            if !outcome.is_stopped {
                let last = recorded.roots.last().unwrap();
                let is_settled =
                    driver == Driver::Mtdf(Guess::Table) || last.request.window.contains(last.score);
                assert!(last.score == outcome.score && is_settled);
            }
        }
    }
}

/// Nothing panics, the move is legal, and the score lies within the window that was asked last.
#[test]
fn an_unstable_search_ends_with_a_legal_move() {
    othello_positions()
        .par_iter()
        .step_by(2)
        .for_each(|position| check(position, &othello::evaluator::Classical, 6));
    xiangqi_positions()
        .par_iter()
        .step_by(2)
        .for_each(|position| check(position, &xiangqi::evaluator::Classical::default(), 4));
}
