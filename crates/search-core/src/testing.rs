//! The tools of tests of any game and any recipe: explicit random trees, a random evaluator, plain minimax as a
//! reference, a suite of what must hold for every game, and a recorder of what a search does.

pub mod conformance;
pub mod minimax;
pub mod tree;
pub mod tree_recorder;
