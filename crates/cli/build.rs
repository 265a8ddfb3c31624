//! Sets the commit that is built, for `--version`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=SHUANGQI_COMMIT={}", commit());
}

/// The abbreviated commit of a release build. Other profiles show none: it would rebuild the workspace after each
/// commit.
fn commit() -> String {
    if std::env::var("PROFILE").is_ok_and(|profile| profile != "release") {
        return "development build".to_owned();
    }
    for file in
        ["HEAD", "packed-refs"].map(str::to_owned).into_iter().chain(git(&["symbolic-ref", "-q", "HEAD"]))
    {
        watch(&file);
    }
    match git(&["rev-parse", "--short", "HEAD"]) {
        Some(hash) => format!("commit {hash}"),
        None => "commit unknown".to_owned(),
    }
}

/// Runs this script again when this file of the repository changes. A file that does not exist is not named, as cargo
/// would count it as changed each time, but the folder in which it would be made: a branch has no file after a clone, and one
/// after the first commit.
fn watch(file: &str) {
    if let Some(path) = git(&["rev-parse", "--path-format=absolute", "--git-path", file])
        && let Some(path) =
            Path::new(&path).ancestors().take(2).find(|path| path.exists() && !path.ends_with(".git"))
    {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The answer of git in one line; `None` without git, or outside a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
