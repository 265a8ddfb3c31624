//! Random trees for the tests of techniques, and recorded searches of them.

use crate::deepening::SearchOptions;
use crate::driver::Driver;
use crate::recipe::Recipe;
use crate::score::Score;
use crate::table::Table;
use crate::testing::minimax::minimax;
use crate::testing::tree::{Shape, TreeEvaluator, TreePosition};
use crate::testing::tree_recorder::{RecordedNode, RecordedSearch, record_tree};

/// No two lines meet, so a position is known by its line.
pub const PLAIN: Shape = Shape { width: 6, passes: 20, ends: 6, captures: 0, values: 40, positions: 1 << 40 };
/// Captures and checks too.
pub const NOISY: Shape = Shape { captures: 50, ..PLAIN };
/// Few positions, many lines to each.
pub const TRANSPOSING: Shape = Shape { positions: 7, ..PLAIN };

pub fn tree(seed: u64, shape: Shape) -> TreePosition {
    TreePosition::root(seed, shape)
}

/// The minimax score of a tree.
pub fn exact<const QUIESCENCE: bool>(root: &TreePosition, depth: i16) -> Score {
    minimax(root, &mut TreeEvaluator::<QUIESCENCE>, depth, 0)
}

/// Searches a tree with a table of 2^20 bytes, and records the search.
pub fn record_search<const QUIESCENCE: bool>(
    root: &TreePosition,
    recipe: &str,
    driver: Driver,
    depth: i16,
) -> RecordedSearch<u16> {
    let options = SearchOptions { driver, ..SearchOptions::to_depth(depth) };
    let recipe = Recipe::parse(recipe).unwrap();
    record_tree(root, &TreeEvaluator::<QUIESCENCE>, &recipe, &options, &Table::with_bytes(1 << 20))
}

/// Calls `each` with every node of the recorded searches of trees by recipes, and with its position.
pub fn each_node(
    recipes: &[&str],
    trees: impl Iterator<Item = TreePosition> + Clone,
    depth: i16,
    mut each: impl FnMut(&str, &Recipe, &RecordedNode, &TreePosition),
) {
    for name in recipes {
        let recipe = Recipe::parse(name).unwrap();
        for root in trees.clone() {
            for node in record_search::<true>(&root, name, Driver::Full, depth).roots {
                node.replay(&root, &TreeEvaluator::<true>, &mut |node, position| {
                    each(name, &recipe, node, position);
                });
            }
        }
    }
}

/// The first trees of a shape.
pub fn trees(number: u64, shape: Shape) -> impl Iterator<Item = TreePosition> + Clone {
    (0..number).map(move |seed| tree(seed, shape))
}
