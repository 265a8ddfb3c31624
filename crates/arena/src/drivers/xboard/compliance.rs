//! CECP, the protocol of XBoard.

use std::time::Duration;

use protocols::xboard::{Command, Reply};

use crate::compliance::session::{
    ComplianceProtocol, DONE, ScriptAction, ScriptAction::*, Session, StepFailure, StepResult, fail, require,
    skip, within,
};
use crate::compliance::steps::{Step, extra, rule};
use crate::drivers::state::ProtocolState;
use crate::drivers::uci::compliance::MIDDLE;
use crate::drivers::xboard::Xboard;
use crate::games::Game;

/// A depth that no search reaches stands before a time: the one set in a former step would hold otherwise.
pub const STEPS: &[Step<Xboard>] = &[
    rule("features", &[Test(handshake)]),
    rule("ping while idle", &[Need("ping"), Settle, Before(10_000)]),
    // Without a ping, only another line shows that the engine still runs.
    rule("unknown commands do no harm", &[Send(&["force", "xyzzy 3"]), Settle, Send(&["easy"]), Settle]),
    rule("a legal move from the start", &[Start, Send(&["sd 3"]), Search("go")]),
    rule("a move after moves", &[Moves("h2e2 h9g7 h0g2"), Send(&["sd 3"]), Search("go")]),
    rule("an answer to a move", &[Start, Send(&["sd 3"]), Search("go"), Test(reply)]),
    rule("no search in force mode", &[Moves("h2e2"), Silence(500)]),
    rule("a legal move from a FEN", &[Need("setboard"), Fen(MIDDLE), Send(&["sd 3"]), Search("go")]),
    rule("st is kept", &[Start, Send(&["sd 99", "st 1"]), Search("go"), Within(1000)]),
    rule(
        "level and time are kept",
        &[Start, Send(&["sd 99", "level 0 1 0", "time 200", "otim 200"]), Search("go"), Before(2000)],
    ),
    rule("illegal moves are named", &[Start, Refuse(&["a0a9"]), Send(&["sd 2"]), Search("go")]),
    rule("undo", &[Moves("h2e2"), Send(&["undo", "sd 2"]), Game(""), Search("go")]),
    rule("new games after results", &RESULTS),
    rule("quit during a search", &[Start, Send(&["sd 99", "st 60", "go"]), Pause(200), Quit]),
    extra("? makes it move", &[Start, Test(hurry)]),
    extra("an invalid FEN", &[Need("setboard"), Start, Send(&["setboard rnbakabnr/9/9 w"]), Test(outlasted)]),
    extra("the same move twice", &[Twice(&[Moves("h2e2"), Send(&["sd 4"]), Search("go")])]),
];

const RESULTS: [ScriptAction<Xboard>; 8] = [
    Start,
    Send(&["sd 2"]),
    Search("go"),
    Send(&["result 1-0 {White wins}"]),
    Start,
    Send(&["sd 2"]),
    Search("go"),
    Send(&["result 1/2-1/2 {agreed}"]),
];

impl ComplianceProtocol for Xboard {
    const GAME: Game = Game::XIANGQI;

    /// The lines are moves.
    fn refuse(session: &mut Session<Xboard>, lines: &[&str]) -> Result<(), StepFailure> {
        for line in lines {
            session.send(move_command(session, line))?;
            let is_named =
                written(session)?.iter().any(|line| matches!(line.parse(), Ok(Reply::IllegalMove(_))));
            require(is_named, || format!("no Illegal move to {line}"))?;
        }
        Ok(())
    }

    fn plays(_: &str) -> bool {
        true
    }
}

/// A move as the engine reads it.
fn move_command(session: &Session<Xboard>, mv: &str) -> Command {
    session.driver.features.move_command(session.driver.coordinates.write(mv))
}

/// What the engine writes, refusals among it, until it has done what it was sent; without `ping`, for a moment.
fn written(session: &mut Session<Xboard>) -> Result<Vec<String>, StepFailure> {
    if !session.driver.offers("ping") {
        return session.collect(Duration::from_millis(200));
    }
    let mut written = Vec::new();
    session.with(|_, process| {
        process.ping(process.timeouts.ready, |line| {
            written.push(line.to_owned());
            None
        })
    })?;
    Ok(written)
}

fn outlasted(session: &mut Session<Xboard>) -> StepResult {
    written(session).map(|_| DONE)
}

/// `done` and `myname` may be missing; without any feature, it speaks an older version.
fn handshake(session: &mut Session<Xboard>) -> StepResult {
    let features = &session.driver.features;
    require(!features.0.is_empty(), || "there are no features".to_owned())?;
    let variants = features.value("variants").unwrap_or_default();
    let plays = variants.split(',').any(|variant| variant.trim() == "xiangqi");
    require(plays, || format!("variants=\"{variants}\" without xiangqi"))?;
    let (name, options) = (features.value("myname").unwrap_or("no myname"), features.options().list.len());
    let end = if features.is_done() == Some(true) { "" } else { ", no done=1" };
    Ok(format!("{name}, {options} options{end}, {} ms", session.handshake_time.as_millis()))
}

/// A move of ours, and the answer to it.
fn reply(session: &mut Session<Xboard>) -> StepResult {
    let Some(mv) = session.legal_moves().into_iter().next() else { return fail("no reply") };
    session.game.advance(&mv);
    let answer = session.search(&move_command(session, &mv).to_string())?;
    Ok(format!("{mv} {answer}"))
}

/// The protocol permits an engine to ignore `?`.
fn hurry(session: &mut Session<Xboard>) -> StepResult {
    session.send_all(&["sd 99", "level 0 60 0", "time 360000", "go"])?;
    let before = session.collect(Duration::from_millis(300))?;
    if before.iter().any(|line| session.is_answer(line)) {
        return skip("the engine moved before");
    }
    let begin = session.send(Command::MoveNow)?;
    let (limit, margin) = (Duration::from_millis(500), session.setup.margin);
    session.read_answer("?", begin, limit + margin)?;
    session.legal_move()?;
    within(session.elapsed, limit, margin)
}
