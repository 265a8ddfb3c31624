mod mock;

use super::*;
use crate::config::{Limits, Opening};
use crate::fault::Fault;
use crate::player::{Answer, Boards, Choice, MoveRequest};
pub use crate::samples::request;
use crate::samples::{self, OTHELLO};
use game::Seat;

/// An engine without a clock.
pub fn config(protocol: Protocol, command: &str, arguments: &[&str]) -> EngineConfig {
    let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
    let command = command.to_owned();
    EngineConfig { command, arguments, protocol, limits: Limits::default(), ..samples::engine("engine") }
}

/// A game from the standard start.
pub fn opening(start: &str) -> Opening {
    Opening { is_standard: true, ..samples::opening(start, &[]) }
}

const XIANGQI: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
