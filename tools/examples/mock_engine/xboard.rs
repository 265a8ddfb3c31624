//! CECP, the protocol of XBoard.

use crate::{Choice, Mock, say};

pub fn hear(mock: &mut Mock, line: &str) -> bool {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "protover" => {
            say("feature ping=1 setboard=1 usermove=1 time=1 memory=1 colors=0 sigint=0 myname=\"Mock 1\" \
             variants=\"xiangqi\" done=1")
        }
        "ping" => say(&format!("pong {rest}")),
        "new" => {
            mock.begin();
            mock.is_forced = false;
        }
        "force" => mock.is_forced = true,
        "setboard" => {
            mock.is_lost = !mock.board.set(rest);
            if mock.is_lost {
                say("tellusererror Illegal position");
            }
        }
        "go" => {
            mock.is_forced = false;
            answer(mock);
        }
        "usermove" if !mock.board.play(rest) => say(&format!("Illegal move: {rest}")),
        "usermove" if !mock.is_forced => answer(mock),
        "quit" => return false,
        _ => {}
    }
    true
}

fn answer(mock: &mut Mock) {
    let score = mock.score();
    let is_first = mock.board.is_first_to_move();
    let choice = mock.choose();
    if mock.offers_draw() {
        say("offer draw");
    }
    match choice {
        Choice::Move(mv) => {
            mock.board.play(&mv);
            say(&format!("1 {score} 0 7 {mv}\nmove {mv}"));
        }
        Choice::Nothing if is_first => say("0-1 {Black mates}"),
        Choice::Nothing => say("1-0 {Red mates}"),
        Choice::Resign => say("resign"),
        Choice::Junk => say("Illegal move: %$"),
    }
}
