//! The order of moves: first moves, captures, killers, histories, static ranks (rows C21, D7 to D10, E4).

use super::trees::{NOISY, PLAIN, TRANSPOSING, record_search, tree};
use crate::counters::Counters;
use crate::deepening::SearchOptions;
use crate::driver::Driver;
use crate::evaluator::{Evaluator, Heuristics};
use crate::histories::{GRAVITY_LIMIT, Histories};
use crate::limits::Control;
use crate::move_list::MoveList;
use crate::observer::ScoreOrigin;
use crate::position::{MoveKind, Position};
use crate::recipe::Recipe;
use crate::score::Score;
use crate::table::Table;
use crate::testing::tree::{Shape, TreeEvaluator, TreePosition};
use crate::testing::tree_recorder::{Log, RecordedNode, TreeRecorder, record_tree};
use crate::window::{NodeRequest, Window};
use crate::worker::{ThreadData, Worker};

const DEPTH: i16 = 4;

/// A tree whose root has quiet moves and captures, and no pass.
fn roots() -> impl Iterator<Item = TreePosition> {
    (0..).map(|seed| tree(seed, NOISY)).filter(|root| {
        let (all, captures) = (moves(root, MoveKind::All), moves(root, MoveKind::Captures));
        captures.len() > 1 && all.len() > captures.len() + 2
    })
}

fn moves(position: &TreePosition, which: MoveKind) -> Vec<u16> {
    let mut list = MoveList::new();
    position.moves(which, &mut list);
    list.iter().collect()
}

/// The order in which a search of one ply that `prepare` has prepared tries the root's moves.
fn tried(
    root: &TreePosition,
    recipe: &str,
    prepare: impl FnOnce(&mut ThreadData<TreePosition, TreeEvaluator<false>>),
) -> Vec<u16> {
    let (recipe, log) = (Recipe::parse(recipe).unwrap(), std::sync::Mutex::new(Log::default()));
    let mut thread = ThreadData::new(TreeEvaluator::<false>);
    prepare(&mut thread);
    let (table, control) = (Table::with_bytes(1), Control::new());
    let source = TreeRecorder { recipe: &recipe, log: &log };
    let start = crate::Root { position: root, history: &[()] };
    let mut worker = Worker::new(start, &mut thread, source, &table, &control, u64::MAX);
    worker.search(root, NodeRequest::new(Window::FULL, 1)).unwrap();
    let node = &log.into_inner().unwrap().roots[0];
    node.trials().map(|trial| root.unpack(trial.mv.unwrap()).unwrap()).collect()
}

/// E4: without sorting, moves are tried as they are generated.
#[test]
fn the_fixed_order_is_that_of_generation() {
    for root in roots().take(40) {
        assert_eq!(tried(&root, "alpha-beta", |_| {}), moves(&root, MoveKind::All));
    }
}

/// D8: killers come after the captures and before the other quiet moves, the latest first, and none twice; a killer that
/// takes something here, or is not legal here, is none.
#[test]
fn killers_are_tried_before_other_quiet_moves() {
    for root in roots().take(40) {
        let (captures, quiets) = (moves(&root, MoveKind::Captures), moves(&root, MoveKind::Quiets));
        let [first, .., last] = quiets[..] else { unreachable!() };
        let order = tried(&root, "alpha-beta+sort+killers", |thread| {
            thread.frames[0].facts.add_killer(TreePosition::pack(first));
            thread.frames[0].facts.add_killer(TreePosition::pack(last));
            thread.frames[0].facts.add_killer(TreePosition::pack(last));
        });
        let others = quiets.iter().copied().filter(|&mv| mv != first && mv != last);
        assert_eq!(order[..captures.len()], captures);
        assert_eq!(order[captures.len()..], [last, first].into_iter().chain(others).collect::<Vec<_>>());
        let order = tried(&root, "alpha-beta+sort+killers", |thread| {
            thread.frames[0].facts.add_killer(TreePosition::pack(captures[1]));
            thread.frames[0].facts.add_killer(TreePosition::pack(63));
            thread.frames[1].facts.add_killer(TreePosition::pack(last));
        });
        assert_eq!(order, [captures, quiets].concat());
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

/// How many killers were tried at a node and below, when `killers` are known by ply.
fn follow_killers(node: &RecordedNode, position: &TreePosition, killers: &mut [[Option<u16>; 2]]) -> usize {
    if node.request.depth == 0 || node.why != ScoreOrigin::Searched {
        return 0;
    }
    let (captures, quiets) = (moves(position, MoveKind::Captures), moves(position, MoveKind::Quiets));
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
        let mut child = root;
        child.play(*moves(&root, MoveKind::All).first()?);
        let (all, captures) = (moves(&child, MoveKind::All), moves(&child, MoveKind::Captures));
        (captures.len() > 1 && all.len() > captures.len() + 2).then_some(child)
    });
    roots().zip(next).flat_map(|(root, next)| [root, next])
}

