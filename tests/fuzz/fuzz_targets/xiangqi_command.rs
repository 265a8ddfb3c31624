//! UCI and UCCI: every line is a command within bounds or a named error, and blanks do not matter.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::xiangqi_engine::command(text));
