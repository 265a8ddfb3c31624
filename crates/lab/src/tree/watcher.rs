//! A search that is looked on.

use std::sync::{Mutex, MutexGuard, PoisonError};

use search_core::record_store::{RecordStore, Records};
use search_core::{
    Control, Event, Outcome, Recipe, RecipeSource, Root, SearchOptions, Table, ThreadData, think,
};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::{Failure, interrupt};

use super::trace::Trace;
use crate::compare::Algorithm;
use crate::game::Game;

/// An algorithm that is told the best moves learns them from a search that may be so many times as large: it is not drawn.
const TEACHING: u64 = 100;

/// A recipe whose search is written down. Plans are copied and shared by threads, hence the lock.
#[derive(Clone, Copy, Debug)]
struct Watcher<'a> {
    recipe: &'a Recipe,
    log: &'a Mutex<Trace>,
}

impl RecipeSource for Watcher<'_> {
    fn recipe(&self) -> &Recipe {
        self.recipe
    }

    fn observe(&self, event: Event) {
        lock(self.log).record(event);
    }
}

/// A trace is whole after every event, so what a panic left behind can be read.
fn lock(log: &Mutex<Trace>) -> MutexGuard<'_, Trace> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How far to search, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Plies.
    pub depth: i16,
    /// A search that visits more positions is too large to be drawn.
    pub max_nodes: u64,
    /// Bytes of the table.
    pub table: usize,
}

/// Searches a position with nothing remembered, the referee not asked, and writes down every node.
///
/// # Errors
/// A tree or a table that is too large; a setting that belongs to comparisons; an interruption.
pub fn watch<P: Game>(
    position: &P,
    algorithm: &Algorithm,
    extent: Extent,
) -> Result<(Trace, Outcome<P::Move>), Failure> {
    if algorithm.grain != 1 {
        let name = &algorithm.name;
        return Err(Failure::Usage(format!(
            "--algorithm: {name} rounds its judgements. Leave grain to shuangqi compare."
        )));
    }
    let Extent { depth, max_nodes, table } = extent;
    let bytes = algorithm.hash.unwrap_or(table);
    let table = memory::take(bytes, 0, || Table::allocate(bytes)).map_err(TooLarge::in_option)?;
    let history = [position.line_entry(None)];
    let root = || Root { position, history: &history };
    let mut kit = ThreadData::new(P::Evaluator::default());
    let request = |nodes| SearchOptions { driver: algorithm.driver, nodes, ..SearchOptions::to_depth(depth) };
    let log = Mutex::new(Trace::default());
    let plan = Watcher { recipe: &algorithm.recipe, log: &log };
    let outcome = if algorithm.is_told() {
        let mut records = Records::default();
        let store = RecordStore::recording(&table, &mut records);
        let outcome = think(
            root(),
            &mut kit,
            store,
            &P::STRONGEST,
            &request(TEACHING * max_nodes),
            &Control::new(),
            |_| {},
        );
        settled(&outcome, algorithm, extent)?;
        kit.clear();
        table.clear();
        let store = RecordStore::recording(&table, &mut records);
        think(root(), &mut kit, store, plan, &request(max_nodes), &Control::new(), |_| {})
    } else {
        think(root(), &mut kit, &table, plan, &request(max_nodes), &Control::new(), |_| {})
    };
    settled(&outcome, algorithm, extent)?;
    Ok((log.into_inner().unwrap_or_else(PoisonError::into_inner), outcome))
}

fn settled<M>(outcome: &Outcome<M>, algorithm: &Algorithm, extent: Extent) -> Result<(), Failure> {
    interrupt::check()?;
    if outcome.is_stopped { Err(too_large(algorithm, extent)) } else { Ok(()) }
}

fn too_large(algorithm: &Algorithm, extent: Extent) -> Failure {
    let (name, Extent { depth, max_nodes, .. }) = (&algorithm.name, extent);
    Failure::Usage(format!(
        "the tree of {name} at depth {depth} has more than {max_nodes} nodes. Choose a smaller --depth, an algorithm \
         that cuts more, or a larger --max-nodes."
    ))
}
