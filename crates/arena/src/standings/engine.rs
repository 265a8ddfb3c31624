//! The results of one engine: games, faults, effort.

use serde::Serialize;
use shuangqi_cli::units::{counted, counted_as};

use crate::fault::Fault;
use crate::rating::{Outcome, Trinomial};
use crate::record::{GameRecord, GameResult, MoveRecord, Termination};
use game::Seat;

/// The results of an engine in some games.
#[derive(Clone, Debug, Default)]
pub struct EngineResults {
    pub by_seat: [Trinomial; 2],
    pub faults: Faults,
    /// The time, depth and nodes of its moves.
    pub effort: EffortStatistics,
    /// The microseconds left at the end of each game with a clock.
    left: Vec<u64>,
}

impl EngineResults {
    /// Counts a game in which the engine had this seat.
    pub(super) fn add(&mut self, game: &GameRecord, seat: Seat) {
        self.by_seat[seat.index()].add(Outcome::of(game.result, seat));
        if let Some(fault) = game.fault.as_ref().filter(|fault| fault.seat == seat) {
            self.faults.add(&fault.fault);
        }
        let own = || game.moves_by_seat().filter(|(mover, _)| *mover == seat).map(|(_, step)| step);
        own().for_each(|step| self.effort.add(step));
        let is_late = game.termination == Termination::TimeForfeit && game.result != GameResult::win_of(seat);
        let left = own().filter_map(|step| step.left).last();
        self.left.extend(left.map(|left| if is_late { 0 } else { left }));
    }

    pub fn games(&self) -> Trinomial {
        let [first, second] = self.by_seat;
        first.merged(second)
    }

    /// The median of the microseconds left at the ends of its games; `None` without a clock.
    pub fn median_left(&self) -> Option<u64> {
        let mut left = self.left.clone();
        left.sort_unstable();
        let (low, high) = (left.get(left.len().saturating_sub(1) / 2)?, left.get(left.len() / 2)?);
        Some(low.midpoint(*high))
    }

    /// The least number of microseconds left at the end of a game; `None` without a clock.
    pub fn least_left(&self) -> Option<u64> {
        self.left.iter().copied().min()
    }
}

/// The time, depth and nodes of the moves that an engine made by itself. A number that overflows stays at its maximum.
#[derive(Clone, Copy, Debug, Default)]
pub struct EffortStatistics {
    pub moves: u64,
    /// The sum of their times in microseconds.
    pub micros: u64,
    /// The longest time of a move in microseconds.
    pub most_micros: u64,
    /// The number of moves that took longer than the time left for them, by no more than the margin.
    pub margin_moves: u64,
    /// The longest of these excesses in microseconds.
    pub most_over: u64,
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
        self.margin_moves += u64::from(step.over.is_some());
        self.most_over = self.most_over.max(step.over.unwrap_or_default());
        if let Some(nodes) = step.nodes {
            self.nodes = (self.nodes.0.saturating_add(nodes), self.nodes.1.saturating_add(micros));
        }
        if let Some(depth) = step.depth {
            self.depths = (self.depths.0 + u64::from(depth), self.depths.1 + 1);
        }
    }

    /// The moves that needed the margin, as in `3 moves needed the margin, 12 ms at most`; `None` without any.
    pub fn margin_text(&self) -> Option<String> {
        let (moves, most) = (counted(self.margin_moves, "move"), self.most_over as f64 / 1e3);
        (self.margin_moves > 0).then(|| format!("{moves} needed the margin, {most:.1} ms at most"))
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

/// The faults of an engine by kind: counted as losses alone, they would hide bugs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Faults {
    pub timeout: u64,
    pub crash: u64,
    /// Missing answers where no clock runs.
    pub stall: u64,
    pub illegal: u64,
    /// Refusals to move in a game that was not over.
    pub no_move: u64,
    pub junk: u64,
}

impl Faults {
    pub fn add(&mut self, fault: &Fault) {
        *match fault {
            Fault::Timeout { .. } => &mut self.timeout,
            Fault::Stall { .. } => &mut self.stall,
            Fault::Crash { .. } => &mut self.crash,
            Fault::Illegal { .. } => &mut self.illegal,
            Fault::NoMove { .. } => &mut self.no_move,
            Fault::Junk { .. } => &mut self.junk,
        } += 1;
    }

    pub fn total(self) -> u64 {
        self.named().iter().map(|(_, count)| count).sum()
    }

    #[must_use]
    pub fn merged(self, other: Faults) -> Faults {
        Faults {
            timeout: self.timeout + other.timeout,
            crash: self.crash + other.crash,
            stall: self.stall + other.stall,
            illegal: self.illegal + other.illegal,
            no_move: self.no_move + other.no_move,
            junk: self.junk + other.junk,
        }
    }

    /// Each kind in words, for one and for several, with its count.
    fn named(self) -> [((&'static str, &'static str), u64); 6] {
        [
            (("timeout", "timeouts"), self.timeout),
            (("crash", "crashes"), self.crash),
            (("stall", "stalls"), self.stall),
            (("illegal move", "illegal moves"), self.illegal),
            (("refusal to move", "refusals to move"), self.no_move),
            (("junk answer", "junk answers"), self.junk),
        ]
    }

    /// `2 timeouts, 1 crash`; `none`.
    pub fn text(self) -> String {
        let some = self.named().into_iter().filter(|(_, count)| *count > 0);
        let texts: Vec<String> =
            some.map(|((one, several), count)| counted_as(count, one, several)).collect();
        if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
    }
}
