//! A search that is looked on.

use std::sync::{Mutex, MutexGuard, PoisonError};

use console::{Failure, interrupt};
use search_core::{Control, Event, Kit, Outcome, Plan, Recipe, Request, Root, Table, think};

use super::trace::Trace;
use crate::compare::{Algorithm, Subject};

/// A recipe whose search is written down. Plans are copied and shared by threads, hence the lock.
#[derive(Clone, Copy, Debug)]
struct Watcher<'a> {
    recipe: &'a Recipe,
    log: &'a Mutex<Trace>,
}

impl Plan for Watcher<'_> {
    fn recipe(&self) -> &Recipe {
        self.recipe
    }

    fn watch(&self, event: Event) {
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
/// A tree that is too large; an interruption.
pub fn watch<P: Subject>(
    position: &P,
    algorithm: &Algorithm,
    extent: Extent,
) -> Result<(Trace, Outcome<P::Move>), Failure> {
    let log = Mutex::new(Trace::default());
    let plan = Watcher { recipe: &algorithm.recipe, log: &log };
    let table = Table::with_bytes(extent.table);
    let mut kit = Kit::new(P::Judge::default());
    let request =
        Request { driver: algorithm.driver, nodes: extent.max_nodes, ..Request::to_depth(extent.depth) };
    let root = Root { position, history: &[position.mark(None)] };
    let outcome = think(root, &mut kit, &table, plan, &request, &Control::new(), |_| {});
    interrupt::check()?;
    if outcome.is_stopped {
        return Err(too_large(algorithm, extent));
    }
    Ok((log.into_inner().unwrap_or_else(PoisonError::into_inner), outcome))
}

fn too_large(algorithm: &Algorithm, extent: Extent) -> Failure {
    let (name, Extent { depth, max_nodes, .. }) = (&algorithm.name, extent);
    Failure::Usage(format!(
        "the tree of {name} at depth {depth} has more than {max_nodes} nodes. Choose a smaller --depth, an algorithm \
         that cuts more, or a larger --max-nodes."
    ))
}
