use super::*;
use crate::config::{DrawRule, ResignRule};
use crate::games::Game;
use crate::samples::{begin, opening};

const RESIGN: ResignRule = ResignRule { moves: 2, score: 500, is_two_sided: false };
const DRAW: DrawRule = DrawRule { from_move: 3, moves: 2, score: 10 };

fn board(game: Game, start: &str) -> Box<dyn AnySession> {
    begin(game, "asian", &opening(start, &[])).unwrap()
}

/// The ending, by what reason after how many moves, of a game in which the seats take turns to claim these scores.
fn adjudicated(rules: Adjudication, claims: &[i32]) -> Option<(usize, GameResult, String)> {
    let session = board(Game::XIANGQI, ::xiangqi::fen::START);
    let mut arbiter = Arbiter::new(rules);
    let mut seats = Seat::BOTH.into_iter().cycle();
    (1..).zip(claims).find_map(|(plies, &score)| {
        arbiter.count_move(seats.next().unwrap(), Some(EngineScore::Hundredths(score)), false);
        let ending = arbiter.ending(&*session, plies)?;
        Some((plies, ending.result, ending.reason))
    })
}

fn resign(is_two_sided: bool) -> Adjudication {
    Adjudication { resign: Some(ResignRule { is_two_sided, ..RESIGN }), ..Adjudication::default() }
}

#[test]
fn nothing_ends_a_game_without_rules() {
    assert_eq!(adjudicated(Adjudication::default(), &[-9999; 400]), None);
}

#[test]
fn a_player_resigns_after_enough_moves_in_a_row() {
    let lost = |plies, result| Some((plies, result, "resign_rule".to_owned()));
    assert_eq!(adjudicated(resign(false), &[-500, 0, -500, 0]), lost(3, GameResult::Second));
    assert_eq!(adjudicated(resign(false), &[0, -900, 0, -500]), lost(4, GameResult::First));
    assert_eq!(adjudicated(resign(false), &[-500, 0, -499, 0, -500, 0]), None);
    assert_eq!(adjudicated(resign(false), &[0, i32::MIN, 0, i32::MIN]), lost(4, GameResult::First));
}

#[test]
fn both_must_agree_in_a_two_sided_rule() {
    assert_eq!(adjudicated(resign(true), &[-500, 0, -500, 0, -500, 0]), None);
    let agreed = adjudicated(resign(true), &[-500, 0, -500, 500, -500, 500]);
    assert_eq!(agreed, Some((6, GameResult::Second, "resign_rule".to_owned())));
}

#[test]
fn mates_count_as_lost_and_missing_scores_do_not() {
    let session = board(Game::XIANGQI, ::xiangqi::fen::START);
    let mut arbiter = Arbiter::new(resign(false));
    for claim in [Some(EngineScore::Mate(-3)), None, Some(EngineScore::Mate(-2))] {
        arbiter.count_move(Seat::First, claim, false);
        assert!(arbiter.ending(&*session, 10).is_none());
    }
    arbiter.count_move(Seat::First, Some(EngineScore::Mate(0)), false);
    let ending = arbiter.ending(&*session, 10).unwrap();
    assert_eq!(ending.explanation, "Red has reported a lost position for 2 moves");
    arbiter.count_move(Seat::First, Some(EngineScore::Mate(4)), false);
    assert!(arbiter.ending(&*session, 10).is_none());
}

#[test]
fn level_games_are_drawn_from_a_given_move_on() {
    let rules = Adjudication { draw: Some(DRAW), ..Adjudication::default() };
    let drawn = |plies| Some((plies, GameResult::Draw, "draw_rule".to_owned()));
    assert_eq!(adjudicated(rules, &[0; 20]), drawn(6));
    assert_eq!(adjudicated(rules, &[0, 0, 0, 11, 0, 0, 0, 10]), drawn(8));
    assert_eq!(adjudicated(rules, &[0, 50, 0, 50, 0, 50, 0, 50]), None);
}

#[test]
fn a_capture_restarts_the_count_of_level_moves() {
    let session = board(Game::XIANGQI, ::xiangqi::fen::START);
    let mut arbiter = Arbiter::new(Adjudication { draw: Some(DRAW), ..Adjudication::default() });
    let level = Some(EngineScore::Hundredths(0));
    for ply in 0..4 {
        arbiter.count_move(Seat::BOTH[ply % 2], level, ply == 3);
    }
    for ply in 4..8 {
        assert!(arbiter.ending(&*session, 50).is_none());
        arbiter.count_move(Seat::BOTH[ply % 2], level, false);
    }
    assert!(arbiter.ending(&*session, 50).is_some());
}

#[test]
fn resignation_precedes_draws_and_level_draws_precede_long_games() {
    let draw = Some(DrawRule { from_move: 1, moves: 2, score: 1000 });
    let all = Adjudication { draw, most_moves: Some(2), ..resign(false) };
    assert_eq!(adjudicated(all, &[-600, 0, -600, 0]).map(|ending| ending.2).as_deref(), Some("resign_rule"));
    assert_eq!(adjudicated(all, &[0; 9]), Some((4, GameResult::Draw, "draw_rule".to_owned())));
    let long = Adjudication { most_moves: Some(2), ..Adjudication::default() };
    assert_eq!(adjudicated(long, &[0; 9]), Some((4, GameResult::Draw, "most_moves".to_owned())));
}

#[test]
fn the_solver_precedes_all_rules() {
    let problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let session = board(Game::OTHELLO, problem);
    let rules = Adjudication { solve_empties: Some(14), most_moves: Some(1), ..Adjudication::default() };
    let ending = Arbiter::new(rules).ending(&*session, 100).unwrap();
    assert_eq!((ending.discs, ending.reason.as_str()), (Some(18), "solved"));
    let fewer = Adjudication { solve_empties: Some(13), ..rules };
    assert_eq!(Arbiter::new(fewer).ending(&*session, 100).unwrap().reason, "most_moves");
}
