//! One game-tree search for every two-player game that can say what its moves are.
//!
//! The crate knows no game. A game states its rules as a [`Position`] and its judgement as an [`Evaluator`]; the
//! search asks those two and nothing else. The one hard decision is that there is **one node**: negamax,
//! alpha-beta, PVS and everything built on them are [`Recipe`]s that the node reads, never second loops, so a
//! comparison of two algorithms compares exactly the parts in which they differ.

pub mod deepening;
pub mod driver;
pub mod evaluator;
mod extension;
pub mod limits;
mod memory;
pub mod move_list;
mod node;
pub mod perft;
mod picker;
pub mod position;
mod pruning;
mod quiescence;
pub mod recipe;
pub mod records;
pub mod references;
pub mod score;
pub mod seal;
pub mod session;
pub mod table;
pub mod tally;
pub mod testing;
#[cfg(test)]
mod tests;
pub mod time;
pub mod watch;
pub mod window;
mod worker;

pub use deepening::{Outcome, Report, Request, Root, think};
pub use driver::{Aspiration, Driver, Growth, Guess};
pub use evaluator::{Evaluator, Strength};
pub use limits::{Clock, Control};
pub use move_list::{MoveList, Ranked};
pub use position::{Position, Which};
pub use recipe::{Plan, Recipe};
pub use score::Score;
pub use seal::Seal;
pub use table::{Bound, NoMemory, Table};
pub use tally::Tally;
pub use time::{Budget, ClockState};
pub use watch::{Event, Why};
pub use window::{Ask, Window};
pub use worker::Kit;
