//! What a node costs beside the game: searches of random trees, whose rules are a few multiplications. Without quiescence: the
//! captures of such a tree have no end.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use search_core::recipe::{FAIL_SOFT, NEGAMAX, PVS, Recipe, STRONGEST};
use search_core::testing::tree::{Shape, TreeEvaluator, TreePosition};
use search_core::{Control, Outcome, Root, SearchOptions, Table, ThreadData, think};

const SHAPE: Shape = Shape { width: 30, passes: 0, ends: 1, captures: 40, values: 1000, positions: 1 << 40 };
const RECIPES: [(&str, Recipe, i16); 4] =
    [("negamax", NEGAMAX, 3), ("alpha-beta", FAIL_SOFT, 4), ("pvs", PVS, 4), ("strongest", STRONGEST, 5)];

pub fn nodes(criterion: &mut Criterion) {
    let root = TreePosition::root(1, SHAPE);
    let table = Table::with_bytes(1 << 22);
    let mut thread = ThreadData::new(TreeEvaluator::<false>);
    let mut search = |recipe: &Recipe, depth| -> Outcome<u16> {
        thread.clear();
        table.clear();
        let start = Root { position: &root, history: &[()] };
        think(start, &mut thread, &table, recipe, &SearchOptions::to_depth(depth), &Control::new(), |_| {})
    };
    let mut group = criterion.benchmark_group("node");
    for (name, recipe, depth) in &RECIPES {
        group.throughput(Throughput::Elements(search(recipe, *depth).counters.visits));
        group.bench_function(*name, |bencher| bencher.iter(|| black_box(search(recipe, *depth))));
    }
    group.finish();
}
