//! The programs that people use with our engines: their dialogues, recorded or written after their protocols, are held in every run;
//! whole games with the programs themselves on request (`cargo test -p conformance clients -- --ignored --nocapture`).
//!
//! A test of a program that is not installed says so and ends: it needs `xboard` and `Xvfb` (Debian's packages xboard, xvfb), and a
//! Python with the package cchess (PyPI), which `SHUANGQI_PYTHON` names where it is not `python3`.

mod cchess;
mod xboard;

use std::process::Command;

use crate::engines::dialogue::run_dialogues;
use crate::programs::program;

#[test]
fn dialogues_of_xiangqi_programs() {
    for text in [
        include_str!("../data/clients/xboard.txt"),
        include_str!("../data/clients/cchess_uci.txt"),
        include_str!("../data/clients/cchess_ucci.txt"),
        include_str!("../data/clients/xqbase.txt"),
        include_str!("../data/clients/cyclone.txt"),
    ] {
        run_dialogues(&program("xiangqi"), text);
    }
}

#[test]
fn dialogues_of_othello_programs() {
    run_dialogues(&program("othello"), include_str!("../data/clients/nboard.txt"));
}

/// Whether a program can be started with these words, which end it at once; says so if it cannot.
fn is_installed(program: &str, words: &[&str]) -> bool {
    let found = Command::new(program).args(words).output().is_ok_and(|output| output.status.success());
    if !found {
        println!("{program} {} does not work here", words.join(" "));
    }
    found
}
