//! GTP, as Othello engines speak it.

use std::time::{Duration, Instant};

use ::othello::{Position, Side};
use protocols::gtp::{Color, Command, Play, Response, ResponseReader};

use super::harness::{Harness, StepFailure, StepResult, fail, require};
use super::othello::{BEFORE_PASS, after, full_game, is_legal, legal, play};
use super::script::{Do, Do::*, Session, require_legal};
use super::step_list::{Scripted, Step, extra, rule};
use crate::fault::Fault;

/// The commands that a controller needs.
const NEEDED: &str =
    "protocol_version name version known_command list_commands quit boardsize clear_board play genmove";

/// An engine that speaks GTP.
#[derive(Clone, Debug, Default)]
pub struct Gtp {
    name: Option<String>,
    commands: Vec<String>,
    handshake_time: Duration,
    /// The positions of the game.
    past: Vec<Position>,
}

const STEPS: &[Step<Gtp>] = &[
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
        &[Need("undo"), Moves("f5d6"), Send(&["undo"]), Search("genmove w"), Start, Refuse(&["undo"])],
    ),
    rule("a forced pass", &[Moves(BEFORE_PASS), Search("genmove b"), Search("genmove w")]),
    rule("a whole game", &[Start, Test(whole_game)]),
    rule("final_score", &[Need("final_score"), Test(score)]),
    rule("showboard", &[Need("showboard"), Test(show)]),
    rule(
        "time for one move is kept",
        &[
            Need("time_settings"),
            Moves("f5d6c3"),
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
            Moves("f5d6c3"),
            Send(&["time_settings 60 0 0", "time_left b 2 0", "time_left w 2 0"]),
            Search("genmove w"),
            Before(2000),
        ],
    ),
    rule("quit", &[Send(&["quit"]), Test(|_, harness| harness.await_exit())]),
    extra("broken lines are refused", &[Start, Refuse(&BROKEN)]),
    extra("a pass beside moves is refused", &[Start, Refuse(&["play b pass"]), Search("genmove b")]),
    extra("no move after the end of the game", &[Test(after_end)]),
    extra("the same move twice", &[Twice(&[Moves("f5d6c3"), Search("genmove w")])]),
];

const LETTERS: [Do<Gtp>; 8] = [
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

/// Sends a line, and reads the response.
fn request(harness: &mut Harness, line: &str) -> Result<Response, StepFailure> {
    let until = harness.send(line)? + harness.timeouts.ready;
    let mut reader = ResponseReader::default();
    while let Some(output) = harness.next_line(until)? {
        if let Some(response) = reader.add(&output.text) {
            return Ok(response);
        }
    }
    Err(Fault::Stall { to: line.to_owned(), waited: harness.timeouts.ready }.into())
}

/// The response to a line that must succeed.
fn obey(harness: &mut Harness, line: &str) -> Result<String, StepFailure> {
    let response = request(harness, line)?;
    response.result.or_else(|refusal| fail(format!("? {refusal} to \"{line}\"")))
}

impl Gtp {
    fn position(&self) -> Position {
        self.past.last().copied().unwrap_or(Position::START)
    }

    fn play(&mut self, text: &str) {
        let mut position = self.position();
        if play(&mut position, text) {
            self.past.push(position);
        }
    }

    fn color(&self) -> Color {
        if self.position().side == Side::Black { Color::Black } else { Color::White }
    }
}

impl Scripted for Gtp {
    fn steps(&self) -> Vec<&'static Step<Gtp>> {
        [STEPS, &Step::ENDINGS].into_iter().flatten().collect()
    }
}

impl Session for Gtp {
    fn handshake(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
        let begin = Instant::now();
        // A failure is an answer too.
        let _ = request(harness, "protocol_version")?;
        self.handshake_time = begin.elapsed();
        let [name, version, list] = ["name", "version", "list_commands"]
            .map(|line| request(harness, line).map(|response| response.result));
        let (name, version) = (name?.ok(), version?.unwrap_or_default());
        self.name = name.map(|name| format!("{name} {version}").trim().to_owned());
        self.commands = list?.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }

    fn has(&self, name: &str) -> bool {
        self.commands.iter().any(|known| known == name)
    }

    fn send(&mut self, harness: &mut Harness, line: &str) -> Result<(), StepFailure> {
        obey(harness, line)?;
        match line.parse() {
            Ok(Command::ClearBoard) => self.past.clear(),
            Ok(Command::Play(play)) => self.play(&play.vertex.text),
            Ok(Command::Undo) => drop(self.past.pop()),
            _ => {}
        }
        Ok(())
    }

