use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

use super::*;
use crate::recipe::PLAY;
use crate::testing::tree::{TreeEvaluator, TreePosition};
use crate::tests::trees::{ENDLESS, FaultyEvaluator};

crate::fixed_recipe!(Plain = PLAY);

type Tried = Session<TreePosition, TreeEvaluator<false>, Plain>;

const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(50);

struct Tell(Sender<Outcome<u16>>);

impl Listener<u16> for Tell {
    fn on_report(&mut self, _: &Report<u16>) {}

    fn on_finished(self, outcome: Outcome<u16>, _: Duration) {
        self.0.send(outcome).unwrap();
    }
}

fn session() -> Tried {
    Session::new(TreeEvaluator, Plain, 1 << 16)
}

fn job(depth: i16, is_held: bool) -> SearchJob<TreePosition> {
    let root = TreePosition::root(7, ENDLESS);
    SearchJob { root, history: vec![()], options: SearchOptions::to_depth(depth), budget: None, is_held }
}

fn start<E: Evaluator<TreePosition> + 'static>(
    session: &mut Session<TreePosition, E, Plain>,
    job: SearchJob<TreePosition>,
) -> Receiver<Outcome<u16>> {
    let (sender, receiver) = channel();
    let think = |state: &mut SearchState<_, _>, source, job: &_, control: &_, report: &mut dyn FnMut(&_)| {
        state.think(source, job, control, report)
    };
    session.start(job, Tell(sender), think).unwrap();
    receiver
}

#[test]
fn a_bounded_search_answers_once_and_as_one_in_the_foreground() {
    let mut session = session();
    let answers = start(&mut session, job(3, false));
    let found = answers.recv_timeout(LONG).unwrap();
    session.wait();
    assert_eq!(answers.recv_timeout(SHORT).unwrap_err(), RecvTimeoutError::Disconnected);
    session.clear();
    let re_search = session.think(&job(3, false), |_| {});
    assert_eq!(
        (found.best, found.score, found.counters),
        (re_search.best, re_search.score, re_search.counters)
    );
}

#[test]
fn a_stop_ends_the_search_and_more_stops_do_no_harm() {
    let mut session = session();
    session.stop();
    session.release(None);
    let answers = start(&mut session, job(60, true));
    assert_eq!(answers.recv_timeout(SHORT).unwrap_err(), RecvTimeoutError::Timeout);
    assert!(session.is_busy());
    session.stop();
    session.stop();
    let outcome = answers.recv_timeout(LONG).unwrap();
    assert!(outcome.depth < 60 && outcome.best.is_some());
    session.wait();
    session.stop();
    assert!(!session.is_busy());
}

#[test]
fn a_held_answer_waits_although_the_search_is_done() {
    let mut session = session();
    let answers = start(&mut session, job(1, true));
    assert_eq!(answers.recv_timeout(SHORT).unwrap_err(), RecvTimeoutError::Timeout);
    session.release(None);
    assert_eq!(answers.recv_timeout(LONG).unwrap().depth, 1);
}

#[test]
fn a_release_sets_the_clock_running() {
    let mut session = session();
    let answers = start(&mut session, job(60, true));
    let begin = Instant::now();
    session.release(Some(Budget { soft: SHORT, hard: SHORT }));
    assert!(answers.recv_timeout(LONG).unwrap().depth < 60);
    assert!(begin.elapsed() >= SHORT);
}

#[test]
fn another_start_stops_and_answers_what_runs_before_it() {
    let mut session = session();
    let endless = start(&mut session, job(60, true));
    let bounded = start(&mut session, job(60, false));
    assert!(endless.try_recv().unwrap().depth < 60);
    let last = start(&mut session, job(1, false));
    assert!(bounded.try_recv().unwrap().depth < 60);
    session.finish();
    assert_eq!(last.try_recv().unwrap().depth, 1);
}

fn capacity(session: &Tried) -> usize {
    lock(&session.state).table.capacity()
}

