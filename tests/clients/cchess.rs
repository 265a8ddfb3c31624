//! Whole games through the Python package cchess, which starts the engine and applies the rules by itself.

use std::process::Command;

use super::is_installed;
use crate::programs::program;

/// The game goes on for so many plies, unless it ends before; cchess gives the engine no past of a board.
const PLIES: &str = "200";

#[test]
#[ignore = "needs the Python package cchess"]
fn whole_games_through_cchess() {
    let python = std::env::var("SHUANGQI_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    if !is_installed(&python, &["-c", "import cchess"]) {
        println!("NOT RUN: it needs the Python package cchess");
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/cchess_game.py");
    for protocol in ["uci", "ucci"] {
        let mut command = Command::new(&python);
        command.args([script, protocol]).arg(program("xiangqi")).args(["3", PLIES]);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        println!("{protocol}: {}", text.trim_end());
        let plies: usize = text.split_whitespace().next().unwrap().parse().unwrap();
        assert!(plies >= 20, "{text}");
    }
}
