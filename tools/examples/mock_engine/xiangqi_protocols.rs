//! The protocols of Xiangqi: UCI, UCCI, and CECP, the protocol of XBoard.

use crate::faults::Breach;
use crate::{Choice, Mock, Proto, send};

pub fn uci(mock: &mut Mock, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["uci"] if mock.args.proto == Proto::Uci => {
            if !mock.breaks(Breach::Unnamed) {
                send("id name Mock 1");
            }
            send("id author Shuangqi\noption name Hash type spin default 16 min 1 max 64");
            send("option name Clear Hash type button\nuciok");
        }
        ["ucci"] if mock.args.proto == Proto::Ucci => {
            send(
                "id name Mock 1\noption usemillisec type check default false\noption newgame type button\nucciok",
            );
        }
        ["isready"] => send("readyok"),
        ["ucinewgame"] | ["setoption", "newgame"] => mock.begin(),
        ["position", ref rest @ ..] => mock.is_lost = !place(mock, rest),
        ["banmoves", ref rest @ ..] if !mock.breaks(Breach::BanMovesIgnored) => {
            mock.banned = rest.iter().map(|&mv| mv.to_owned()).collect();
        }
        ["go", "infinite"] if mock.breaks(Breach::DepthInfiniteOnly) => {}
        ["go", "depth", "infinite"] if mock.breaks(Breach::GoInfiniteOnly) => answer(mock, &words),
        ["go", "infinite"] | ["go", "depth", "infinite"] => mock.is_waiting = true,
        ["go", ..] => answer(mock, &words),
        ["stop"] if mock.is_waiting => {
            mock.is_waiting = false;
            answer(mock, &words);
        }
        ["quit"] => return false,
        ["xyzzy" | "uci" | "ucci"] if mock.breaks(Breach::UnknownFatal) => std::process::exit(3),
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
    mock.banned.clear();
    mock.has_moves = words.len() > end + 1;
    mock.board.set(&text) && words.iter().skip(end + 1).all(|mv| mock.board.play(mv))
}

/// The number behind a word of `go`.
fn number(words: &[&str], name: &str, default: u64) -> u64 {
    let value = words.iter().skip_while(|&&word| word != name).nth(1);
    value.and_then(|word| word.parse().ok()).unwrap_or(default)
}

/// Leaves only the moves that `go` allows.
fn restrict(mock: &mut Mock, words: &[&str]) {
    let mut allowed = words.iter().skip_while(|&&word| word != "searchmoves").skip(1).peekable();
    if allowed.peek().is_some() && !mock.breaks(Breach::SearchMovesIgnored) {
        let allowed: Vec<&str> = allowed.copied().collect();
        mock.banned = mock.board.legal();
        mock.banned.retain(|mv| !allowed.contains(&mv.as_str()));
    }
}

fn answer(mock: &mut Mock, words: &[&str]) {
    let is_ucci = mock.args.proto == Proto::Ucci;
    restrict(mock, words);
    let score = mock.score();
    let depth = number(words, "depth", 1) + u64::from(mock.breaks(Breach::Deeper));
    let nodes = if mock.breaks(Breach::MoreNodes) { 2 * number(words, "nodes", 7) } else { 7 };
    let choice = mock.choose();
    let draw = if mock.offers_draw() && is_ucci { " draw" } else { "" };
    match choice {
        Choice::Move(mv) if is_ucci => {
            send(&format!("info depth {depth} score {score} pv {mv}\nbestmove {mv}{draw}"));
        }
        Choice::Move(mv) => {
            let rest = if mock.breaks(Breach::IllegalLine) { " a0a9" } else { "" };
            let line = format!("depth {depth} multipv 1 score cp {score} nodes {nodes} time 1 pv {mv}{rest}");
            send(&format!("info {line}\nbestmove {mv}"));
            if mock.breaks(Breach::SecondMove) {
                send(&format!("bestmove {mv}"));
            }
        }
        Choice::Nothing if mock.breaks(Breach::MatedMove) && !mock.is_lost => send("bestmove a0a1"),
        Choice::Nothing if is_ucci => send("nobestmove"),
        Choice::Nothing => send("info depth 0 score mate 0\nbestmove (none)"),
        Choice::Resign => send("bestmove resign"),
        Choice::Junk => send("%$?\nbestmove %$?"),
    }
}

pub fn xboard(mock: &mut Mock, line: &str) -> bool {
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
            move_now(mock);
        }
        "usermove" if !play(mock, rest) => {
            let is_named = !mock.breaks(Breach::IllegalUnnamed);
            send(&format!("{}: {rest}", if is_named { "Illegal move" } else { "Error (unknown command)" }));
        }
        "usermove" if !mock.is_forced => move_now(mock),
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

fn move_now(mock: &mut Mock) {
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
