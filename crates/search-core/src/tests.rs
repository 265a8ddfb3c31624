//! Tests of the parts that the equivalence tests only reach together.

mod deepening;
mod drivers;
mod evaluator_calls;
mod extensions;
pub(crate) mod faulty;
mod futility;
mod histories;
mod instability;
mod late_moves;
mod limits;
mod margins;
mod minimal_trees;
mod nodes;
mod null_move;
mod ordering;
mod probes;
mod recipe;
mod scouts;
mod singular;
mod table;
mod threads;
mod time;
mod transposed;
mod trees;
mod window;
