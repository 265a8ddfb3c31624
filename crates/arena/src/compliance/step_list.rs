//! The steps of a protocol, and their run with an engine.

use std::time::Instant;

use shuangqi_cli::output::Output;
use shuangqi_cli::{Exit, Failure};

use super::harness::{Harness, StepFailure, StepResult};
use super::record::{Outcome, Part, PartSummary, StepRecord, Verdict};
use super::script::{Do, Session, perform};

/// A step.
#[derive(Debug)]
pub struct Step<S: 'static> {
    name: &'static str,
    part: Part,
    script: &'static [Do<S>],
}

/// A step that tests a rule of the protocol.
pub const fn rule<S>(name: &'static str, script: &'static [Do<S>]) -> Step<S> {
    Step { name, part: Part::Protocol, script }
}

/// A step that demands more than the protocol.
pub const fn extra<S>(name: &'static str, script: &'static [Do<S>]) -> Step<S> {
    Step { name, part: Part::Robustness, script }
}

impl<S: Session> Step<S> {
    /// The last steps of every protocol.
    pub const ENDINGS: [Step<S>; 2] = [
        extra("quit ends with status 0", &[Do::Test(|_, harness| harness.quit_with_success())]),
        extra("the end of input", &[Do::Test(|_, harness| harness.end_input())]),
    ];
}

/// A session with the steps that test its protocol.
pub trait Scripted: Session {
    /// In order, those of the protocol first.
    fn steps(&self) -> Vec<&'static Step<Self>>;
}

/// Steps by part and outcome.
#[derive(Default)]
struct Counts([[u32; 3]; 2]);

impl Counts {
    fn of(&self, part: Part, outcome: Outcome) -> u32 {
        self.0[part as usize][outcome as usize]
    }

    fn run(&self) -> u32 {
        self.0.as_flattened().iter().sum()
    }

    fn summary(&self, part: Part, steps: u32, engine: String, protocol: &'static str) -> PartSummary {
        let count = |outcome| self.of(part, outcome);
        let (passed, failed, skipped) = (count(Outcome::Pass), count(Outcome::Fail), count(Outcome::Skipped));
        let not_run = steps.saturating_sub(passed + failed + skipped);
        let verdict = match (failed, not_run) {
            (0, 0) => Verdict::Pass,
            (0, _) => Verdict::Unfinished,
            _ => Verdict::Fail,
        };
        PartSummary { engine, protocol, part, passed, failed, skipped, not_run, verdict }
    }
}

/// Runs all steps. Those of the protocol alone decide the exit code.
///
/// # Errors
/// An engine that does not start, output that cannot be written, and interruption.
pub fn run_steps<S: Scripted>(
    protocol: &'static str,
    mut session: S,
    mut harness: Harness,
    output: &mut Output<'_>,
) -> Result<Exit, Failure> {
    start(&mut session, &mut harness).map_err(|failure| not_started(harness.program(), failure))?;
    let steps = session.steps();
    let mut counts = Counts::default();
    for (step, number) in steps.iter().zip(1..) {
        let Some(record) = attempt(step, number, &mut session, &mut harness) else { break };
        counts.0[step.part as usize][record.outcome as usize] += 1;
        output.emit(&record)?;
    }
    for part in Part::ALL {
        let all = steps.iter().filter(|step| step.part == part).count() as u32;
        output.emit(&counts.summary(part, all, session.engine_name().unwrap_or_default(), protocol))?;
    }
    if (counts.run() as usize) < steps.len() {
        return Err(interrupted(counts.run(), steps.len()));
    }
    let is_kept = counts.of(Part::Protocol, Outcome::Fail) == 0;
    Ok(if is_kept { Exit::Success } else { Exit::Wrong })
}

fn start<S: Session>(session: &mut S, harness: &mut Harness) -> Result<(), StepFailure> {
    harness.start()?;
    session.handshake(harness)
}

fn not_started(program: &str, failure: StepFailure) -> Failure {
    match failure {
        StepFailure::Interrupted => interrupted(0, 0),
        StepFailure::Failed(why) | StepFailure::Skipped(why) => Failure::Engine(format!("{program}: {why}")),
    }
}

/// The failure of a run that the user has stopped.
pub fn interrupted(run: u32, steps: usize) -> Failure {
    let state = match run {
        0 => "no step was finished".to_owned(),
        _ => format!("{run} of {steps} steps were finished and are reported"),
    };
    Failure::Interrupted(Some(format!("run the command again, which starts with the first step ({state})")))
}

/// Runs a step; `None`: the user has asked to stop.
fn attempt<S: Session>(
    step: &Step<S>,
    number: u32,
    session: &mut S,
    harness: &mut Harness,
) -> Option<StepRecord> {
    // A new process, where the last step has ended the old one, is no part of the step's time.
    let is_ready = if harness.is_running() { Ok(()) } else { start(session, harness) };
    let begin = Instant::now();
    let result = is_ready.and_then(|()| perform(step.script, session, harness));
    let time = begin.elapsed();
    let (outcome, note) = match clean_up(harness, step.part, result) {
        Ok(note) => (Outcome::Pass, note),
        Err(StepFailure::Failed(why)) => (Outcome::Fail, why),
        Err(StepFailure::Skipped(why)) => (Outcome::Skipped, why),
        Err(StepFailure::Interrupted) => return None,
    };
    let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Some(StepRecord { step: number, name: step.name, part: step.part, outcome, milliseconds, note })
}

/// Drops what an engine writes too late, so that the next step does not read it. After a failure, and after a step for
/// which the protocol has no rule, the next step gets a new process.
fn clean_up(harness: &mut Harness, part: Part, result: StepResult) -> StepResult {
    let result = match result {
        Ok(_) | Err(StepFailure::Skipped(_)) => harness.drop_output().and(result),
        Err(_) => result,
    };
    if part == Part::Robustness || matches!(result, Err(StepFailure::Failed(_))) {
        harness.end_process();
    }
    result
}
