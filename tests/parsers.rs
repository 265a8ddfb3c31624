//! Every parser: its messages for bad input, its properties for any text, and that what is written can be read.

mod bad_input;
mod mutation;
#[path = "fuzz/src/lib.rs"]
mod properties;
mod round_trips;
