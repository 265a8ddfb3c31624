//! Runs every command of the README, and compares its output with the lines shown there; and the rules as a library, as the
//! README shows them.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use search_core::perft::perft;
use xiangqi::notation::{Script, write_move};

use crate::programs::program;

/// A command of the README, with the lines of output shown below it.
struct Example {
    line: usize,
    command: String,
    output: Vec<String>,
}

/// The examples in the ```console blocks: a line `$ command`, then lines of its output; `…` stands for anything.
fn examples(readme: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_inside = false;
    for (number, line) in (1..).zip(readme.lines()) {
        if let Some(kind) = line.strip_prefix("```") {
            is_inside = kind == "console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_inside) {
            examples.push(Example { line: number, command: command.to_owned(), output: Vec::new() });
        } else if let Some(example) = examples.last_mut().filter(|_| is_inside) {
            example.output.push(line.to_owned());
        }
    }
    examples
}

/// The command with the programs that the tests built.
fn with_built_programs(command: &str) -> String {
    let command = command.replace("cargo build --release && target/release/", "");
    let Some((before, rest)) = command.split_once("cargo run --release -p ") else { return command };
    let (selection, arguments) = rest.split_once(" -- ").unwrap_or((rest, ""));
    let (_, program) = selection.split_once(" --bin ").unwrap_or(("tools", "shuangqi"));
    format!("{before}{program} {arguments}")
}

/// Whether a command succeeds in this folder, and what it prints.
fn run(command: &str, folder: &Path) -> (bool, String) {
    let programs = ["shuangqi", "othello"].map(|name| program(name).parent().unwrap().display().to_string());
    let path = format!("{}:{}", programs.join(":"), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", &with_built_programs(command)]).current_dir(folder).env("PATH", path);
    let output = shell.stdin(Stdio::null()).stderr(Stdio::null()).output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

/// Whether the shown lines are the output's, in order; `…` in a line, or as a line, stands for anything.
fn matches(shown: &[String], output: &str) -> Result<(), String> {
    let mut rest = output.lines();
    for line in shown.iter().filter(|line| !line.is_empty() && *line != "…") {
        let found = rest.any(|found| {
            let mut parts = line.split('…');
            let first = parts.next().unwrap_or_default().trim_end();
            let mut place = found.trim().strip_prefix(first.trim_start()).map(str::to_owned);
            for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
                place = place.and_then(|text| text.split_once(part).map(|(_, tail)| tail.to_owned()));
            }
            place.is_some()
        });
        if !found {
            return Err(line.clone());
        }
    }
    Ok(())
}

/// A folder like the checkout, in which commands may write.
fn copy_of_repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../data")), &folder.path().join("data"));
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

#[test]
fn every_command_of_the_readme_works() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).unwrap();
    let examples = examples(&readme);
    assert!(examples.len() >= 8, "the README has a ladder of examples");
    let folder = copy_of_repository();
    for example in examples {
        if example.command.starts_with("cargo test") || example.command.contains("--config") {
            continue; // this very run; a second build of everything
        }
        let (is_success, output) = run(&example.command, folder.path());
        assert!(is_success, "README.md:{}: {}", example.line, example.command);
        if let Err(line) = matches(&example.output, &output) {
            panic!("README.md:{}: {}\nshows {line:?}, but prints\n{output}", example.line, example.command);
        }
    }
}

/// The set-up commands are where a newcomer finds them, and the second is what `.ci/run` calls.
#[test]
fn the_readme_and_the_checks_name_the_same_test_command() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let readme = fs::read_to_string(format!("{folder}/README.md")).unwrap();
    let checks = fs::read_to_string(format!("{folder}/.ci/run")).unwrap();
    assert!(readme.contains("\n$ cargo test\n") && checks.contains("\ncargo test\n"));
}

#[test]
fn the_library_works_as_the_readme_shows() -> Result<(), Box<dyn Error>> {
    let position = xiangqi::Position::from_fen(xiangqi::fen::START)?;
    assert_eq!(perft(&position, 3), 79_666);
    let mv = xiangqi::Move::parse("h2e2")?;
    assert_eq!(write_move(position.board(), mv, Script::Characters), "炮二平五");
    Ok(())
}

/// The README's lines are the lines above.
#[test]
fn the_readme_shows_this_file() {
    let readme = include_str!("../README.md");
    let (_, block) = readme.split_once("```rust\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let source = include_str!("readme.rs");
    for line in block.lines().filter(|line| !line.is_empty()) {
        assert!(source.lines().any(|known| known.trim() == line.trim()), "{line}");
    }
}
