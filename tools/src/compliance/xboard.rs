//! CECP, the protocol of XBoard.

use std::time::{Duration, Instant};

use ::xiangqi::Position;

use super::harness::{Harness, StepFailure, StepResult, fail, require, require_equal, skip, within};
use super::step_list::{Step, StepList};
use super::xiangqi::{MIDDLE, is_legal, position, start};
use crate::arena::drivers::coordinates::Coordinates;
use crate::arena::drivers::xboard::features::Features;

/// A depth that no search reaches: the one set in a former step would hold otherwise.
const DEEP: &str = "sd 99";

/// The longest wait for features.
const FEATURES: Duration = Duration::from_secs(2);

/// An engine that speaks CECP.
#[derive(Clone, Debug, Default)]
pub struct Xboard {
    features: Features,
    handshake_time: Duration,
}

impl Xboard {
    /// Waits until the engine has done what it was sent; without `ping`, for a moment. The lines that it wrote.
    fn settle(&self, harness: &mut Harness) -> Result<Vec<String>, StepFailure> {
        if !self.features.has_ping {
            return harness.collect(Duration::from_millis(200));
        }
        Ok(harness.ping()?.0.into_iter().map(|output| output.text).collect())
    }

    /// Begins a game with these moves, in force mode.
    fn begin(&self, harness: &mut Harness, moves: &[&str]) -> Result<Position, StepFailure> {
        harness.send_all(["new", "variant xiangqi", "force", "post", "easy"])?;
        for mv in moves {
            harness.send(&self.usermove(mv))?;
        }
        check_refusals(&self.settle(harness)?)?;
        position(::xiangqi::fen::START, moves)
    }

    fn usermove(&self, mv: &str) -> String {
        if self.features.has_usermove { format!("usermove {mv}") } else { mv.to_owned() }
    }

    /// A search of the position, whose move must be legal: the move, and its time.
    fn go(&self, harness: &mut Harness, position: &Position) -> Result<(String, Duration), StepFailure> {
        self.answer(harness, "go", position)
    }

    /// The answer to a line that begins a search.
    fn answer(
        &self,
        harness: &mut Harness,
        line: &str,
        position: &Position,
    ) -> Result<(String, Duration), StepFailure> {
        let (lines, time) =
            harness.request(line, harness.timeouts.answer, |line| line.starts_with("move "))?;
        let last = lines.last().map(|output| output.text.as_str()).unwrap_or_default();
        Ok((check_move(last, position)?, time))
    }
}

/// The move of a line, which must be legal.
fn check_move(line: &str, position: &Position) -> StepResult {
    let mv = Coordinates::default().read(line.trim().strip_prefix("move ").unwrap_or_default().trim());
    require(is_legal(position, &mv), || format!("\"{line}\" is not legal"))?;
    Ok(mv)
}

fn check_refusals(said: &[String]) -> Result<(), StepFailure> {
    let bad = said.iter().find(|line| line.starts_with("Illegal") || line.starts_with("tellusererror"));
    match bad {
        Some(line) => fail(format!("the engine wrote \"{line}\"")),
        None => Ok(()),
    }
}

impl StepList for Xboard {
    fn steps(&self) -> Vec<Step<Xboard>> {
        [STEPS, &Step::ENDINGS].concat()
    }

    fn handshake(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
        *self = Xboard::default();
        harness.send("xboard")?;
        let begin = harness.send("protover 2")?;
        let mut limit = FEATURES + harness.margin;
        while self.features.is_done != Some(true) {
            if self.features.is_done == Some(false) {
                // The engine asks for more time.
                limit = limit.max(harness.timeouts.start);
            }
            let Some(output) = harness.next_line(begin + limit)? else { break };
            self.features.read(&output.text);
        }
        self.handshake_time = begin.elapsed();
        Ok(())
    }

    fn engine_name(&self) -> Option<String> {
        self.features.name.clone()
    }
}

const STEPS: &[Step<Xboard>] = &[
    Step::protocol("features", handshake),
    Step::protocol("ping while idle", ping),
    Step::protocol("unknown commands do no harm", unknown),
    Step::protocol("a legal move from the start", |xboard, harness| search(xboard, harness, &[], "sd 3")),
    Step::protocol("a move after moves", |xboard, harness| {
        search(xboard, harness, &["h2e2", "h9g7", "h0g2"], "sd 3")
    }),
    Step::protocol("an answer to a move", reply),
    Step::protocol("no search in force mode", force),
    Step::protocol("a legal move from a FEN", from_fen),
    Step::protocol("st is kept", move_time),
    Step::protocol("level and time are kept", clock),
    Step::protocol("illegal moves are named", illegal),
    Step::protocol("undo", undo),
    Step::protocol("new games after results", results),
    Step::protocol("quit during a search", quit),
    Step::robustness("? makes it move", hurry),
    Step::robustness("an invalid FEN", nonsense),
    Step::robustness("the same move twice", twice),
];

/// `done` and `myname` may be missing; without any feature, it speaks an older version.
fn handshake(xboard: &mut Xboard, _: &mut Harness) -> StepResult {
    let features = &xboard.features;
    require(*features != Features::default(), || "there are no features".to_owned())?;
    let plays = features.variants.split(',').any(|variant| variant.trim() == "xiangqi");
    require(plays, || format!("variants=\"{}\" without xiangqi", features.variants))?;
    let name = features.name.as_deref().unwrap_or("no myname");
    let end = if features.is_done == Some(true) { "" } else { ", no done=1" };
    Ok(format!("{name}, {} options{end}, {} ms", features.options.len(), xboard.handshake_time.as_millis()))
}

