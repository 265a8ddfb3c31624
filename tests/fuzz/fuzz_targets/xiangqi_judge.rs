//! Games to be judged, on a command line or in a file: they can be judged and explained; errors have their place.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::xiangqi::judge(text));
