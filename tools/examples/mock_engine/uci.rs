//! UCI and UCCI.

use crate::{Choice, Mock, Proto, say};

pub fn hear(mock: &mut Mock, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["uci"] => {
            say("id name Mock 1\nid author Shuangqi\noption name Hash type spin default 16 min 1 max 64");
            say("option name Clear Hash type button\nuciok");
        }
        ["ucci"] => {
            say(
                "id name Mock 1\noption usemillisec type check default false\noption newgame type button\nucciok",
            );
        }
        ["isready"] => say("readyok"),
        ["ucinewgame"] | ["setoption", "newgame"] => mock.begin(),
        ["position", ref rest @ ..] => mock.is_lost = !place(mock, rest),
        ["go", "infinite"] | ["go", "depth", "infinite"] => mock.is_waiting = true,
        ["go", ..] => answer(mock),
        ["stop"] if mock.is_waiting => {
            mock.is_waiting = false;
            answer(mock);
        }
        ["quit"] => return false,
        _ => {}
    }
    true
}

/// `false`: the position is none.
fn place(mock: &mut Mock, words: &[&str]) -> bool {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let text = match words.first() {
        Some(&"fen") => words[1..end].join(" "),
        Some(&"startpos") => xiangqi::fen::START.to_owned(),
        _ => return false,
    };
    mock.board.set(&text) && words.iter().skip(end + 1).all(|mv| mock.board.play(mv))
}

fn answer(mock: &mut Mock) {
    let is_ucci = mock.args.proto == Proto::Ucci;
    let score = mock.score();
    let choice = mock.choose();
    let draw = if mock.offers_draw() && is_ucci { " draw" } else { "" };
    match choice {
        Choice::Move(mv) if is_ucci => {
            say(&format!("info depth 1 score {score} pv {mv}\nbestmove {mv}{draw}"));
        }
        Choice::Move(mv) => {
            say(&format!("info depth 1 multipv 1 score cp {score} nodes 7 time 1 pv {mv}\nbestmove {mv}"));
        }
        Choice::Nothing if is_ucci => say("nobestmove"),
        Choice::Nothing => say("info depth 0 score mate 0\nbestmove (none)"),
        Choice::Resign => say("bestmove resign"),
        Choice::Junk => say("%$?\nbestmove %$?"),
    }
}
