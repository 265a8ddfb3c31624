//! The records of a test.

use serde::Serialize;
use shuangqi_cli::output::Record;

/// The two parts of a test, each with a verdict of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The rules of the protocol.
    Protocol,
    /// More than it demands: broken lines, invalid positions, extreme limits.
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
    /// As demanded.
    Pass,
    /// Not as demanded.
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
pub struct StepRecord {
    /// From 1.
    pub step: u32,
    pub name: &'static str,
    pub part: Part,
    pub outcome: Outcome,
    /// How long it took, in milliseconds, without the start of a new process.
    pub milliseconds: u64,
    /// What was measured, or how it failed.
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
