//! The founding techniques on positions of the two games: tests that need chariots, checks, passes or the values of
//! pieces, which random trees lack. All others are beside the search itself.
//!
//! Rows such as C21 are those of the table of founding techniques in `data/laboratory/README.md`, which names the tests of
//! each.

mod captures;
mod extensions;
mod mates;
mod othello_rules;
mod pruning;

use search_core::testing::tree_recorder::{RecordedMove, RecordedNode, RecordedSearch, record_tree};
use search_core::{Driver, Outcome, Position as _, Recipe, SearchOptions, Table};
use xiangqi::evaluator::Classical;
use xiangqi::plan::STRONGEST;
use xiangqi::{Move, Position};

use crate::games::search;

/// The recipe of this name, Xiangqi's strongest being `strongest`.
pub fn recipe(name: &str) -> Recipe {
    Recipe::parse_with(name, &STRONGEST).unwrap()
}

/// What a search of a position finds.
pub fn find(position: &Position, name: &str, depth: i16) -> Outcome<Move> {
    search(position, &Classical::default(), &recipe(name), Driver::Full, depth)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn mv(text: &str) -> Move {
    Move::parse(text).unwrap()
}

fn record_search(position: &Position, name: &str, depth: i16) -> RecordedSearch<Move> {
    let table = Table::with_bytes(1 << 22);
    record_tree(position, &Classical::default(), &recipe(name), &SearchOptions::to_depth(depth), &table)
}

fn trial(node: &RecordedNode, mv: Move) -> &RecordedMove {
    node.trials().find(|trial| trial.mv == Some(Position::pack(mv))).unwrap()
}

/// The legal moves named in a text.
fn named(position: &Position, text: &str) -> Vec<Move> {
    let moves: Vec<Move> = text.split_whitespace().map(mv).collect();
    assert!(moves.iter().all(|mv| position.check(*mv).is_ok()), "{text} in {position}");
    moves
}

/// A7: a window of width one holds no score, because scores are integers; the search has no other numbers. Only the
/// formula of the minimal tree is one of real numbers.
#[test]
fn the_search_uses_integers_alone() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/search-core/src");
    for entry in
        std::fs::read_dir(folder).unwrap().chain(std::fs::read_dir(format!("{folder}/recipe")).unwrap())
    {
        let path = entry.unwrap().path();
        let is_source = path.is_file() && !path.ends_with("minimal_trees.rs");
        let text = if is_source { std::fs::read_to_string(&path).unwrap() } else { String::new() };
        assert!(!text.contains("f64") && !text.contains("f32"), "{}", path.display());
    }
}
