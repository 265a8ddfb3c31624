//! Sizes and numbers of threads: what is accepted is shown as a text that means the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::options::options(text));
