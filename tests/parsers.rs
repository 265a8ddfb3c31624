//! Every parser: its messages for bad input, its properties for any text, and that what is written can be read; and searches
//! with any limits, one after another.

mod bad_input;
mod mutation;
#[path = "fuzz/src/lib.rs"]
mod properties;
mod round_trips;
mod searches;

/// The number of inputs for a property; `SHUANGQI_CASES=1000000` asks for more.
fn cases(usual: usize) -> usize {
    std::env::var("SHUANGQI_CASES").map_or(usual, |cases| cases.parse().expect("SHUANGQI_CASES is a number"))
}
