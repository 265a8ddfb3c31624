//! The steps of a protocol, and the bench on which an engine goes through them.

use std::time::{Duration, Instant};

use console::output::Output;
use console::{Exit, Failure, interrupt};

use super::record::{Examined, Outcome, Summary};
use crate::arena::player::Fault;
use crate::arena::process::{Heard, Launch, Process};
use crate::arena::setup::Patience;

/// Why a step did not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Miss {
    /// The engine does not keep the protocol: how.
    Failed(String),
    /// It does not offer what is tested: what.
    Skipped(String),
}

impl From<Fault> for Miss {
    fn from(fault: Fault) -> Miss {
        Miss::Failed(fault.to_string())
    }
}

/// What came of a step: a note, if it passed.
pub type Finding = Result<String, Miss>;

/// Fails a step.
pub fn fail<T>(why: impl Into<String>) -> Result<T, Miss> {
    Err(Miss::Failed(why.into()))
}

/// Skips a step.
pub fn skip<T>(why: impl Into<String>) -> Result<T, Miss> {
    Err(Miss::Skipped(why.into()))
}

/// Fails a step unless this is so.
pub fn demand(is_so: bool, why: impl FnOnce() -> String) -> Result<(), Miss> {
    if is_so { Ok(()) } else { fail(why()) }
}

/// A step.
pub struct Step<C> {
    /// What is tested.
    pub name: &'static str,
    /// The test.
    pub check: fn(&mut C, &mut Bench) -> Finding,
}

/// The steps of a protocol, and what is known of the engine that goes through them.
pub trait Course: Sized + 'static {
    /// In order.
    const STEPS: &'static [Step<Self>];

    /// Introduces a new process.
    ///
    /// # Errors
    /// The engine's fault.
    fn greet(&mut self, bench: &mut Bench) -> Result<(), Fault>;

    /// The protocol's name.
    fn protocol(&self) -> &'static str;

    /// The name that the engine gives itself.
    fn title(&self) -> Option<String>;
}

/// An engine under examination.
#[derive(Debug)]
pub struct Bench {
    launch: Launch,
    process: Option<Process>,
    /// How long it may be silent.
    pub patience: Patience,
    /// How late its answers may be.
    pub margin: Duration,
}

impl Bench {
    /// A bench on which no engine runs yet.
    pub fn new(launch: Launch, patience: Patience, margin: Duration) -> Bench {
        Bench { launch, process: None, patience, margin }
    }

    /// The running engine.
    ///
    /// # Errors
    /// If it has ended.
    pub fn process(&mut self) -> Result<&mut Process, Fault> {
        self.process.as_mut().ok_or_else(|| Fault::Crash { how: "it ended".to_owned() })
    }

    /// Says a line, and tells when it was written.
    ///
    /// # Errors
    /// As of [`Process::say`].
    pub fn say(&mut self, line: &str) -> Result<Instant, Fault> {
        self.process()?.say(line)
    }

    /// Listens until a line is the one that was waited for, which is the last one of the result.
    ///
    /// # Errors
    /// If it does not come in time, and as of [`Process::hear`].
    pub fn hear(
        &mut self,
        to: &str,
        patience: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<Vec<Heard>, Fault> {
        let until = Instant::now() + patience;
        let mut lines = Vec::new();
        while let Some(heard) = self.process()?.hear(until)? {
            let is_done = is_last(heard.text.trim());
            lines.push(heard);
            if is_done {
                return Ok(lines);
            }
        }
        Err(Fault::Stall { to: to.to_owned(), waited: patience })
    }

    /// Says a line, and listens as in [`Bench::hear`]. Also tells how long that took.
    ///
    /// # Errors
    /// As of [`Bench::hear`].
    pub fn ask(
        &mut self,
        line: &str,
        patience: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<(Vec<Heard>, Duration), Fault> {
        let begin = self.say(line)?;
        let lines = self.hear(line, patience, is_last)?;
        let end = lines.last().map_or(begin, |heard| heard.at);
        Ok((lines, end.saturating_duration_since(begin)))
    }

    /// What it says within this time.
    ///
    /// # Errors
    /// As of [`Process::hear`].
    pub fn overhear(&mut self, time: Duration) -> Result<Vec<String>, Fault> {
        let until = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(heard) = self.process()?.hear(until)? {
            lines.push(heard.text);
        }
        Ok(lines)
    }

    /// Waits for it to end by itself; in any case it is gone afterwards. Tells how it ended.
    ///
    /// # Errors
    /// If it does not.
    pub fn await_end(&mut self) -> Finding {
        let begin = Instant::now();
        let Some(mut process) = self.process.take() else { return fail("it had ended before") };
        if !process.has_ended(self.patience.quit) {
            return fail(format!("it still ran after {} s", self.patience.quit.as_secs()));
        }
        let how = process.crash();
        match how.to_string().as_str() {
            "it ended with status 0" => Ok(format!("after {} ms", begin.elapsed().as_millis())),
            other => fail(other),
        }
    }

    /// Closes its input, and waits for it to end.
    ///
    /// # Errors
    /// If it does not.
    pub fn end_input(&mut self) -> Finding {
        self.process()?.close();
        self.await_end()
    }

    fn start<C: Course>(&mut self, course: &mut C) -> Result<(), Fault> {
        self.process = Some(Process::start(&self.launch)?);
        course.greet(self)
    }

    /// What upset the engine, or ended it, is over.
    fn clear_up(&mut self) {
        self.process = None;
    }
}

/// Goes through all steps.
///
/// # Errors
/// An engine that does not start, output that cannot be written, and interruption.
pub fn examine<C: Course>(mut course: C, mut bench: Bench, output: &mut Output<'_>) -> Result<Exit, Failure> {
    let start = bench.start(&mut course);
    start.map_err(|fault| Failure::Engine(format!("{}: {fault}", bench.launch.command)))?;
    let mut counts = [0; 3];
    for (step, number) in C::STEPS.iter().zip(1..) {
        interrupt::check()?;
        let begin = Instant::now();
        let finding = attempt(step, &mut course, &mut bench);
        let milliseconds = u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX);
        let (outcome, note) = match finding {
            Ok(note) => (Outcome::Pass, note),
            Err(Miss::Failed(why)) => (Outcome::Fail, why),
            Err(Miss::Skipped(why)) => (Outcome::Skipped, why),
        };
        counts[outcome as usize] += 1;
        output.emit(&Examined { step: number, name: step.name, outcome, milliseconds, note })?;
    }
    let [passed, failed, skipped] = counts;
    let engine = course.title().unwrap_or_default();
    output.emit(&Summary { engine, protocol: course.protocol(), passed, failed, skipped })?;
    Ok(if failed == 0 { Exit::Success } else { Exit::Wrong })
}

fn attempt<C: Course>(step: &Step<C>, course: &mut C, bench: &mut Bench) -> Finding {
    if bench.process.is_none() {
        bench.start(course)?;
    }
    let finding = (step.check)(course, bench);
    if matches!(finding, Err(Miss::Failed(_))) {
        bench.clear_up();
    } else if let Some(process) = &mut bench.process {
        // What it says too late is not taken for an answer in the next step.
        process.turn()?;
    }
    finding
}
