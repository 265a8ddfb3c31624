//! The parser whose name this target has.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::check(env!("CARGO_BIN_NAME"), bytes));
