use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{err, name, out, records, refused, run, sealed_again, tool};

/// Two engines of this program that play in no time.
const QUICK: [&str; 10] = [
    "match",
    "-game",
    "othello",
    "-engine",
    "name=a",
    "proto=internal",
    "nodes=60",
    "-engine",
    "name=b",
    "proto=internal",
];

fn quick<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUICK, &["nodes=30", "-progress", "none"][..], more].concat()
}

/// What does not depend on time.
fn figures(record: &Value) -> Value {
    let mut record = record.clone();
    record.as_object_mut().unwrap().remove("seconds_per_move");
    record
}

#[test]
fn a_match_is_one_record_for_programs() {
    let all = records(&quick(&["-rounds", "4"]));
    let [record] = &all[..] else { panic!("{all:?}") };
    assert_eq!((record["schema"].as_str(), record["games"].as_u64()), (Some("match/2"), Some(8)));
    assert_eq!(record["engines"], serde_json::json!(["a", "b"]));
    let counts = ["wins", "draws", "losses"].map(|name| record[name].as_u64().unwrap());
    assert_eq!(counts.iter().sum::<u64>(), 8);
    let pairs: u64 =
        record["pentanomial"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(pairs, 4);
    assert_eq!(record["faults"]["crash"], 0);
    assert!(record.get("llr").is_none());
}

#[test]
fn games_stream_as_they_end() {
    let output = run(&quick(&["-rounds", "2", "--format", "ndjson"]));
    let lines: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let schemas: Vec<&str> = lines.iter().map(|line| line["schema"].as_str().unwrap()).collect();
    assert_eq!(schemas, ["match-game/1", "match-game/1", "match-game/1", "match-game/1", "match/2"]);
    assert_eq!(lines[1]["players"], serde_json::json!(["b", "a"]));
    assert!(lines[0]["moves"].as_array().unwrap().len() > 50);
}

#[test]
fn tournaments_have_a_record_for_each_two_and_for_each_engine() {
    let all = records(&quick(&["-engine", "name=c", "proto=internal", "depth=1", "-maxmoves", "20"]));
    let count = |schema: &str| all.iter().filter(|record| record["schema"] == schema).count();
    assert_eq!((count("match/2"), count("match-rating/1")), (3, 3));
    assert_eq!(all[5]["rank"], 3);
}

#[test]
fn a_decided_test_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let line = quick(&["-sprt", "elo0=-200", "elo1=-100", "alpha=0.2", "beta=0.2", "-state", name(&path)]);
    let record = &records(&line)[0];
    assert_ne!(record["verdict"], "continue");
    assert!(record["games"].as_u64().unwrap() < 400, "{record}");
    // Nothing is left to be played.
    let again = &records(&["match", "-resume", name(&path)])[0];
    assert_eq!(figures(again), figures(record));
}

#[test]
fn help_and_version_are_answers() {
    for words in [["match", "--help"], ["match", "-h"], ["help", "match"]] {
        let output = run(&words);
        assert_eq!((output.status.code(), err(&output)), (Some(0), ""));
        assert_eq!(out(&output).matches("\n  shuangqi match ").count(), 3, "{}", out(&output));
    }
    assert!(out(&run(&["match", "-version"])).starts_with("shuangqi "));
}

