//! The founding techniques on positions of the two games: tests that need chariots, checks, passes or the values of
//! pieces, which random trees lack. All others are beside the search itself.
//!
//! Where each row of the table of founding techniques is tested (files of `search-core/src/tests` without a folder):
//!
//! | rows | what | tests |
//! |---|---|---|
//! | A1, A2, B6, D1 | kinds of nodes, bounds, two players | `nodes` |
//! | A3, A4, D4, D5, D6 | scouts, second searches, what order is worth | `scouts` |
//! | A5, A6, B4, B5, D2, D3 | the same score by every exact recipe and driver | `tests/equivalence`, `tests/both_games`, `deepening` |
//! | A7, D12 | integers; windows turned round | here, `tests/equivalence` |
//! | A9 | search instability | `scouts`, `tests/techniques/unstable` |
//! | B1, B2, B3, B7, B11 | aspiration, MTD(f) | `drivers` |
//! | C1, C3, C11 to C17 | futility, razoring, margins | `historical`, `tests/techniques/perspective` |
//! | C2, C19, C28 | what selective search overlooks | `tests/selective` |
//! | C4 to C10 | null moves | `null_move`, `tests/techniques/null_move` |
//! | C18 | probes | `historical` |
//! | C20, C27 | mates beyond the horizon, the ladder of mates | `tests/techniques/horizon`, `tests/techniques/mates` |
//! | C21, C22, C23 | captures and quiescence | `ordering`, `tests/techniques/captures` |
//! | C24, C25, C26 | extensions | `extensions`, `tests/techniques/extensions` |
//! | D7, D8, D9, D10, E4 | orders of moves | `ordering`, `tests/techniques/othello_rules` |
//! | D11, E7 | the tree, drawn; the worked example | `crates/lab/src/tree` |
//! | E5, E6 | passes, windows of an endgame | `tests/solver`, `tests/techniques/othello_rules` |
//!
//! Enhanced transposition cut-offs are tested beside the table, in `table`, minimal trees in `minimal_trees`. The other
//! rows claim figures (A8, B8 to B10, E1, E2, E8) or name sources (E3): `shuangqi compare` measures them.

mod captures;
mod extensions;
mod horizon;
mod mates;
mod null_move;
mod othello_rules;
mod perspective;
mod unstable;

use search_core::testing::tree_recorder::{RecordedMove, RecordedNode, RecordedSearch, record_tree};
use search_core::{Driver, Outcome, Position as _, Recipe, SearchOptions, Table};
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
