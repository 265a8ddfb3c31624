//! CECP, the protocol of XBoard.

use std::time::Duration;

use ::xiangqi::{Move, Position, fen};
use protocols::xboard::{Command, Reply};

use super::harness::{Harness, StepFailure, StepResult, fail, require, skip, within};
use super::script::{Do, Do::*, Session};
use super::step_list::{Scripted, Step, extra, rule};
use super::xiangqi::{MIDDLE, position};
use crate::drivers::coordinates::Coordinates;
use crate::drivers::xboard::features::Features;

/// The longest wait for features.
const FEATURES: Duration = Duration::from_secs(2);

/// An engine that speaks CECP.
#[derive(Clone, Debug, Default)]
pub struct Xboard {
    features: Features,
    handshake_time: Duration,
    /// The positions of the game.
    past: Vec<Position>,
    /// What it wrote until it settled.
    written: Vec<String>,
}

/// A depth that no search reaches stands before a time: the one set in a former step would hold otherwise.
const STEPS: &[Step<Xboard>] = &[
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
    rule("illegal moves are named", &[Start, Refuse(&["usermove a0a9"]), Send(&["sd 2"]), Search("go")]),
    rule("undo", &[Moves("h2e2"), Send(&["undo", "sd 2"]), Search("go")]),
    rule("new games after results", &RESULTS),
    rule("quit during a search", &[Start, Send(&["sd 99", "st 60", "go"]), Pause(200), Quit]),
    extra("? makes it move", &[Start, Test(hurry)]),
    extra("an invalid FEN", &[Need("setboard"), Start, Send(&["setboard rnbakabnr/9/9 w"]), Settle]),
    extra("the same move twice", &[Twice(&[Moves("h2e2"), Send(&["sd 4"]), Search("go")])]),
];

const RESULTS: [Do<Xboard>; 8] = [
    Start,
    Send(&["sd 2"]),
    Search("go"),
    Send(&["result 1-0 {White wins}"]),
    Start,
    Send(&["sd 2"]),
    Search("go"),
    Send(&["result 1/2-1/2 {agreed}"]),
];

impl Xboard {
    fn position(&self) -> Result<Position, StepFailure> {
        self.past.last().copied().map_or_else(|| position(fen::START, ""), Ok)
    }

    /// Plays a move in our game; `false`: it is illegal.
    fn play(&mut self, mv: &str) -> Result<bool, StepFailure> {
        let mut position = self.position()?;
        let is_played = Move::parse(mv).is_ok_and(|mv| position.try_play(mv).is_ok());
        self.past.extend(is_played.then_some(position));
        Ok(is_played)
    }

    /// The move of a line, which must be legal.
    fn take_move(&mut self, line: &str) -> StepResult {
        let Ok(Reply::Move(word)) = line.parse() else { return fail(format!("\"{line}\" is no move")) };
        let mv = Coordinates::default().read(&word.text);
        require(self.play(&mv)?, || format!("\"{line}\" is not legal"))?;
        Ok(mv)
    }

    /// A refusal of what is legal is a failure.
    fn check_refusals(&self) -> Result<(), StepFailure> {
        let is_refusal =
            |line: &&String| matches!(line.parse(), Ok(Reply::IllegalMove(_) | Reply::UserError(_)));
        match self.written.iter().find(is_refusal) {
            Some(line) => fail(format!("the engine wrote \"{line}\"")),
            None => Ok(()),
        }
    }
}

impl Scripted for Xboard {
    fn steps(&self) -> Vec<&'static Step<Xboard>> {
        [STEPS, &Step::ENDINGS].into_iter().flatten().collect()
    }
}

impl Session for Xboard {
    fn handshake(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
        *self = Xboard::default();
        harness.send(Command::Xboard)?;
        let begin = harness.send(Command::ProtocolVersion("2".to_owned()))?;
        let mut limit = FEATURES + harness.margin;
        while self.features.is_done() != Some(true) {
            if self.features.is_done() == Some(false) {
                // The engine asks for more time.
                limit = limit.max(harness.timeouts.start);
            }
            let Some(output) = harness.next_line(begin + limit)? else { break };
            if let Ok(Reply::Features(features)) = output.text.parse() {
                self.features.0.extend(features);
            }
        }
        self.handshake_time = begin.elapsed();
        Ok(())
    }

    fn engine_name(&self) -> Option<String> {
        self.features.value("myname").map(str::to_owned)
    }

