//! Games: a game leads by legal moves to where it says, and can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::othello::transcript(text));
