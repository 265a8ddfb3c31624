//! Tests of the parts that the equivalence tests only reach together.

mod deepening;
mod drivers;
mod futility;
mod limits;
mod nodes;
mod null_move;
mod probes;
mod recipe;
mod scouts;
mod table;
mod trees;
mod window;
