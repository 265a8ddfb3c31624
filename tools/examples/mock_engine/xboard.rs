//! CECP, the protocol of XBoard.

use crate::breaches::Breach;
use crate::{Choice, Mock, send};

pub fn handle(mock: &mut Mock, line: &str) -> bool {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "protover" => send(
            "feature ping=1 setboard=1 usermove=1 time=1 memory=1 colors=0 sigint=0 myname=\"Mock 1\" \
             variants=\"xiangqi\" done=1",
        ),
        "ping" => send(&format!("pong {rest}")),
        "new" => {
            mock.begin();
            mock.is_forced = false;
        }
        "force" => mock.is_forced = true,
        "setboard" => {
            mock.is_lost = !mock.board.set(rest);
            mock.has_moves = false;
            if mock.is_lost {
                send("tellusererror Illegal position");
            }
        }
        "go" => {
            mock.is_forced = false;
            answer(mock);
        }
        "usermove" if !play(mock, rest) => {
            let is_named = !mock.breaks(Breach::IllegalUnnamed);
            send(&format!("{}: {rest}", if is_named { "Illegal move" } else { "Error (unknown command)" }));
        }
        "usermove" if !mock.is_forced => answer(mock),
        "undo" => {
            if let Some(board) = mock.past.pop() {
                mock.board = board;
            }
        }
        "quit" => return false,
        "xyzzy" | "uci" | "ucci" | "protocol_version" if mock.breaks(Breach::UnknownFatal) => {
            std::process::exit(3)
        }
        _ => {}
    }
    true
}

/// `false`: the move is not legal.
fn play(mock: &mut Mock, mv: &str) -> bool {
    mock.has_moves = true;
    let before = mock.board.clone();
    let is_legal = mock.board.play(mv);
    if is_legal {
        mock.past.push(before);
    }
    is_legal
}

fn answer(mock: &mut Mock) {
    let score = mock.score();
    let is_first = mock.board.is_first_to_move();
    let choice = mock.choose();
    if mock.offers_draw() {
        send("offer draw");
    }
    match choice {
        Choice::Move(mv) => {
            play(mock, &mv);
            send(&format!("1 {score} 0 7 {mv}\nmove {mv}"));
        }
        Choice::Nothing if !mock.board.legal().is_empty() => send("1/2-1/2 {no captures}"),
        Choice::Nothing if is_first => send("0-1 {Black mates}"),
        Choice::Nothing => send("1-0 {Red mates}"),
        Choice::Resign => send("resign"),
        Choice::Junk => send("Illegal move: %$"),
    }
}
