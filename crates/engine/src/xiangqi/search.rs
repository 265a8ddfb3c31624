//! From a `go` command to a search: limits, root moves, time.

use std::time::Duration;

use game::{Game, GameEngine, GameSession, SearchRequest};
use search_core::Budget;
use search_core::session::SearchJob;

use super::go::Go;
use xiangqi::moves::Move;
use xiangqi::position::Position;
use xiangqi::rules::GameRules;

/// The options that concern a search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many best lines to find.
    pub lines: usize,
    /// Time lost between engine and clock on each move.
    pub overhead: Duration,
    /// By which rules repetitions are judged, and how long a game may go on without a capture.
    pub rules: GameRules,
}

impl Settings {
    /// The defaults.
    pub const DEFAULT: Settings =
        Settings { lines: 1, overhead: SearchRequest::OVERHEAD, rules: GameRules::DEFAULT };
}

/// The root moves to choose from; an empty list stands for all of them, `None` for none.
pub fn choices(session: &GameSession<Position>, only: &[Move], banned: &[Move]) -> Option<Vec<Move>> {
    if only.is_empty() && banned.is_empty() {
        return Some(Vec::new());
    }
    let mut left = session.position().legal_moves();
    left.retain(|mv| (only.is_empty() || only.contains(mv)) && !banned.contains(mv));
    (!left.is_empty()).then_some(left)
}

/// The search that a `go` asks for; for pondering, without the time that [`budget`] will allow later.
pub fn job(
    session: &GameSession<Position>,
    go: &Go,
    only: Vec<Move>,
    settings: Settings,
) -> SearchJob<Position> {
    let mut job = GameEngine::job(session, &request(go, settings));
    job.root = job.root.under(settings.rules);
    job.options.only = only;
    if go.is_endless() {
        (job.budget, job.is_held) = (None, true);
    }
    job
}

/// The time that the clock of the side to move, or a fixed time, allows; `None` if there is neither.
pub fn budget(session: &GameSession<Position>, go: &Go, settings: Settings) -> Option<Budget> {
    Position::plan(session, &request(go, settings)).1
}

