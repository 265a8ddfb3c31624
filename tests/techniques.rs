//! The founding techniques on positions of the two games: what random trees cannot show, because it hangs on chariots,
//! checks, passes or the value of a piece. What they can show is tested beside the search itself.

mod captures;
mod extensions;
mod mates;
mod null_move;
mod othello_rules;
mod perspective;
mod unstable;

use search_core::testing::witness::{Seen, Testimony, Trial, witness};
use search_core::{Driver, Outcome, Position as _, Recipe, Request, Table};
use xiangqi::evaluator::Classical;
use xiangqi::recipe::STRONGEST;
use xiangqi::{Move, Position};

use crate::games::search;

/// The recipe of this name, Xiangqi's strongest being `strongest`.
pub fn recipe(name: &str) -> Recipe {
    Recipe::parse_with(name, &STRONGEST).unwrap()
}

/// What a search of a position finds.
pub fn find(position: &Position, name: &str, depth: i16) -> Outcome<Move> {
    search(position, &Classical, &recipe(name), Driver::Full, depth)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn mv(text: &str) -> Move {
    Move::parse(text).unwrap()
}

/// A search that is looked on.
fn watched(position: &Position, name: &str, depth: i16) -> Testimony<Move> {
    let table = Table::with_bytes(1 << 22);
    witness(position, &Classical, &recipe(name), &Request::to_depth(depth), &table)
}

/// A node's trial of a move.
fn trial(seen: &Seen, mv: Move) -> &Trial {
    seen.trials().find(|trial| trial.mv == Some(Position::pack(mv))).unwrap()
}

/// Where a move leads.
fn child(position: &Position, mv: Move) -> Position {
    let mut child = *position;
    child.play(mv);
    child
}

/// The legal moves named in a text.
fn named(position: &Position, text: &str) -> Vec<Move> {
    let moves: Vec<Move> = text.split_whitespace().map(mv).collect();
    assert!(moves.iter().all(|mv| position.check(*mv).is_ok()), "{text} in {position}");
    moves
}
