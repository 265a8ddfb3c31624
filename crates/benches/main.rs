//! Benches of the parts that searches spend their time in: `cargo bench -p benches`, or `-- perft` for those of that name.
//!
//! A package of its own, so that a build of the tests needs nothing of it.

#![allow(clippy::unwrap_used, reason = "what is measured is known to be right")]

mod othello;
mod search;
mod xiangqi;

use criterion::{criterion_group, criterion_main};

criterion_group!(
    benches,
    othello::moves,
    othello::leaves,
    othello::evaluating,
    search::nodes,
    search::signatures,
    xiangqi::look_ups,
    xiangqi::movegen,
    xiangqi::judging,
    xiangqi::exchanging,
    xiangqi::leaves
);
criterion_main!(benches);
