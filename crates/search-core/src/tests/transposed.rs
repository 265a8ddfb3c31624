//! Enhanced transposition cut-offs: a child's stored result that refutes a node before a move is searched.

use super::trees::*;

const DEPTH: i16 = 4;
const WINDOW: Window = Window { alpha: 9, beta: 10 };

/// Searches a node one ply from the root with `entry` stored of its last child.
fn search_with(entry: TableEntry, recipe: &str) -> (i32, Counters) {
    let root = (0..).map(|seed| tree(seed, PLAIN)).find(|root| root.count_moves() > 3).unwrap();
    let table = Table::with_bytes(1 << 20);
    let child = root.child(*root.list_moves(MoveKind::All).last().unwrap());
    table.store(child.key(), child.signature(), entry);
    let (recipe, control) = (Recipe::parse(recipe).unwrap(), Control::new());
    let mut thread = ThreadData::<TreePosition, _>::new(TreeEvaluator::<false>);
    let start = Root { position: &root, history: &[()] };
    let mut worker = Worker::new(start, &mut thread, &recipe, &table, &control, u64::MAX);
    worker.ply = 1;
    let score = worker.search(&root, NodeRequest::new(WINDOW, DEPTH)).unwrap();
    (score, worker.counters)
}

/// The refutation is found without a search, even if its move is the last; its score is the stored one. What is stored must be of
/// the depth that the child would be asked, and prove enough; deeper results refute too where the recipe allows it.
#[test]
fn a_stored_refutation_answers_for_the_node() {
    let refuting = TableEntry {
        score: -1234,
        bound: Bound::Upper,
        depth: DEPTH - 1,
        mv: None,
        static_eval: None,
        is_principal: false,
    };
    let exact = TableEntry { bound: Bound::Exact, ..refuting };
    let deeper = TableEntry { depth: DEPTH, ..refuting };
    for (entry, recipe, is_answered) in [
        (refuting, "pvs+table+etc", true),
        (exact, "pvs+table+etc", true),
        (deeper, "pvs+table-deeper+etc", true),
        (refuting, "pvs+table", false),
        (exact, "pvs+etc", false),
        (deeper, "pvs+table+etc", false),
        (TableEntry { depth: DEPTH - 2, ..refuting }, "pvs+table+etc", false),
        (TableEntry { bound: Bound::Lower, ..refuting }, "pvs+table+etc", false),
        (TableEntry { score: -9, ..refuting }, "pvs+table+etc", false),
    ] {
        let (score, counters) = search_with(entry, recipe);
        assert_eq!(counters.visits == 1, is_answered, "{recipe} with {entry:?}");
        // The children looked up are counted.
        assert!(!is_answered || score == 1234 && counters.ordering > 3, "{recipe} with {entry:?}");
    }
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
