use std::cmp::Ordering;
use std::io;
use std::num::NonZero;
use std::sync::{Arc, Mutex};

use game::GameEngine;
use protocols::words::Words;
use search_core::ClockState;
use search_core::score::{plies_to_mate, ruling};
use shuangqi_cli::sink::Sink;
use xiangqi::plan;
use xiangqi::rules::Rules;

use super::*;

fn engine(position: &str) -> Engine<Position> {
    let mut engine = Engine::new(GameEngine::default(), Sink::to(io::sink()));
    let Ok(Command::Position(game)) = format!("position {position}").parse() else { panic!("{position}") };
    engine.session = read_position(&game).unwrap();
    engine
}

/// The search of a `go` command, if there is a move to choose from.
fn job_of(uci: &Uci, position: &str, go: &str) -> Option<SearchJob<Position>> {
    let engine = engine(position);
    let (go, remarks) = uci::Go::read_in(Words::of(go), Dialect::Uci);
    uci.job(&engine, &uci.usable_part(&engine, &go, remarks).0)
}

fn job(position: &str, go: &str) -> SearchJob<Position> {
    job_of(&Uci::default(), position, go).unwrap()
}

/// The soft and the hard limit, in milliseconds.
fn times(position: &str, go: &str) -> Option<(u128, u128)> {
    job(position, go).budget.map(|budget| (budget.soft.as_millis(), budget.hard.as_millis()))
}

#[test]
fn times_are_those_of_the_side_to_move() {
    let clocks = "wtime 60000 btime 600";
    assert!(times("startpos", clocks).unwrap().0 > 50 * times("startpos moves h2e2", clocks).unwrap().0);
    assert_eq!(times("startpos", "movetime 250"), Some((225, 225)));
    assert_eq!(times("startpos", "movetime 10"), Some((9, 9)));
    assert!(times("startpos", "movetime 2500 wtime 1000 btime 1000").unwrap().1 < 1000);
    assert_eq!(times("startpos", "depth 3"), None);
}

#[test]
fn no_clock_however_short_is_overrun() {
    for left in 0..2000_u128 {
        for limits in ["", "winc 10", "movestogo 1", "movestogo 40 winc 1000"] {
            let (soft, hard) = times("startpos", &format!("wtime {left} {limits}")).unwrap();
            let most = (left / 4).max(left.saturating_sub(60)).max(1);
            assert!(soft <= hard && hard <= most, "{left} {limits}: {soft} {hard}");
        }
    }
}

#[test]
fn what_may_need_a_stop_is_held_and_has_no_limit_yet() {
    for (go, is_held) in [
        ("", true),
        ("infinite depth 3", true),
        ("ponder wtime 1000 btime 1000", true),
        ("mate 3", false),
        ("nodes 1", false),
        ("wtime 1000", false),
        ("btime 1000", true),
        ("depth x", false),
    ] {
        let job = job("startpos", go);
        assert!(job.is_held == is_held && !(is_held && job.budget.is_some()), "{go}");
    }
}

#[test]
fn the_rules_are_those_that_were_set() {
    let uci = Uci { rules: GameRules::named("plain moves=50").unwrap(), ..Uci::default() };
    let root = job_of(&uci, "startpos", "depth 1").unwrap().root;
    assert_eq!((root.rules(), root.halfmove_clock().left()), (Rules::Plain, 100));
}

/// A chariot and a horse more are worth something, but not in the two plies that are left.
#[test]
fn the_search_draws_at_the_move_limit_of_the_rules() {
    let score = |rules: &str| {
        let uci = Uci { rules: GameRules::named(rules).unwrap(), ..Uci::default() };
        let job = job_of(&uci, "fen 2bak4/4a4/4b4/9/9/9/9/9/4A4/R1N1K4 w - - 78 50", "depth 5").unwrap();
        searcher(1).searches().think(&job, |_| {}).score
    };
    assert_eq!(score("asian moves=40"), 0);
    assert!(score("asian") > 200);
}

#[test]
fn a_forced_move_takes_a_tenth_of_its_time() {
    const CHECK: &str = "fen 3k5/9/9/9/9/9/9/9/4r4/r3K4 w";
    let position = *engine(CHECK).session.position();
    let remaining = Duration::from_secs(60);
    let clock = ClockState { remaining, increment: Duration::ZERO, moves_to_go: None };
    let expected = plan::expected_moves(&position, Duration::ZERO);
    let share = clock.budget(SearchRequest::OVERHEAD, expected).soft;
    let soft = job(CHECK, "wtime 60000 btime 60000").budget.unwrap().soft;
    assert_eq!((position.legal_moves().len(), soft), (1, share / 10));
}

fn searcher(threads: usize) -> GameEngine<Position> {
    let mut engine = GameEngine::default();
    engine.searches().resize(1 << 20).unwrap();
    engine.set_threads(NonZero::new(threads).unwrap());
    engine
}

