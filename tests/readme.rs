//! Runs every command of the README, and compares its output with the lines shown there.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::programs::selected;

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

/// What builds all programs, before the first command.
const BUILD: &str = "cargo build --release && target/release/shuangqi ";

/// Runs `[printf 'text' |] cargo run --release -p PACKAGE [--bin PROGRAM] -- ARGUMENTS` with the program that the tests built.
fn run(command: &str, folder: &Path) -> (bool, String) {
    let (input, command) = match command.strip_prefix("printf '") {
        Some(rest) => rest.split_once("' | ").expect("a pipe after the text"),
        None => ("", command),
    };
    let (selection, arguments) = match command.strip_prefix(BUILD) {
        Some(arguments) => ("tools", arguments),
        None => {
            let words =
                command.strip_prefix("cargo run --release -p ").expect("a command that runs a program");
            words.split_once(" -- ").unwrap_or((words, ""))
        }
    };
    let mut child = Command::new(selected(selection))
        .args(split(arguments))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.replace("\\n", "\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

/// Splits a command line into words, as a shell does with single and double quotes.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
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