#[test]
fn wrong_words_exit_with_2_and_wrong_files_with_3() {
    refused(&["match"], 2, &["who plays?", "See shuangqi match --help."]);
    refused(&quick(&["-ruonds", "3"]), 2, &["Did you mean -rounds?"]);
    refused(&quick(&["-engine", "name=c", "proto=internal", "nodes=9", "option.Hsh=3"]), 2, &["\"Hsh\""]);
    let long = format!("name={}", "x".repeat(70_000));
    refused(&quick(&["-engine", &long, "proto=internal", "nodes=9"]), 2, &["more than 100 letters", "name="]);
    refused(&["match", "-resume", "no/such/journal"], 3, &["no file \"no/such/journal\"", "Name a journal"]);
    let folder = tempfile::tempdir().unwrap();
    let letter = super::file(&folder, "letter", "Dear all,\n");
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
    let boards = super::file(&folder, "boards.txt", &format!("f5\n{board}\n"));
    let (program, openings) = (format!("cmd={}", mock()), format!("file={}", name(&boards)));
    let refused = |game: &str, code: i32, words: &[&str], more: &[&str]| {
        let proto = if game == "othello" { "--proto gtp" } else { "--proto uci" };
        let (first, second) = (["-engine", "name=a", &program], ["-engine", "name=b", &program]);
        let arguments = format!("args={proto}");
        let line =
            [&["match", "-game", game][..], &first, &[&arguments], &second, &[&arguments], more].concat();
        super::refused(&line, code, words);
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
    // With checksums that fit, it is the game itself that does not.
    let (before, after) = lines[2].split_once("\"moves\":[{\"m\":\"").unwrap();
    let illegal = format!("{before}\"moves\":[{{\"m\":\"a1{}", &after[2..]);
    refused(&sealed_again(&[lines[0], lines[1], &illegal]), &["m:3: ", "move 1, \"a1\", cannot be played"]);
    refused(&sealed_again(&[lines[0], lines[1], lines[1]]), &["m:3: ", "which stands in line 2 too"]);
    let old = text.replace("match-journal/2", "match-journal/1");
    refused(&old, &["\"match-journal/1\"", "Another version of this program has written it"]);
    // The way out that is named.
    fs::write(&path, lines[..3].join("\n") + "\n").unwrap();
    assert_eq!(records(&["match", "-resume", name(&path), "-progress", "none"])[0]["games"], 4);
}

#[test]
fn games_are_added_to_what_a_file_holds() {
    let folder = tempfile::tempdir().unwrap();
    let other = super::file(&folder, "p", "[Event \"other\"]\n\n1. e4 e5 *\n");
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
    // Without a journal, the same match again is another six games, as with other runners.
    records(&quick(&["-rounds", "3", "-pgnout", name(&other)]));
    assert_eq!(pgn_games(&other).len(), 12);
}

/// The numbers of the games in a PGN file, each of them with its end.
fn pgn_games(path: &Path) -> Vec<u64> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let games: Vec<&str> = text.split("[Game ").skip(1).collect();
    let number = |game: &&str| {
        let (_, round) = game.split_once("[Round \"").unwrap();
        let (_, result) = game.split_once("[Result \"").unwrap();
        let result = result.split('"').next().unwrap();
        assert!(game.ends_with(&format!("{result}\n\n")), "{game}");
        round.split(['.', '"']).nth(1).unwrap().parse().unwrap()
    };
    games.iter().map(number).collect()
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
    let expected =
        ["final.epd", "games.ggf", "games.json", "games.pgn", "match.journal", "report.html", "summary.json"];
    assert_eq!(names, expected);
    let text = fs::read_to_string(&pgn).unwrap();
    assert_eq!((text.matches("[Result ").count(), text.matches("s}").count()), (4, 0));
    // What was written can be read: the same games begin a match of their own.
    let openings = format!("file={}", name(&path.join("games.pgn")));
    records(&quick(&["-rounds", "4", "-openings", &openings, "plies=20"]));
}

