//! Every exact recipe, under every driver, gives the minimax score: on random trees of every shape.

use search_core::recipe::{PRESETS, Recipe, Scout, TableUse};
use search_core::testing::minimax::minimax;
use search_core::testing::tree::{Shape, TreeEvaluator, TreePosition};
use search_core::{
    Aspiration, Control, Driver, Evaluator, Growth, Guess, Position, Root, SearchOptions, Table, ThreadData,
    think,
};

use crate::games::is_long;

const DRIVERS: [Driver; 6] = [
    Driver::Full,
    Driver::Aspiration(Aspiration { radius: 1, growth: Growth::By(2), guess: Guess::TwoBefore }),
    Driver::Aspiration(Aspiration { radius: 3, growth: Growth::Open, guess: Guess::Static }),
    Driver::Aspiration(Aspiration { radius: 20, growth: Growth::By(3), guess: Guess::Table }),
    Driver::Mtdf(Guess::Previous),
    Driver::Mtdf(Guess::Zero),
];

const PLAIN: Shape = Shape { width: 5, passes: 0, ends: 8, captures: 0, values: 12, positions: 1 << 40 };
const PASSING: Shape = Shape { passes: 38, ..PLAIN };
const TRANSPOSING: Shape = Shape { positions: 7, passes: 20, ..PLAIN };
const NOISY: Shape = Shape { width: 4, captures: 40, passes: 10, positions: 60, ..PLAIN };

/// The exact presets, and recipes with the parts that no preset has.
fn recipes() -> Vec<(String, Recipe)> {
    let exact = PRESETS.iter().filter(|(_, recipe)| recipe.is_exact());
    let mut recipes: Vec<_> = exact.map(|(name, recipe)| ((*name).to_owned(), *recipe)).collect();
    for base in ["fail-hard", "alpha-beta", "pvs"] {
        for parts in [
            "+table",
            "+table+deepening",
            "+table+etc+deepening",
            "+sort+killers+history",
            "+table+sort+killers+history+etc+deepening",
            "+scout-after-raise",
            "+scout-after-raise+table+etc+history+deepening",
            "+again-from-scout+deepening+history-count+history-malus",
            "+again-from-scout+table+deepening+captures-difference+sort+quiescence-table",
            "+table+deepening+history-exponential+history-ageing+captures-exchange+sort",
        ] {
            let name = format!("{base}{parts}");
            recipes.push((name.clone(), Recipe::parse(&name).unwrap()));
        }
    }
    recipes
}

fn root_score<P, E>(
    root: &P,
    thread: &mut ThreadData<P, E>,
    recipe: &Recipe,
    driver: Driver,
    depth: i16,
    table: &Table<P::Signature>,
) -> i32
where
    P: Position,
    E: Evaluator<P>,
{
    table.clear();
    thread.clear();
    let request = SearchOptions { driver, ..SearchOptions::to_depth(depth) };
    let outcome = think(
        Root { position: root, history: &[root.line_entry(None)] },
        thread,
        table,
        recipe,
        &request,
        &Control::new(),
        |_| {},
    );
    assert!(!outcome.is_stopped);
    outcome.score
}

/// `SHUANGQI_LONG=1` tries four times as many trees.
fn check_trees<const QUIESCENCE: bool>(shape: Shape, seeds: std::ops::Range<u64>, depth: i16) {
    let first = seeds.start;
    let recipes = recipes();
    // Small enough that entries are replaced all the time.
    let table = Table::with_bytes(1 << 12);
    let mut thread = ThreadData::new(TreeEvaluator::<QUIESCENCE>);
    let count = if is_long() { 4 * seeds.count() } else { seeds.count() };
    for seed in (first..).take(count) {
        let root = TreePosition::root(seed, shape);
        let expected = minimax(&root, &mut TreeEvaluator::<QUIESCENCE>, depth, 0);
        for (name, recipe) in &recipes {
            for driver in DRIVERS {
                let score = root_score(&root, &mut thread, recipe, driver, depth, &table);
                assert_eq!(
                    score, expected,
                    "{name} under {driver:?}, tree {seed} of {shape:?}, depth {depth}"
                );
            }
        }
    }
}

#[test]
fn plain_trees() {
    check_trees::<false>(PLAIN, 0..60, 4);
    check_trees::<false>(PLAIN, 600..610, 6);
}

/// A published pseudo-code for Othello (NegaScout guide, 2025) omits the minus sign of a pass and lets it cost a ply.
#[test]
fn trees_with_passes() {
    check_trees::<false>(PASSING, 0..60, 4);
}

/// Few positions, many paths: the table answers most questions, and a wrong bound or depth rule shows at once.
#[test]
fn transposing_trees() {
    check_trees::<false>(TRANSPOSING, 0..60, 4);
    check_trees::<false>(TRANSPOSING, 500..515, 6);
}

#[test]
fn trees_with_quiescence() {
    check_trees::<true>(NOISY, 0..50, 4);
}

/// The test must distinguish a broken algorithm from a sound one: cut-offs from entries of any depth are not exact, and
/// here they show.
#[test]
fn a_broken_recipe_is_caught() {
    let broken = Recipe {
        table: TableUse::AtLeast,
        scout: Scout::AfterFirst,
        ..Recipe::parse("pvs+table+deepening").unwrap()
    };
    let table = Table::with_bytes(1 << 16);
    let shape = Shape { positions: 3, passes: 60, ..PLAIN };
    let wrong = (0..300).filter(|&seed| {
        let root = TreePosition::root(seed, shape);
        let expected = minimax(&root, &mut TreeEvaluator::<false>, 5, 0);
        root_score(&root, &mut ThreadData::new(TreeEvaluator::<false>), &broken, Driver::Full, 5, &table)
            != expected
    });
    assert!(wrong.count() > 0);
}
