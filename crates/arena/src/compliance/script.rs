//! The scripts of the steps: what is sent to an engine, and what must come back.

use std::time::Duration;

use super::harness::{Harness, StepFailure, StepResult, fail, require, require_equal, skip, within};

/// An action of a script.
#[derive(Debug)]
pub enum Do<S: 'static> {
    /// Skips the step unless the engine offers this: an option, a command, a feature.
    Need(&'static str),
    /// Sends lines, which must be obeyed where the protocol answers them.
    Send(&'static [&'static str]),
    /// Sends lines that must be refused.
    Refuse(&'static [&'static str]),
    /// Sets up the start of the game.
    Start,
    /// Sets up the game with these moves.
    Moves(&'static str),
    /// Sets up a position.
    Fen(&'static str),
    /// Sends a line that is answered by a move. The move must be legal, and is the note.
    Search(&'static str),
    /// Waits until the engine has done what it was sent.
    Settle,
    /// The last answer must have come within this many milliseconds and the margin.
    Within(u64),
    /// The same without the margin.
    Before(u64),
    /// Passes over what the engine writes for this many milliseconds.
    Pause(u64),
    /// The same, and no move may be among it.
    Silence(u64),
    /// Performs a script twice, with the same notes.
    Twice(&'static [Do<S>]),
    /// Sends `quit`, which must end the process.
    Quit,
    /// Tests what only this protocol has.
    Test(fn(&mut S, &mut Harness) -> StepResult),
}

/// A session in one protocol, and what is known of the engine.
pub trait Session: Sized + 'static {
    /// Opens the session with a new process.
    ///
    /// # Errors
    /// The engine's fault, and interruption; so everywhere.
    fn handshake(&mut self, harness: &mut Harness) -> Result<(), StepFailure>;

    /// The name that the engine reports.
    fn engine_name(&self) -> Option<String>;

    /// Whether the engine offers this.
    fn has(&self, _name: &str) -> bool {
        true
    }

    /// Sends a line, and keeps the game up to date.
    fn send(&mut self, harness: &mut Harness, line: &str) -> Result<(), StepFailure> {
        harness.send(line).map(drop)
    }

    /// Sends lines that must be refused.
    fn refuse(&mut self, harness: &mut Harness, lines: &[&str]) -> Result<(), StepFailure>;

    /// Sets up a game: a position, or the start, and moves.
    fn set_up(&mut self, harness: &mut Harness, start: Option<&str>, moves: &str) -> Result<(), StepFailure>;

    /// Sends a line that is answered by a legal move: the move, and its time.
    fn search(&mut self, harness: &mut Harness, line: &str) -> Result<(String, Duration), StepFailure>;

    /// Waits until the engine has done what it was sent, if that has no answers of its own, and returns the time.
    fn settle(&mut self, _: &mut Harness) -> Result<Duration, StepFailure> {
        Ok(Duration::ZERO)
    }

    /// Whether a line is a move that may come at any time.
    fn is_answer(_line: &str) -> bool {
        false
    }
}

/// Performs a script; the result is the notes of its actions.
pub fn perform<S: Session>(script: &[Do<S>], session: &mut S, harness: &mut Harness) -> StepResult {
    let (mut notes, mut elapsed) = (Vec::new(), Duration::ZERO);
    for action in script {
        let note = match *action {
            Do::Need(name) if !session.has(name) => return skip(format!("no {name}")),
            Do::Need(_) => String::new(),
            Do::Send(lines) => silent(lines.iter().try_for_each(|line| session.send(harness, line)))?,
            Do::Refuse(lines) => silent(session.refuse(harness, lines))?,
            Do::Start => silent(session.set_up(harness, None, ""))?,
            Do::Moves(moves) => silent(session.set_up(harness, None, moves))?,
            Do::Fen(fen) => silent(session.set_up(harness, Some(fen), ""))?,
            Do::Search(line) => {
                let found = session.search(harness, line)?;
                elapsed = found.1;
                found.0
            }
            Do::Settle => {
                elapsed = session.settle(harness)?;
                String::new()
            }
            Do::Within(limit) => within(elapsed, Duration::from_millis(limit), harness.margin)?,
            Do::Before(limit) => within(elapsed, Duration::from_millis(limit), Duration::ZERO)?,
            Do::Pause(time) => silent(harness.collect(Duration::from_millis(time)).map(drop))?,
            Do::Silence(time) => silence::<S>(harness, Duration::from_millis(time))?,
            Do::Twice(script) => {
                let first = perform(script, session, harness)?;
                require_equal(first, &perform(script, session, harness)?)?
            }
            Do::Quit => harness.quit()?,
            Do::Test(test) => test(session, harness)?,
        };
        notes.push(note);
    }
    notes.retain(|note| !note.is_empty());
    Ok(notes.join(" "))
}

/// Without a note.
fn silent(result: Result<(), StepFailure>) -> StepResult {
    result.map(|()| String::new())
}

/// No move may arrive within this time.
pub fn silence<S: Session>(harness: &mut Harness, time: Duration) -> StepResult {
    let written = harness.collect(time)?;
    match written.iter().find(|line| S::is_answer(line)) {
        Some(line) => fail(format!("the engine wrote \"{}\"", line.trim())),
        None => Ok(String::new()),
    }
}

/// Requires a move to be legal.
pub fn require_legal(mv: &str, is_legal: bool, legal: impl FnOnce() -> String) -> Result<(), StepFailure> {
    require(is_legal, || format!("{mv} is not one of {}", legal()))
}
