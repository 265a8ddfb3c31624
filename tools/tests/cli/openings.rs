//! `book openings`: what it makes, and that matches can begin with it.

use std::collections::HashSet;
use std::fs;

use crate::{name, records, refused};

/// The same seed gives the same openings with any number of threads; two files share none, each line is an opening of a match, and a
/// score that must be near 0 leaves fewer of the lines that are tried.
#[test]
fn level_openings_are_the_same_with_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a", "held", "b", "held-b"].map(|path| folder.path().join(path));
    let [first, held, second, held_again] = paths.each_ref().map(|path| name(path));
    let make = |game, file, held, within, threads| {
        let made = ["book", "openings", game, file, "--held-out", held, "--count", "12", "--nodes", "500"];
        let made = records(&[&made[..], &["--force", "--within", within, "--threads", threads]].concat());
        made[0]["tried"].as_u64().unwrap()
    };
    for (game, wide, narrow) in [("othello", "1500", "90"), ("xiangqi", "300", "20")] {
        let tried = make(game, first, held, narrow, "1");
        assert_eq!(make(game, second, held_again, narrow, "2"), tried);
        let read = |path| fs::read_to_string(path).unwrap();
        assert_eq!((read(first), read(held)), (read(second), read(held_again)));
        let lines: Vec<String> = [first, held]
            .iter()
            .flat_map(|path| read(path).lines().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        assert_eq!(lines.iter().collect::<HashSet<_>>().len(), 24);
        assert!(make(game, second, held_again, wide, "2") < tried, "{game}");
        let openings = format!("file={first}");
        let players = [
            "-engine",
            "name=a",
            "proto=internal",
            "nodes=50",
            "-engine",
            "name=b",
            "proto=internal",
            "nodes=50",
        ];
        let played = ["match", "-game", game, "-rounds", "2", "-openings", &openings];
        let played = records(&[&played[..], &players].concat());
        assert_eq!(played[0]["games"], 4, "{game}");
    }
    let before = fs::read(first).unwrap();
    refused(&["book", "openings", "othello", first], 2, &["is there already", "add --force to replace it"]);
    assert_eq!(fs::read(first).unwrap(), before);
    refused(&["book", "openings", "othello", first, "--plies", "9..3"], 2, &["try --plies 8..14"]);
}