fn ping(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    if !xboard.features.has_ping {
        return skip("no ping");
    }
    let begin = Instant::now();
    xboard.settle(harness)?;
    within(begin.elapsed(), harness.timeouts.ready, Duration::ZERO)
}

fn unknown(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    harness.send_all(["force", "xyzzy 3"])?;
    xboard.settle(harness)?;
    // Without a ping, only another line shows that the engine still runs.
    harness.send("easy")?;
    xboard.settle(harness)?;
    Ok(String::new())
}

/// Searches the position after these moves.
fn search(xboard: &Xboard, harness: &mut Harness, moves: &[&str], limit: &str) -> StepResult {
    let position = xboard.begin(harness, moves)?;
    harness.send(limit)?;
    xboard.go(harness, &position).map(|(mv, _)| mv)
}

fn reply(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    let start = xboard.begin(harness, &[])?;
    harness.send("sd 3")?;
    let (first, _) = xboard.go(harness, &start)?;
    let after = position(::xiangqi::fen::START, &[&first])?;
    let Some(mv) = after.legal_moves().first().map(ToString::to_string) else { return fail("no reply") };
    let next = position(::xiangqi::fen::START, &[&first, &mv])?;
    let line = xboard.usermove(&mv);
    let (answer, _) = xboard.answer(harness, &line, &next)?;
    Ok(format!("{first} {mv} {answer}"))
}

fn force(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    xboard.begin(harness, &["h2e2"])?;
    let written = harness.collect(Duration::from_millis(500))?;
    require(!written.iter().any(|line| line.starts_with("move ")), || {
        format!("the engine wrote \"{}\"", written.join("; "))
    })?;
    Ok(String::new())
}

fn from_fen(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    if !xboard.features.has_setboard {
        return skip("no setboard");
    }
    xboard.begin(harness, &[])?;
    harness.send(&format!("setboard {MIDDLE}"))?;
    check_refusals(&xboard.settle(harness)?)?;
    harness.send("sd 3")?;
    xboard.go(harness, &position(MIDDLE, &[])?).map(|(mv, _)| mv)
}

fn move_time(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    let position = xboard.begin(harness, &[])?;
    harness.send_all([DEEP, "st 1"])?;
    let (_, time) = xboard.go(harness, &position)?;
    within(time, Duration::from_secs(1), harness.margin)
}

fn clock(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    let position = xboard.begin(harness, &[])?;
    harness.send_all([DEEP, "level 0 1 0", "time 200", "otim 200"])?;
    let (_, time) = xboard.go(harness, &position)?;
    within(time, Duration::from_secs(2), Duration::ZERO)
}

/// The protocol permits an engine to ignore `?`.
fn hurry(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    let position = xboard.begin(harness, &[])?;
    harness.send_all([DEEP, "level 0 60 0", "time 360000", "go"])?;
    let before = harness.collect(Duration::from_millis(300))?;
    if before.iter().any(|line| line.starts_with("move ")) {
        return skip("the engine moved before");
    }
    let begin = harness.send("?")?;
    let limit = Duration::from_millis(500);
    let lines = harness.read_until(limit + harness.margin, |line| line.starts_with("move "))?;
    let Some(last) = lines.and_then(|mut lines| lines.pop()) else {
        return fail(format!("no move within {} ms", (limit + harness.margin).as_millis()));
    };
    check_move(&last.text, &position)?;
    within(last.at.saturating_duration_since(begin), limit, harness.margin)
}

fn illegal(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    let start = xboard.begin(harness, &[])?;
    harness.send(&xboard.usermove("a0a9"))?;
    let written = xboard.settle(harness)?;
    require(written.iter().any(|line| line.starts_with("Illegal move")), || {
        "no Illegal move to a0a9".to_owned()
    })?;
    harness.send("sd 2")?;
    xboard.go(harness, &start).map(|(mv, _)| mv)
}

fn nonsense(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    if !xboard.features.has_setboard {
        return skip("no setboard");
    }
    xboard.begin(harness, &[])?;
    harness.send("setboard rnbakabnr/9/9 w")?;
    xboard.settle(harness)?;
    Ok(String::new())
}

fn undo(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    xboard.begin(harness, &["h2e2"])?;
    harness.send_all(["undo", "sd 2"])?;
    xboard.go(harness, &start()?).map(|(mv, _)| mv)
}

fn twice(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    let first = search(xboard, harness, &["h2e2"], "sd 4")?;
    require_equal(first, &search(xboard, harness, &["h2e2"], "sd 4")?)
}

fn results(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    for result in ["1-0 {White wins}", "1/2-1/2 {agreed}"] {
        let position = xboard.begin(harness, &[])?;
        harness.send("sd 2")?;
        xboard.go(harness, &position)?;
        harness.send(&format!("result {result}"))?;
    }
    Ok(String::new())
}

fn quit(xboard: &mut Xboard, harness: &mut Harness) -> StepResult {
    xboard.begin(harness, &[])?;
    harness.send_all([DEEP, "st 60", "go"])?;
    harness.collect(Duration::from_millis(200))?;
    harness.quit()
}
