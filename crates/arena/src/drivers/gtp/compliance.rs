//! GTP, as Othello engines speak it.

use game::Seat;
use protocols::gtp::{Color, Command, Response};

use crate::compliance::session::{
    ComplianceProtocol, DONE, ScriptAction, ScriptAction::*, Session, StepFailure, StepResult, fail, require,
};
use crate::compliance::steps::{Step, extra, rule};
use crate::drivers::gtp::{self, Gtp};
use crate::drivers::nboard;
use crate::drivers::state::ProtocolState;
use crate::games::Game;

/// A game after which Black, to move, must pass.
pub const BEFORE_PASS: &str = "c4 c3 f5 b4 a4 a5 c2 a3";
/// A game without a pass that fills the board.
const FULL_GAME: &str = "e6 d6 c3 f4 d7 c5 g4 g3 c4 g5 b5 c7 f5 a5 a6 d8 a4 f7 f6 d3 h4 c2 e7 e3 g6 f8 b4 b3 e2 h5 b6 f3 \
    h6 g7 c6 a7 d2 d1 c1 b1 c8 b2 h7 h8 h2 a3 h3 h1 f2 g2 f1 g1 e8 g8 a2 a1 b7 b8 a8 e1";

/// The commands that a controller needs.
const NEEDED: &str =
    "protocol_version name version known_command list_commands quit boardsize clear_board play genmove";

pub const STEPS: &[Step<Gtp>] = &[
    rule("handshake", &[Test(handshake)]),
    rule("all needed commands are listed", &[Test(needed)]),
    rule("known_command is right", &[Need("known_command"), Test(known)]),
    rule("unknown commands are refused", &[Refuse(&["xyzzy"]), Send(&["name"])]),
    rule("responses have the number of the request", &[Test(numbers)]),
    rule("comments and blank lines are ignored", &[Test(comments)]),
    rule("one size of board", &[Send(&["boardsize 8"]), Refuse(&["boardsize 19"])]),
    rule("a legal move from the start", &[Start, Search("genmove b")]),
    rule("its own move is played", &[Moves("f5"), Search("genmove w"), Search("genmove b")]),
    rule(
        "reg_genmove plays nothing",
        &[Need("reg_genmove"), Start, Search("reg_genmove b"), Search("genmove b")],
    ),
    rule("letters in either case", &LETTERS),
    rule("illegal moves are refused", &[Start, Refuse(&["play b a1", "play b d4"]), Search("genmove b")]),
    rule(
        "undo",
        &[
            Need("undo"),
            Moves("f5 d6"),
            Send(&["undo"]),
            Game("f5"),
            Search("genmove w"),
            Start,
            Refuse(&["undo"]),
        ],
    ),
    rule("a forced pass", &[Moves(BEFORE_PASS), Search("genmove b"), Search("genmove w")]),
    rule("a whole game", &[Start, Test(whole_game)]),
    rule("final_score", &[Need("final_score"), Moves(FULL_GAME), Test(score)]),
    rule("showboard", &[Need("showboard"), Test(show)]),
    rule(
        "time for one move is kept",
        &[
            Need("time_settings"),
            Moves("f5 d6 c3"),
            Send(&["time_settings 0 1 1"]),
            Search("genmove w"),
            Within(1000),
        ],
    ),
    rule(
        "a clock is kept",
        &[
            Need("time_settings"),
            Need("time_left"),
            Moves("f5 d6 c3"),
            Send(&["time_settings 60 0 0", "time_left b 2 0", "time_left w 2 0"]),
            Search("genmove w"),
            Before(2000),
        ],
    ),
    rule("quit", &[Send(&["quit"]), Test(Session::await_exit)]),
    extra("broken lines are refused", &[Start, Refuse(&BROKEN)]),
    extra("a pass beside moves is refused", &[Start, Refuse(&["play b pass"]), Search("genmove b")]),
    extra("no move after the end of the game", &[Moves(FULL_GAME), Test(after_end)]),
    extra("the same move twice", &[Twice(&[Moves("f5 d6 c3"), Search("genmove w")])]),
];

const LETTERS: [ScriptAction<Gtp>; 8] = [
    Start,
    Send(&["play b f5"]),
    Start,
    Send(&["play B F5"]),
    Start,
    Send(&["play black f5"]),
    Start,
    Send(&["play BLACK F5"]),
];
const BROKEN: [&str; 7] =
    ["play", "play b", "play b z9", "play green f5", "genmove", "genmove green", "boardsize"];

