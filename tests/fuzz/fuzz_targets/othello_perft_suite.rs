//! Files of known counts: entries can be written and read again; errors name their line.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::othello::perft_suite(text));
