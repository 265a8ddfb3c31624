//! The entries that the line of play keeps of positions.

use crate::moves::Move;

/// A position of the line of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineEntry {
    pub(crate) key: u64,
    mv: Option<Move>,
    pub(crate) retractable: u16,
    checked: bool,
}

impl LineEntry {
    /// A position with this key, to which `mv` led. `checked`: that move gave check. `retractable`: this number of
    /// moves, this one the last, could have been taken back since; none before a capture or a soldier's step forward,
    /// or before what was no real move at all. Only that far back can the position have occurred before.
    pub const fn new(key: u64, mv: Option<Move>, checked: bool, retractable: u16) -> LineEntry {
        LineEntry { key, mv, retractable, checked }
    }

    /// The move that led to the position; `None` at the start and after a null move.
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// Returns whether that move gave check.
    pub const fn is_check(&self) -> bool {
        self.checked
    }
}
