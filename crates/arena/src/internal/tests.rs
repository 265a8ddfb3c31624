use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use ::game::{GameEngine, GameSession};
use search_core::{Budget, ClockState};

use super::*;
use crate::clock;
use crate::config::Limits;
use crate::games::Game;
use crate::samples::{self, Asked};

fn limits(depth: Option<u32>, nodes: u64, milliseconds: u64) -> Limits {
    let move_time = (milliseconds > 0).then(|| Duration::from_millis(milliseconds));
    Limits { depth, nodes: NonZeroU64::new(nodes), move_time }
}

fn engine(tc: &str, limits: Limits, options: &[(&str, &str)]) -> EngineConfig {
    let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let (clock, margin) = (clock::read(tc).unwrap(), Duration::from_millis(500));
    EngineConfig { options, clock, limits, margin, ..samples::engine("own") }
}

fn open(game: Game, config: &EngineConfig, rules: &str) -> Result<Box<dyn Player>, BadInput> {
    super::open(game, config, rules, &Channel::default())
}

fn opening(game: Game) -> Opening {
    let moves = if game == Game::OTHELLO { ["f5", "d6", "c3"] } else { ["h2e2", "h9g7", "h0g2"] };
    Opening { moves: moves.map(str::to_owned).to_vec(), ..samples::standard(game) }
}

#[test]
fn depth_and_nodes_bound_the_search_together() {
    for game in [Game::OTHELLO, Game::XIANGQI] {
        for (limits, is_shallow) in [(limits(Some(1), 100_000, 0), true), (limits(Some(40), 100, 0), false)] {
            let opening = opening(game);
            let mut player = open(game, &engine("inf", limits, &[]), "asian").unwrap();
            player.begin(&opening, Seat::Second).unwrap();
            let asked = Asked::new(game, &opening, &opening.moves);
            let info = player.answer(&MoveRequest { limits, ..asked.request() }).unwrap().info;
            assert!(info.nodes.is_some_and(|nodes| (1..=2_000).contains(&nodes)) && info.score.is_some());
            assert!(!is_shallow || info.depth == Some(1), "{info:?}");
        }
    }
}

#[test]
fn a_cancelled_search_ends_at_once() {
    for game in [Game::OTHELLO, Game::XIANGQI] {
        let opening = opening(game);
        let mut player = open(game, &engine("inf", limits(None, 0, 60_000), &[]), "asian").unwrap();
        player.begin(&opening, Seat::Second).unwrap();
        let is_cancelled = Arc::new(true.into());
        let asked = Asked::new(game, &opening, &opening.moves);
        let request =
            MoveRequest { limits: limits(None, 0, 60_000), is_cancelled: &is_cancelled, ..asked.request() };
        let answer = player.answer(&request).unwrap();
        assert!(answer.info.nodes.is_some_and(|nodes| nodes < 10_000), "{answer:?}");
        let moves = ["z9"; 4].map(str::to_owned);
        let lost = MoveRequest { moves: &moves, ..request };
        assert!(matches!(player.answer(&lost), Err(Fault::Crash { .. })));
    }
}

#[test]
fn options_are_read_or_refused() {
    let outcome = |game: Game, options: &[(&str, &str)]| {
        let engine = engine("1+1", Limits::default(), options);
        open(game, &engine, "asian").map(drop).map_err(|bad| bad.to_string())
    };
    assert!(outcome(Game::OTHELLO, &[("hash", "8"), ("RECIPE", "pvs+table")]).is_ok());
    assert!(outcome(Game::XIANGQI, &[("Rules", "plain"), ("Recipe", "strongest+null3-killers")]).is_ok());
    for (name, value, expected) in [
        ("Threads", "4", "expected Hash, Recipe, Rules, Strength, EvalFile or Evaluation"),
        ("Evaluation", "guess", "evaluation: found \"guess\", expected net or classical"),
        ("EvalFile", "no/such.weights", "no/such.weights:1: file of weights"),
        ("Strength", "21", "found Strength \"21\", expected a number from 1 to 20"),
        ("Hash", "0", "found Hash \"0\", expected mebibytes"),
        ("Hash", "1048576", "found 1048576 MiB, expected "),
        ("Recipe", "best", "found Recipe \"best\", expected one of negamax"),
        ("Recipe", "play+magic", "found Recipe \"magic\", expected a part that"),
        ("Rules", "club", "found \"club\", expected one of asian"),
    ] {
        let outcome = outcome(Game::XIANGQI, &[(name, value)]).unwrap_err();
        assert!(outcome.contains(expected), "{outcome}");
    }
    let endless = open(Game::OTHELLO, &engine("inf", Limits::default(), &[]), "").map(drop).unwrap_err();
    assert!(endless.to_string().contains("\"own\" without any limit"));
}

