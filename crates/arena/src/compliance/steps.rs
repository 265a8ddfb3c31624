//! The steps of a protocol, their run with an engine, and their records.

use std::time::Instant;

use serde::Serialize;
use shuangqi_cli::output::{Output, Record};
use shuangqi_cli::units::milliseconds;
use shuangqi_cli::{Exit, Failure, interrupt};

use super::session::{ComplianceProtocol, ScriptAction, Session, Setup, StepFailure, StepResult};
use crate::config::EngineConfig;

/// The two parts of a test, each with a verdict of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The rules of the protocol.
    Protocol,
    /// More than it demands: broken lines, invalid positions, extreme limits.
    Robustness,
}

/// The outcome of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Pass,
    Fail,
    /// The engine does not offer it.
    Skipped,
}

/// The outcome of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// No step failed.
    Pass,
    /// At least one did.
    Fail,
    /// None did so far, but the user has stopped the run.
    Unfinished,
}

/// One step.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StepRecord {
    /// From 1.
    pub step: u32,
    pub name: &'static str,
    pub part: Part,
    pub outcome: Outcome,
    /// Milliseconds, without the start of a new process.
    pub milliseconds: u64,
    /// The measurements, or the reason of a failure.
    pub note: String,
}

impl Record for StepRecord {
    const SCHEMA: &'static str = "compliance/2";
    const COLUMNS: &'static [&'static str] = &["step", "name", "part", "outcome", "milliseconds", "note"];
    const MINOR: &'static [&'static str] = &["milliseconds", "part"];
}

/// All steps of a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartSummary {
    /// The name that the engine reports.
    pub engine: String,
    pub protocol: &'static str,
    pub part: Part,
    pub passed: u32,
    pub failed: u32,
    pub skipped: u32,
    /// Steps left out because the user has stopped the run.
    pub not_run: u32,
    pub verdict: Verdict,
}

impl Record for PartSummary {
    const SCHEMA: &'static str = "compliance-summary/2";
    const COLUMNS: &'static [&'static str] =
        &["engine", "protocol", "part", "passed", "failed", "skipped", "not_run", "verdict"];
    const MINOR: &'static [&'static str] = &["protocol", "not_run"];
}

/// A step.
#[derive(Debug)]
pub struct Step<D: 'static> {
    name: &'static str,
    part: Part,
    script: &'static [ScriptAction<D>],
}

/// A step that tests a rule of the protocol.
pub const fn rule<D>(name: &'static str, script: &'static [ScriptAction<D>]) -> Step<D> {
    Step { name, part: Part::Protocol, script }
}

/// A step that demands more than the protocol.
pub const fn extra<D>(name: &'static str, script: &'static [ScriptAction<D>]) -> Step<D> {
    Step { name, part: Part::Robustness, script }
}

impl<D: ComplianceProtocol> Step<D> {
    /// The last steps of every protocol.
    pub const ENDINGS: &'static [Step<D>] = &[
        extra("quit ends with status 0", &[ScriptAction::Test(Session::quit_with_success)]),
        extra("the end of input", &[ScriptAction::Test(Session::end_input)]),
    ];
}

/// Runs the steps of these lists in order. Those of the protocol alone decide the exit code.
///
/// # Errors
/// An engine that does not start, output that cannot be written, and interruption.
pub fn run_steps<D: ComplianceProtocol>(
    lists: &[&'static [Step<D>]],
    open: impl FnOnce(&EngineConfig) -> D,
    setup: Setup,
    output: &mut Output<'_>,
) -> Result<Exit, Failure> {
    let (program, protocol) = (setup.config.command.clone(), setup.config.protocol.name());
    let driver = open(&setup.config);
    let mut session = Session::open(setup, driver).map_err(|failure| not_started(&program, failure))?;
    let steps: Vec<&Step<D>> = lists.iter().copied().flatten().collect();
    let mut done = Vec::new();
    for (step, number) in steps.iter().zip(1..) {
        let record = attempt(step, number, &mut session);
        if interrupt::is_requested() {
            break;
        }
        output.emit(&record)?;
        done.push((record.part, record.outcome));
    }
    for part in [Part::Protocol, Part::Robustness] {
        let all = steps.iter().filter(|step| step.part == part).count() as u32;
        output.emit(&summary(&done, part, all, session.engine_name.clone(), protocol))?;
    }
    if done.len() < steps.len() {
        return Err(interrupted(done.len(), steps.len()));
    }
    let is_broken = done.contains(&(Part::Protocol, Outcome::Fail));
    Ok(if is_broken { Exit::Wrong } else { Exit::Success })
}

fn summary(
    done: &[(Part, Outcome)],
    part: Part,
    all: u32,
    engine: String,
    protocol: &'static str,
) -> PartSummary {
    let count = |outcome| done.iter().filter(|&&step| step == (part, outcome)).count() as u32;
    let (passed, failed, skipped) = (count(Outcome::Pass), count(Outcome::Fail), count(Outcome::Skipped));
    let not_run = all - passed - failed - skipped;
    let verdict = match (failed, not_run) {
        (0, 0) => Verdict::Pass,
        (0, _) => Verdict::Unfinished,
        _ => Verdict::Fail,
    };
    PartSummary { engine, protocol, part, passed, failed, skipped, not_run, verdict }
}

fn not_started(program: &str, failure: StepFailure) -> Failure {
    match failure {
        _ if interrupt::is_requested() => interrupted(0, 0),
        StepFailure::Failed(why) | StepFailure::Skipped(why) => Failure::Engine(format!("{program}: {why}")),
    }
}

/// The failure of a run that the user has stopped.
pub fn interrupted(run: usize, steps: usize) -> Failure {
    let state = match run {
        0 => "no step was finished".to_owned(),
        _ => format!("{run} of {steps} steps were finished and are reported"),
    };
    Failure::Interrupted(Some(format!("run the command again, which starts with the first step ({state})")))
}

fn attempt<D: ComplianceProtocol>(step: &Step<D>, number: u32, session: &mut Session<D>) -> StepRecord {
    // A new process, where the last step has ended the old one, is no part of the step's time.
    let is_ready = if session.is_running() { Ok(()) } else { session.start() };
    let begin = Instant::now();
    let result = is_ready.and_then(|()| session.perform(step.script));
    let milliseconds = milliseconds(begin.elapsed());
    let (outcome, note) = match clean_up(session, step.part, result) {
        Ok(note) => (Outcome::Pass, note),
        Err(StepFailure::Failed(why)) => (Outcome::Fail, why),
        Err(StepFailure::Skipped(why)) => (Outcome::Skipped, why),
    };
    StepRecord { step: number, name: step.name, part: step.part, outcome, milliseconds, note }
}

/// Drops what an engine writes too late, so that the next step does not read it. After a failure, and after a step for
/// which the protocol has no rule, the next step gets a new process.
fn clean_up<D: ComplianceProtocol>(session: &mut Session<D>, part: Part, result: StepResult) -> StepResult {
    let result = match result {
        Err(StepFailure::Failed(_)) => result,
        _ => session.drop_output().and(result),
    };
    if part == Part::Robustness || matches!(result, Err(StepFailure::Failed(_))) {
        session.end_process();
    }
    result
}
