//! Matches that are refused before they begin.

use super::*;

#[test]
fn wrong_options_exit_with_2_and_wrong_files_with_3() {
    refused(&["match"], 2, &["there are no engines", "See shuangqi match --help."]);
    refused(&quick(&["-ruonds", "3"]), 2, &["a similar argument exists: '--rounds'"]);
    refused(&quick(&["-engine", "name=c", "proto=internal", "nodes=9", "option.Hsh=3"]), 2, &["\"Hsh\""]);
    let long = format!("name={}", "x".repeat(70_000));
    refused(&quick(&["-engine", &long, "proto=internal", "nodes=9"]), 2, &["more than 100 letters", "name="]);
    refused(&["match", "-resume", "no/such/journal"], 3, &["no file \"no/such/journal\"", "Name a journal"]);
    let folder = tempfile::tempdir().unwrap();
    let letter = file(&folder, "letter", "Dear all,\n");
    refused(&["match", "-resume", name(&letter)], 3, &["Dear all", "Name a journal"]);
    assert_eq!(fs::read_to_string(&letter).unwrap(), "Dear all,\n");
    let openings = format!("file={}", name(&letter));
    refused(&quick(&["-openings", &openings]), 3, &["letter:1"]);
}

/// What an engine cannot do is said before the first game, with what it can do.
#[test]
#[cfg(target_os = "linux")]
fn what_an_engine_cannot_do_is_refused_before_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let board = "--------------------------XXX------XO--------------------------- O";
    let boards = file(&folder, "boards.txt", &format!("f5\n{board}\n"));
    let (program, openings) = (format!("cmd={}", mock()), format!("file={}", name(&boards)));
    let refused = |game: &str, code: i32, words: &[&str], more: &[&str]| {
        let proto = if game == "othello" { "--proto gtp" } else { "--proto uci" };
        let (first, second) = (["-engine", "name=a", &program], ["-engine", "name=b", &program]);
        let arguments = format!("args={proto}");
        let line =
            [&["match", "-game", game][..], &first, &[&arguments], &second, &[&arguments], more].concat();
        super::super::refused(&line, code, words);
    };
    let each = |pairs: &[&'static str]| [&["option.Hash=64", "-each"][..], pairs].concat();
    refused(
        "xiangqi",
        2,
        &["\"b\"", "\"Hsh\"", "mean Hash?", "Clear Hash"],
        &["option.Hsh=64", "-each", "tc=9"],
    );
    refused("xiangqi", 2, &["takes a number from 1 to 64"], &["option.Hash=65", "-each", "tc=9"]);
    refused("othello", 2, &["no command \"Hash\"", "genmove"], &each(&["tc=9"]));
    refused("othello", 2, &["depth=4", "set_level", "args="], &["-each", "depth=4"]);
    refused("othello", 2, &["st=0.5", "whole seconds"], &["-each", "st=0.5"]);
    refused("othello", 2, &["Add depth="], &["-each", "st=1", "proto=nboard"]);
    let beyond = ["-each", "tc=inf", "-openings", &openings, "start=3"];
    // What may be meant is only said.
    let line =
        ["match", "-game", "othello", "-engine", "name=a", "proto=internal", "depth=1", "-engine", "name=b"];
    let rest = [
        program.as_str(),
        "args=--proto gtp",
        "tc=inf",
        "-maxmoves",
        "1",
        "-resign",
        "score=900",
        "-progress",
        "none",
    ];
    let output = run(&[&line[..], &rest].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(err(&output).contains("\"b\" reports no scores over GTP: -resign"), "{}", err(&output));
    refused("othello", 2, &["start=3", "boards.txt", "which are 2"], &beyond);
    let refuser = "args=--proto gtp --fault refuse-play";
    let more = ["-engine", "name=c", &program, refuser, "-each", "tc=inf", "-openings", &openings];
    refused("othello", 4, &["\"c\" cannot be set to the opening 1 of", "boards.txt", "play b f5"], &more);
}

#[test]
fn an_engine_that_cannot_be_started_exits_with_4() {
    let line = quick(&["-engine", "name=c", "cmd=no/such/program", "tc=inf"]);
    refused(&line, 4, &["the engine \"c\" cannot play", "-recover"]);
    let all = records(&[&line[..], &["-recover"]].concat());
    let third = all.iter().find(|record| record["engine"] == "c").unwrap();
    assert_eq!((third["points"].as_f64(), third["faults"]["crash"].as_u64()), (Some(0.0), Some(4)));
}

#[test]
fn a_match_that_cannot_begin_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let (state, pgn) = (folder.path().join("new/m"), folder.path().join("p"));
    let with = |engine: &[&'static str]| {
        let line =
            [&quick(&["-state", name(&state), "-pgnout", name(&pgn), "-engine", "name=c"])[..], engine];
        line.concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let slip = with(&["cmd=no/such/program", "tc=inf"]);
    refused(&slip.iter().map(String::as_str).collect::<Vec<_>>(), 4, &["the engine \"c\" cannot play"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let corrected = with(&["proto=internal", "nodes=9"]);
    assert_eq!(records(&corrected.iter().map(String::as_str).collect::<Vec<_>>()).len(), 6);
    assert_eq!((games_of(&state).len(), pgn_games(&pgn).len()), (6, 6));
}
