//! FEN: what is read can be written and read again; a position is made of every arrangement without faults and of no
//! other, and keeps the contract of the search.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::xiangqi::fen(text));
