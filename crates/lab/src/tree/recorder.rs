//! A search whose every node is recorded.

use std::sync::{Mutex, MutexGuard, PoisonError};

use search_core::store::{RecordStore, Records};
use search_core::{
    Control, Event, Outcome, Recipe, RecipeSource, Root, SearchOptions, Table, ThreadData, think,
};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::units::counted;
use shuangqi_cli::{Failure, interrupt};

use super::trace::Trace;
use crate::compare::Algorithm;
use crate::lab_game::LabGame;

/// An algorithm that uses recorded moves takes them from a search that may be this many times as large, and is not drawn.
const RECORDING_FACTOR: u64 = 100;

/// A recipe whose search is recorded. Recipe sources are copied and shared by threads, hence the lock.
#[derive(Clone, Copy, Debug)]
struct Recorder<'a> {
    recipe: &'a Recipe,
    log: &'a Mutex<Trace>,
}

impl RecipeSource for Recorder<'_> {
    fn recipe(&self) -> &Recipe {
        self.recipe
    }

    fn observe(&self, event: Event) {
        lock(self.log).record(event);
    }
}

/// A trace is complete after every event, so a poisoned lock can be used.
fn lock(log: &Mutex<Trace>) -> MutexGuard<'_, Trace> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How far to search, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub depth: i16,
    /// A search that visits more positions is too large to be drawn.
    pub max_nodes: u64,
    /// Bytes of the table.
    pub table: usize,
}

/// Searches a position with empty tables and without rulings, and records every node.
pub fn record_search<P: LabGame>(
    position: &P,
    algorithm: &Algorithm,
    limits: Limits,
) -> Result<(Trace, Outcome<P::Move>), Failure> {
    if algorithm.grain != 1 {
        let name = &algorithm.name;
        return Err(Failure::Usage(format!(
            "--algorithm: {name} rounds its scores. Leave grain to shuangqi compare."
        )));
    }
    let Limits { depth, max_nodes, table } = limits;
    let bytes = algorithm.hash.unwrap_or(table);
    let table = memory::take(bytes, 0, || Table::allocate(bytes)).map_err(TooLarge::in_option)?;
    let history = [position.line_entry(None)];
    let root = || Root { position, history: &history };
    let mut thread = ThreadData::new(P::LabEvaluator::default());
    let request = |nodes| SearchOptions { driver: algorithm.driver, nodes, ..SearchOptions::to_depth(depth) };
    let log = Mutex::new(Trace::default());
    let source = Recorder { recipe: &algorithm.recipe, log: &log };
    let outcome = if algorithm.uses_recorded_moves() {
        let mut records = Records::default();
        let store = RecordStore::recording(&table, &mut records);
        let options = request(RECORDING_FACTOR * max_nodes);
        let outcome = think(root(), &mut thread, store, &P::STRONGEST, &options, &Control::new(), |_| {});
        check_finished(&outcome, algorithm, limits)?;
        thread.clear();
        table.clear();
        let store = RecordStore::recording(&table, &mut records);
        think(root(), &mut thread, store, source, &request(max_nodes), &Control::new(), |_| {})
    } else {
        think(root(), &mut thread, &table, source, &request(max_nodes), &Control::new(), |_| {})
    };
    check_finished(&outcome, algorithm, limits)?;
    Ok((log.into_inner().unwrap_or_else(PoisonError::into_inner), outcome))
}

fn check_finished<M>(outcome: &Outcome<M>, algorithm: &Algorithm, limits: Limits) -> Result<(), Failure> {
    interrupt::check()?;
    if outcome.is_stopped { Err(too_large(algorithm, limits)) } else { Ok(()) }
}

fn too_large(algorithm: &Algorithm, limits: Limits) -> Failure {
    let (name, Limits { depth, max_nodes, .. }) = (&algorithm.name, limits);
    Failure::Usage(format!(
        "the tree of {name} at depth {depth} has more than {}. Choose a smaller --depth, an algorithm that cuts more \
         (strongest cuts most), or a larger --max-nodes.",
        counted(max_nodes, "node")
    ))
}
