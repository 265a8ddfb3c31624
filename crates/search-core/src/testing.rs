//! What tests of any game and any recipe share: explicit random trees, an evaluator that knows nothing, naive
//! minimax as the oracle, the suite of things that must hold for every game, and a witness of what a search did.

pub mod conformance;
pub mod minimax;
pub mod tree;
pub mod tree_recorder;
pub mod uniform;
