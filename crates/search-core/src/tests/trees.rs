//! Random trees for the tests of techniques, and recorded searches of them.

pub(super) use crate::counters::Counters;
pub(super) use crate::counters::ScoreOrigin;
pub(super) use crate::deepening::{Outcome, Report, SearchOptions, think};
pub(super) use crate::driver::{Aspiration, Driver, Growth, Guess};
pub(super) use crate::evaluator::{Evaluator, Heuristics, Material, Sharing};
pub(super) use crate::limits::Budget;
pub(super) use crate::limits::{Clock, Control};
pub(super) use crate::move_list::MoveList;
pub(super) use crate::position::{MoveKind, Position, Root};
pub(super) use crate::recipe::{Bounds, PLAY, Parameters, Recipe, SELECTIVE, STRONGEST};
pub(super) use crate::score::{DECISIVE, INFINITY, MATE, PROVEN, Score};
pub(super) use crate::table::{Bound, Table, TableEntry};
pub(super) use crate::testing::minimax::minimax;
pub(super) use crate::testing::tree::{Shape, TreeEvaluator, TreePosition};
pub(super) use crate::testing::tree_recorder::{RecordedMove, RecordedNode, RecordedSearch, record_tree};
pub(super) use crate::window::{NodeRequest, Window};
pub(super) use crate::worker::{ThreadData, Worker};

/// No two lines meet, so a position is known by its line.
pub const PLAIN: Shape = Shape { width: 6, passes: 20, ends: 6, captures: 0, values: 40, positions: 1 << 40 };
/// Captures and checks too.
pub const NOISY: Shape = Shape { captures: 50, ..PLAIN };
/// Few positions, many lines to each.
pub const TRANSPOSING: Shape = Shape { positions: 7, ..PLAIN };

/// Wide and without ends: depth 60 is out of reach.
pub(crate) const ENDLESS: Shape =
    Shape { width: 20, passes: 10, ends: 0, captures: 60, values: 30, positions: 1 << 40 };

/// The evaluator of recorded searches, and its unit of margins.
pub const EVALUATOR: TreeEvaluator<true> = TreeEvaluator;
pub const MINOR: i32 = <TreeEvaluator<true> as Heuristics<TreePosition>>::MINOR;

pub fn static_eval(position: &TreePosition) -> Score {
    { EVALUATOR }.evaluate(position)
}

/// The move that was tried in a position.
pub fn tried_move(position: &TreePosition, trial: &RecordedMove) -> u16 {
    position.unpack(trial.mv.unwrap()).unwrap()
}

pub fn tree(seed: u64, shape: Shape) -> TreePosition {
    TreePosition::root(seed, shape)
}

/// The minimax score of a tree.
pub fn exact<const QUIESCENCE: bool>(root: &TreePosition, depth: i16) -> Score {
    minimax(root, &mut TreeEvaluator::<QUIESCENCE>, depth, 0)
}

/// The minimax score of a move at the root.
pub fn worth(root: &TreePosition, mv: u16, depth: i16) -> Score {
    -minimax(&root.child(mv), &mut TreeEvaluator::<false>, depth - root.cost(mv), 1)
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

/// Calls `each` with the recorded search of every tree by every recipe.
pub fn each_search(
    recipes: &[&str],
    trees: impl Iterator<Item = TreePosition> + Clone,
    depth: i16,
    mut each: impl FnMut(&str, &Recipe, &TreePosition, &RecordedSearch<u16>),
) {
    for name in recipes {
        let recipe = Recipe::parse(name).unwrap();
        for root in trees.clone() {
            each(name, &recipe, &root, &record_search::<true>(&root, name, Driver::Full, depth));
        }
    }
}

/// Calls `each` with every node of these searches, and with its position.
pub fn each_node(
    recipes: &[&str],
    trees: impl Iterator<Item = TreePosition> + Clone,
    depth: i16,
    mut each: impl FnMut(&str, &Recipe, &RecordedNode, &TreePosition),
) {
    each_search(recipes, trees, depth, |name, recipe, root, recorded| {
        recorded.replay(root, &EVALUATOR, |node, position| each(name, recipe, node, position));
    });
}

/// The first trees of a shape.
pub fn trees(number: u64, shape: Shape) -> impl Iterator<Item = TreePosition> + Clone {
    (0..number).map(move |seed| tree(seed, shape))
}

/// Panics after some evaluations; with `SPLITS`, threads share the moves of every node they can.
#[derive(Debug)]
pub(crate) struct FaultyEvaluator<const SPLITS: bool> {
    /// The evaluations before the panic, in this thread and in those beside it.
    pub evaluations: [u32; 2],
}

impl<const SPLITS: bool> Evaluator<TreePosition> for FaultyEvaluator<SPLITS> {
    type Heuristics = Self;

    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> Self {
        FaultyEvaluator { evaluations: [self.evaluations[1]; 2] }
    }

    fn evaluate(&mut self, position: &TreePosition) -> Score {
        self.evaluations[0] = self.evaluations[0].checked_sub(1).expect("a panic that is part of the test");
        { TreeEvaluator::<false> }.evaluate(position)
    }
}

impl<const SPLITS: bool> Heuristics<TreePosition> for FaultyEvaluator<SPLITS> {
    const SHARING: Sharing = if SPLITS { Sharing::SplitPoints } else { Sharing::Table };

    fn is_worth_splitting(&self, _: &TreePosition, _: NodeRequest) -> bool {
        true
    }
}
