//! Tests of the parts that the equivalence tests only reach together.

mod deepening;
mod limits;
mod recipe;
mod table;
mod window;
