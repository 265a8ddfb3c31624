//! Coordinates: a move is written in two ways that are read as the same move.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::xiangqi::moves(text));
