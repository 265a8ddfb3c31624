use super::*;
use crossbeam_channel::never;

/// The output for these typed lines, after which the input ends.
fn dialogue(typed: &[&str]) -> String {
    let mut out = Vec::new();
    let (sender, lines) = unbounded();
    typed.iter().for_each(|line| sender.send(Event::Line((*line).to_owned())).unwrap());
    drop(sender);
    let game = XiangqiGame::new(Script::Letters).unwrap();
    let mut terminal = Terminal::new(game, Screen::plain(&mut out), Color::Black, Limit::Level(2), false);
    assert_eq!(terminal.run(&lines, &never()).unwrap(), Ending::Quit);
    String::from_utf8(out).unwrap()
}

#[test]
fn moves_are_read_in_every_notation_and_answered() {
    for mv in ["h2e2", "H2-E2", "C2.5", "C2=5", "炮二平五"] {
        let text = dialogue(&[mv, "moves"]);
        assert!(text.contains("The engine plays ") && text.contains("at depth 2, "), "{text}");
        assert!(text.contains("Red to move\n"), "{text}");
    }
}

#[test]
fn several_moves_are_played_or_none() {
    let text = dialogue(&["engine none", "1. 炮二平五 马８进７ 2. h0g2", "moves"]);
    assert!(text.contains("  1. C2.5  H8+7\n  2. H2+3\n"), "{text}");
    let text = dialogue(&["engine none", "h2e2 h2e2", "moves"]);
    assert!(text.contains("No move has been played."), "{text}");
}

#[test]
fn a_person_takes_back_and_sets_up() {
    let text = dialogue(&["engine none", "h2e2 h9g7", "undo"]);
    assert!(text.ends_with("Black to move\nBlack> \n"), "{text}");
    let text = dialogue(&["engine none", "set 3k5/9/9/9/9/9/9/9/4r4/r3K4 w"]);
    assert!(text.ends_with("Red to move, in check\nRed> \n"), "{text}");
}

#[test]
fn the_board_is_drawn_in_characters_or_letters() {
    let text = dialogue(&["characters", "letters"]);
    assert!(text.contains("9 車 馬 象 士 將 士 象 馬 車 9\n"), "{text}");
    assert_eq!(text.matches("9 r n b a k a b n r 9\n").count(), 2, "{text}");
}

#[test]
fn mates_and_repetitions_end_the_game() {
    let text = dialogue(&["engine none", "set 3k5/9/9/9/9/9/9/9/r8/1r3K3 w", "hint"]);
    assert!(text.contains("The game is over.") && text.contains("checkmated"), "{text}");
    let check = "b1c1 b3c3 c1b1 c3b3 b1c1 b3c3 c1b1 c3b3";
    let text = dialogue(&["engine none", "set 5k3/9/9/9/9/9/1r7/9/1C7/3K5 w", check, "b1c1"]);
    assert!(
        text.contains("The game is over. After 8 moves, the position has occurred for the third time"),
        "{text}"
    );
    assert!(text.contains("expected a game that goes on"), "{text}");
}

#[test]
fn the_engine_plays_both_sides_to_a_mate() {
    let text = dialogue(&["level 3", "set 3k5/9/9/9/9/9/4r4/9/r8/5K3 b", "engine both"]);
    assert!(text.contains("mate in ") && text.contains("so Black wins"), "{text}");
}

#[test]
fn hints_come_best_first() {
    let text = dialogue(&["hint 2"]);
    let hints: Vec<&str> = text.lines().filter(|line| line.contains("at depth 2")).collect();
    assert!(hints[0].contains("1. ") && hints[1].starts_with("2. ") && hints.len() == 2, "{text}");
}

#[test]
fn bad_input_is_named_and_changes_nothing() {
    let text = dialogue(&["engine none", "hello", "h2i9", "moves"]);
    assert!(text.contains("Type help") && text.contains("expected a legal move"), "{text}");
    assert!(text.contains("No move has been played."), "{text}");
}

#[test]
fn a_game_is_written_as_pgn() {
    let mut game = XiangqiGame::new(Script::Characters).unwrap();
    game.play_text("h2e2 h9g7 h0g2").unwrap();
    let text = game.record("game.PGN").unwrap();
    assert!(text.starts_with("[Game \"Chinese Chess\"]\n") && !text.contains("[FEN"), "{text}");
    assert!(text.ends_with("[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 2. H0-G2 *\n"), "{text}");
    assert!(game.record("game.txt").unwrap_err().to_string().contains(".pgn"));
    game.begin(Some(Position::from_fen("3k5/9/9/9/9/9/9/1r7/r8/5K3 b").unwrap()));
    game.play_text("b2b3 f0e0 b3b2").unwrap();
    let text = game.record("game.pgn").unwrap();
    assert!(text.contains("[FEN \"3k5/9/") && text.contains("\n\n1... B2-B3 2. F0-E0 B3-B2 "), "{text}");
    assert_eq!(game.moves().lines().next(), Some("  1. …  车２退１"));
}

#[test]
fn mates_are_counted_in_moves() {
    use search_core::score::{mate_in, mated_in};
    assert_eq!(evaluation(mate_in(1), 3), "mate in 1");
    assert_eq!(evaluation(mate_in(3), 3), "mate in 2");
    assert_eq!(evaluation(mated_in(2), 3), "mated in 1");
    assert_eq!(evaluation(-131, 3), "-1.31 at depth 3");
}