    fn has(&self, name: &str) -> bool {
        self.features.has(name)
    }

    fn send(&mut self, harness: &mut Harness, line: &str) -> Result<(), StepFailure> {
        match line.parse() {
            Ok(Command::UserMove(mv)) => {
                self.play(&mv)?;
                harness.send(self.features.move_command(mv))?;
            }
            Ok(Command::Undo) => {
                self.past.pop();
                harness.send(line)?;
            }
            _ => drop(harness.send(line)?),
        }
        Ok(())
    }

    fn refuse(&mut self, harness: &mut Harness, lines: &[&str]) -> Result<(), StepFailure> {
        for line in lines {
            self.send(harness, line)?;
            self.settle(harness)?;
            let is_named = self.written.iter().any(|line| matches!(line.parse(), Ok(Reply::IllegalMove(_))));
            require(is_named, || format!("no Illegal move to {line}"))?;
        }
        Ok(())
    }

    /// In force mode.
    fn set_up(&mut self, harness: &mut Harness, start: Option<&str>, moves: &str) -> Result<(), StepFailure> {
        harness.send_all(["new", "variant xiangqi", "force", "post", "easy"])?;
        self.past.clear();
        if let Some(fen) = start {
            harness.send(Command::SetBoard(fen.to_owned()))?;
            self.past.push(position(fen, "")?);
        }
        for mv in moves.split_whitespace() {
            self.send(harness, &Command::UserMove(mv.to_owned()).to_string())?;
        }
        self.settle(harness)?;
        self.check_refusals()
    }

    fn search(&mut self, harness: &mut Harness, line: &str) -> Result<(String, Duration), StepFailure> {
        let (lines, time) = harness.request(line, harness.timeouts.answer, Xboard::is_answer)?;
        let last = lines.last().map(|output| output.text.as_str()).unwrap_or_default();
        Ok((self.take_move(last)?, time))
    }

    /// Without `ping`, a moment is waited.
    fn settle(&mut self, harness: &mut Harness) -> Result<Duration, StepFailure> {
        if !self.has("ping") {
            self.written = harness.collect(Duration::from_millis(200))?;
            return Ok(Duration::ZERO);
        }
        let (lines, time) = harness.ping()?;
        self.written = lines.into_iter().map(|output| output.text).collect();
        Ok(time)
    }

    fn is_answer(line: &str) -> bool {
        matches!(line.parse(), Ok(Reply::Move(_)))
    }
}

/// `done` and `myname` may be missing; without any feature, it speaks an older version.
fn handshake(xboard: &mut Xboard, _: &mut Harness) -> StepResult {
    let features = &xboard.features;
    require(!features.0.is_empty(), || "there are no features".to_owned())?;
    let variants = features.value("variants").unwrap_or_default();
    let plays = variants.split(',').any(|variant| variant.trim() == "xiangqi");
    require(plays, || format!("variants=\"{variants}\" without xiangqi"))?;
    let (name, options) = (features.value("myname").unwrap_or("no myname"), features.options().list.len());
    let end = if features.is_done() == Some(true) { "" } else { ", no done=1" };
    Ok(format!("{name}, {options} options{end}, {} ms", xboard.handshake_time.as_millis()))
}

/// A move of ours, and the answer to it.
fn reply(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    let Some(mv) = xboard.position()?.legal_moves().first().map(ToString::to_string) else {
        return fail("no reply");
    };
    xboard.play(&mv)?;
    let (answer, _) = xboard.search(harness, &xboard.features.move_command(mv.clone()).to_string())?;
    Ok(format!("{mv} {answer}"))
}

/// The protocol permits an engine to ignore `?`.
fn hurry(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    harness.send_all(["sd 99", "level 0 60 0", "time 360000", "go"])?;
    let before = harness.collect(Duration::from_millis(300))?;
    if before.iter().any(|line| Xboard::is_answer(line)) {
        return skip("the engine moved before");
    }
    let begin = harness.send(Command::MoveNow)?;
    let limit = Duration::from_millis(500);
    let lines = harness.read_until(limit + harness.margin, Xboard::is_answer)?;
    let Some(last) = lines.and_then(|mut lines| lines.pop()) else {
        return fail(format!("no move within {} ms", (limit + harness.margin).as_millis()));
    };
    xboard.take_move(&last.text)?;
    within(last.at.saturating_duration_since(begin), limit, harness.margin)
}
