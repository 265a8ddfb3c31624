//! Journals of matches: changed, cut, interrupted, in use, on a full disk.

use super::*;

#[test]
fn a_changed_journal_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    records(&quick(&["-rounds", "2", "-state", name(&path)]));
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let refused = |text: &str, words: &[&str]| {
        fs::write(&path, text).unwrap();
        refused(&["match", "-resume", name(&path)], 3, words);
    };
    refused(&text.replace("\"discs\":", "\"discs\":1"), &["m:2: ", "has been changed", "head -n 1 "]);
    refused(&text.replacen("\"rounds\":2", "\"rounds\":3", 1), &["m:1: ", "a header that has been changed"]);
    refused(&text.replace(lines[3], lines[2]), &["m:4: ", "has been changed or moved"]);
    // With correct checksums, the game itself is wrong.
    let (before, after) = lines[2].split_once("\"moves\":[{\"m\":\"").unwrap();
    let illegal = format!("{before}\"moves\":[{{\"m\":\"a1{}", &after[2..]);
    refused(&sealed_again(&[lines[0], lines[1], &illegal]), &["m:3: ", "move 1, \"a1\", cannot be played"]);
    refused(&sealed_again(&[lines[0], lines[1], lines[1]]), &["m:3: ", "which stands in line 2 too"]);
    let old = text.replace("match-journal/2", "match-journal/1");
    refused(&old, &["\"match-journal/1\"", "Another version of this program has written it"]);
    // The way out that the message names.
    fs::write(&path, lines[..3].join("\n") + "\n").unwrap();
    assert_eq!(records(&["match", "-resume", name(&path), "-progress", "none"])[0]["games"], 4);
}

#[test]
fn a_journal_that_was_cut_is_played_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let whole = &records(&quick(&["-rounds", "6", "-state", name(&path)]))[0];
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 13);
    // A pair with its first game only, a hole, and a torn line.
    let kept =
        sealed_again(&[lines[0], lines[2], lines[1], lines[3], lines[6], lines[9]]) + &lines[10][..100];
    fs::write(&path, kept).unwrap();
    let resumed = &records(&["match", "-resume", name(&path), "-progress", "none", "-concurrency", "2"])[0];
    assert_eq!(figures(resumed), figures(whole));
    assert_eq!(games_of(&path).len(), 12);
    // The same words go on with it too, and more rounds make it longer.
    let longer = &records(&quick(&["-rounds", "8", "-state", name(&path)]))[0];
    assert_eq!(longer["games"], 16);
    let other = quick(&["-rounds", "8", "-solve", "6", "-state", name(&path)]);
    refused(&other, 2, &["another match", "adjudication"]);
}

/// A running match that has finished at least this number of games more.
fn running(path: &Path, games: usize, more: &[&str]) -> Child {
    let count = || fs::read_to_string(path).map_or(0, |text| text.lines().count());
    let before = count();
    let mut child = tool(&quick(&[&["-state", name(path)][..], more].concat()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while count() <= before + games && start.elapsed() < Duration::from_secs(60) {
        assert!(child.try_wait().unwrap().is_none(), "the match is over already");
        thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
#[cfg(unix)]
fn an_interrupted_match_prints_the_command_that_resumes_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    for signal in ["-INT", "-TERM"] {
        let child = running(&path, 3, &["-rounds", "2000"]);
        signal_to(&child, signal);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", err(&output));
        assert!(
            err(&output).contains(&format!("shuangqi match -resume {}", name(&path))),
            "{}",
            err(&output)
        );
        assert!(out(&output).contains("a against b, othello: "));
    }
    let before = games_of(&path).len();
    assert!(before > 3);
}

#[cfg(unix)]
fn signal_to(child: &Child, signal: &str) {
    let status = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

#[test]
#[cfg(unix)]
fn a_journal_is_used_by_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let mut child = running(&path, 0, &["-rounds", "2000"]);
    refused(&["match", "-resume", name(&path)], 2, &["is in use by another run"]);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
#[cfg(unix)]
fn nothing_is_lost_where_the_disk_is_full() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let pgn = folder.path().join("p");
    let files = ["-state", name(&path), "-pgnout", name(&pgn)];
    let words = quick(&[&["-rounds", "40", "-concurrency", "2"], &files[..]].concat()).join(" ");
    // Files may not grow beyond 32 blocks of 512 bytes, as on a disk that is full.
    let script = format!("trap '' XFSZ; ulimit -f 32; exec {} {words}", env!("CARGO_BIN_EXE_shuangqi"));
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{}", err(&output));
    assert!(err(&output).contains("cannot be written"), "{}", err(&output));
    let kept = fs::read_to_string(&path).unwrap().lines().filter(|line| line.ends_with('}')).count();
    assert!(kept > 3);
    let resumed = &records(&["match", "-resume", name(&path), "-progress", "none"])[0];
    assert_eq!((resumed["games"].as_u64(), games_of(&path).len()), (Some(80), 80));
    let written: BTreeSet<u64> = pgn_games(&pgn).into_iter().collect();
    assert_eq!((written.len(), pgn_games(&pgn).len()), (80, 80));
}
