//! GTP: every line that asks for something is answered in one frame; errors are named.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::othello_engine::gtp(text));
