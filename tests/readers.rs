//! Every option that names a file to read, given what is no such file: devices and pipes without an end, pipes that send
//! nothing, folders, and damaged files. Each is one clear error, in bounded memory.
//!
//! The whole table of options and files (`cargo test -p conformance -- --ignored --nocapture readers`) prints the most
//! memory and time that any of them takes.

mod bad_file;
mod options;

use rayon::prelude::*;

use bad_file::{BadFile, MUTANTS, Outcome, run};
use options::{FileOption, OPTIONS, Reading};

/// The most memory, in bytes.
const MAX_MEMORY: u64 = 300_000_000;

/// Runs a program on a bad file; `Err`: what is wrong with its answer.
fn refuse(option: &FileOption, file: &BadFile) -> Result<Outcome, String> {
    let outcome = run(option, file);
    let is_refused = outcome.code == Some(option.code())
        && outcome.complaints(option) == 1
        && outcome.messages.contains(option.answer())
        && outcome.memory < MAX_MEMORY;
    match is_refused {
        true => Ok(outcome),
        false => {
            Err(format!("{} {}{} with {}: {outcome:?}", option.program, option.line, option.input, file.name))
        }
    }
}

/// Feeds each of these options its file, and prints the extremes.
fn refuse_all(kind: &str, pairs: &[(&FileOption, BadFile)]) {
    let outcomes: Vec<_> = pairs.par_iter().map(|(option, file)| refuse(option, file)).collect();
    let wrong: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{kind}: {wrong:#?}");
    let outcomes = || outcomes.iter().flatten();
    let memory = outcomes().map(|outcome| outcome.memory).max().unwrap_or_default();
    let time = outcomes().map(|outcome| outcome.time).max().unwrap_or_default();
    println!("{kind}: {} runs, at most {} MB and {time:?}", pairs.len(), memory / 1_000_000);
}

/// Whether a pipe that sends nothing is given up; standard input is waited for.
fn is_given_up(option: &FileOption) -> bool {
    option.reading == Reading::Text && !option.reads_stdin()
}

fn pairs(make: impl Fn() -> BadFile) -> Vec<(&'static FileOption, BadFile)> {
    OPTIONS.iter().map(|option| (option, make())).collect()
}

#[test]
fn files_and_devices_without_an_end_and_folders_are_refused() {
    refuse_all("devices", &pairs(BadFile::device));
    refuse_all("folders", &pairs(BadFile::folder));
    let of_files = OPTIONS.iter().filter(|option| option.reading != Reading::Text);
    refuse_all("sparse files", &of_files.map(|option| (option, BadFile::sparse())).collect::<Vec<_>>());
}

#[test]
fn damaged_files_are_refused() {
    let mutants = (0..MUTANTS).map(|number| {
        let option = &OPTIONS[number % OPTIONS.len()];
        (option, BadFile::mutant(option, number))
    });
    refuse_all("damaged files", &mutants.collect::<Vec<_>>());
}

/// Nothing is waited for, so that an engine answers `isready`, `ping` and `quit`.
#[test]
fn pipes_are_no_files_of_weights_or_journals() {
    let of_files = |option: &&FileOption| option.reading != Reading::Text;
    let make = [BadFile::endless_pipe, BadFile::silent_pipe];
    let pairs = OPTIONS.iter().filter(of_files).flat_map(|option| make.map(|make| (option, make())));
    refuse_all("pipes for files", &pairs.collect::<Vec<_>>());
}

#[test]
fn a_pipe_that_sends_nothing_is_given_up() {
    let option = OPTIONS.iter().find(|option| is_given_up(option)).unwrap();
    refuse_all("a silent pipe", &[(option, BadFile::silent_pipe())]);
}

#[test]
#[ignore = "reads more than ten gigabytes"]
fn every_option_refuses_every_bad_file() {
    refuse_all("endless pipes", &pairs(BadFile::endless_pipe));
    let given_up = OPTIONS.iter().filter(|option| is_given_up(option));
    refuse_all("silent pipes", &given_up.map(|option| (option, BadFile::silent_pipe())).collect::<Vec<_>>());
    for option in OPTIONS {
        let mutants = (0..MUTANTS).map(|number| (option, BadFile::mutant(option, number)));
        refuse_all(option.line, &mutants.collect::<Vec<_>>());
    }
}
