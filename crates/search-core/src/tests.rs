//! Tests of the parts that the equivalence tests only reach together.

mod deepening;
mod drivers;
mod evaluator_calls;
mod extensions;
mod historical;
mod limits;
mod minimal_trees;
mod nodes;
mod null_move;
mod ordering;
mod pruning;
mod scouts;
mod table;
pub(crate) mod trees;
