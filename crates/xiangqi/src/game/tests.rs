use serde::Deserialize;

use super::*;

const CASES: &str = include_str!("../../../../data/xiangqi/rules.jsonl");

#[derive(Deserialize)]
struct Case {
    fen: String,
    moves: Vec<String>,
    expect: String,
}

impl Case {
    fn replay(&self, moves: usize) -> Game {
        let start = Position::from_fen(&self.fen).unwrap();
        let moves = self.moves[..moves].iter().map(|text| Move::parse(text).unwrap());
        Game::replay(start, Rules::ASIAN, moves)
    }
}

/// The cases of the data file.
fn cases() -> impl Iterator<Item = Case> {
    CASES.lines().map(|line| serde_json::from_str::<Case>(line).unwrap())
}

#[test]
fn judges_every_case() {
    for case in cases() {
        let verdict = case.replay(case.moves.len()).verdict();
        let shown = verdict.explanation();
        assert_eq!(verdict.outcome.to_string(), case.expect, "{} {:?}: {shown}", case.fen, case.moves);
    }
    assert!(cases().count() >= 113);
}

/// Before the third occurrence nothing has ended, in any of the cases that end by repetition.
#[test]
fn nothing_ends_before_the_third_occurrence() {
    let mut cut = 0;
    for case in cases() {
        let verdict = case.replay(case.moves.len()).verdict();
        if verdict.reason.is_repetition() {
            for moves in 0..verdict.after {
                assert_eq!(case.replay(moves).verdict().outcome, Outcome::None, "{} {moves}", case.fen);
            }
            cut += 1;
        }
    }
    assert!(cut >= 79, "{cut}");
}

fn play(fen: &str, moves: &str) -> Game {
    let moves = moves.split_whitespace().map(|text| Move::parse(text).unwrap());
    Game::replay(Position::from_fen(fen).unwrap(), Rules::ASIAN, moves)
}

#[test]
fn the_first_ending_decides() {
    let game = play("3k5/9/9/9/9/9/9/9/4R4/3AK4 w - - 119 80", "e1e2 d9d8 a0a1");
    assert_eq!(game.verdict().reason, Reason::MoveLimit);
    assert_eq!(game.verdict().after, 1);
    assert_eq!(
        game.verdict().explanation(),
        "After 1 move, too many moves have been made without a capture: a draw."
    );
}

#[test]
fn mate_comes_before_the_move_limit() {
    let game = play("3k5/9/4P4/9/9/9/9/9/7R1/4K4 w - - 119 80", "h1h9");
    assert_eq!(game.verdict().reason, Reason::MoveLimit, "the general can step forward");
    let game = play("3k5/4P4/9/9/9/9/9/9/7R1/4K4 w - - 119 80", "h1h9");
    assert_eq!(
        (game.verdict().outcome, game.verdict().reason),
        (Outcome::Win(Color::Red), Reason::Checkmate)
    );
    assert_eq!(game.verdict().explanation(), "After 1 move, Black is checkmated, so Red wins.");
}

#[test]
fn generals_with_their_guards_draw() {
    let game = play("3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 3 1", "e0e1");
    assert_eq!(game.verdict().reason, Reason::NoAttackers);
    assert_eq!(play("3k1a3/9/9/9/9/9/9/4B4/9/4K4 w", "").verdict().reason, Reason::NoAttackers);
}

#[test]
fn an_illegal_move_is_not_played_and_ends_the_game() {
    let game = play(crate::fen::START, "h2e2 h2h3 h9g7");
    assert_eq!(game.verdict().outcome, Outcome::Illegal);
    assert_eq!(game.verdict().after, 2);
    let shown = game.verdict().explanation();
    assert_eq!(
        shown,
        "After 2 moves, h2h3 is not legal: there is no piece of the side to move on its first point."
    );
    assert_eq!(game.position().side(), Color::Black);
}
