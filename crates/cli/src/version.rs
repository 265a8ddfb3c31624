//! The text of `--version`.

use crate::cpu;

/// The commit that a release build was built from: `commit 1a2b3c4`; `development build` in others.
pub const COMMIT: &str = env!("SHUANGQI_COMMIT");

/// The version of the workspace and the commit it was built from: `0.1.0 (commit 1a2b3c4)`.
pub const SHORT: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("SHUANGQI_COMMIT"), ")");

/// The whole answer to `--version`, after the program's name: version and commit, the CPU features that the build
/// uses with the level of x86-64 that has them, and the evaluators it contains, by name and id.
pub fn text(evaluators: &[(&str, &str)]) -> String {
    let mut text = format!("{SHORT}\ncpu features: {}", listed(&cpu::features()));
    for (name, id) in evaluators {
        text.push_str(&format!("\nevaluator: {name} {id}"));
    }
    text
}

/// The features, after the level that they make up: `v2 (sse3 ssse3 …)`.
fn listed(features: &[&str]) -> String {
    match cpu::level() {
        Some(level) => format!("{level} ({})", features.join(" ")),
        None if features.is_empty() => "baseline".to_owned(),
        None => features.join(" "),
    }
}
