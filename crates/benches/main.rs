//! Benches of the parts that searches spend their time in: `cargo bench -p benches`, or `-- perft` for those of that name.
//!
//! A package of its own, so that a build of the tests needs nothing of it.

mod attacks;
mod evaluator;
mod movegen;
mod node;
mod othello;
mod table;
mod xiangqi_perft;

use criterion::{criterion_group, criterion_main};

criterion_group!(
    benches,
    attacks::look_ups,
    evaluator::judging,
    evaluator::exchanging,
    othello::flips,
    othello::mobility,
    movegen::movegen,
    node::nodes,
    othello::leaves,
    othello::evaluating,
    table::signatures,
    xiangqi_perft::leaves
);
criterion_main!(benches);
