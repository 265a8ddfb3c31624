use super::*;
use crossbeam_channel::{never, unbounded};
use shuangqi_cli::lines::Event;

/// The output for these typed lines, after which the input ends.
fn dialogue(typed: &[&str]) -> String {
    let mut out = Vec::new();
    let (sender, lines) = unbounded();
    typed.iter().for_each(|line| sender.send(Event::Line((*line).to_owned())).unwrap());
    drop(sender);
    let screen = Screen::plain(&mut out);
    let limit = Limit::Level(Level::DEFAULT.number());
    let mut terminal = Terminal::new(OthelloGame::new(), screen, Side::White, limit, false);
    assert_eq!(terminal.run(&lines, &never()).unwrap(), Ending::Quit);
    String::from_utf8(out).unwrap()
}

#[test]
fn the_engine_answers_a_move() {
    let text = dialogue(&["level 1", "f5"]);
    assert!(text.contains("The engine plays ") && text.contains("X to move, X 3, O 3\n"), "{text}");
}

#[test]
fn a_person_may_play_both_sides_and_take_back() {
    let text = dialogue(&["engine none", "f5d6", "undo"]);
    assert!(text.ends_with("O to move, X 4, O 1\nO> \n"), "{text}");
    let text = dialogue(&["level 1", "f5", "undo"]);
    assert!(text.ends_with("X to move, X 2, O 2\nX> \n"), "{text}");
}

#[test]
fn the_engine_plays_a_game_with_itself() {
    let text = dialogue(&["level 1", "engine both"]);
    assert!(text.contains("The game is over: ") && text.contains(" exactly, "), "{text}");
}

#[test]
fn hints_come_best_first() {
    let text = dialogue(&["level 3", "hint 2"]);
    let hints: Vec<&str> = text.lines().filter(|line| line.contains("at depth 3")).collect();
    assert!(hints[0].contains("1. ") && hints[1].starts_with("2. ") && hints.len() == 2, "{text}");
}

#[test]
fn bad_input_is_named_and_changes_nothing() {
    let text = dialogue(&["a1", "hello"]);
    assert!(text.contains("expected one of d3 c4 f5 e6") && text.contains("Type help"), "{text}");
}

#[test]
fn moves_are_listed_with_their_passes() {
    let mut game = OthelloGame::new();
    assert_eq!(game.moves(), "No move has been played.\n");
    game.play_text("f5d6c3d3c4f4e3f3e6b4 c5").unwrap();
    assert_eq!(game.moves(), " 1: f5 d6 c3 d3 c4 f4 e3 f3 e6 b4\n11: c5\n");
    assert!(game.undo());
    assert_eq!(game.moves(), " 1: f5 d6 c3 d3 c4 f4 e3 f3 e6 b4\n");
}

#[test]
fn a_game_is_written_as_a_transcript_or_in_ggf() {
    let mut game = OthelloGame::new();
    game.play_text("f5d6c3").unwrap();
    assert_eq!(game.record("a.txt").unwrap(), "f5d6c3\n");
    let read = ggf::read(&game.record("a.GGF").unwrap()).unwrap();
    assert_eq!((read[0].game.moves.len(), read[0].tag("RE")), (3, Some("?")));
    assert!(game.record("a.pgn").unwrap_err().to_string().contains(".txt (a transcript) or .ggf"));
    // White has no move, Black has one at h8.
    let start = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO- O";
    game.begin(Some(crate::notation::board::read(start).unwrap()));
    assert!(game.pass().is_some() && game.pass().is_none());
    game.play_text("h8").unwrap();
    assert!(game.record("a.txt").unwrap_err().to_string().contains("FILE.ggf"));
    let read = ggf::read(&game.record("a.ggf").unwrap()).unwrap();
    assert_eq!((read[0].game.moves.len(), read[0].tag("RE")), (2, Some("-48")));
    assert_eq!(game.result().unwrap(), "The game is over: white wins by 48.");
}
