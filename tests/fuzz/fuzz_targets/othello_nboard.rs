//! NBoard's commands: within bounds, ignored, or an error with a name.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::othello_engine::nboard(text));
