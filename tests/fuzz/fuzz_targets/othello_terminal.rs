//! The terminal: every line is a command within bounds, or a named error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::othello_engine::terminal(text));
