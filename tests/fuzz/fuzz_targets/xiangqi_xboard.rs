//! xboard's commands: within bounds, or an error with a name.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::xiangqi_engine::xboard(text));