/// A third occurrence for which the opponent alone is to blame wins, but there may be a mate.
#[test]
fn a_ruling_ends_no_search() {
    let moves = "d6c8 e7e8 c8d6 e8e7 d6c8 e7e8 c8d6";
    let position = format!("fen 8n/9/4k3N/3N5/6b2/6C2/9/5K3/4A2p1/7n1 w - - 0 1 moves {moves}");
    for threads in [1, 2] {
        let job = job(&position, "depth 20 wtime 10000000 btime 10000000");
        let outcome = searcher(threads).searches().think(&job, |_| {});
        let won = -ruling(Ordering::Less, 1);
        assert_eq!((outcome.score, outcome.depth, outcome.is_stopped), (won, 20, false));
    }
}

/// However many threads fill the table, the mate is found, at its length.
#[test]
fn threads_together_find_the_mate() {
    let job = job("fen N8/4a3C/b3k4/9/6n2/3R5/4P4/3K5/p6c1/5n3 w", "depth 6");
    for _ in 0..5 {
        let outcome = searcher(3).searches().think(&job, |_| {});
        assert_eq!(outcome.best, Some(Move::parse("a9c8").unwrap()));
        assert_eq!(plies_to_mate(outcome.score), Some(3));
    }
}

/// The others end with the thread that decides, and count towards the limit.
#[test]
fn limits_hold_for_all_threads_together() {
    let mut engine = searcher(3);
    let mut think = |position, go: &str| engine.searches().think(&job(position, go), |_| {});
    for (nodes, position) in [(1, "startpos"), (2, "startpos moves h2e2"), (3, "startpos")] {
        let outcome = think(position, &format!("nodes {nodes}"));
        assert!(outcome.best.is_some() && outcome.counters.visits <= nodes);
    }
    let outcome = think("startpos", "nodes 60000");
    assert!(outcome.best.is_some() && outcome.is_stopped);
    assert!((20_000..=60_000).contains(&outcome.counters.visits), "{}", outcome.counters.visits);
    assert_eq!(think("startpos", "depth 4").depth, 4);
}

#[test]
fn the_book_answers_requests_for_a_move_and_no_others() {
    let mut engine = engine("startpos");
    let uci = Uci::default();
    let depth = |engine: &Engine<Position>, go: &str| {
        let (go, remarks) = uci::Go::read_in(Words::of(go), Dialect::Uci);
        uci.job(engine, &uci.usable_part(engine, &go, remarks).0).unwrap().options.depth
    };
    assert_eq!(depth(&engine, "depth 9"), 9);
    engine.own_book = Some(1);
    assert_eq!([depth(&engine, "depth 9"), depth(&engine, "movetime 100")], [1, 1]);
    for go in ["depth 9 searchmoves h2e2", "mate 3 depth 9", "infinite depth 9"] {
        assert_eq!(depth(&engine, go), 9, "{go}");
    }
    engine.strength = game::Strength::WEAKEST;
    assert_eq!(
        uci.job(&engine, &Go::new(&uci::Go::default(), Vec::new(), Dialect::Uci, MILLISECOND))
            .unwrap()
            .options
            .only
            .len(),
        3
    );
}

/// An output that a test reads.
#[derive(Clone, Default)]
struct SharedOutput(Arc<Mutex<Vec<u8>>>);

impl io::Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the engine writes for these lines, each executed to its end, from the given number of threads on.
fn replies(threads: usize, lines: &[&str]) -> String {
    let written = SharedOutput::default();
    let mut engine = Engine::new(searcher(threads), Sink::to(written.clone()));
    let mut uci = Uci::default();
    for line in lines {
        uci.execute(&mut engine, line);
        while engine.is_busy() {
            uci.take_next(&mut engine);
        }
    }
    let bytes = written.0.lock().unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A mate that takes three plies, of which the usual limit allows none.
#[test]
fn mates_are_looked_for_within_the_move_limit_that_was_set() {
    const MATE: &str = "position fen N8/4a3C/b3k4/9/6n2/3R5/4P4/3K5/p6c1/5n3 w - - 120 61";
    let of_limit = |limit: &str| replies(1, &[limit, MATE, "go mate 3"]);
    assert!(of_limit("setoption name Move Limit value 1000").contains("score mate 2"));
    assert!(!of_limit("setoption name Move Limit value 60").contains("score mate 2"));
}

#[test]
fn no_option_makes_the_engine_stronger_than_it_was() {
    let (mut uci, mut engine) = (Uci::default(), engine("startpos"));
    let cap = Strength::new(5).unwrap();
    engine.strength = cap;
    let mut set = |setting| {
        uci.set(&mut engine, setting).unwrap();
        engine.strength
    };
    assert_eq!(set(Setting::LimitsStrength(true)), cap);
    assert_eq!(set(Setting::Elo(0)), Strength::WEAKEST);
    assert_eq!(set(Setting::LimitsStrength(false)), cap);
}

#[test]
fn a_bench_counts_the_same_whatever_the_number_of_threads() {
    let lines = |threads| {
        let text = replies(threads, &["bench 1 1 5"]);
        text.lines().filter(|line| !line.ends_with(" nps")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(4), lines(1));
    assert_eq!(lines(1).len(), 16);
}
