//! Searches of both engines in the same sessions.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::searches::check(bytes));
