use super::*;
use crate::node_context::PlyFacts;
use crate::recipe::{PLAY, Recipe};
use crate::score::MAX_PLY;
use crate::table::Table;
use crate::testing::tree::{TreeEvaluator, TreePosition};
use crate::tests::trees::ENDLESS;
use crate::window::{NodeRequest, Window};

type Data = ThreadData<TreePosition, TreeEvaluator<false>>;
type Split = Arc<SplitPoint<TreePosition>>;

/// A search at this ply of a line.
fn with_worker(
    thread: &mut Data,
    ply: u32,
    act: impl FnOnce(&mut Worker<'_, TreePosition, TreeEvaluator<false>, &Recipe, &Table<u64>>),
) {
    let (position, table, control) =
        (TreePosition::root(1, ENDLESS), Table::with_bytes(1 << 10), Control::new());
    let root = Root { position: &position, history: &[()] };
    let mut worker = Worker::new(root, thread, &PLAY, &table, &control, u64::MAX);
    (worker.ply, worker.max_extension_ply) = (ply, 2 * ply);
    act(&mut worker);
}

/// A split point at this ply, below another one, with the facts of this thread's line.
fn split_point(thread: &mut Data, ply: u32, parent: Option<&Split>) -> Split {
    let mut split = None;
    with_worker(thread, ply, |worker| {
        let (position, request) = (TreePosition::root(1, ENDLESS), NodeRequest::new(Window::FULL, 8));
        let node = NodeContext::new(&position, request, None);
        split = Some(SplitPoint::new(&node, Vec::new(), Vec::new(), worker.place(), parent.cloned()));
    });
    Arc::new(split.unwrap())
}

/// Its evaluations, histories and extensions go back to the line of the thread that made the split point, not that of
/// the one before.
#[test]
fn a_helper_begins_with_the_facts_of_the_line() {
    let facts =
        |ply: usize| PlyFacts { static_eval: Some(ply as Score), led_by: Some(ply), ..PlyFacts::default() };
    for ply in [0, 1, 2, 9, MAX_PLY] {
        let [mut owner, mut helper] = [(); 2].map(|()| Data::new(TreeEvaluator));
        for (index, frame) in owner.frames.iter_mut().enumerate() {
            frame.facts = facts(index);
        }
        let split = split_point(&mut owner, ply, None);
        with_worker(&mut helper, 0, |worker| {
            worker.adopt(&split.place);
            assert_eq!((worker.ply, worker.max_extension_ply), (ply, 2 * ply));
        });
        let needed = ply.saturating_sub(3) as usize..helper.frames.len().min(ply as usize + 3);
        for (index, frame) in helper.frames.iter().enumerate() {
            let expected = if needed.contains(&index) { facts(index) } else { PlyFacts::default() };
            assert_eq!(frame.facts, expected, "ply {index} of a split point at {ply}");
        }
    }
}

/// A thread that waits for its helpers may help below its own split point, and nowhere else.
#[test]
fn a_waiting_thread_is_idle_only_below_its_split_point() {
    let mut data = Data::new(TreeEvaluator);
    let own = split_point(&mut data, 1, None);
    let [below, elsewhere] = [Some(&own), None].map(|parent| split_point(&mut data, 2, parent));
    let deeper = split_point(&mut data, 3, Some(&below));
    let (table, control) = (Table::<u64>::with_bytes(1 << 10), Control::new());
    let mut spare: [Data; 0] = [];
    let threads = Threads::new(&mut spare, &PLAY, &table, &control);
    own.helpers.store(1, Ordering::Relaxed);
    thread::scope(|scope| {
        scope.spawn(|| threads.close(&own));
        while !threads.is_idle(Some(&own)) {
            thread::yield_now();
        }
        assert_eq!(
            [&below, &deeper, &elsewhere].map(|split| threads.is_idle(Some(split))),
            [true, true, false]
        );
        assert!(!threads.is_idle(None));
        drop(LeaveOnDrop { threads: &threads, split: &own });
    });
    assert!(!threads.is_idle(Some(&deeper)));
}
