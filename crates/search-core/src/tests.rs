//! Tests of the parts that the equivalence tests only reach together.

mod deepening;
mod drivers;
mod evaluator_calls;
mod extensions;
mod futility;
mod instability;
mod limits;
mod minimal_trees;
mod nodes;
mod null_move;
mod ordering;
mod probes;
mod recipe;
mod scouts;
mod table;
mod threads;
mod time;
mod transposed;
mod trees;
mod window;
