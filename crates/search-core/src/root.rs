//! The start of a search.

use crate::position::Position;

/// The position to search, and how the game came there.
#[derive(Debug)]
pub struct Root<'a, P: Position> {
    /// The position.
    pub position: &'a P,
    /// The line entries of the game up to and including it; `&[position.line_entry(None)]` where there is no past.
    pub history: &'a [P::LineEntry],
}

impl<P: Position> Clone for Root<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Root<'_, P> {}
