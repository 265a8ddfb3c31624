//! The faults of engines by kind: counted as losses alone, they would hide bugs.

use serde::Serialize;
use shuangqi_cli::units::counted_as;

use crate::fault::Fault;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Faults {
    /// Answers after the time was over.
    pub timeout: u64,
    /// Processes that exited.
    pub crash: u64,
    /// Missing answers where no clock runs.
    pub stall: u64,
    pub illegal: u64,
    /// Refusals to move in a game that was not over.
    pub no_move: u64,
    /// Answers that cannot be parsed.
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

    /// The number of faults of all kinds.
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
