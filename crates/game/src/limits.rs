//! The limits of a search.

use std::num::NonZero;
use std::time::Duration;

use search_core::ClockState;

/// The limits of a search apart from the clock. All may be combined; the first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<NonZero<u64>>,
    /// Time for each move, exactly.
    pub move_time: Option<Duration>,
}

/// A search to be made: of the last position of a session, until the first of these limits. Without any, only a stop or
/// a result that nothing can change ends it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchRequest {
    /// Depth, nodes and time.
    pub limits: Limits,
    /// The clocks, by seat.
    pub clocks: [Option<ClockState>; 2],
    /// A level of strength: a depth in plies, in games without such levels.
    pub level: Option<u8>,
    /// The number of best lines; more than there are moves stands for all.
    pub lines: usize,
    /// Time lost between engine and clock on each move.
    pub overhead: Duration,
    /// The time that the search has already had, in turns before this one.
    pub spent: Duration,
    /// The threads that will search together.
    pub threads: NonZero<usize>,
}

impl SearchRequest {
    /// The usual time lost between engine and clock on each move.
    pub const OVERHEAD: Duration = Duration::from_millis(10);

    /// A search that nothing ends.
    pub const ENDLESS: SearchRequest = SearchRequest {
        limits: Limits { depth: None, nodes: None, move_time: None },
        clocks: [None; 2],
        level: None,
        lines: 1,
        overhead: Self::OVERHEAD,
        spent: Duration::ZERO,
        threads: NonZero::<usize>::MIN,
    };

    /// A search within these limits.
    pub fn within(limits: Limits) -> SearchRequest {
        SearchRequest { limits, ..SearchRequest::ENDLESS }
    }

    /// A search at a level of strength.
    pub fn at_level(level: u8) -> SearchRequest {
        SearchRequest { level: Some(level), ..SearchRequest::ENDLESS }
    }

    /// Returns whether nothing ends it.
    pub fn is_endless(&self) -> bool {
        self.limits == Limits::default() && self.clocks == [None; 2] && self.level.is_none()
    }
}