#[test]
fn the_table_follows_the_limits_and_is_the_engines_own_on_a_clock() {
    let game = Game::OTHELLO;
    let bytes =
        |tc: &str, limits: Limits| read_options(game, &engine(tc, limits, &[]), "").unwrap().0.hash_bytes;
    let own = game.info.table_bytes;
    assert_eq!(bytes("10+0.1", limits(None, 0, 0)), own);
    assert_eq!(bytes("10+0.1", limits(None, 1_000, 0)), 1 << 17);
    assert_eq!(bytes("inf", limits(None, 10_000, 0)), 1_000_000);
    assert_eq!(bytes("inf", limits(None, 0, 100)), 40_000_000);
    assert_eq!(bytes("inf", limits(None, 0, 1_000)), own);
    assert_eq!(bytes("inf", limits(Some(2), 0, 1_000)), 1 << 17);
    assert_eq!(bytes("inf", limits(Some(1_000), 0, 0)), own);
}

/// What the engine of Xiangqi in this process reports of the position after these moves, in hundredths.
fn reported(rules: &str, option: &[(&str, &str)], fen: &str, moves: &str) -> i32 {
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let opening = Opening { start: fen.to_owned(), moves, ..samples::standard(Game::XIANGQI) };
    let mut player = open(Game::XIANGQI, &engine("inf", limits(Some(6), 0, 0), option), rules).unwrap();
    player.begin(&opening, Seat::First).unwrap();
    let asked = Asked::new(Game::XIANGQI, &opening, &opening.moves);
    let limits = limits(Some(6), 0, 0);
    let answer = player.answer(&MoveRequest { limits, ..asked.request() }).unwrap();
    match answer.info.score {
        Some(EngineScore::Hundredths(score)) => score,
        other => panic!("{other:?}"),
    }
}

/// An engine that plays for a win that the referee does not give, or that fears a loss that it does not give, plays badly.
#[test]
fn the_engine_searches_by_the_rules_of_the_match() {
    let checks = ("8n/9/4k3N/3N5/6b2/6C2/9/5K3/4A2p1/7n1 w - - 0 1", "d6c8 e7e8 c8d6 e8e7 d6c8 e7e8 c8d6");
    let by = |rules: &str, option: &[(&str, &str)]| reported(rules, option, checks.0, checks.1);
    assert!(by("asian", &[]) > 9_000);
    assert!(by("plain", &[]) < 9_000 && by("asian", &[("Rules", "plain")]) < 9_000);
    let ahead = "2bak4/4a4/4b4/9/9/9/9/9/4A4/R1N1K4 w - - 78 50";
    let by = |rules: &str, option: &[(&str, &str)]| reported(rules, option, ahead, "");
    assert!(by("asian", &[]) > 200);
    assert_eq!(by("asian moves=40", &[]), 0);
    assert_eq!(by("asian moves=40", &[("Rules", "plain")]), 0, "the set of rules alone is another");
}

/// The first move of a game with this clock and this time for each move, in milliseconds.
fn budget(clock: Option<u64>, move_time: u64) -> Option<Budget> {
    let clock = clock.map(|remaining| ClockState {
        remaining: Duration::from_millis(remaining),
        increment: Duration::from_millis(10),
        moves_to_go: None,
    });
    let within = SearchRequest::within(limits(None, 0, move_time));
    let request = SearchRequest { clocks: [clock, None], ..within };
    GameEngine::job(&GameSession::<::othello::Position>::default(), &request).budget
}

#[test]
fn clocks_and_times_bound_the_search_as_they_do_in_a_process() {
    let overhead = SearchRequest::OVERHEAD;
    let fixed = |time| Some(Budget::fixed(Duration::from_millis(time), overhead));
    assert_eq!(budget(None, 100), fixed(100));
    let shared = budget(Some(1000), 0).unwrap();
    assert!(shared.soft >= 3 * overhead && shared.hard <= 40 * overhead, "{shared:?}");
    assert_eq!(budget(Some(1000), 20), fixed(20));
    assert_eq!(budget(Some(1000), 5000).unwrap().hard, shared.hard);
}

#[test]
fn answers_are_logged_in_plain_words() {
    let score = Some(EngineScore::Hundredths(-31));
    let info = SearchInfo { score, depth: Some(8), nodes: Some(1), pv: vec!["c3c4".to_owned()] };
    let elapsed = Duration::from_millis(123);
    let choice = Choice::Move("c3c4".to_owned());
    let mut answer = Answer { choice, offers_draw: false, elapsed, info };
    assert_eq!(answer_text(&answer), "c3c4, -0.31, depth 8, 1 node, 0.123 s, line c3c4");
    answer.info = SearchInfo { score: Some(EngineScore::Mate(-2)), ..SearchInfo::default() };
    answer.choice = Choice::Resign;
    assert_eq!(answer_text(&answer), "resigns, mate -2, 0.123 s");
}
