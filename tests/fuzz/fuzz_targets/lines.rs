//! Protocol lines: every line arrives, in order and without its end, then the end of input.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::options::lines(bytes));
