//! The engines pass every step of the compliance test, those of robustness included.

use std::process::Command;
use std::thread;

use crate::programs::program;

/// Each engine with its protocols; the first one is that which detection finds.
const ENGINES: [(&str, &[&str]); 2] =
    [("othello", &["gtp", "nboard"]), ("xiangqi", &["uci", "ucci", "xboard"])];

/// The lines of the steps that did not pass and the notes on stderr, and the exit code.
fn test(engine: &str, words: &[&str]) -> (String, Option<i32>) {
    let engine = program(engine);
    let mut command = Command::new(program("shuangqi"));
    command.args(["compliance", "--format", "csv"]).args(words).arg(engine);
    let output = command.output().unwrap();
    let records = String::from_utf8(output.stdout).unwrap();
    let failed = records.lines().filter(|line| line.starts_with("compliance/") && !line.contains(",pass,"));
    let notes = String::from_utf8(output.stderr).unwrap();
    (failed.chain(notes.lines()).map(|line| format!("{line}\n")).collect(), output.status.code())
}

#[test]
#[ignore = "keeps to clocks, which a busy machine does not"]
fn the_engines_pass_every_step_of_their_protocols() {
    thread::scope(|scope| {
        for (engine, protocols) in ENGINES {
            for (number, protocol) in protocols.iter().enumerate() {
                scope.spawn(move || {
                    let result = test(engine, &["--proto", protocol]);
                    assert_eq!(result, (String::new(), Some(0)), "{engine} {protocol}");
                    if number == 0 {
                        let (notes, _) = test(engine, &[]);
                        assert!(notes.contains(&format!("answers {protocol}")), "{notes}");
                    }
                });
            }
        }
    });
}
