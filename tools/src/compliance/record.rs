//! What is found.

use serde::Serialize;
use shuangqi_cli::output::Record;

/// The two parts of a test, each with a verdict of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// What the protocol says.
    Protocol,
    /// More than it says: broken lines, positions that are none, extreme limits.
    Robustness,
}

impl Part {
    /// In order.
    pub const ALL: [Part; 2] = [Part::Protocol, Part::Robustness];
}

/// How a step went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// As it should.
    Pass,
    /// Not so.
    Fail,
    /// The engine does not offer it.
    Skipped,
}

/// How a part went.
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
pub struct Examined {
    /// From 1.
    pub step: u32,
    /// What is tested.
    pub name: &'static str,
    /// Whether the protocol demands it.
    pub part: Part,
    /// How it went.
    pub outcome: Outcome,
    /// How long it took, in milliseconds, without the start of a new process.
    pub milliseconds: u64,
    /// What was found.
    pub note: String,
}

impl Record for Examined {
    const SCHEMA: &'static str = "compliance/2";
    const COLUMNS: &'static [&'static str] = &["step", "name", "part", "outcome", "milliseconds", "note"];
    const MINOR: &'static [&'static str] = &["milliseconds", "part"];
}

/// All steps of a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// The name that the engine gives itself.
    pub engine: String,
    /// How the engine was spoken to.
    pub protocol: &'static str,
    /// Which steps are counted.
    pub part: Part,
    /// Steps.
    pub passed: u32,
    /// Steps.
    pub failed: u32,
    /// Steps.
    pub skipped: u32,
    /// Steps, of a run that the user has stopped.
    pub not_run: u32,
    /// How the part went.
    pub verdict: Verdict,
}

impl Record for Summary {
    const SCHEMA: &'static str = "compliance-summary/2";
    const COLUMNS: &'static [&'static str] =
        &["engine", "protocol", "part", "passed", "failed", "skipped", "not_run", "verdict"];
    const MINOR: &'static [&'static str] = &["protocol", "not_run"];
}