/// D9: quiet moves go by their histories, captures and killers before them: those of the side to move, whichever of the
/// two moves at the root. An analysis goes through a game ply by ply.
#[test]
fn quiet_moves_go_by_history() {
    for root in roots_of_both_sides().take(80) {
        let (captures, quiets) = (moves(&root, MoveKind::Captures), moves(&root, MoveKind::Quiets));
        let prepare = |thread: &mut ThreadData<TreePosition, TreeEvaluator<false>>| {
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

/// The histories of a tree's quiet moves after two iterations, for the side to move at the root.
fn trained_histories(seed: u64, recipe: &str) -> Vec<i32> {
    let (root, recipe) = (tree(seed, PLAIN), Recipe::parse(recipe).unwrap());
    let mut thread = ThreadData::new(TreeEvaluator::<false>);
    let table = Table::with_bytes(1);
    let root = crate::Root { position: &root, history: &[()] };
    crate::think(
        root,
        &mut thread,
        &table,
        &recipe,
        &SearchOptions::to_depth(DEPTH),
        &Control::new(),
        |_| {},
    );
    (0..16)
        .flat_map(|history_index| {
            [thread.histories.get(0, history_index), thread.histories.get(1, history_index)]
        })
        .collect()
}

/// D9: malus lowers the histories of moves that did not cut; ageing lowers those of the first iterations.
#[test]
fn malus_and_ageing_lower_histories() {
    let (mut negative, mut aged) = (0, 0);
    for seed in 0..40 {
        let plain = trained_histories(seed, "alpha-beta+deepening+history-count");
        assert!(plain.iter().all(|&value| value >= 0));
        let with_malus = trained_histories(seed, "alpha-beta+deepening+history-count+history-malus");
        negative += with_malus.iter().filter(|&&value| value < 0).count();
        let faded = trained_histories(seed, "alpha-beta+deepening+history-count+history-ageing");
        aged += usize::from(faded.iter().sum::<i32>() < plain.iter().sum());
    }
    assert!(negative > 40 && aged > 30, "{negative} negative, {aged} aged");
}

/// D9: a search updates the histories of each side by that side's moves, whichever side begins, and lowers only those
/// of moves that it has searched: not of moves that futility skipped, nor of those that the root may not choose.
#[test]
fn histories_are_of_the_side_to_move_and_of_moves_that_were_searched() {
    let (mut praised, mut blamed, mut passed_over) = (0, 0, 0);
    for root in roots_of_both_sides().take(80) {
        let (thread, log) =
            recorded_log(&root, "pvs+sort+futility+extended-futility+history-count+history-malus");
        let mut expected = [[0; TreePosition::HISTORY_SIZE]; 2];
        for node in &log.roots {
            node.replay(&root, &TreeEvaluator::<true>, &mut |node, position| {
                let has_cut = node.why == ScoreOrigin::Searched && node.score >= node.request.window.beta;
                let trials: Vec<_> = node.trials().filter(|_| has_cut).collect();
                let Some((cut, others)) = trials.split_last() else { return };
                let quiet = |mv| position.unpack(mv).filter(|&mv| position.victim(mv) == 0);
                let Some(mv) = cut.mv.and_then(quiet) else { return };
                let history = &mut expected[position.side()];
                history[position.history_index(mv)] += 1;
                praised += 1;
                for trial in others.iter().filter(|trial| trial.mv.and_then(quiet).is_some()) {
                    let history_index = position.history_index(position.unpack(trial.mv.unwrap()).unwrap());
                    history[history_index] -= i32::from(!trial.is_skipped);
                    *(if trial.is_skipped { &mut passed_over } else { &mut blamed }) += 1;
                }
            });
        }
        for (side, history) in expected.iter().enumerate() {
            let found: Vec<i32> =
                (0..history.len()).map(|history_index| thread.histories.get(side, history_index)).collect();
            assert_eq!(found, history, "side {side} of {root:?}");
        }
    }
    assert!(praised > 500 && blamed > 300 && passed_over > 20, "{praised}, {blamed}, {passed_over}");
}

/// The thread data and the recorded tree after a search of four plies. The root may not choose its first quiet move,
/// and cuts where it can.
fn recorded_log(root: &TreePosition, recipe: &str) -> (ThreadData<TreePosition, TreeEvaluator<true>>, Log) {
    let (recipe, log) = (Recipe::parse(recipe).unwrap(), std::sync::Mutex::new(Log::default()));
    let mut thread = ThreadData::new(TreeEvaluator::<true>);
    let (table, control) = (Table::with_bytes(1), Control::new());
    let source = TreeRecorder { recipe: &recipe, log: &log };
    let start = crate::Root { position: root, history: &[()] };
    let mut worker = Worker::new(start, &mut thread, source, &table, &control, u64::MAX);
    worker.root_moves.except.push(moves(root, MoveKind::Quiets)[0]);
    worker.search(root, NodeRequest::new(Window::around(0, 20), DEPTH)).unwrap();
    (thread, log.into_inner().unwrap())
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

/// Order scores do not overflow with any evaluator, and histories do not reverse their order.
#[test]
fn ranks_without_measure_do_no_harm() {
    for root in roots().take(40) {
        let recipe =
            Recipe::parse("alpha-beta+sort+history-exponential+captures-exchange+deepening").unwrap();
        let options = SearchOptions::to_depth(DEPTH);
        let evaluator = OrderedBy(|mv| [Score::MIN, Score::MAX][usize::from(mv) % 2]);
        let recorded = record_tree(&root, &evaluator, &recipe, &options, &Table::with_bytes(1));
        let tried = recorded.roots[0].trials().map(|trial| root.unpack(trial.mv.unwrap()).unwrap());
        let quiets: Vec<bool> = tried.filter(|&mv| root.victim(mv) == 0).map(|mv| mv % 2 == 0).collect();
        assert!(quiets.is_sorted(), "odd moves first: {quiets:?}");
    }
}

/// D10: with sorting on, quiet moves go by the game's static rank.
#[test]
fn quiet_moves_go_by_static_rank() {
    for root in roots().take(40) {
        let recipe = Recipe::parse("alpha-beta+sort").unwrap();
        let backwards = OrderedBy(Score::from);
        let recorded =
            record_tree(&root, &backwards, &recipe, &SearchOptions::to_depth(1), &Table::with_bytes(1));
        let order: Vec<u16> =
            recorded.roots[0].trials().map(|trial| root.unpack(trial.mv.unwrap()).unwrap()).collect();
        let mut quiets = moves(&root, MoveKind::Quiets);
        quiets.reverse();
        assert_eq!(order, [moves(&root, MoveKind::Captures), quiets].concat());
    }
}

/// C21: captures that lose by exchange go last of all, but only where that is asked for, and whatever their histories.
#[test]
fn losing_captures_go_after_the_quiet_moves() {
    let evaluator = TreeEvaluator::<false>;
    let mut moved = 0;
    for root in roots().take(40) {
        let (captures, quiets) = (moves(&root, MoveKind::Captures), moves(&root, MoveKind::Quiets));
        let (losing, good): (Vec<u16>, Vec<u16>) =
            captures.iter().partition(|&&mv| evaluator.exchange_value(&root, mv) < 0);
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

/// C21: the three orders of captures.
#[test]
fn captures_go_by_the_order_asked_for() {
    let evaluator = TreeEvaluator::<false>;
    for root in roots().take(40) {
        // In these trees all pieces are of one kind, so captures differ by the exchange alone.
        let by_exchange = &tried(&root, "alpha-beta+sort+captures-exchange", |_| {});
        let mut captures = moves(&root, MoveKind::Captures);
        captures.sort_by_key(|&mv| -evaluator.exchange_value(&root, mv));
        assert_eq!(by_exchange[..captures.len()], captures);
    }
}

/// D7: without a table, an iteration begins with the principal variation of the one before.
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
                    assert_eq!(
                        first.mv,
                        Some(TreePosition::pack(mv)),
                        "tree {seed}, depth {}",
                        next.request.depth
                    );
                    node = &first.searches[0];
                    followed += 1;
                }
            }
        }
    }
    assert!(followed > 200);
}

/// With a table, its move is tried first, and again when its node is asked again.
#[test]
fn the_tables_move_is_tried_first() {
    for seed in 0..40 {
        let root = tree(seed, TRANSPOSING);
        let recorded = record_search::<false>(&root, "pvs+table+deepening", Driver::Full, DEPTH);
        for (report, next) in recorded.reports.iter().zip(recorded.roots.iter().skip(1)) {
            let first = next.trials().next().unwrap();
            assert_eq!(first.mv, report.variation.first().map(|&mv| TreePosition::pack(mv)), "tree {seed}");
        }
    }
}

/// No order loses a move or tries one twice.
#[test]
fn every_order_tries_every_move_once() {
    let recipes = [
        "negamax+sort",
        "negamax+sort+killers+history",
        "negamax+table+sort+killers+history+losing-last+captures-exchange+deepening",
        "negamax+deepening+killers",
    ];
    let shape = Shape { positions: 20, ..NOISY };
    for name in recipes {
        for seed in 0..20 {
            let root = tree(seed, shape);
            for node in record_search::<true>(&root, name, Driver::Full, DEPTH).roots {
                node.replay(&root, &TreeEvaluator::<true>, &mut |node, position| {
                    if node.request.depth > 0 && node.why == ScoreOrigin::Searched {
                        let mut tried: Vec<u16> =
                            node.trials().map(|trial| position.unpack(trial.mv.unwrap()).unwrap()).collect();
                        tried.sort_unstable();
                        assert_eq!(tried, moves(position, MoveKind::All), "{name}");
                    }
                });
            }
        }
    }
}
