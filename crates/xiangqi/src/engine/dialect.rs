//! The two protocols that the engine reads by the same rules.

use std::time::Duration;

/// The two protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The universal chess interface, in the form of Xiangqi programs.
    Uci,
    /// The universal Chinese chess protocol, 3.0.
    Ucci {
        /// Clocks count milliseconds instead of seconds.
        has_milliseconds: bool,
    },
}

impl Dialect {
    /// What times are counted in.
    pub fn unit(self) -> Duration {
        match self {
            Dialect::Ucci { has_milliseconds: false } => Duration::from_secs(1),
            Dialect::Uci | Dialect::Ucci { .. } => Duration::from_millis(1),
        }
    }
}
