//! Files of known counts: an entry can be written and read again; errors name their line.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::xiangqi::perft_suite(text));
