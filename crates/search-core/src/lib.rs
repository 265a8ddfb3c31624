//! One game-tree search for every two-player game that can say what its moves are.
//!
//! The crate knows no game. A game states its rules as a [`Position`], and everything else in an [`Evaluator`]; the
//! search uses those two and nothing else. The one hard decision is that there is **one node**: negamax,
//! alpha-beta, PVS and everything built on them are [`Recipe`]s that the node reads, never second loops, so a
//! comparison of two algorithms compares exactly the parts in which they differ.

pub mod counters;
pub mod deepening;
pub mod driver;
pub mod evaluator;
mod extension;
mod frame;
mod histories;
pub mod limits;
pub mod minimal_trees;
pub mod move_list;
mod node;
pub mod observer;
pub mod perft;
mod picker;
pub mod position;
pub mod prefetch;
mod pruning;
mod quiescence;
pub mod recipe;
pub mod record_store;
mod root;
pub mod score;
pub mod session;
pub mod signature;
pub mod store;
pub mod table;
pub mod testing;
#[cfg(test)]
mod tests;
pub mod time;
pub mod window;
mod worker;

pub use counters::Counters;
pub use deepening::{Outcome, Report, SearchOptions, think};
pub use driver::{Aspiration, Driver, Growth, Guess};
pub use evaluator::{Evaluator, Material};
pub use limits::{Clock, Control};
pub use move_list::{MoveList, ScoredMove};
pub use observer::{Event, ScoreOrigin};
pub use position::{MoveKind, Position};
pub use recipe::{Recipe, RecipeSource};
pub use root::Root;
pub use score::Score;
pub use signature::BoardSignature;
pub use store::Store;
pub use table::{Bound, NoMemory, Table};
pub use time::{Budget, ClockState};
pub use window::{NodeRequest, Window};
pub use worker::ThreadData;
