//! NBoard's protocol.

use othello::notation::ggf;
use search_core::Position as _;

use crate::board::Board;
use crate::breaches::Breach;
use crate::{Choice, Mock, send};

pub fn handle(mock: &mut Mock, line: &str) -> bool {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "nboard" if mock.breaks(Breach::NameWithDepth) => {}
        "nboard" => send("set myname Mock"),
        "ping" => send(&format!("pong {rest}")),
        "set" => {
            if rest.starts_with("depth") && mock.breaks(Breach::NameWithDepth) {
                send("set myname Mock with depth");
            }
            if let Some(game) = rest.strip_prefix("game ") {
                mock.is_lost = !place(mock, game);
            }
        }
        "move" => {
            let mv = rest.split('/').next().unwrap_or_default().to_ascii_lowercase();
            mock.board.play(if mv == "pa" { "pass" } else { &mv });
        }
        "go" => answer(mock),
        "quit" => return false,
        "xyzzy" | "uci" | "ucci" | "protocol_version" | "xboard" if mock.breaks(Breach::UnknownFatal) => {
            std::process::exit(3)
        }
        _ => {}
    }
    true
}

fn place(mock: &mut Mock, text: &str) -> bool {
    let Some(record) = ggf::read(text).ok().and_then(|mut records| records.pop()) else { return false };
    let length = record.game.moves.len();
    // A game that does not go on is another one.
    if length <= mock.length {
        mock.searches = 0;
    }
    mock.length = length;
    let mut position = record.game.start;
    record.game.moves.iter().for_each(|&mv| position.play(mv));
    mock.board = Board::Othello(position);
    true
}

fn answer(mock: &mut Mock) {
    let discs = mock.score() / 10;
    match mock.choose() {
        Choice::Move(mv) => {
            let mv = if mv == "pass" { "PA".to_owned() } else { mv.to_ascii_uppercase() };
            send(&format!("nodestats 7 0.01\n=== {mv}/{discs}.00/0.01"));
        }
        Choice::Nothing => send("status nothing to do"),
        Choice::Resign | Choice::Junk => send("==="),
    }
}