fn request(go: &Go, settings: Settings) -> SearchRequest {
    SearchRequest {
        clocks: go.clocks,
        lines: settings.lines,
        overhead: settings.overhead,
        ..SearchRequest::within(go.limits)
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;
    use std::num::NonZero;

    use protocols::uci::{self, Dialect};
    use protocols::words::Words;
    use search_core::ClockState;
    use search_core::score::{plies_to_mate, ruling};

    use super::super::position_command;
    use super::*;
    use xiangqi::plan;
    use xiangqi::rules::Rules;

    const SETTINGS: Settings = Settings::DEFAULT;

    fn history(text: &str) -> GameSession<Position> {
        let Ok(uci::Command::Position(game)) = format!("position {text}").parse() else { panic!("{text}") };
        position_command::read(&game).unwrap()
    }

    fn go(text: &str) -> Go {
        let (go, error) = uci::Go::read_in(Words::of(text), Dialect::Uci);
        Go::new(&go, Dialect::Uci, Duration::from_millis(1), error)
    }

    fn milliseconds(budget: Option<Budget>) -> (u128, u128) {
        let budget = budget.unwrap();
        (budget.soft.as_millis(), budget.hard.as_millis())
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let go = go("wtime 60000 btime 600");
        let red = budget(&history("startpos"), &go, SETTINGS);
        let black = budget(&history("startpos moves h2e2"), &go, SETTINGS);
        assert!(milliseconds(red).0 > 50 * milliseconds(black).0);
    }

    #[test]
    fn a_fixed_time_is_used_up_unless_the_clock_forbids() {
        let start = history("startpos");
        assert_eq!(milliseconds(budget(&start, &go("movetime 250"), SETTINGS)), (225, 225));
        assert_eq!(milliseconds(budget(&start, &go("movetime 10"), SETTINGS)), (9, 9));
        let (_, hard) = milliseconds(budget(&start, &go("movetime 2500 wtime 1000 btime 1000"), SETTINGS));
        assert!(hard < 1000);
        assert!(budget(&start, &go("depth 3"), SETTINGS).is_none());
    }

    #[test]
    fn no_clock_however_short_is_overrun() {
        let start = history("startpos");
        for left in 0..2000_u128 {
            for limits in ["", "winc 10", "movestogo 1", "movestogo 40 winc 1000"] {
                let (soft, hard) =
                    milliseconds(budget(&start, &go(&format!("wtime {left} {limits}")), SETTINGS));
                let most = (left / 4).max(left.saturating_sub(110)).max(1);
                assert!(soft <= hard && hard <= most, "{left} {limits}: {soft} {hard}");
            }
        }
    }

    #[test]
    fn pondering_has_no_limit_yet() {
        let job = job(&history("startpos"), &go("ponder wtime 1000 btime 1000"), Vec::new(), SETTINGS);
        assert!(job.is_held && job.budget.is_none());
    }

    #[test]
    fn the_rules_are_those_of_the_settings() {
        let settings = Settings { rules: GameRules::named("plain moves=50").unwrap(), ..SETTINGS };
        let job = job(&history("startpos"), &go("depth 1"), Vec::new(), settings);
        assert_eq!((job.root.rules(), job.root.halfmove_clock().left()), (Rules::Plain, 100));
    }

    /// A chariot and a horse more are worth something, but not in the two plies that are left.
    #[test]
    fn the_search_draws_at_the_move_limit_of_the_rules() {
        let ahead = history("fen 2bak4/4a4/4b4/9/9/9/9/9/4A4/R1N1K4 w - - 78 50");
        let score = |rules: &str| {
            let settings = Settings { rules: GameRules::named(rules).unwrap(), ..SETTINGS };
            engine(1).searches().think(&job(&ahead, &go("depth 5"), Vec::new(), settings), |_| {}).score
        };
        assert_eq!(score("asian moves=40"), 0);
        assert!(score("asian") > 200);
    }

    #[test]
    fn a_forced_move_takes_a_tenth_of_its_time() {
        let check = history("fen 3k5/9/9/9/9/9/9/9/4r4/r3K4 w");
        let clock =
            ClockState { remaining: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: None };
        let share =
            clock.budget(SETTINGS.overhead, plan::expected_moves(check.position(), Duration::ZERO)).soft;
        let soft = budget(&check, &go("wtime 60000 btime 60000"), SETTINGS).unwrap().soft;
        assert_eq!((check.position().legal_moves().len(), soft), (1, share / 10));
    }

    #[test]
    fn root_moves_are_legal_and_not_forbidden() {
        let start = history("startpos");
        let read = |text: &str| Move::parse(text).unwrap();
        assert_eq!(choices(&start, &[], &[]), Some(Vec::new()));
        assert_eq!(choices(&start, &[], &[read("h2e2")]).unwrap().len(), 43);
        assert_eq!(choices(&start, &[read("h2e2"), read("e0e9")], &[]), Some(vec![read("h2e2")]));
        assert_eq!(choices(&start, &[read("h2e2")], &[read("h2e2")]), None);
    }

    fn engine(threads: usize) -> GameEngine<Position> {
        let mut engine = GameEngine::default();
        engine.searches().resize(1 << 20).unwrap();
        engine.set_threads(NonZero::new(threads).unwrap());
        engine
    }

    /// A third occurrence for which the opponent alone is to blame wins, but there may be a mate.
    #[test]
    fn a_ruling_ends_no_search() {
        let moves = "d6c8 e7e8 c8d6 e8e7 d6c8 e7e8 c8d6";
        let game = history(&format!("fen 8n/9/4k3N/3N5/6b2/6C2/9/5K3/4A2p1/7n1 w - - 0 1 moves {moves}"));
        for threads in [1, 2] {
            let on_clock = go("depth 20 wtime 10000000 btime 10000000");
            let outcome =
                engine(threads).searches().think(&job(&game, &on_clock, Vec::new(), SETTINGS), |_| {});
            let won = -ruling(Ordering::Less, 1);
            assert_eq!((outcome.score, outcome.depth, outcome.is_stopped), (won, 20, false));
        }
    }

    /// However many threads fill the table, the mate is found, at its length.
    #[test]
    fn threads_together_find_the_mate() {
        let mate = history("fen N8/4a3C/b3k4/9/6n2/3R5/4P4/3K5/p6c1/5n3 w");
        let job = job(&mate, &go("depth 6"), Vec::new(), SETTINGS);
        for _ in 0..5 {
            let outcome = engine(3).searches().think(&job, |_| {});
            assert_eq!(outcome.best, Some(Move::parse("a9c8").unwrap()));
            assert_eq!(plies_to_mate(outcome.score), Some(3));
        }
    }

    /// The others end with the thread that decides, and count towards the limit.
    #[test]
    fn limits_hold_for_all_threads_together() {
        let start = history("startpos");
        let mut engine = engine(3);
        for (nodes, game) in [(1, "startpos"), (2, "startpos moves h2e2"), (3, "startpos")] {
            let go = go(&format!("nodes {nodes}"));
            let outcome = engine.searches().think(&job(&history(game), &go, Vec::new(), SETTINGS), |_| {});
            assert!(outcome.best.is_some() && outcome.counters.visits <= nodes);
        }
        let outcome = engine.searches().think(&job(&start, &go("nodes 60000"), Vec::new(), SETTINGS), |_| {});
        assert!(outcome.best.is_some() && outcome.is_stopped);
        assert!((20_000..=60_000).contains(&outcome.counters.visits), "{}", outcome.counters.visits);
        let outcome = engine.searches().think(&job(&start, &go("depth 4"), Vec::new(), SETTINGS), |_| {});
        assert_eq!(outcome.depth, 4);
    }
}
