//! `shuangqi match` where it is disturbed: by engines, by journals that were changed, by a full disk, by being killed again and
//! again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{err, mock, name, records, refused, tool};

/// Two engines of this program that play in no time.
const QUICK: &str = "match -game othello -engine name=a proto=internal nodes=60 -engine name=b proto=internal \
                     nodes=30 -progress none";

pub fn quick<'a>(more: &[&'a str]) -> Vec<&'a str> {
    QUICK.split(' ').chain(more.iter().copied()).collect()
}

/// What does not depend on time.
fn figures(record: &Value) -> Value {
    let mut record = record.clone();
    record.as_object_mut().unwrap().retain(|key, _| !key.starts_with("seconds_"));
    record
}

/// The numbers of the games in a PGN file, each of them with its end.
fn pgn_games(path: &Path) -> Vec<u64> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let number = |game: &str| {
        let (_, round) = game.split_once("[Round \"").unwrap();
        let (_, result) = game.split_once("[Result \"").unwrap();
        let result = result.split('"').next().unwrap();
        assert!(game.ends_with(&format!("{result}\n\n")), "{game}");
        round.split(['.', '"']).nth(1).unwrap().parse().unwrap()
    };
    text.split("[Game ").skip(1).map(number).collect()
}

/// The numbers of the games in a journal, each of them there once.
pub fn games_of(path: &Path) -> BTreeSet<u64> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let numbers: Vec<u64> = lines.filter_map(|line| line["number"].as_u64()).collect();
    let different: BTreeSet<u64> = numbers.iter().copied().collect();
    assert_eq!(different.len(), numbers.len(), "a game was played twice");
    different
}

/// Waits until no process of this list is left.
pub fn await_end(pids: &Path) {
    let is_alive = |pid: &str| {
        let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        !status.contains(") Z ") && status.contains("mock_engine")
    };
    let (text, start) = (fs::read_to_string(pids).unwrap_or_default(), Instant::now());
    while text.lines().any(is_alive) {
        assert!(start.elapsed() < Duration::from_secs(60), "an engine is left");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_faulty_engine_loses_and_the_match_continues() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let faults = [
        ("none", ""),
        ("crash", "crash"),
        ("hang", "timeout"),
        ("illegal", "illegal"),
        ("junk", "junk"),
        ("mute", "crash"),
        ("crash-at-start", "crash"),
    ];
    let mut words = vec!["match".to_owned()];
    for (fault, _) in faults {
        words.extend(["-engine".to_owned(), format!("name={fault}"), format!("cmd={}", mock())]);
        words.push(format!("args=--proto gtp --fault {fault} --at 5"));
        // The one that never answers has a clock; a healthy one must have no limit that a busy machine could exceed.
        words.push(format!("tc={}", if fault == "hang" { "1" } else { "inf" }));
    }
    let rest = "-game othello -tournament gauntlet -concurrency 3 -recover -progress none -state";
    words.extend(rest.split(' ').chain([name(&path)]).map(str::to_owned));
    let all = records(&words.iter().map(String::as_str).collect::<Vec<_>>());
    for (engine, kind) in faults {
        let found = &all.iter().find(|record| record["engine"] == engine).unwrap()["faults"];
        match kind {
            "" => assert!(found.as_object().unwrap().values().all(|count| count == 0), "{found}"),
            _ => assert_eq!(found[kind], 2, "{engine}: {found}"),
        }
    }
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!((text.matches("\"dialogue\":[").count(), games_of(&path).len()), (12, 12));
}

/// Lines of a journal that were changed, with the checksums that they would have had: each is that of its own bytes and
/// those of the lines before it, without the ends of the objects.
fn sealed_again(lines: &[&str]) -> String {
    let mut sum = crc32fast::Hasher::new();
    let sealed = lines.iter().map(|line| {
        let (body, _) = line.rsplit_once(",\"crc32\":").unwrap();
        sum.update(body.as_bytes());
        format!("{body},\"crc32\":\"{:08x}\"}}\n", sum.clone().finalize())
    });
    sealed.collect()
}

#[test]
fn a_journal_with_correct_checksums_is_read_and_its_games_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let whole = &records(&quick(&["-rounds", "6", "-state", name(&path)]))[0];
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (before, after) = lines[2].split_once("\"moves\":[{\"m\":\"").unwrap();
    let illegal = format!("{before}\"moves\":[{{\"m\":\"a1{}", &after[2..]);
    for (kept, words) in [
        ([lines[0], lines[1], &illegal], "move 1, \"a1\", cannot be played"),
        ([lines[0], lines[1], lines[1]], "which stands in line 2 too"),
    ] {
        fs::write(&path, sealed_again(&kept)).unwrap();
        refused(&["match", "-resume", name(&path)], 3, &["m:3: ", words]);
    }
    // A pair with its first game only, another order, a hole, and a torn line.
    let kept = [lines[0], lines[2], lines[1], lines[3], lines[6], lines[9]];
    fs::write(&path, sealed_again(&kept) + &lines[10][..100]).unwrap();
    let resumed = &records(&["match", "-resume", name(&path), "-progress", "none", "-concurrency", "2"])[0];
    assert_eq!((figures(resumed), games_of(&path).len()), (figures(whole), 12));
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_is_lost_where_the_disk_is_full() {
    let folder = tempfile::tempdir().unwrap();
    let (path, pgn) = (folder.path().join("m"), folder.path().join("p"));
    let more = ["-rounds", "40", "-concurrency", "2", "-state", name(&path), "-pgnout", name(&pgn)];
    // Files may not grow beyond 32 blocks of 512 bytes, as on a disk that is full.
    let script = "trap '' XFSZ; ulimit -f 32; exec \"$0\" \"$@\"";
    let mut shell = Command::new("sh");
    let output =
        shell.args(["-c", script, env!("CARGO_BIN_EXE_shuangqi")]).args(quick(&more)).output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{}", err(&output));
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
    /// Kills it a moment after this number of games more; `false`: it was over before.
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
        self.no_engine_is_left();
        !is_over
    }

    fn pgn(&self) -> PathBuf {
        self.path.with_extension("pgn")
    }

    /// Kills it this number of times, or fewer if the match is over before.
    fn kill_often(&mut self, times: usize) {
        let moment = |kill| Duration::from_millis(moment(kill, 23) as u64);
        let kills = (0..times).take_while(|&kill| self.kill(1 + kill % 4, moment(kill))).count();
        assert!(kills * 2 >= times, "the match was over after {kills} kills");
    }

    fn no_engine_is_left(&self) {
        if let Some(pids) = self.pids {
            await_end(pids);
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
        self.no_engine_is_left();
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
