#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files of the system"))]

pub mod bad_input;
mod counters;
mod deepening;
mod driver;
mod evaluator;
mod extension;
mod helpers;
mod histories;
mod history_updates;
mod iterations;
mod limits;
mod memory;
pub mod message;
pub mod minimal_trees;
pub mod move_list;
mod move_search;
mod node;
mod node_context;
mod parallel;
pub mod perft;
mod picker;
mod position;
mod progress;
mod pruning;
mod quiescence;
pub mod recipe;
pub mod score;
pub mod session;
pub mod split_mix;
mod split_point;
pub mod store;
pub mod table;
mod table_cutoffs;
pub mod testing;
#[cfg(test)]
mod tests;
mod window;
mod worker;

pub use bad_input::{BadInput, Reason};
pub use counters::{Counters, Event, ScoreOrigin};
pub use deepening::{Outcome, Report, SearchOptions, think};
pub use driver::{Aspiration, Driver, Growth, Guess};
pub use evaluator::{Evaluator, Heuristics, Material, ProbCut, Sharing};
pub use helpers::{Helpers, think_together};
pub use limits::{Budget, Clock, ClockState, Control, NodeClock};
pub use memory::{advise_large_pages, prefetch};
pub use message::Message;
pub use move_list::{MoveList, ScoredMove};
pub use position::{BoardSignature, MoveKind, Position, Root};
pub use recipe::{Recipe, RecipeSource};
pub use score::Score;
pub use store::Store;
pub use table::{Bound, NoMemory, Table};
pub use window::{NodeRequest, Window};
pub use worker::ThreadData;
