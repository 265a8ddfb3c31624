use serde::Deserialize;

use super::*;
use crate::fen::Setup;

const CASES: &str = include_str!("../../../../data/xiangqi/rules.jsonl");

#[derive(Clone, Deserialize)]
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
fn every_case_has_its_verdict() {
    for case in cases() {
        let verdict = case.replay(case.moves.len()).verdict();
        let shown = verdict.explanation();
        assert_eq!(verdict.outcome.to_string(), case.expect, "{} {:?}: {shown}", case.fen, case.moves);
    }
    assert_eq!(cases().count(), 128);
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
    assert!(cut >= 94, "{cut}");
}

/// No set of rules favours a side or a wing.
#[test]
fn reflection_and_exchange_of_sides_change_no_verdict() {
    for (case, rules) in cases().flat_map(|case| Rules::ALL.map(|rules| (case.clone(), rules))) {
        let setup = Position::from_fen(&case.fen).unwrap().to_setup();
        let moves = || case.moves.iter().map(|text| Move::parse(text).unwrap());
        let verdict_on = |setup: &Setup, moves: Vec<Move>| {
            let verdict = Game::replay(Position::try_from(setup).unwrap(), rules, moves).verdict();
            (verdict.outcome, verdict.reason.to_string())
        };
        let (outcome, reason) = verdict_on(&setup, moves().collect());
        let mirrored = verdict_on(&setup.mirrored(), moves().map(Move::mirrored).collect());
        assert_eq!(mirrored, (outcome, reason.clone()), "{}", case.fen);
        let exchanged = match outcome {
            Outcome::Win(color) => Outcome::Win(!color),
            other => other,
        };
        let flipped = verdict_on(&setup.flipped(), moves().map(Move::flipped).collect());
        assert_eq!(flipped, (exchanged, reason), "{}", case.fen);
    }
}

fn play(fen: &str, moves: &str) -> Game {
    play_under(Rules::Asian, fen, moves)
}

fn play_under(rules: Rules, fen: &str, moves: &str) -> Game {
    let moves = moves.split_whitespace().map(|text| Move::parse(text).unwrap());
    Game::replay(Position::from_fen(fen).unwrap(), rules, moves)
}

/// The outcome and the reason under every set of rules, for a cycle gone round twice.
fn under_all_rules(fen: &str, cycle: &str) -> [(Outcome, Reason); 4] {
    Rules::ALL.map(|rules| {
        let verdict = play_under(rules, fen, &format!("{cycle} {cycle}")).verdict();
        (verdict.outcome, verdict.reason)
    })
}

const DRAWN: (Outcome, Reason) = (Outcome::Draw, Reason::Repetition);

#[test]
fn perpetual_check_is_allowed_by_the_plain_rules_only() {
    let guilty = (Outcome::Win(Color::Black), Reason::PerpetualCheck);
    let cycle = "a9a8 d8d9 a8a9 d9d8";
    assert_eq!(under_all_rules("R8/3k5/9/9/9/9/9/9/9/4K4 w", cycle), [guilty, guilty, guilty, DRAWN]);
}

/// Black's horse gives check with one of its two moves and is chased all the time.
#[test]
fn a_check_excuses_chases_where_pikafish_judges() {
    let guilty = (Outcome::Win(Color::Black), Reason::PerpetualChase);
    let found = under_all_rules("6R2/n7P/5k3/5n3/9/9/9/4R1n2/3K5/9 b", "g2f0 e2e0 f0g2 e0e2");
    assert_eq!(found, [guilty, DRAWN, DRAWN, DRAWN]);
}

/// Red's chariot stands on the leg of Black's horse and chases it, and is chased by Black's chariot and cannon.
#[test]
fn a_held_chariot_is_the_victim_where_the_world_rules_judge() {
    let (fen, cycle) = ("5k3/9/4bP3/9/9/9/3R5/1nR1r3c/3K5/9 w", "d3d2 e2e0 d2d3 e0e2");
    let guilty = (Outcome::Win(Color::Red), Reason::PerpetualChase);
    let mutual = (Outcome::Draw, Reason::MutualPerpetualChase);
    assert_eq!(under_all_rules(fen, cycle), [guilty, mutual, DRAWN, DRAWN]);
    let shown = play(fen, &format!("{cycle} {cycle}")).explanation();
    assert!(shown.ends_with("A chariot that a horse holds is the victim, whatever it attacks."), "{shown}");
}

/// The cannon runs and comes back, the chariot follows: the moves are named, each attack with its pieces.
#[test]
fn a_verdict_is_shown_by_its_moves() {
    let cycle = "a2a9 c2c9 a9a2 c9c2";
    let shown = play("9/5k2n/9/6P2/4r4/9/1r7/c1R6/3K5/9 b", &format!("{cycle} {cycle}")).explanation();
    assert_eq!(
        shown,
        "After 8 moves, the position has occurred for the third time, and Red attacked the same piece with every move \
         since the first, so Black wins. Red attacked Black's cannon anew with c2c9 (chariot c9 on cannon a9, \
         unprotected) and c9c2 (chariot c2 on cannon a2, unprotected). Of Black's moves, a2a9 attacked nothing anew."
    );
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
