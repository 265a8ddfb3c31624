//! The workspace's programs, built as the tests themselves are.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The packages that make programs, and these.
const PACKAGES: [(&str, &[&str]); 2] =
    [("tools", &["shuangqi"]), ("shuangqi-engine", &["othello", "xiangqi"])];

/// A program. It is built at the first call: cargo builds a package's programs only for that package's own tests.
pub fn program(name: &str) -> PathBuf {
    static BUILT: [OnceLock<PathBuf>; PACKAGES.len()] = [const { OnceLock::new() }; PACKAGES.len()];
    let index =
        PACKAGES.iter().position(|(_, programs)| programs.contains(&name)).expect("the name of a program");
    let folder = BUILT[index].get_or_init(|| build(PACKAGES[index].0));
    folder.join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    cargo
}

fn build(package: &str) -> PathBuf {
    // …/target/PROFILE/deps/conformance-…
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap();
    let mut cargo = cargo();
    cargo.args(["build", "--quiet", "--offline", "--bins", "-p", package, "--target-dir"]);
    cargo.arg(folder.parent().unwrap());
    if folder.ends_with("release") {
        cargo.arg("--release");
    }
    let status = cargo.status().unwrap();
    assert!(status.success(), "the programs are built");
    folder.to_owned()
}

/// The packages of a build, each with its features.
fn packages(selection: &[&str]) -> BTreeSet<String> {
    let mut cargo = cargo();
    cargo
        .args(["tree", "--offline", "--prefix", "none", "--no-dedupe", "--format", "{p} {f}"])
        .args(selection);
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Otherwise cargo builds the workspace a second time for the tests that start programs. A feature that only tests need
/// is named in the workspace's dependencies.
#[test]
fn programs_are_built_of_the_same_packages_as_the_tests() {
    let tests = packages(&["--edges", "normal,build,dev"]);
    for (package, _) in PACKAGES {
        let program = packages(&["--edges", "normal,build", "--package", package]);
        let differing: Vec<_> = program.difference(&tests).collect();
        assert!(differing.is_empty(), "{package}: {differing:?}");
    }
}
