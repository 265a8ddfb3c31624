use std::time::Duration;

use search_core::{Budget, ClockState};

use super::*;
use crate::arena::config::Limits;
use crate::arena::internal::InternalGame;

#[test]
fn protocols_are_listed_by_game() {
    assert_eq!(Game::OTHELLO.protocol_names(), "gtp, nboard or internal");
    assert_eq!(Game::XIANGQI.protocol_names(), "uci, ucci, xboard or internal");
}

/// What a clock and a time for each move, in milliseconds, allow before the first move of a game.
fn budget(game: &impl InternalGame, clock: Option<u64>, move_time: u64) -> Option<Budget> {
    let face = |remaining| ClockState {
        remaining: Duration::from_millis(remaining),
        increment: Duration::from_millis(10),
        moves_to_go: None,
    };
    let limits =
        Limits { move_time: (move_time > 0).then(|| Duration::from_millis(move_time)), ..Limits::default() };
    game.job(limits, [clock.map(face), None]).budget
}

#[test]
fn clocks_and_times_bound_the_search_as_they_do_in_a_process() {
    fn check(game: &impl InternalGame) {
        let overhead = Duration::from_millis(10);
        let fixed = |time| Some(Budget::fixed(Duration::from_millis(time), overhead));
        assert_eq!(budget(game, None, 0), None);
        assert_eq!(budget(game, None, 100), fixed(100));
        let shared = budget(game, Some(1000), 0).unwrap();
        assert!(shared.soft >= 3 * overhead && shared.hard <= 40 * overhead, "{shared:?}");
        assert_eq!(budget(game, Some(1000), 20), fixed(20));
        assert_eq!(budget(game, Some(1000), 5000).unwrap().hard, shared.hard);
    }
    check(&othello::OthelloGame::default());
    check(&xiangqi::XiangqiGame::start().unwrap());
}
