//! Tests of the parts that the equivalence tests only reach together.

mod deepening;
mod drivers;
mod extensions;
mod futility;
mod instability;
mod limits;
mod nodes;
mod null_move;
mod ordering;
mod probes;
mod recipe;
mod references;
mod scouts;
mod table;
mod time;
mod transposed;
mod trees;
mod window;
