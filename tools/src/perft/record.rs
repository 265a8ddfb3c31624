//! What perft reports.

use std::time::Duration;

use serde::Serialize;
use shuangqi_cli::output::Record;
use shuangqi_cli::units::{per_second, short_seconds};

use super::suite::Task;

/// A tree that was counted.
#[derive(Clone, Debug, Serialize)]
pub struct Counted<'task> {
    game: &'static str,
    position: &'task str,
    #[serde(skip_serializing_if = "Option::is_none")]
    convention: Option<&'static str>,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
    seconds: f64,
    nodes_per_second: u64,
}

impl Record for Counted<'_> {
    const SCHEMA: &'static str = "perft/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game position convention depth nodes expected ok seconds nodes_per_second
    };
    const MINOR: &'static [&'static str] = &["game", "nodes_per_second", "seconds", "convention"];
}

impl<'task> Counted<'task> {
    /// The record of a task with the leaves that were counted.
    pub fn new<P>(game: &'static str, task: &'task Task<P>, nodes: u64, time: Duration) -> Self {
        Counted {
            game,
            position: &task.position,
            convention: task.convention,
            depth: task.depth,
            nodes,
            expected: task.expected,
            ok: task.expected.map(|expected| expected == nodes),
            seconds: short_seconds(time),
            nodes_per_second: per_second(nodes, time),
        }
    }
}

/// The leaves behind one move of the root.
#[derive(Clone, Debug, Serialize)]
pub struct Branch<'task> {
    /// The game's name.
    pub game: &'static str,
    /// The root.
    pub position: &'task str,
    /// Plies from the root.
    pub depth: u32,
    /// The move.
    #[serde(rename = "move")]
    pub mv: &'task str,
    /// The leaves.
    pub nodes: u64,
}

impl Record for Branch<'_> {
    const SCHEMA: &'static str = "perft-divide/1";
    const COLUMNS: &'static [&'static str] = &["game", "position", "depth", "move", "nodes"];
    const MINOR: &'static [&'static str] = &["game", "position", "depth"];
}

/// The end of a suite.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    game: &'static str,
    right: u64,
    wrong: u64,
    skipped: u64,
    bad_lines: u64,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    ok: bool,
}

impl Record for Summary {
    const SCHEMA: &'static str = "perft-summary/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game right wrong skipped bad_lines nodes seconds nodes_per_second ok
    };
    const MINOR: &'static [&'static str] = &["nodes_per_second", "seconds", "game"];
}

/// Sums over a suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Counts as expected.
    pub right: u64,
    /// Counts other than expected.
    pub wrong: u64,
    /// Counts not made because they are too deep.
    pub skipped: u64,
    /// Lines that could not be used.
    pub bad_lines: u64,
    /// All leaves.
    pub nodes: u64,
    /// Time spent counting.
    pub time: Duration,
}

impl Sums {
    /// Their record.
    pub fn summary(&self, game: &'static str) -> Summary {
        Summary {
            game,
            right: self.right,
            wrong: self.wrong,
            skipped: self.skipped,
            bad_lines: self.bad_lines,
            nodes: self.nodes,
            seconds: short_seconds(self.time),
            nodes_per_second: per_second(self.nodes, self.time),
            ok: self.wrong == 0 && self.bad_lines == 0,
        }
    }
}
