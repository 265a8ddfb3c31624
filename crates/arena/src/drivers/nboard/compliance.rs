//! NBoard's protocol.

use std::time::{Duration, Instant};

use protocols::nboard::{Command, Played, Reply};

use crate::compliance::session::{
    ComplianceProtocol, DONE, ScriptAction::*, Session, StepFailure, StepResult, fail, require, skip, within,
};
use crate::compliance::steps::{Step, extra, rule};
use crate::drivers::gtp::compliance::BEFORE_PASS;
use crate::drivers::nboard::Nboard;
use crate::drivers::state::ProtocolState;
use crate::games::Game;

/// The longest wait for the first hint. An engine without hints writes nothing.
const HINTS: Duration = Duration::from_secs(3);

/// Every game is begun with a small depth.
pub const STEPS: &[Step<Nboard>] = &[
    rule("handshake", &[Start, Test(handshake)]),
    rule("unknown commands are ignored", &[Send(&["xyzzy", "set contempt 3", "set nothing 3"]), Settle]),
    rule("a legal move from the start", &[Start, Search("go")]),
    rule("go plays nothing", &[Start, Search("go"), Search("go")]),
    rule(
        "moves are played",
        &[
            Start,
            Search("go"),
            Send(&["move F5", "move d6/1.50/0.2", "move C3//1"]),
            Game("f5 d6 c3"),
            Search("go"),
        ],
    ),
    rule(
        "a forced pass",
        &[Moves(BEFORE_PASS), Search("go"), Send(&["move PA"]), Test(passed), Search("go")],
    ),
    rule("a game of many moves", &[Start, Send(&[MANY]), Game("f5 d6 c3 d3 c4"), Search("go")]),
    rule("hints", &[Start, Test(hints), Settle]),
    rule("a ping ends a search", &[Start, Send(&["set depth 60", "go"]), Pause(200), Settle, Within(500)]),
    rule("a whole game", &[Start, Send(&["set depth 1"]), Test(whole_game)]),
    rule("quit", &[Quit]),
    extra("broken lines do no harm", &[Send(&BROKEN), Settle]),
    extra("the same move twice", &[Twice(&[Moves("f5 d6 c3"), Search("go")])]),
    extra("an invalid game", &[Start, Search("go"), Refuse(&NONSENSE)]),
];

const MANY: &str = "set game (;GM[Othello]PC[test]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[F5/1.2/0.5]W[D6]B[c3//3]W[D3]B[C4];)";
const BROKEN: [&str; 7] = ["set", "set depth", "set depth x", "move", "hint", "hint x", ""];
const NONSENSE: [&str; 3] =
    ["set game (;GM[Othello]BO[8 --- *];)", "set game hello", "set game (;GM[Othello]BO[8"];

impl ComplianceProtocol for Nboard {
    const GAME: Game = Game::OTHELLO;

    /// There is no move in a game that is refused.
    fn refuse(session: &mut Session<Nboard>, lines: &[&str]) -> Result<(), StepFailure> {
        session.send_all(lines)?;
        session.settle()?;
        session.send(Command::Go)?;
        let written = session.collect(Duration::from_millis(300))?;
        session.settle()?;
        match written.iter().find(|line| session.is_answer(line)) {
            Some(line) => fail(format!("\"{line}\" in an invalid game")),
            None => Ok(()),
        }
    }
}

/// Its name is for the window alone, and may be missing.
fn handshake(session: &mut Session<Nboard>) -> StepResult {
    let time = within(session.handshake_time, session.setup.timeouts.start, Duration::ZERO)?;
    Ok(format!("{}, {time}", session.driver.engine_name().as_deref().unwrap_or("no set myname")))
}

fn passed(session: &mut Session<Nboard>) -> StepResult {
    session.game.advance("pass");
    Ok(DONE)
}

fn hints(session: &mut Session<Nboard>) -> StepResult {
    session.send("hint 2")?;
    let is_hint = |line: &str| matches!(line.parse(), Ok(Reply::Search(_) | Reply::Book(_)));
    let lines = session.with(|_, process| process.read_until(Instant::now() + HINTS, is_hint))?;
    let Some(line) = lines.and_then(|mut lines| lines.pop()) else { return skip("no search lines") };
    let best = match line.text.parse() {
        Ok(Reply::Search(hint) | Reply::Book(hint)) => hint.line.into_iter().next().unwrap_or_default(),
        _ => String::new(),
    };
    let is_legal = session.legal_moves().contains(&best.to_ascii_lowercase());
    require(is_legal, || format!("\"{}\" begins with no legal move", line.text))?;
    Ok(line.text)
}

fn whole_game(session: &mut Session<Nboard>) -> StepResult {
    while session.game.verdict().is_none() {
        let text = session.search("go")?;
        session.game.advance(&text);
        let mv = if text == "pass" { "PA".to_owned() } else { text };
        session.send(Command::Move(Played { mv, ..Played::default() }))?;
    }
    Ok(format!("{} plies", session.game.plies()))
}
