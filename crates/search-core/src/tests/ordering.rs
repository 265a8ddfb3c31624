//! The order of moves: first moves, captures, killers, histories, static ranks (rows C21, D7 to D10, E4); and what histories learn.

use std::sync::Mutex;

use super::trees::*;
use crate::histories::{GRAVITY_LIMIT, Histories, gravity};
use crate::testing::tree_recorder::{Log, TreeRecorder};

const DEPTH: i16 = 4;

/// Trees whose roots have quiet moves and captures, and no pass.
fn roots() -> impl Iterator<Item = TreePosition> {
    (0..).map(|seed| tree(seed, NOISY)).filter(has_choice)
}

fn has_choice(root: &TreePosition) -> bool {
    root.list_moves(MoveKind::Captures).len() > 1 && root.list_moves(MoveKind::Quiets).len() > 2
}

/// The moves that a recorded node tried, in order.
fn moves_tried(node: &RecordedNode, position: &TreePosition) -> Vec<u16> {
    node.trials().map(|trial| tried_move(position, trial)).collect()
}

/// The thread data and the recorded root of a search that `prepare` has prepared.
fn recorded_root<const QUIESCENCE: bool>(
    root: &TreePosition,
    recipe: &str,
    request: NodeRequest,
    except: &[u16],
    prepare: impl FnOnce(&mut Thread<QUIESCENCE>),
) -> (Thread<QUIESCENCE>, RecordedNode) {
    let (recipe, log) = (Recipe::parse(recipe).unwrap(), Mutex::new(Log::default()));
    let mut thread = ThreadData::new(TreeEvaluator::<QUIESCENCE>);
    prepare(&mut thread);
    let (table, control) = (Table::with_bytes(1), Control::new());
    let source = TreeRecorder { recipe: &recipe, log: &log };
    let start = Root { position: root, history: &[()] };
    let mut worker = Worker::new(start, &mut thread, source, &table, &control, u64::MAX);
    worker.root_moves.except.extend(except);
    worker.search(root, request).unwrap();
    (thread, log.into_inner().unwrap().roots.remove(0))
}

type Thread<const QUIESCENCE: bool> = ThreadData<TreePosition, TreeEvaluator<QUIESCENCE>>;

/// The order in which a search of one ply that `prepare` has prepared tries the root's moves.
fn tried(root: &TreePosition, recipe: &str, prepare: impl FnOnce(&mut Thread<false>)) -> Vec<u16> {
    let (_, node) = recorded_root(root, recipe, NodeRequest::new(Window::FULL, 1), &[], prepare);
    moves_tried(&node, root)
}

/// E4: without sorting, moves are tried as they are generated.
#[test]
fn the_fixed_order_is_that_of_generation() {
    for root in roots().take(40) {
        assert_eq!(tried(&root, "alpha-beta", |_| {}), root.list_moves(MoveKind::All));
    }
}

/// D8: in a whole search, the killers of a ply are the quiet moves that last cut there, at any node, and every node
/// tries them at their place.
#[test]
fn quiet_moves_that_cut_become_killers() {
    let mut early = 0;
    for seed in 0..40 {
        let root = tree(seed, NOISY);
        let recorded = record_search::<true>(&root, "alpha-beta+sort+killers", Driver::Full, DEPTH);
        let mut killers = [[None; 2]; 2 * DEPTH as usize + 1];
        early += follow_killers(&recorded.roots[0], &root, &mut killers);
    }
    assert!(early > 100, "{early}");
}