#[test]
fn scripts_hear_the_words_of_other_runners() {
    let line: Vec<&str> =
        quick(&["-rounds", "1"]).into_iter().filter(|word| !["-progress", "none"].contains(word)).collect();
    let said = |style: &str| {
        let output = run(&[&line[..], &["-output", &format!("format={style}")]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output).to_owned()
    };
    let cutechess = said("cutechess");
    for words in [
        "Started game 1 of 2 (a vs b)\n",
        "Finished game 2 (b vs a): ",
        "Score of a vs b: ",
        "Elo difference: ",
    ] {
        assert!(cutechess.contains(words), "{words} is not in {cutechess}");
    }
    assert!(cutechess.ends_with("Finished match\n"));
    let fastchess = said("fastchess");
    for words in
        ["Results of a vs b (60 nodes - 30 nodes, 1t, generated):\n", "Ptnml(0-2): [", "Games: 2, Wins: "]
    {
        assert!(fastchess.contains(words), "{words} is not in {fastchess}");
    }
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

/// The numbers of the games in a journal, each of them there once.
fn games_of(path: &Path) -> BTreeSet<u64> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let numbers: Vec<u64> = lines.filter_map(|line| line["number"].as_u64()).collect();
    let different: BTreeSet<u64> = numbers.iter().copied().collect();
    assert_eq!(different.len(), numbers.len(), "a game was played twice");
    different
}

/// A match that runs, and has finished so many more games at least.
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
fn an_interrupted_match_tells_how_to_go_on() {
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
fn a_journal_has_one_runner() {
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

/// A match that is killed again and again while it is played, and then played to its end.
struct Killed<'a> {
    words: Vec<&'a str>,
    /// The file to which its engines append the numbers of their processes.
    pids: Option<&'a Path>,
    path: &'a Path,
    known: BTreeSet<u64>,
}

impl Killed<'_> {
    /// Kills it a moment after so many more games; `false`: it was over before.
    fn kill(&mut self, games: usize, moment: Duration) -> bool {
        let count = || fs::read_to_string(self.path).map_or(0, |text| text.lines().count());
        let before = count().max(1);
        let pgn = self.pgn();
        let line = [&self.words[..], &["-state", name(self.path), "-pgnout", name(&pgn)]].concat();
        let mut child = tool(&line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while count() < before + games && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(moment);
        let is_over = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        let text = fs::read_to_string(self.path).unwrap();
        let whole: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let numbers: BTreeSet<u64> = whole.iter().filter_map(|line| line["number"].as_u64()).collect();
        assert!(self.known.is_subset(&numbers), "a finished game was lost");
        // Every finished game is in the file of games too, whole and once; one may have come to the journal alone.
        let written: BTreeSet<u64> = pgn_games(&pgn).into_iter().map(|number| number - 1).collect();
        assert!(written.is_subset(&numbers) && pgn_games(&pgn).len() == written.len());
        assert!(
            self.known.is_subset(&written) && written.len() + 1 >= numbers.len(),
            "a written game is missing"
        );
        self.known = numbers;
        self.nobody_is_left();
        !is_over
    }

    fn pgn(&self) -> PathBuf {
        self.path.with_extension("pgn")
    }

    /// Kills it so many times; a quick machine may be through a little earlier.
    fn kill_often(&mut self, times: usize) {
        let moment = |kill| Duration::from_millis(moment(kill, 23) as u64);
        let kills = (0..times).take_while(|&kill| self.kill(1 + kill % 4, moment(kill))).count();
        assert!(kills * 2 >= times, "the match was over after {kills} kills");
    }

    fn nobody_is_left(&self) {
        let Some(pids) = self.pids else { return };
        let text = fs::read_to_string(pids).unwrap_or_default();
        let lives = |pid: &str| {
            let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            !status.is_empty() && !status.contains(") Z ") && status.contains("mock_engine")
        };
        let start = Instant::now();
        while text.lines().any(lives) {
            assert!(start.elapsed() < Duration::from_secs(60), "an engine is left");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Plays the rest, and the same match without any disturbance.
    fn compare(&self) {
        let other = self.path.with_extension("other");
        let undisturbed = &records(&[&self.words[..], &["-state", name(&other)]].concat())[0];
        let resumed = &records(&["match", "-resume", name(self.path), "-progress", "none"])[0];
        assert_eq!(games_of(self.path), games_of(&other));
        let mut written = pgn_games(&self.pgn());
        written.sort_unstable();
        assert!(written.into_iter().eq(games_of(self.path).into_iter().map(|number| number + 1)));
        assert_eq!(figures(resumed), figures(undisturbed));
        self.nobody_is_left();
    }
}

/// Moments that look random, the same on each run (a multiplicative sequence modulo a prime).
fn moment(kill: usize, most: usize) -> usize {
    (kill * 7919 + 17) % 341 % most
}

fn internal_engines_are_killed(times: usize, rounds: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let words = quick(&["-rounds", rounds, "-concurrency", "2"]);
    let mut killed = Killed { words, pids: None, path: &path, known: BTreeSet::new() };
    killed.kill_often(times);
    killed.compare();
}

/// Engines in processes of their own, which now and then crash, play illegally or talk nonsense.
fn mock_engines_are_killed(times: usize, rounds: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (path, pids) = (folder.path().join("m"), folder.path().join("pids"));
    let engine = |name: &str, words: &str| {
        let (program, pids) = (mock(), pids.to_str().unwrap());
        [
            "-engine".to_owned(),
            format!("name={name}"),
            format!("cmd={program}"),
            format!("args=--pids {pids} {words}"),
        ]
    };
    let good = engine("a", "--proto uci --seed 1");
    let bad = engine("b", "--proto uci --seed 2 --fault crash --at 9 --one-in 3");
    let mut words =
        vec!["match", "-game", "xiangqi", "-each", "tc=inf", "-maxmoves", "30", "-progress", "none"];
    words.extend(good.iter().chain(&bad).map(String::as_str));
    words.extend(["-rounds", rounds, "-concurrency", "2"]);
    let mut killed = Killed { words, pids: Some(&pids), path: &path, known: BTreeSet::new() };
    killed.kill_often(times);
    killed.compare();
}

/// The engine for tests, which cargo builds with the examples.
fn mock() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_shuangqi")).with_file_name("examples").join("mock_engine");
    assert!(program.exists(), "build the examples first: cargo test -p tools does it");
    name(&program).to_owned()
}

#[test]
fn a_few_kills_lose_nothing() {
    internal_engines_are_killed(5, "200");
}

#[test]
#[cfg(target_os = "linux")]
fn a_few_kills_leave_no_engine() {
    mock_engines_are_killed(4, "40");
}

#[test]
#[ignore = "two hundred kills take minutes"]
fn two_hundred_kills_lose_nothing() {
    internal_engines_are_killed(200, "2000");
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "two hundred kills take minutes"]
fn two_hundred_kills_leave_no_engine() {
    mock_engines_are_killed(200, "600");
}

#[test]
#[cfg(target_os = "linux")]
fn whoever_misbehaves_loses_and_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let program = mock();
    let faults = ["none", "crash", "hang", "illegal", "junk", "mute", "crash-at-start"];
    let mut words = vec!["match".to_owned()];
    for fault in faults {
        words.extend(["-engine".to_owned(), format!("name={fault}"), format!("cmd={program}")]);
        words.push(format!("args=--proto gtp --fault {fault} --at 5"));
        // The one that never answers has a clock; a healthy one must have no limit that a busy machine could exceed.
        words.push(format!("tc={}", if fault == "hang" { "1" } else { "inf" }));
    }
    let rest = "-game othello -tournament gauntlet -concurrency 3 -recover -progress none";
    words.extend(rest.split(' ').map(str::to_owned));
    words.extend(["-state".to_owned(), name(&path).to_owned()]);
    let all = records(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let of = |name: &str| &all.iter().find(|record| record["engine"] == name).unwrap()["faults"];
    for (engine, kind) in [
        ("crash", "crash"),
        ("hang", "timeout"),
        ("illegal", "illegal"),
        ("junk", "junk"),
        ("mute", "crash"),
        ("crash-at-start", "crash"),
    ] {
        assert_eq!(of(engine)[kind], 2, "{engine}: {}", of(engine));
    }
    assert_eq!(
        of("none"),
        &serde_json::json!({"timeout":0,"crash":0,"stall":0,"illegal":0,"no_move":0,"junk":0})
    );
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("\"dialogue\":[").count(), 12);
    assert_eq!(games_of(&path).len(), 12);
}

#[test]
fn progress_is_told_a_line_a_game() {
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
