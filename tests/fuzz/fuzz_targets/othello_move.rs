//! Moves and sides: the name of what is read is read as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::othello::moves(text));
