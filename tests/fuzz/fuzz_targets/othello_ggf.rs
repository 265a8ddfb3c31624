//! GGF: games lead by legal moves to where they say, and can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::othello::ggf(text));
