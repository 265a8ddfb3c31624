//! One game-tree search for every two-player game that can say what its moves are.
//!
//! The crate knows no game. A game states its rules as a [`Position`] and its judgement as an [`Evaluator`]; the
//! search asks those two and nothing else. The one hard decision is that there is **one node**: negamax,
//! alpha-beta, PVS and everything built on them are [`Recipe`]s that the node reads, never second loops, so a
//! comparison of two algorithms compares exactly the parts in which they differ.

pub mod evaluator;
pub mod move_list;
pub mod perft;
pub mod position;
pub mod score;
pub mod seal;
pub mod tally;
pub mod window;

pub use evaluator::Evaluator;
pub use move_list::{MoveList, Ranked};
pub use position::{Position, Which};
pub use score::Score;
pub use seal::Seal;
pub use tally::Tally;
pub use window::{Ask, Window};
