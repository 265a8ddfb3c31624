//! What is found.

use console::output::Record;
use serde::Serialize;

/// How a step went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// As the protocol has it.
    Pass,
    /// Not so.
    Fail,
    /// The engine does not offer it.
    Skipped,
}

/// One step.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Examined {
    /// From 1.
    pub step: u32,
    /// What is tested.
    pub name: &'static str,
    /// How it went.
    pub outcome: Outcome,
    /// How long it took, in milliseconds.
    pub milliseconds: u64,
    /// What was found.
    pub note: String,
}

impl Record for Examined {
    const SCHEMA: &'static str = "compliance/1";
    const COLUMNS: &'static [&'static str] = &["step", "name", "outcome", "milliseconds", "note"];
}

/// All of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// The name that the engine gives itself.
    pub engine: String,
    /// How the engine was spoken to.
    pub protocol: &'static str,
    /// Steps.
    pub passed: u32,
    /// Steps.
    pub failed: u32,
    /// Steps.
    pub skipped: u32,
}

impl Record for Summary {
    const SCHEMA: &'static str = "compliance-summary/1";
    const COLUMNS: &'static [&'static str] = &["engine", "protocol", "passed", "failed", "skipped"];
}