    fn refuse(&mut self, harness: &mut Harness, lines: &[&str]) -> Result<(), StepFailure> {
        lines.iter().try_for_each(|line| match request(harness, line)?.result {
            Ok(text) => fail(format!("= {text} to \"{line}\"")),
            Err(_) => Ok(()),
        })
    }

    fn set_up(&mut self, harness: &mut Harness, _: Option<&str>, moves: &str) -> Result<(), StepFailure> {
        self.send(harness, "clear_board")?;
        moves.as_bytes().chunks(2).try_for_each(|pair| {
            let play =
                Play { color: self.color(), vertex: String::from_utf8_lossy(pair).into_owned().into() };
            self.send(harness, &Command::Play(play).to_string())
        })
    }

    fn search(&mut self, harness: &mut Harness, line: &str) -> Result<(String, Duration), StepFailure> {
        let begin = Instant::now();
        let (mv, elapsed) = (obey(harness, line)?, begin.elapsed());
        let position = self.position();
        require_legal(&mv, is_legal(&position, &mv), || legal(&position).join(" "))?;
        if matches!(line.parse(), Ok(Command::GenMove(_))) {
            self.play(&mv);
        }
        Ok((mv, elapsed))
    }
}

fn handshake(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    let version = obey(harness, "protocol_version")?;
    require(matches!(version.as_str(), "2" | "2.0"), || format!("protocol_version {version} instead of 2"))?;
    let Some(name) = &gtp.name else { return fail("the engine refuses to report its name") };
    Ok(format!("{name}, {} commands, {} ms", gtp.commands.len(), gtp.handshake_time.as_millis()))
}

fn needed(gtp: &mut Gtp, _: &mut Harness) -> StepResult {
    let missing: Vec<&str> = NEEDED.split(' ').filter(|name| !gtp.has(name)).collect();
    require(missing.is_empty(), || format!("not listed: {}", missing.join(" ")))?;
    Ok(String::new())
}

fn known(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    for (name, expected) in [("genmove", "true"), ("xyzzy", "false")] {
        let answer = obey(harness, &format!("known_command {name}"))?;
        require(answer == expected, || format!("known_command {name} is {answer}"))?;
    }
    Ok(String::new())
}

fn numbers(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let expected = obey(harness, "protocol_version")?;
    for (number, line) in
        [(Some("42"), "42 protocol_version"), (Some("43"), "43 xyzzy"), (None, "protocol_version")]
    {
        let response = request(harness, line)?;
        let is_right = number.is_some() || response.result.as_ref() == Ok(&expected);
        require(is_right && response.id.as_deref() == number, || {
            format!("\"{}\" to \"{line}\"", response.to_string().trim_end())
        })?;
    }
    // An engine that keeps an old number fails this step alone.
    harness.end_process();
    Ok(String::new())
}

fn comments(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let expected = obey(harness, "protocol_version")?;
    harness.send_all(["", "   ", "# a comment"])?;
    let version = obey(harness, "protocol_version # another\r")?;
    require(version == expected, || format!("= {version} to protocol_version"))?;
    Ok(String::new())
}

/// A game with itself to its end.
fn whole_game(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    while !gtp.position().board.is_over() {
        gtp.search(harness, &Command::GenMove(gtp.color()).to_string())?;
    }
    Ok(format!("{} plies", gtp.past.len()))
}

fn score(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    let game = full_game();
    let end = after(&game)?;
    gtp.set_up(harness, None, &game)?;
    let side = if end.side == Side::Black { 1 } else { -1 };
    let expected = match side * end.board.final_difference() {
        0 => "0".to_owned(),
        margin @ 1.. => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    };
    let answer = obey(harness, "final_score")?;
    let shown = answer.trim_end_matches(".0");
    require(shown.eq_ignore_ascii_case(&expected), || format!("final_score {answer} instead of {expected}"))?;
    Ok(answer)
}

/// A pass or a refusal shows that there are no moves left.
fn after_end(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    gtp.set_up(harness, None, &full_game())?;
    match request(harness, "genmove b")?.result {
        Ok(mv) if mv.eq_ignore_ascii_case("pass") => Ok(mv),
        Ok(mv) => fail(format!("= {mv} to genmove b")),
        Err(refusal) => Ok(format!("? {refusal}")),
    }
}

fn show(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let board = obey(harness, "showboard")?;
    require(!board.is_empty(), || "showboard is empty".to_owned())?;
    Ok(format!("{} lines", board.lines().count()))
}
