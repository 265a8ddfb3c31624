//! The games in which puzzles are searched for: games of this engine with itself, from random openings.

use search_core::testing::conformance::next;
use xiangqi::Position;

use crate::Searcher;

/// The positions of a game, from the first after its random part to the last.
pub struct Game(pub Vec<Position>);

/// Random plies of an opening, or one more.
const RANDOM: u32 = 10;
/// No game is followed further.
const LONG: u32 = 200;

/// Plays the next game of those that the numbers give: random plies from the start, then moves of the search.
pub fn next_game(searcher: &mut Searcher, state: &mut u64) -> Game {
    let random = RANDOM + (next(state) % 2) as u32;
    let start = Position::from_fen(xiangqi::fen::START);
    start.map_or(Game(Vec::new()), |start| play(searcher, start, random, LONG, state))
}

fn play(searcher: &mut Searcher, start: Position, random: u32, plies: u32, state: &mut u64) -> Game {
    let mut positions = vec![start];
    let mut position = start;
    for played in 0..plies {
        let Some(child) = searcher.play_on(&position, played, random, state) else { break };
        position = child;
        positions.push(position);
    }
    Game(positions.split_off((random as usize).min(positions.len() - 1)))
}
