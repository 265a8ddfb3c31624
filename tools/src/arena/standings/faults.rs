//! What engines did wrong, counted by kind: a single "loss" would hide a bug.

use serde::Serialize;
use shuangqi_cli::units::counted_as;

use crate::arena::fault::Fault;

/// A kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// Too late.
    Timeout,
    /// No answer where no clock runs.
    Stall,
    /// Its process ended.
    Crash,
    /// A move that may not be played.
    Illegal,
    /// No move in a game that was not over.
    NoMove,
    /// What cannot be understood.
    Junk,
}

impl FaultKind {
    /// The kind of a fault.
    pub fn of(fault: &Fault) -> FaultKind {
        match fault {
            Fault::Timeout { .. } => FaultKind::Timeout,
            Fault::Stall { .. } => FaultKind::Stall,
            Fault::Crash { .. } => FaultKind::Crash,
            Fault::Illegal { .. } => FaultKind::Illegal,
            Fault::NoMove { .. } => FaultKind::NoMove,
            Fault::Junk { .. } => FaultKind::Junk,
        }
    }
}

/// Faults by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Faults {
    /// Answers that came too late.
    pub timeout: u64,
    /// Processes that ended.
    pub crash: u64,
    /// Silence where no clock runs.
    pub stall: u64,
    /// Moves that may not be played.
    pub illegal: u64,
    /// Refusals to move in a game that was not over.
    pub no_move: u64,
    /// Answers that cannot be understood.
    pub junk: u64,
}

impl Faults {
    /// Counts a fault.
    pub fn add(&mut self, fault: &Fault) {
        *match FaultKind::of(fault) {
            FaultKind::Timeout => &mut self.timeout,
            FaultKind::Stall => &mut self.stall,
            FaultKind::Crash => &mut self.crash,
            FaultKind::Illegal => &mut self.illegal,
            FaultKind::NoMove => &mut self.no_move,
            FaultKind::Junk => &mut self.junk,
        } += 1;
    }

    /// All of them.
    pub fn total(self) -> u64 {
        self.named().iter().map(|(_, count)| count).sum()
    }

    /// These and others.
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