#[test]
fn the_end_lets_a_bounded_search_come_to_its_own_and_stops_an_endless_one() {
    let mut session = session();
    let bounded = start(&mut session, job(3, false));
    session.finish();
    assert_eq!(bounded.try_recv().unwrap().depth, 3);
    let endless = start(&mut session, job(60, true));
    session.finish();
    assert!(endless.try_recv().unwrap().depth < 60);
}

#[test]
fn the_table_changes_at_once_or_when_the_search_is_over() {
    let mut session = session();
    assert_eq!(capacity(&session), (1 << 16) / 16);
    session.resize(1 << 17).unwrap();
    assert_eq!(capacity(&session), (1 << 17) / 16);
    let answers = start(&mut session, job(60, true));
    session.resize(1 << 20).unwrap();
    session.clear();
    session.prepare();
    assert!(session.is_busy());
    session.stop();
    answers.recv_timeout(LONG).unwrap();
    session.wait();
    // Without another call of the session: the clock of the next search may already be running then.
    assert_eq!(capacity(&session), (1 << 20) / 16);
    assert!(!lock(&session.pending).is_stale);
}

#[test]
fn a_size_that_cannot_be_had_leaves_the_old_table_and_what_it_knows() {
    let mut session = session();
    let known = session.think(&job(3, false), |_| {}).counters;
    for is_running in [false, true] {
        let answers = is_running.then(|| start(&mut session, job(60, true)));
        assert_eq!(session.resize(usize::MAX / 16), Err(NoMemory { bytes: usize::MAX / 16 }));
        session.stop();
        session.wait();
        drop(answers);
        assert_eq!((capacity(&session), session.bytes()), ((1 << 16) / 16, 1 << 16));
    }
    let re_search = session.think(&job(3, false), |_| {}).counters;
    assert!(re_search.table_hits > known.table_hits, "{re_search:?} after {known:?}");
}

#[test]
fn several_threads_find_the_same_score_and_one_searches_as_before() {
    let mut session = session();
    let alone = session.think(&job(4, false), |_| {});
    session.set_threads(NonZero::new(3).unwrap());
    session.clear();
    let answers = start(&mut session, job(4, false));
    assert_eq!(answers.recv_timeout(LONG).unwrap().score, alone.score);
    session.set_threads(NonZero::<usize>::MIN);
    session.clear();
    assert_eq!(session.think(&job(4, false), |_| {}).counters, alone.counters);
}

#[test]
fn a_stop_ends_the_work_of_all_threads() {
    let mut session = session();
    session.set_threads(NonZero::new(3).unwrap());
    let answers = start(&mut session, job(60, false));
    assert_eq!(answers.recv_timeout(SHORT).unwrap_err(), RecvTimeoutError::Timeout);
    session.stop();
    assert!(answers.recv_timeout(LONG).unwrap().best.is_some());
}

/// The first search is broken off by a panic, the second begins with one.
fn answers_in_spite_of_a_panic<const SPLITS: bool>(evaluations: [u32; 2]) {
    let mut session = Session::new(FaultyEvaluator::<SPLITS> { evaluations }, Plain, 1 << 16);
    session.set_threads(NonZero::new(3).unwrap());
    for _ in 0..2 {
        let mut job = job(60, false);
        job.options.nodes = 100_000;
        let legal = job.root.count_moves() as u16;
        let best = start(&mut session, job.clone()).recv_timeout(LONG).unwrap().best;
        assert!(best.is_some_and(|mv| mv <= legal), "{evaluations:?}: {best:?}");
        assert!(session.think(&job, |_| {}).best.is_some());
    }
}

#[test]
fn a_panic_of_any_thread_leaves_no_search_without_an_answer() {
    for evaluations in [[0, u32::MAX], [5_000, u32::MAX], [u32::MAX, 0], [u32::MAX, 5_000]] {
        answers_in_spite_of_a_panic::<true>(evaluations);
        answers_in_spite_of_a_panic::<false>(evaluations);
    }
}
