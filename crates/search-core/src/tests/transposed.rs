//! Enhanced transposition cut-offs: a child's stored result that refutes a node before a move is searched.

use super::trees::{PLAIN, TRANSPOSING, exact, record_search, tree};
use crate::counters::Counters;
use crate::driver::Driver;
use crate::limits::Control;
use crate::observer::ScoreOrigin;
use crate::position::{MoveKind, Position};
use crate::recipe::Recipe;
use crate::table::{Bound, Table, TableEntry};
use crate::testing::tree::{TreeEvaluator, TreePosition};
use crate::window::{NodeRequest, Window};
use crate::worker::{ThreadData, Worker};

const DEPTH: i16 = 4;
const WINDOW: Window = Window { alpha: 9, beta: 10 };

/// Searches a node one ply from the root with `entry` stored of its last child.
fn search_with(entry: TableEntry, recipe: &str) -> (i32, Counters) {
    let root = (0..).map(|seed| tree(seed, PLAIN)).find(|root| root.count_moves() > 3).unwrap();
    let table = Table::with_bytes(1 << 20);
    let mut list = crate::MoveList::new();
    root.moves(MoveKind::All, &mut list);
    let mut child = root;
    child.play(list.iter().last().unwrap());
    table.store(child.key(), child.signature(), entry);
    let (recipe, control) = (Recipe::parse(recipe).unwrap(), Control::new());
    let mut thread = ThreadData::<TreePosition, _>::new(TreeEvaluator::<false>);
    let start = crate::Root { position: &root, history: &[()] };
    let mut worker = Worker::new(start, &mut thread, &recipe, &table, &control, u64::MAX);
    worker.ply = 1;
    let score = worker.search(&root, NodeRequest::new(WINDOW, DEPTH)).unwrap();
    (score, worker.counters)
}

/// The refutation is found without a search, even if its move is the last; its score is the stored one.
#[test]
fn a_stored_refutation_settles_the_node_unsearched() {
    for bound in [Bound::Upper, Bound::Exact] {
        let refuting = TableEntry { score: -1234, bound, depth: DEPTH - 1, mv: None, static_eval: None };
        let (score, counters) = search_with(refuting, "pvs+table+etc");
        assert_eq!((score, counters.visits), (1234, 1));
        assert!(counters.ordering > 3, "the children looked up are counted: {}", counters.ordering);
        assert!(search_with(refuting, "pvs+table").1.visits > 1);
        assert!(search_with(refuting, "pvs+etc").1.visits > 1, "there is no table to look in");
    }
}

/// What is stored must be of the depth that the child would be asked, and prove enough.
#[test]
fn only_what_would_answer_the_child_refutes() {
    let refuting =
        TableEntry { score: -1234, bound: Bound::Upper, depth: DEPTH - 1, mv: None, static_eval: None };
    let others = [
        TableEntry { depth: DEPTH - 2, ..refuting },
        TableEntry { depth: DEPTH, ..refuting },
        TableEntry { bound: Bound::Lower, ..refuting },
        TableEntry { score: -9, ..refuting },
    ];
    for entry in others {
        assert!(search_with(entry, "pvs+table+etc").1.visits > 1, "{entry:?}");
    }
    // Deeper results refute too where the recipe allows it.
    assert_eq!(search_with(TableEntry { depth: DEPTH, ..refuting }, "pvs+table-deeper+etc").1.visits, 1);
}

/// In whole searches: a node that is cut off tries no move, there are many such cut-offs, and the score stays.
#[test]
fn it_cuts_where_lines_meet_and_changes_no_score() {
    let mut settled = 0;
    for seed in 0..40 {
        let root = tree(seed, TRANSPOSING);
        let recorded = record_search::<false>(&root, "pvs+table+etc+deepening", Driver::Full, 6);
        assert_eq!(recorded.outcome.score, exact::<false>(&root, 6));
        recorded.walk(|seen| {
            if seen.why == ScoreOrigin::TransposedCutoff {
                settled += 1;
                assert!(seen.steps.is_empty() && seen.score >= seen.request.window.beta && seen.ply > 0);
            }
        });
    }
    assert!(settled > 100);
}
