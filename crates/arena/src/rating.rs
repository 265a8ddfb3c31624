//! The statistics of matches: the difference in strength of two engines with its interval, the sequential test that ends
//! a match, and ratings of many engines.
//!
//! Results are counted as single games ([`Trinomial`]) or, where every opening is played twice with sides swapped, as
//! pairs of games ([`Pentanomial`]). No number is ever infinite or NaN: a value or bound that does not exist is `None`.

mod bradley_terry;
mod command;
mod counts;
mod estimate;
mod likelihood;
mod spread;
mod sprt;
#[cfg(test)]
mod tests;

pub use bradley_terry::{Rating, ratings};
pub use command::{EloArgs, SprtArgs, elo, sprt};
pub use counts::{Counts, Outcome, Pentanomial, Trinomial};
pub use estimate::{Estimate, Moments};
pub use sprt::{Model, Sprt, SprtParameters, SprtState, Verdict};