/// The number of killers that were tried at a node and below, when `killers` are known by ply.
fn follow_killers(node: &RecordedNode, position: &TreePosition, killers: &mut [[Option<u16>; 2]]) -> usize {
    if node.request.depth == 0 || node.why != ScoreOrigin::Searched {
        return 0;
    }
    let (captures, quiets) = (position.list_moves(MoveKind::Captures), position.list_moves(MoveKind::Quiets));
    let known = killers[node.ply as usize];
    let legal: Vec<u16> = known.into_iter().flatten().filter(|mv| quiets.contains(mv)).collect();
    let others: Vec<u16> = quiets.into_iter().filter(|mv| !legal.contains(mv)).collect();
    let mut early = 0;
    for (&expected, trial) in [&captures, &legal, &others].into_iter().flatten().zip(node.trials()) {
        assert_eq!(position.unpack(trial.mv.unwrap()), Some(expected));
        early += usize::from(legal.contains(&expected));
        let child = trial.child(position, &TreeEvaluator::<true>);
        early += trial.searches.iter().map(|below| follow_killers(below, &child, killers)).sum::<usize>();
        let has_cut = trial.score().is_some_and(|score| score >= node.request.window.beta);
        if has_cut && position.victim(expected) == 0 && known[0] != Some(expected) {
            killers[node.ply as usize] = [Some(expected), known[0]];
        }
    }
    early
}

/// Roots as above, and such a position one ply on, where the other side moves.
fn roots_of_both_sides() -> impl Iterator<Item = TreePosition> {
    let next = (0..).map(|seed| tree(seed, NOISY)).filter_map(|root| {
        let first = *root.list_moves(MoveKind::All).first()?;
        Some(root.child(first)).filter(has_choice)
    });
    roots().zip(next).flat_map(|(root, next)| [root, next])
}

/// D9: quiet moves go by their histories, captures and killers before them: those of the side to move, whichever of the
/// two moves at the root. An analysis goes through a game ply by ply.
#[test]
fn quiet_moves_go_by_history() {
    for root in roots_of_both_sides().take(80) {
        let (captures, quiets) = (root.list_moves(MoveKind::Captures), root.list_moves(MoveKind::Quiets));
        let prepare = |thread: &mut Thread<false>| {
            for (index, &mv) in quiets.iter().enumerate() {
                thread.histories.update(root.side(), root.history_index(mv), index as i32);
                // The other side's history of the same move has no effect.
                thread.histories.update(1 - root.side(), root.history_index(mv), 100 - index as i32);
            }
        };
        let backwards: Vec<u16> = quiets.iter().rev().copied().collect();
        for history in ["history", "history-count", "history-exponential"] {
            let order = tried(&root, &format!("alpha-beta+sort+{history}"), prepare);
            assert_eq!(order, [captures.clone(), backwards.clone()].concat());
        }
        let killer = quiets[0];
        let order = tried(&root, "alpha-beta+sort+history+killers", |thread| {
            prepare(thread);
            thread.frames[0].facts.add_killer(TreePosition::pack(killer));
        });
        assert_eq!(order[captures.len()], killer);
    }
}

/// D9: ageing halves every history, of both sides; so does one that grows beyond bounds, its own side's.
#[test]
fn histories_fade() {
    let mut histories = Histories::new::<TreePosition>();
    histories.update(0, 0, 100);
    histories.update(1, 1, -60);
    histories.age();
    assert_eq!((histories.get(0, 0), histories.get(1, 1)), (50, -30));
    (0..300).for_each(|_| histories.update(0, 0, 4096));
    assert!(histories.get(0, 0) <= 1 << 20);
    assert_eq!(histories.get(1, 1), -30);
}

/// D9: ageing lowers the histories of the first iterations.
#[test]
fn ageing_lowers_histories() {
    let aged = trees(40, PLAIN).filter(|root| {
        let sum = |parts: &str| -> i32 {
            let recipe = Recipe::parse(&format!("alpha-beta+deepening+history-count{parts}")).unwrap();
            let (mut thread, table) = (ThreadData::new(TreeEvaluator::<false>), Table::with_bytes(1));
            let (root, options) = (Root { position: root, history: &[()] }, SearchOptions::to_depth(DEPTH));
            think(root, &mut thread, &table, &recipe, &options, &Control::new(), |_| {});
            [0, 1]
                .iter()
                .flat_map(|&side| (0..16).map(move |index| (side, index)))
                .map(|(side, index)| thread.histories.get(side, index))
                .sum()
        };
        sum("+history-ageing") < sum("")
    });
    assert!(aged.count() > 30);
}

