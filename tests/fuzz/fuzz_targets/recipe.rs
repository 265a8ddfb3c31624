//! Algorithms by name: a recipe can be spelled from its parts and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::recipe::recipe(text));
