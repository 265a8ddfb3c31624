//! Enhanced transposition cut-offs: a child's stored result that refutes a node before a move is searched.

use super::trees::{PLAIN, TRANSPOSING, exact, tree, watched};
use crate::driver::Driver;
use crate::limits::Control;
use crate::position::{Position, Which};
use crate::recipe::Recipe;
use crate::table::{Bound, Memo, Table};
use crate::tally::Tally;
use crate::testing::tree::{TreeEvaluator, TreePosition};
use crate::watch::Why;
use crate::window::{Ask, Window};
use crate::worker::{Kit, Worker};

const DEPTH: i16 = 4;
const WINDOW: Window = Window { alpha: 9, beta: 10 };

/// Searches a node one ply from the root with `memo` stored of its last child.
fn search_with(memo: Memo, recipe: &str) -> (i32, Tally) {
    let root = (0..).map(|seed| tree(seed, PLAIN)).find(|root| root.count_moves() > 3).unwrap();
    let table = Table::with_bytes(1 << 20);
    let mut list = crate::MoveList::new();
    root.moves(Which::All, &mut list);
    let mut child = root;
    child.play(list.iter().last().unwrap());
    table.remember(child.key(), child.seal(), memo);
    let (recipe, control) = (Recipe::parse(recipe).unwrap(), Control::new());
    let mut kit = Kit::<TreePosition, _>::new(TreeEvaluator::<false>);
    let mut worker = Worker::new(&mut kit, &recipe, &table, &control, &[()], u64::MAX);
    worker.ply = 1;
    let score = worker.search(&root, Ask::new(WINDOW, DEPTH)).unwrap();
    (score, worker.tally)
}

/// The refutation is found without a search, whatever place the move has; its score is the stored one.
#[test]
fn a_stored_refutation_settles_the_node_unsearched() {
    for bound in [Bound::Upper, Bound::Exact] {
        let refuting = Memo { score: -1234, bound, depth: DEPTH - 1, mv: None };
        let (score, tally) = search_with(refuting, "pvs+table+etc");
        assert_eq!((score, tally.visits), (1234, 1));
        assert!(tally.ordering > 3, "the children looked up are counted: {}", tally.ordering);
        assert!(search_with(refuting, "pvs+table").1.visits > 1);
        assert!(search_with(refuting, "pvs+etc").1.visits > 1, "there is no table to look in");
    }
}

/// What is stored must be of the depth that the child would be asked, and prove enough.
#[test]
fn only_what_would_answer_the_child_refutes() {
    let refuting = Memo { score: -1234, bound: Bound::Upper, depth: DEPTH - 1, mv: None };
    let others = [
        Memo { depth: DEPTH - 2, ..refuting },
        Memo { depth: DEPTH, ..refuting },
        Memo { bound: Bound::Lower, ..refuting },
        Memo { score: -9, ..refuting },
    ];
    for memo in others {
        assert!(search_with(memo, "pvs+table+etc").1.visits > 1, "{memo:?}");
    }
    // Deeper ones are welcome where the recipe says so.
    assert_eq!(search_with(Memo { depth: DEPTH, ..refuting }, "pvs+table-deeper+etc").1.visits, 1);
}

/// In whole searches: settled nodes try nothing, the cut-offs are many, and the score stays.
#[test]
fn it_cuts_where_lines_meet_and_changes_no_score() {
    let mut settled = 0;
    for seed in 0..40 {
        let root = tree(seed, TRANSPOSING);
        let testimony = watched::<false>(&root, "pvs+table+etc+deepening", Driver::Full, 6);
        assert_eq!(testimony.outcome.score, exact::<false>(&root, 6));
        testimony.walk(|seen| {
            if seen.why == Why::Transposed {
                settled += 1;
                assert!(seen.steps.is_empty() && seen.score >= seen.ask.window.beta && seen.ply > 0);
            }
        });
    }
    assert!(settled > 100);
}