/// D9: a search updates the histories of each side by that side's moves, whichever side begins, and lowers only those
/// of moves that it has searched: not of moves that futility skipped, nor of those that the root may not choose.
#[test]
fn histories_are_of_the_side_to_move_and_of_moves_that_were_searched() {
    let (mut praised, mut blamed, mut passed_over) = (0, 0, 0);
    for root in roots_of_both_sides().take(80) {
        // The root may not choose its first quiet move, and cuts where it can.
        let recipe = "pvs+sort+futility+extended-futility+history-count+history-malus";
        let except = &root.list_moves(MoveKind::Quiets)[..1];
        let request = NodeRequest::new(Window::around(0, 20), DEPTH);
        let (thread, node) = recorded_root::<true>(&root, recipe, request, except, |_| {});
        let mut expected = [[0; TreePosition::HISTORY_SIZE]; 2];
        node.replay(&root, &EVALUATOR, &mut |node, position| {
            let has_cut = node.why == ScoreOrigin::Searched && node.score >= node.request.window.beta;
            let trials: Vec<_> = node.trials().filter(|_| has_cut).collect();
            let Some((cut, others)) = trials.split_last() else { return };
            let quiet = |mv| position.unpack(mv).filter(|&mv| position.victim(mv) == 0);
            let Some(mv) = cut.mv.and_then(quiet) else { return };
            let history = &mut expected[position.side()];
            history[position.history_index(mv)] += 1;
            praised += 1;
            for trial in others {
                let Some(mv) = trial.mv.and_then(quiet) else { continue };
                history[position.history_index(mv)] -= i32::from(!trial.is_skipped);
                *(if trial.is_skipped { &mut passed_over } else { &mut blamed }) += 1;
            }
        });
        for (side, history) in expected.iter().enumerate() {
            let found: Vec<i32> = (0..history.len()).map(|index| thread.histories.get(side, index)).collect();
            assert_eq!(found, history, "side {side} of {root:?}");
        }
    }
    assert!(praised > 500 && blamed > 300 && passed_over > 20, "{praised}, {blamed}, {passed_over}");
}

/// Evaluates as the tree does; a function of the move is its order score, and what its exchange wins.
#[derive(Clone, Copy)]
struct OrderedBy(fn(u16) -> Score);

impl Evaluator<TreePosition> for OrderedBy {
    type Heuristics = Self;

    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> Self {
        *self
    }

    fn evaluate(&mut self, position: &TreePosition) -> Score {
        TreeEvaluator::<false>.evaluate(position)
    }
}

impl Heuristics<TreePosition> for OrderedBy {
    fn order_moves(
        &mut self,
        _: &TreePosition,
        _: NodeRequest,
        _: &[TreePosition],
        list: &mut MoveList<u16>,
        _: &mut Counters,
    ) {
        list.scored_mut().iter_mut().for_each(|entry| entry.score = self.0(entry.mv));
    }

    fn exchange_value(&self, _: &TreePosition, mv: u16) -> Score {
        self.0(mv)
    }
}

/// The order in which the root's moves are tried by such an evaluator.
fn order_by(root: &TreePosition, evaluator: OrderedBy, recipe: &str, depth: i16) -> Vec<u16> {
    let (recipe, options) = (Recipe::parse(recipe).unwrap(), SearchOptions::to_depth(depth));
    let recorded = record_tree(root, &evaluator, &recipe, &options, &Table::with_bytes(1));
    moves_tried(&recorded.roots[0], root)
}

/// D10: with sorting on, quiet moves go by the game's static rank. Order scores do not overflow with any evaluator, and histories
/// do not reverse their order.
#[test]
fn quiet_moves_go_by_static_rank() {
    for root in roots().take(40) {
        let order = order_by(&root, OrderedBy(Score::from), "alpha-beta+sort", 1);
        let mut quiets = root.list_moves(MoveKind::Quiets);
        quiets.reverse();
        assert_eq!(order, [root.list_moves(MoveKind::Captures), quiets].concat());
        let extreme = OrderedBy(|mv| [Score::MIN, Score::MAX][usize::from(mv) % 2]);
        let recipe = "alpha-beta+sort+history-exponential+captures-exchange+deepening";
        let mut order = order_by(&root, extreme, recipe, DEPTH);
        order.retain(|&mv| root.victim(mv) == 0);
        assert!(order.is_sorted_by_key(|mv| mv % 2 == 0), "odd moves first: {order:?}");
    }
}