impl ComplianceProtocol for Gtp {
    const GAME: Game = Game::OTHELLO;

    fn refuse(session: &mut Session<Gtp>, lines: &[&str]) -> Result<(), StepFailure> {
        lines.iter().try_for_each(|line| match respond(session, line)?.result {
            Ok(text) => fail(format!("= {text} to \"{line}\"")),
            Err(_) => Ok(()),
        })
    }

    fn plays(line: &str) -> bool {
        matches!(line.parse(), Ok(Command::GenMove(_)))
    }
}

/// The response to a line.
fn respond(session: &mut Session<Gtp>, line: &str) -> Result<Response, StepFailure> {
    session.with(|_, process| gtp::response_to(process, line))
}

/// The response to a line that must succeed.
fn obey(session: &mut Session<Gtp>, line: &str) -> StepResult {
    session.with(|_, process| gtp::require(process, line))
}

fn handshake(session: &mut Session<Gtp>) -> StepResult {
    let version = obey(session, "protocol_version")?;
    require(matches!(version.as_str(), "2" | "2.0"), || format!("protocol_version {version} instead of 2"))?;
    let Some(name) = session.driver.engine_name() else {
        return fail("the engine refuses to report its name");
    };
    let (commands, time) = (session.driver.commands.len(), session.handshake_time.as_millis());
    Ok(format!("{name}, {commands} commands, {time} ms"))
}

fn needed(session: &mut Session<Gtp>) -> StepResult {
    let missing: Vec<&str> = NEEDED.split(' ').filter(|name| !session.driver.offers(name)).collect();
    require(missing.is_empty(), || format!("not listed: {}", missing.join(" ")))?;
    Ok(DONE)
}

fn known(session: &mut Session<Gtp>) -> StepResult {
    for (name, expected) in [("genmove", "true"), ("xyzzy", "false")] {
        let answer = obey(session, &format!("known_command {name}"))?;
        require(answer == expected, || format!("known_command {name} is {answer}"))?;
    }
    Ok(DONE)
}

fn numbers(session: &mut Session<Gtp>) -> StepResult {
    let expected = obey(session, "protocol_version")?;
    for (number, line) in
        [(Some("42"), "42 protocol_version"), (Some("43"), "43 xyzzy"), (None, "protocol_version")]
    {
        let response = respond(session, line)?;
        let is_right = number.is_some() || response.result.as_ref() == Ok(&expected);
        require(is_right && response.id.as_deref() == number, || {
            format!("\"{}\" to \"{line}\"", response.to_string().trim_end())
        })?;
    }
    // An engine that keeps an old number fails this step alone.
    session.end_process();
    Ok(DONE)
}

fn comments(session: &mut Session<Gtp>) -> StepResult {
    let expected = obey(session, "protocol_version")?;
    session.send_all(&["", "   ", "# a comment"])?;
    let version = obey(session, "protocol_version # another\r")?;
    require(version == expected, || format!("= {version} to protocol_version"))?;
    Ok(DONE)
}

/// A game with itself to its end.
fn whole_game(session: &mut Session<Gtp>) -> StepResult {
    while session.game.verdict().is_none() {
        let color = if session.game.seat() == Seat::First { Color::Black } else { Color::White };
        session.search(&Command::GenMove(color).to_string())?;
    }
    Ok(format!("{} plies", session.game.plies()))
}

fn score(session: &mut Session<Gtp>) -> StepResult {
    let discs = session.game.verdict().and_then(|verdict| verdict.discs).unwrap_or_default();
    let expected = match discs {
        0 => "0".to_owned(),
        margin @ 1.. => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    };
    let answer = obey(session, "final_score")?;
    let shown = answer.trim_end_matches(".0");
    require(shown.eq_ignore_ascii_case(&expected), || format!("final_score {answer} instead of {expected}"))?;
    Ok(answer)
}

/// A pass or a refusal shows that there are no moves left.
fn after_end(session: &mut Session<Gtp>) -> StepResult {
    match respond(session, "genmove b")?.result {
        Ok(mv) if nboard::read_move(&mv) == "pass" => Ok(mv),
        Ok(mv) => fail(format!("= {mv} to genmove b")),
        Err(refusal) => Ok(format!("? {refusal}")),
    }
}

fn show(session: &mut Session<Gtp>) -> StepResult {
    let board = obey(session, "showboard")?;
    require(!board.is_empty(), || "showboard is empty".to_owned())?;
    Ok(format!("{} lines", board.lines().count()))
}
