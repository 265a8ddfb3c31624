use game::{Game as _, GameSession};
use serde::Deserialize;

use super::*;
use crate::fen::Setup;
use crate::moves::Move;
use crate::rules::{GameRules, Rules};

const CASES: &str = include_str!("../../../../data/xiangqi/rules.jsonl");

/// The game as far as no rule has ended it.
fn replay(start: Position, rules: Rules, moves: impl IntoIterator<Item = Move>) -> GameSession<Position> {
    let mut session = GameSession::new(start, GameRules::from(rules));
    for mv in moves {
        if ending_of(&session).is_some() {
            break;
        }
        session.play(mv);
    }
    session
}

fn ending_of(session: &GameSession<Position>) -> Option<Ending> {
    ending(session.position(), session.line())
}

fn explanation_of(session: &GameSession<Position>) -> String {
    ending_of(session)
        .map(|ending| explanation(ending, session.position(), session.line()))
        .map(|message| message.to_string())
        .unwrap_or_default()
}

#[derive(Clone, Deserialize)]
struct Case {
    fen: String,
    moves: Vec<String>,
}

impl Case {
    fn replay(&self, moves: usize) -> GameSession<Position> {
        let start = Position::from_fen(&self.fen).unwrap();
        replay(start, Rules::ASIAN, self.moves[..moves].iter().map(|text| Move::parse(text).unwrap()))
    }
}

/// The cases of the data file.
fn cases() -> impl Iterator<Item = Case> {
    CASES.lines().map(|line| serde_json::from_str::<Case>(line).unwrap())
}

/// That every case ends as it should is what `judge` shows (tests/engines/snapshots).
#[test]
fn nothing_ends_before_the_third_occurrence() {
    let mut cut = 0;
    for case in cases() {
        let game = case.replay(case.moves.len());
        if ending_of(&game).is_some_and(|ending| ending.reason.is_repetition()) {
            for moves in 0..game.moves().len() {
                assert_eq!(ending_of(&case.replay(moves)), None, "{} {moves}", case.fen);
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
        let ending_on = |setup: &Setup, moves: Vec<Move>| {
            ending_of(&replay(Position::try_from(setup).unwrap(), rules, moves))
        };
        let ending = ending_on(&setup, moves().collect());
        let mirrored = ending_on(&setup.mirrored(), moves().map(Move::mirrored).collect());
        assert_eq!(mirrored, ending, "{}", case.fen);
        let exchanged = ending.map(|ending| Ending { winner: ending.winner.map(|color| !color), ..ending });
        let flipped = ending_on(&setup.flipped(), moves().map(Move::flipped).collect());
        assert_eq!(flipped, exchanged, "{}", case.fen);
    }
}

fn play(fen: &str, moves: &str) -> GameSession<Position> {
    play_under(Rules::Asian, fen, moves)
}

fn play_under(rules: Rules, fen: &str, moves: &str) -> GameSession<Position> {
    let moves = moves.split_whitespace().map(|text| Move::parse(text).unwrap());
    replay(Position::from_fen(fen).unwrap(), rules, moves)
}

/// The ending under every set of rules, for a cycle gone round twice.
fn under_all_rules(fen: &str, cycle: &str) -> [Ending; 4] {
    Rules::ALL.map(|rules| ending_of(&play_under(rules, fen, &format!("{cycle} {cycle}"))).unwrap())
}

const fn won(winner: Color, reason: Reason) -> Ending {
    Ending { winner: Some(winner), reason }
}

const fn drawn(reason: Reason) -> Ending {
    Ending { winner: None, reason }
}

const DRAWN: Ending = drawn(Reason::Repetition);

#[test]
fn perpetual_check_is_allowed_by_the_plain_rules_only() {
    let guilty = won(Color::Black, Reason::PerpetualCheck);
    let cycle = "a9a8 d8d9 a8a9 d9d8";
    assert_eq!(under_all_rules("R8/3k5/9/9/9/9/9/9/9/4K4 w", cycle), [guilty, guilty, guilty, DRAWN]);
}

/// Black's horse gives check with one of its two moves and is chased all the time.
#[test]
fn a_check_excuses_chases_where_pikafish_judges() {
    let guilty = won(Color::Black, Reason::PerpetualChase);
    let found = under_all_rules("6R2/n7P/5k3/5n3/9/9/9/4R1n2/3K5/9 b", "g2f0 e2e0 f0g2 e0e2");
    assert_eq!(found, [guilty, DRAWN, DRAWN, DRAWN]);
}

/// Red's chariot stands on the leg of Black's horse and chases it, and is chased by Black's chariot and cannon.
#[test]
fn a_held_chariot_is_the_victim_where_the_world_rules_judge() {
    let (fen, cycle) = ("5k3/9/4bP3/9/9/9/3R5/1nR1r3c/3K5/9 w", "d3d2 e2e0 d2d3 e0e2");
    let guilty = won(Color::Red, Reason::PerpetualChase);
    let mutual = drawn(Reason::MutualPerpetualChase);
    assert_eq!(under_all_rules(fen, cycle), [guilty, mutual, DRAWN, DRAWN]);
    let shown = explanation_of(&play(fen, &format!("{cycle} {cycle}")));
    assert!(shown.ends_with("A chariot that a horse holds is the victim, whatever it attacks."), "{shown}");
}

/// The cannon runs and comes back, the chariot follows: the moves are named, each attack with its pieces.
#[test]
fn a_verdict_is_shown_by_its_moves() {
    let cycle = "a2a9 c2c9 a9a2 c9c2";
    let game = play("9/5k2n/9/6P2/4r4/9/1r7/c1R6/3K5/9 b", &format!("{cycle} {cycle}"));
    assert_eq!(
        explanation_of(&game),
        "After 8 moves, the position has occurred for the third time, and Red attacked the same piece with every move \
         since the first, so Black wins. Red attacked Black's cannon anew with c2c9 (chariot c9 on cannon a9, \
         unprotected) and c9c2 (chariot c2 on cannon a2, unprotected). Of Black's moves, a2a9 attacked nothing anew."
    );
}

#[test]
fn games_end_by_their_first_rule() {
    for (fen, moves, ending) in [
        ("3k5/9/9/9/9/9/9/9/4R4/3AK4 w - - 119 80", "e1e2", drawn(Reason::MoveLimit)),
        // The general can step forward.
        ("3k5/9/4P4/9/9/9/9/9/7R1/4K4 w - - 119 80", "h1h9", drawn(Reason::MoveLimit)),
        // Mate comes before the move limit.
        ("3k5/4P4/9/9/9/9/9/9/7R1/4K4 w - - 119 80", "h1h9", won(Color::Red, Reason::Checkmate)),
        ("3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 3 1", "e0e1", drawn(Reason::NoAttackers)),
        ("3k1a3/9/9/9/9/9/9/4B4/9/4K4 w", "", drawn(Reason::NoAttackers)),
    ] {
        assert_eq!(ending_of(&play(fen, moves)), Some(ending), "{fen}");
    }
}

#[test]
fn endings_are_sentences() {
    let mated = play("3k5/4P4/9/9/9/9/9/9/7R1/4K4 w - - 119 80", "h1h9");
    assert_eq!(explanation_of(&mated), "After 1 move, Black is checkmated, so Red wins");
    let verdict = Position::verdict(&mated).unwrap();
    assert_eq!((verdict.result.text(), verdict.reason.as_str()), ("1-0", "checkmate"));
}