/// C21: captures go by exchange, or those that lose by it go last of all, but only where that is asked for, and whatever their
/// histories.
#[test]
fn losing_captures_go_after_the_quiet_moves() {
    let mut moved = 0;
    for root in roots().take(40) {
        let (captures, quiets) = (root.list_moves(MoveKind::Captures), root.list_moves(MoveKind::Quiets));
        let (losing, good): (Vec<u16>, Vec<u16>) =
            captures.iter().partition(|&&mv| EVALUATOR.exchange_value(&root, mv) < 0);
        // In these trees all pieces are of one kind, so captures differ by the exchange alone.
        let mut by_exchange = captures.clone();
        by_exchange.sort_by_key(|&mv| -EVALUATOR.exchange_value(&root, mv));
        let order = tried(&root, "alpha-beta+sort+captures-exchange", |_| {});
        assert_eq!(order, [by_exchange, quiets.clone()].concat());
        assert_eq!(tried(&root, "alpha-beta+sort", |_| {}), [captures, quiets.clone()].concat());
        moved += losing.len();
        let order = tried(&root, "alpha-beta+sort+losing-last", |_| {});
        assert_eq!(order, [good, quiets, losing.clone()].concat());
        let name = "alpha-beta+sort+losing-last+captures-exchange+capture-history";
        let order = tried(&root, name, |thread| {
            for &mv in &losing {
                let (index, victim) = (root.history_index(mv), root.victim(mv));
                thread.histories.update_capture(index, victim, GRAVITY_LIMIT);
            }
        });
        let mut last = order[order.len() - losing.len()..].to_vec();
        last.sort_unstable();
        assert_eq!(last, losing);
    }
    assert!(moved > 20);
}

/// D7: without a table, an iteration begins with the principal variation of the one before; with one, with its first
/// move at least.
#[test]
fn an_iteration_begins_with_the_last_variation() {
    let mut followed = 0;
    for shape in [PLAIN, NOISY] {
        for seed in 0..60 {
            let root = tree(seed, shape);
            let recorded = record_search::<false>(&root, "pvs+sort+deepening", Driver::Full, DEPTH);
            assert_eq!(recorded.roots.len(), recorded.reports.len());
            for (report, next) in recorded.reports.iter().zip(recorded.roots.iter().skip(1)) {
                let mut node = next;
                for &mv in &report.variation {
                    let first = node.trials().next().unwrap();
                    assert_eq!(first.mv, Some(TreePosition::pack(mv)), "tree {seed}: {:?}", next.request);
                    node = &first.searches[0];
                    followed += 1;
                }
            }
        }
    }
    assert!(followed > 200);
    for seed in 0..40 {
        let recorded =
            record_search::<false>(&tree(seed, TRANSPOSING), "pvs+table+deepening", Driver::Full, DEPTH);
        for (report, next) in recorded.reports.iter().zip(recorded.roots.iter().skip(1)) {
            let first = next.trials().next().unwrap();
            assert_eq!(first.mv, report.variation.first().map(|&mv| TreePosition::pack(mv)), "tree {seed}");
        }
    }
}

/// No history leaves its bounds, however often it is rewarded, and it turns faster than it grew.
#[test]
fn gravity_keeps_histories_within_bounds() {
    for bonus in [1, 150, 1600, -1600] {
        let grown = (0..100_000).fold(0, |value, _| gravity(value, bonus));
        assert!(grown.abs() <= GRAVITY_LIMIT && grown.signum() == bonus.signum());
        assert!((grown - gravity(grown, -bonus)).abs() >= bonus.abs());
    }
}
