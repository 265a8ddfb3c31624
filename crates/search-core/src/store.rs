//! The store of a search's results by position: the transposition table, or, for studies, records without limit.

use std::num::NonZeroU16;

use crate::position::Position;
use crate::table::{Table, TableEntry};
use crate::window::NodeRequest;

/// Results by position. Engines and solvers search with a [`Table`]; [`RecordStore`](crate::record_store::RecordStore)
/// serves studies. The node depends on neither.
pub trait Store<P: Position> {
    /// Set if results are kept even where the recipe uses no table.
    const ALWAYS_STORES: bool = false;

    /// The entry of a position `ply` plies from the root, as far as it matters to the request.
    fn probe(&self, position: &P, request: NodeRequest, ply: u32) -> Option<TableEntry>;

    /// Stores a result, its score counted from the position.
    fn store(&mut self, position: &P, entry: TableEntry);

    /// Fetches what [`Store::probe`] will read for a position of this key, ahead of time.
    fn prefetch(&self, _key: u64) {}

    /// The best move that an earlier search recorded at this depth, for [`Recipe::perfect_order`].
    ///
    /// [`Recipe::perfect_order`]: crate::recipe::Recipe::perfect_order
    fn recorded_move(&self, _position: &P, _depth: i16) -> Option<NonZeroU16> {
        None
    }

    /// A new search begins.
    fn age(&mut self) {}

    /// The part in use by results of this search, per mille.
    fn per_mille_full(&self) -> u32 {
        0
    }
}

/// The transposition table, shared by all threads that borrow it.
impl<P: Position> Store<P> for &Table<P::Signature> {
    #[inline(always)]
    fn probe(&self, position: &P, _request: NodeRequest, _ply: u32) -> Option<TableEntry> {
        Table::probe(self, position.key(), position.signature())
    }

    #[inline(always)]
    fn store(&mut self, position: &P, entry: TableEntry) {
        Table::store(self, position.key(), position.signature(), entry);
    }

    #[inline(always)]
    fn prefetch(&self, key: u64) {
        Table::prefetch(self, key);
    }

    fn age(&mut self) {
        Table::age(self);
    }

    fn per_mille_full(&self) -> u32 {
        Table::per_mille_full(self)
    }
}
