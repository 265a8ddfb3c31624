//! What a match writes and prints.

use super::*;

#[test]
fn games_are_added_to_what_a_file_holds() {
    let folder = tempfile::tempdir().unwrap();
    let other = file(&folder, "p", "[Event \"other\"]\n\n1. e4 e5 *\n");
    let ggf = folder.path().join("g");
    let state = folder.path().join("m");
    let line =
        quick(&["-rounds", "2", "-pgnout", name(&other), "-ggfout", name(&ggf), "-state", name(&state)]);
    records(&line);
    records(&["match", "-resume", name(&state), "-rounds", "3", "-event", "cup", "-progress", "none"]);
    let text = fs::read_to_string(&other).unwrap();
    assert!(text.starts_with("[Event \"other\"]\n\n1. e4 e5 *\n\n[Game "), "{text}");
    assert_eq!(pgn_games(&other), (1..=6).collect::<Vec<_>>());
    assert_eq!(fs::read_to_string(&ggf).unwrap().lines().count(), 6);
    // Without a journal, the same command adds another six games, as with other runners.
    records(&quick(&["-rounds", "3", "-pgnout", name(&other)]));
    assert_eq!(pgn_games(&other).len(), 12);
}

#[test]
fn everything_is_written_to_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let pgn = folder.path().join("own.pgn");
    let output = run(&quick(&["-rounds", "2", "-out", name(&path), "-pgnout", name(&pgn), "min"]));
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("  faults: none") || out(&output).contains("faults: none"));
    let mut names: Vec<String> = fs::read_dir(&path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let expected = [
        "final.epd",
        "games.ggf",
        "games.json",
        "games.pgn",
        "match.journal",
        "report.html",
        "run.json",
        "summary.json",
    ];
    assert_eq!(names, expected);
    let text = fs::read_to_string(&pgn).unwrap();
    assert_eq!((text.matches("[Result ").count(), text.matches("s}").count()), (4, 0));
    // What was written can be read: the same games begin a match of their own.
    let openings = format!("file={}", name(&path.join("games.pgn")));
    records(&quick(&["-rounds", "4", "-openings", &openings, "plies=20"]));
}

/// The journal elsewhere, a folder would get the results of any match.
#[test]
fn a_folder_belongs_to_one_match() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("out"), folder.path().join("other"));
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let line =
        |rounds: &'static str, state| quick(&["-rounds", rounds, "-state", state, "-out", name(&path)]);
    records(&line("1", name(&one)));
    records(&line("2", name(&one)));
    let report = fs::read(path.join("report.html")).unwrap();
    let another = [&line("1", name(&two))[..], &["-maxmoves", "9"]].concat();
    refused(&another, 2, &["holds the results of another run, shuangqi match -game othello", "--force"]);
    assert_eq!(fs::read(path.join("report.html")).unwrap(), report);
    assert!(!two.exists());
    records(&[&another[..], &["-force"]].concat());
    records(&another);
    records(&quick(&["-rounds", "1", "-out", name(&other)]));
    records(&["match", "-resume", name(&other.join("match.journal")), "-rounds", "2", "-progress", "none"]);
}

#[test]
fn progress_is_one_line_per_game() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let output = run(&[&QUICK[..], &["nodes=30", "-rounds", "5", "-log", name(&log)]].concat());
    let lines: Vec<&str> = err(&output).lines().collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("game ")).count(), 10, "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("after 10 games: ")));
    let log = fs::read_to_string(&log).unwrap();
    let has = |words: &str| log.lines().any(|line| line.contains(words));
    assert!(has(" - a game from opening 1 begins, as first player") && has(" < "), "{log}");
    assert!(!["Some(", "None", "Hundredths"].iter().any(|debug| log.contains(debug)), "{log}");
}
