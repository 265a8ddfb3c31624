//! GTP.

use crate::{Choice, Mock, say};

const COMMANDS: &str = "protocol_version\nname\nversion\nlist_commands\nquit\nboardsize\nclear_board\nplay\ngenmove\n\
                        time_settings\ntime_left\ngrhino-setup_board";

pub fn hear(mock: &mut Mock, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [] => {}
        ["protocol_version"] => say("= 2\n"),
        ["name"] => say("= Mock\n"),
        ["version"] => say("= 1\n"),
        ["list_commands"] => say(&format!("= {COMMANDS}\n")),
        ["boardsize", _] | ["time_settings", ..] | ["time_left", ..] => say("=\n"),
        ["clear_board"] => {
            mock.begin();
            say("=\n");
        }
        ["grhino-setup_board", ref rest @ ..] => {
            let is_read = mock.board.set(&rest.join(" "));
            say(if is_read { "=\n" } else { "? syntax error\n" });
        }
        ["play", colour, mv] => {
            let is_legal = is_on_turn(mock, colour) && mock.board.play(&mv.to_ascii_lowercase());
            say(if is_legal { "=\n" } else { "? illegal move\n" });
        }
        ["genmove", colour] if is_on_turn(mock, colour) => answer(mock),
        ["genmove", _] => say("? wrong colour\n"),
        ["quit"] => {
            say("=\n");
            return false;
        }
        _ => say("? unknown command\n"),
    }
    true
}

fn is_on_turn(mock: &Mock, colour: &str) -> bool {
    mock.board.is_first_to_move() == colour.to_ascii_lowercase().starts_with('b')
}

fn answer(mock: &mut Mock) {
    match mock.choose() {
        Choice::Move(mv) => {
            mock.board.play(&mv);
            say(&format!("= {}\n", mv.to_ascii_uppercase()));
        }
        Choice::Nothing => say("? the game is over\n"),
        Choice::Resign => say("= resign\n"),
        Choice::Junk => say("? %$\n"),
    }
}
