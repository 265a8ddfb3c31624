//! What tests of any game and any recipe share: explicit random trees, an evaluator that knows nothing, naive
//! minimax as the oracle, and the suite of things that must hold for every game.

pub mod conformance;
pub mod minimax;
pub mod tree;
