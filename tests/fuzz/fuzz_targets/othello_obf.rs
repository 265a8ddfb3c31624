//! Problem files: a problem can be written and read again, its moves are legal; errors name their line.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::othello::obf(text));
