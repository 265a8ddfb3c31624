//! `convert`: the files that it writes and leaves alone.

use crate::{err, file, name, out, refused, run};

#[test]
fn a_file_of_wthor_adds_its_names_to_those_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let players =
        |black: &str| format!("[Event \"Cup\"]\n[Black \"{black}\"]\n[White \"Li\"]\n\n1. f5 d6 1-0\n");
    for (year, black) in [("2025", "Wang"), ("2026", "Chen")] {
        let games = file(&folder, "games.pgn", &players(black));
        let output = run(&["convert", name(&games), name(&folder.path().join(format!("WTH_{year}.wtb")))]);
        assert_eq!((output.status.code(), err(&output)), (Some(0), ""));
    }
    // The numbers of the first file mean what they meant.
    for (year, black) in [("2025", "Wang"), ("2026", "Chen")] {
        let path = folder.path().join(format!("WTH_{year}.wtb"));
        let output = run(&["convert", name(&path), "-", "--to", "pgn"]);
        for tag in ["[Event \"Cup\"]", &format!("[Black \"{black}\"]"), "[White \"Li\"]", "[Result \"1-0\"]"]
        {
            assert!(out(&output).contains(tag), "{tag}: {}", out(&output));
        }
    }
    assert_eq!(std::fs::metadata(folder.path().join("WTHOR.JOU")).unwrap().len(), 16 + 3 * 20);
    refused(
        &["convert", name(&folder.path().join("games.pgn")), "-", "--to", "wtb"],
        2,
        &["two files beside it"],
    );
}
