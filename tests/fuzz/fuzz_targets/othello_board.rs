//! Boards in both forms: what is read can be written and read again, keeps the contract of the search, and looks alike
//! from every corner.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::othello::board(text));
