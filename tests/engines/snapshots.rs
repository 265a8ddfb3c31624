//! What the programs print for their arguments and for lines in a pipe: the dialogues in `tests/engines/snapshots`.

use super::snapshot;
use crate::programs::program;

/// Checks a file with the engines that it names.
fn check(file: &str, engine: &str) {
    let folder = program(engine);
    let path = format!("{}:{}", folder.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let snapshots = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/snapshots");
    snapshot::check(&std::path::Path::new(snapshots).join(file), &path);
}

#[test]
fn judge() {
    check("judge.md", "xiangqi");
}

#[test]
fn solve() {
    check("solve.md", "othello");
}

#[test]
fn weights() {
    check("weights.md", "xiangqi");
}
