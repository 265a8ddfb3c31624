//! WXF and Chinese moves on any position: what is read is legal, what is written for a legal move is read as it.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::xiangqi::notation(text));
