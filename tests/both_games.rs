//! Every exact algorithm gives the same score on real positions of both games, and that score is minimax.

use std::fmt::Debug;

use rayon::prelude::*;
use search_core::testing::conformance;
use search_core::testing::minimax::minimax;
use search_core::{Driver, Evaluator, Position, Recipe};

use crate::games::{ALGORITHMS, drivers, is_long, othello_positions, search, xiangqi_positions};

fn all_algorithms_agree<P, E>(positions: &[P], evaluator: &E, depth: i16, radius: i32)
where
    P: Position + Debug,
    E: Evaluator<P> + Sync,
{
    positions.par_iter().for_each(|position| {
        let expected =
            search(position, evaluator, &Recipe::parse("negamax").unwrap(), Driver::Full, depth).score;
        for name in ALGORITHMS {
            for driver in drivers(radius) {
                let score = search(position, evaluator, &Recipe::parse(name).unwrap(), driver, depth).score;
                assert_eq!(score, expected, "{name} under {driver:?} at depth {depth}: {position:?}");
            }
        }
    });
}

#[test]
fn othello_algorithms_agree() {
    all_algorithms_agree(&othello_positions(), &othello::evaluator::Classical, 4, 150);
}

#[test]
fn xiangqi_algorithms_agree() {
    // One position of each stratum: each takes over a second of processor time.
    let count = if is_long() { 12 } else { 6 };
    let positions: Vec<_> = xiangqi_positions().into_iter().take(count).collect();
    all_algorithms_agree(&positions, &xiangqi::evaluator::Classical::default(), 3, 25);
}

/// To the last disc: the end of the game comes before the depth does, and passes on the way.
#[test]
fn othello_algorithms_agree_at_the_end() {
    let ends: Vec<_> = late_boards(9, 12).collect();
    all_algorithms_agree(&ends, &othello::evaluator::Classical, 9, 150);
    all_algorithms_agree(&ends, &othello::endgame::Endgame::default(), 9, 150);
}

/// The search's own negamax shares its code with the rest, so it is checked against minimax that shares none.
#[test]
fn negamax_is_minimax() {
    let negamax = Recipe::parse("negamax").unwrap();
    for position in othello_positions() {
        let evaluator = &mut othello::evaluator::Classical;
        let found = search(&position, evaluator, &negamax, Driver::Full, 3).score;
        assert_eq!(found, minimax(&position, evaluator, 3, 0), "{position:?}");
    }
    for position in xiangqi_positions().into_iter().filter(|position| position.board().occupied().len() < 20)
    {
        let evaluator = &mut xiangqi::evaluator::Classical::default();
        let found = search(&position, evaluator, &negamax, Driver::Full, 2).score;
        assert_eq!(found, minimax(&position, evaluator, 2, 0), "{position:?}");
    }
}

/// Boards with this number of empties, from random games.
pub fn late_boards(empties: u32, count: u64) -> impl Iterator<Item = othello::Position> {
    (0..).filter_map(move |seed| late_board(empties, seed)).take(count as usize)
}

fn late_board(empties: u32, seed: u64) -> Option<othello::Position> {
    let mut found = None;
    conformance::random_game(&othello::Position::START, seed, 120, |position| {
        if position.board.empties().len() == empties && found.is_none() {
            found = Some(*position);
        }
    });
    found
}

/// Whole random games, every position checked against the contract of the search.
#[test]
fn random_games_conform() {
    let games = if is_long() { 10_000 } else { 2_000_u64 };
    (0..games).into_par_iter().for_each(|seed| {
        conformance::random_game(&othello::Position::START, seed, 200, |_| {});
    });
    let start = xiangqi::Position::from_fen(xiangqi::fen::START).unwrap();
    (0..games).into_par_iter().for_each(|seed| {
        conformance::random_game(&start, seed, 60 + seed as u32 % 200, |position| {
            // A FEN can describe every position that the search reaches.
            if seed.is_multiple_of(16) {
                let text = position.to_string();
                assert_eq!(xiangqi::Position::from_fen(&text).map(|read| read.to_string()), Ok(text));
            }
        });
    });
}
