//! The results of one engine.

use super::Faults;
use crate::arena::record::{GameRecord, MoveRecord};
use crate::arena::seat::Seat;
use crate::rating::Trinomial;

/// The results of an engine in some games.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineResults {
    /// Its games by its seat.
    pub by_seat: [Trinomial; 2],
    pub faults: Faults,
    /// The time, depth and nodes of its moves.
    pub effort: EffortStatistics,
}

impl EngineResults {
    /// Counts a game in which the engine had this seat.
    pub(super) fn add(&mut self, game: &GameRecord, seat: Seat) {
        self.by_seat[seat.index()].add(game.result.outcome(seat));
        if let Some(fault) = game.fault.as_ref().filter(|fault| fault.seat == seat) {
            self.faults.add(&fault.fault);
        }
        let own = game.moves_by_seat().filter(|(mover, _)| *mover == seat);
        own.for_each(|(_, step)| self.effort.add(step));
    }

    pub fn games(&self) -> Trinomial {
        let [first, second] = self.by_seat;
        first.merged(second)
    }
}

/// The time, depth and nodes of the moves that an engine made by itself. A number that overflows stays at its maximum.
#[derive(Clone, Copy, Debug, Default)]
pub struct EffortStatistics {
    /// The number of timed moves.
    pub moves: u64,
    /// The sum of their times in microseconds.
    pub micros: u64,
    /// The longest time of a move in microseconds.
    pub most_micros: u64,
    /// The least time left on the clock after a move, in microseconds; `None` without a clock.
    pub least_left: Option<u64>,
    /// The nodes of the moves that reported them, and the microseconds of those moves.
    pub nodes: (u64, u64),
    /// The sum of the reported depths, and their number.
    pub depths: (u64, u64),
}

impl EffortStatistics {
    fn add(&mut self, step: &MoveRecord) {
        let Some(micros) = step.micros else { return };
        self.moves += 1;
        self.micros = self.micros.saturating_add(micros);
        self.most_micros = self.most_micros.max(micros);
        self.least_left = self.least_left.into_iter().chain(step.left).min();
        if let Some(nodes) = step.nodes {
            self.nodes = (self.nodes.0.saturating_add(nodes), self.nodes.1.saturating_add(micros));
        }
        if let Some(depth) = step.depth {
            self.depths = (self.depths.0 + u64::from(depth), self.depths.1 + 1);
        }
    }

    /// The mean time of a move in seconds; `None` without moves.
    pub fn seconds(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.micros as f64 / 1e6 / self.moves as f64)
    }

    /// Nodes per second; `None` if no nodes were reported.
    pub fn speed(&self) -> Option<f64> {
        (self.nodes.1 > 0).then(|| self.nodes.0 as f64 * 1e6 / self.nodes.1 as f64)
    }

    /// The mean depth; `None` if no depth was reported.
    pub fn depth(&self) -> Option<f64> {
        (self.depths.1 > 0).then(|| self.depths.0 as f64 / self.depths.1 as f64)
    }
}
