//! The protocols of Othello: GTP and NBoard's.

use game::any::GameEntry;
use othello::Position;
use shuangqi_game_files::{Contents, Extent, FileKind, Source};

use crate::board::Board;
use crate::faults::{Breach, Fault};
use crate::{Choice, Mock, send};

const COMMANDS: &str = "protocol_version name version known_command list_commands quit boardsize clear_board play genmove \
    reg_genmove showboard final_score time_settings time_left grhino-setup_board";

fn is_command(name: &str) -> bool {
    COMMANDS.split(' ').any(|known| known == name)
}

/// The text of a reply, or that of a refusal.
type Reply = Result<String, String>;

pub fn gtp(mock: &mut Mock, line: &str) -> bool {
    let end = if mock.breaks(Breach::RemarkRead) { None } else { line.find('#') };
    let words: Vec<&str> = line[..end.unwrap_or(line.len())].split_whitespace().collect();
    let is_numbered = words.first().is_some_and(|word| word.parse::<u32>().is_ok());
    let (number, words) = words.split_at(usize::from(is_numbered));
    if words.is_empty() {
        if mock.breaks(Breach::BlankAnswered) {
            send("?\n");
        }
        return true;
    }
    let is_quit = words[0] == "quit";
    let text = reply(mock, words);
    if !(is_quit && mock.breaks(Breach::SilentQuit)) {
        write(mock, number.first().copied(), text);
    }
    !is_quit
}

/// Writes a reply behind its sign and its number.
fn write(mock: &mut Mock, number: Option<&str>, reply: Reply) {
    let mut number = number.unwrap_or_default().to_owned();
    match mock.args.breach {
        Some(Breach::LostNumber) => number.clear(),
        Some(Breach::SpacedNumber) if !number.is_empty() => number.insert(0, ' '),
        Some(Breach::StaleNumber) if number.is_empty() => number.clone_from(&mock.number),
        _ => {}
    }
    mock.number.clone_from(&number);
    let (sign, text) = reply.map_or_else(|text| ('?', text), |text| ('=', text));
    let blank = if text.is_empty() { "" } else { " " };
    send(&format!("{sign}{number}{blank}{text}\n"));
}

fn reply(mock: &mut Mock, words: &[&str]) -> Reply {
    match *words {
        ["protocol_version"] => good(if mock.breaks(Breach::WrongVersion) { "3" } else { "2" }),
        ["name"] => good("Mock"),
        ["version"] => good("1"),
        ["known_command", name] => {
            let is_known = is_command(name) || mock.breaks(Breach::Untrue);
            good(if is_known { "true" } else { "false" })
        }
        ["list_commands"] => good(&listed(mock)),
        ["boardsize", size] if size == "8" || mock.breaks(Breach::AnySize) => good(""),
        ["boardsize", _] => bad("unacceptable size"),
        ["time_settings", _, _, _] | ["time_left", _, _, _] | ["quit"] => good(""),
        ["clear_board"] => {
            mock.begin();
            good("")
        }
        ["grhino-setup_board", ref rest @ ..] => {
            if mock.board.set(&rest.join(" ")) {
                good("")
            } else {
                bad("syntax error")
            }
        }
        ["play", colour, mv] => play(mock, colour, mv),
        ["genmove", colour] => generate(mock, colour, true),
        ["reg_genmove", colour] => generate(mock, colour, mock.breaks(Breach::RegPlays)),
        ["showboard"] => good(if mock.breaks(Breach::NoBoard) { "" } else { "a board\nof Othello" }),
        ["final_score"] => good(&score(mock)),
        [name, ..] if is_command(name) && !mock.breaks(Breach::BrokenAccepted) => bad("syntax error"),
        [name, ..] if is_command(name) || mock.breaks(Breach::UnknownAccepted) => good(""),
        _ => bad("unknown command"),
    }
}

fn good(text: &str) -> Reply {
    Ok(text.to_owned())
}

fn bad(text: &str) -> Reply {
    Err(text.to_owned())
}

fn listed(mock: &Mock) -> String {
    let is_hidden = |name: &str| name == "genmove" && mock.breaks(Breach::Unlisted);
    COMMANDS.split(' ').filter(|name| !is_hidden(name)).collect::<Vec<_>>().join("\n")
}

/// Whether the colour is on turn; an error if it is none.
fn is_on_turn(mock: &Mock, colour: &str) -> Result<bool, String> {
    let is_unread = mock.breaks(Breach::SmallLetters) && colour.contains(char::is_uppercase);
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" if !is_unread => Ok(mock.board.is_first_to_move()),
        "w" | "white" if !is_unread => Ok(!mock.board.is_first_to_move()),
        _ if mock.breaks(Breach::BrokenAccepted) => Ok(false),
        _ => Err("syntax error".to_owned()),
    }
}

fn play(mock: &mut Mock, colour: &str, mv: &str) -> Reply {
    if mock.args.fault == Fault::RefusePlay {
        return bad("illegal move");
    }
    if is_on_turn(mock, colour)? && mock.board.play(&mv.to_ascii_lowercase()) {
        return good("");
    }
    let is_square = othello::notation::read_move(mv).is_some_and(|mv| !mv.is_pass());
    let is_accepted = match mock.args.breach {
        Some(Breach::IllegalAccepted) => is_square,
        Some(Breach::PassAccepted) => mv == "pass",
        Some(Breach::BrokenAccepted) => othello::notation::read_move(mv).is_none(),
        _ => false,
    };
    if is_accepted { good("") } else { bad("illegal move") }
}

fn generate(mock: &mut Mock, colour: &str, is_played: bool) -> Reply {
    if !is_on_turn(mock, colour)? {
        return bad("wrong colour");
    }
    match mock.choose() {
        Choice::Move(mv) => {
            if is_played {
                mock.board.play(&mv);
            }
            Ok(mv.to_ascii_uppercase())
        }
        Choice::Nothing => bad("the game is over"),
        Choice::Resign => good("resign"),
        Choice::Junk => bad("%$"),
    }
}

fn score(mock: &Mock) -> String {
    let margin = if mock.breaks(Breach::WrongScore) { -mock.board.margin() } else { mock.board.margin() };
    match margin {
        0 => "0".to_owned(),
        1.. => format!("B+{margin}"),
        _ => format!("W+{}", -margin),
    }
}

pub fn nboard(mock: &mut Mock, line: &str) -> bool {
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
    let source = Source { game: &GameEntry::<Position>::NEW, file: "set game", extent: Extent::MainLine };
    let games = shuangqi_game_files::read(source, Contents::Text(text), Some(FileKind::Ggf));
    let session = games.ok().and_then(|games| games.last()?.session_of::<Position>().ok());
    let Some(session) = session else { return false };
    let length = session.moves().len();
    // A game that does not go on is another one.
    if length <= mock.length {
        mock.searches = 0;
    }
    mock.length = length;
    mock.board = Board::Othello(*session.position());
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
