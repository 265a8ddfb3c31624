//! Runs that are shared out: shards in any order, one of them broken off, come to what one machine comes to.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{PROBLEMS, err, file, name, records, refused, run};

/// Shards of each run.
const SHARDS: usize = 3;

/// A command, the option that names its journal, and whether that is a folder.
struct Case {
    line: String,
    option: &'static str,
    is_folder: bool,
}

impl Case {
    fn with_journal<'a>(&'a self, path: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
        let line: Vec<&str> = self.line.split(' ').collect();
        [&line[..], &[self.option, name(path)], more].concat()
    }

    fn journal(&self, path: &Path) -> PathBuf {
        if self.is_folder { path.join("journal.ndjson") } else { path.to_owned() }
    }
}

fn cases(folder: &tempfile::TempDir) -> Vec<Case> {
    let lines = ["h2e2 h9g7 h0g2", "b2e2 b9c7", "c3c4 g6g5 b0c2", "g3g4", "h2e2 h7e7 h0g2 h9g7 i0h0"];
    let xiangqi = file(folder, "xiangqi.txt", &(lines.join("\n") + "\n"));
    let othello =
        file(folder, "othello.txt", "f5d6c3d3c4\nf5f6e6f4\nf5d6c5f4e3c6\nf5d6c4\nf5d6c3d3\nf5f6e6\nf5d6\n");
    let case = |option, line: String| Case { line, option, is_folder: option == "--out" };
    vec![
        case("--resume", format!("solve {PROBLEMS} --ids 1-7 --threads 1 --hash 1M")),
        case("--resume", "perft xiangqi --depth 3 --threads 2".to_owned()),
        case("--resume", format!("analyze xiangqi {} --nodes 200 --hash 1M --threads 1", name(&xiangqi))),
        case("--resume", format!("puzzles othello {} --threads 1", name(&othello))),
        case("--out", "compare othello --depth 2..3 --sample 5 --threads 1".to_owned()),
        case(
            "-state",
            "match -game othello -engine name=a proto=internal nodes=60 -engine name=b proto=internal nodes=30 \
             -rounds 5 -repeat -progress none"
                .to_owned(),
        ),
    ]
}

/// A value without what clocks tell, and without the checksum that depends on it.
fn without_times(mut value: Value) -> Value {
    const TIMES: [&str; 10] = [
        "seconds",
        "elapsed",
        "nodes_per_second",
        "crc32",
        "begun",
        "lasted",
        "t",
        "micros",
        "lines",
        "conduct",
    ];
    match &mut value {
        Value::Object(members) => {
            members.retain(|key, _| !TIMES.contains(&key.as_str()) && !key.starts_with("seconds_"));
            members.values_mut().for_each(|member| *member = without_times(member.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = without_times(item.take())),
        _ => {}
    }
    value
}

/// The lines of a journal but for times, the first one first and the others sorted.
fn lines(journal: &Path) -> Vec<String> {
    let text = fs::read_to_string(journal).unwrap();
    let shown = |line: &str| without_times(serde_json::from_str(line).unwrap()).to_string();
    let mut lines: Vec<String> = text.lines().map(shown).collect();
    lines[1..].sort();
    lines
}

fn succeeds(line: &[&str]) {
    let output = run(line);
    assert_eq!(output.status.code(), Some(0), "{line:?}: {}", err(&output));
}

/// Cuts a journal off in its second item, as a crash does.
fn tear(journal: &Path) {
    let text = fs::read_to_string(journal).unwrap();
    let ends: Vec<usize> = text.match_indices('\n').map(|(place, _)| place).collect();
    assert!(ends.len() > 2, "{text}");
    fs::write(journal, &text[..ends[2] - 3]).unwrap();
}

#[test]
fn shards_come_to_what_one_machine_comes_to() {
    let folder = tempfile::tempdir().unwrap();
    for (number, case) in cases(&folder).iter().enumerate() {
        let path = |part: &str| folder.path().join(format!("{number}-{part}"));
        let whole = path("whole");
        let expected = records(&case.with_journal(&whole, &[]));
        let shards: Vec<PathBuf> = (1..=SHARDS).map(|shard| path(&shard.to_string())).collect();
        for (shard, place) in (1..).zip(&shards) {
            let shard = format!("{shard}/{SHARDS}");
            let option = if case.option == "-state" { "-shard" } else { "--shard" };
            let line = case.with_journal(place, &[option, &shard]);
            succeeds(&line);
            if shard.starts_with('2') {
                tear(&case.journal(place));
                succeeds(&line);
            }
        }
        let merged = path("merged");
        let backwards = [name(&shards[2]), name(&shards[0]), name(&shards[1])];
        succeeds(&[&["merge"], &backwards[..], &["--out", name(&merged)]].concat());
        assert_eq!(lines(&case.journal(&merged)), lines(&case.journal(&whole)), "{}", case.line);
        let found = records(&case.with_journal(&merged, &[]));
        let plain = |values: Vec<Value>| values.into_iter().map(without_times).collect::<Vec<_>>();
        assert_eq!(plain(found), plain(expected), "{}", case.line);
    }
}

/// The result of a run is that of its rounds, each shared out, one shard of it broken off, and merged.
#[test]
fn rounds_come_to_what_one_machine_comes_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = |part: &str| folder.path().join(part).to_string_lossy().into_owned();
    let tune =
        "tune xiangqi --parameters late_slope,reduction_base --nodes 60 --pairs 4 --iterations 3 --threads 2";
    let book = "book build othello";
    let searches = "--positions 9 --round 4 --nodes 300 --threads 2";
    for (number, [whole, shard]) in [
        [format!("{tune} --journal"), format!("{tune} --after")],
        [format!("{book} {searches}"), format!("{book} {searches}")],
    ]
    .iter()
    .enumerate()
    {
        let [one, merged] = ["whole", "rounds"].map(|part| path(&format!("{number}-{part}")));
        succeeds(&format!("{whole} {one}").split(' ').collect::<Vec<_>>());
        let line = format!("{shard} {merged}");
        for round in 1.. {
            let journals: Vec<String> =
                (1..=SHARDS).map(|shard| path(&format!("{number}-{round}-{shard}"))).collect();
            for (shard, journal) in (1..).zip(&journals) {
                let shard = format!("{shard}/{SHARDS}");
                let line =
                    [&line.split(' ').collect::<Vec<_>>()[..], &["--journal", journal, "--shard", &shard]];
                succeeds(&line.concat());
                // After the last round there is nothing to do.
                let Ok(text) = fs::read_to_string(journal) else { continue };
                if text.lines().count() > 1 {
                    fs::write(journal, &text[..text.len() - 3]).unwrap();
                    succeeds(&line.concat());
                }
            }
            let names: Vec<&str> = journals.iter().rev().map(String::as_str).collect();
            if !Path::new(names[0]).exists() {
                assert!(round > 3);
                break;
            }
            succeeds(&[&["merge"], &names[..], &["--out", &merged]].concat());
            // A round is added once, and whole.
            let before = fs::read(&merged).unwrap();
            refused(&[&["merge"], &names[..], &["--out", &merged]].concat(), 3, &["before"]);
            let output = run(&["merge", names[0], "--out", &merged, "--partial"]);
            assert_eq!(output.status.code(), Some(1), "{}", err(&output));
            assert_eq!(fs::read(&merged).unwrap(), before);
        }
        assert_eq!(fs::read_to_string(&merged).unwrap(), fs::read_to_string(&one).unwrap(), "{line}");
    }
}

#[test]
fn what_is_missing_double_or_of_another_run_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |part: &str| folder.path().join(part);
    let count = |part: &str, shard: &str, depth: &str| {
        let journal = path(part);
        let line = ["perft", "othello", "--depth", depth, "--resume", name(&journal), "--shard", shard];
        succeeds(&line);
        journal
    };
    let [one, two, other] = [count("1", "1/3", "5"), count("2", "2/3", "5"), count("3", "3/3", "4")];
    let whole = path("whole");
    succeeds(&["perft", "othello", "--depth", "5", "--resume", name(&whole)]);
    let out = path("out");
    let merge = |journals: &[&Path]| {
        let names: Vec<&str> = journals.iter().map(|path| name(path)).collect();
        [&["merge"], &names[..], &["--out", name(&out)]].concat().into_iter().map(str::to_owned).collect()
    };
    let line: Vec<String> = merge(&[&one, &two]);
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let output = run(&[&line[..], &["--format", "ndjson"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let gaps: Vec<Value> =
        crate::out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&gaps[0]["first"], &gaps[0]["last"]), (&2.into(), &2.into()));
    assert!(!out.exists(), "nothing is written where units are missing");
    let output = run(&[&line[..], &["--partial"]].concat());
    assert_eq!((output.status.code(), out.exists()), (Some(1), true));
    for (journals, words) in [
        (&[&one, &one][..], &["unit 0 in", "each unit once"][..]),
        (&[&one, &two, &other], &["two runs in", "--depth"]),
        (&[&one, &whole], &["the journal of a whole run", "--shard"]),
        (&[&out], &["the journal of a whole run"]),
    ] {
        let journals: Vec<&Path> = journals.iter().map(|path| path.as_path()).collect();
        let line: Vec<String> = merge(&journals);
        refused(&line.iter().map(String::as_str).collect::<Vec<_>>(), 3, words);
    }
    let text = file(&folder, "text", "f5d6\n");
    let line: Vec<String> = merge(&[&text]);
    refused(
        &line.iter().map(String::as_str).collect::<Vec<_>>(),
        3,
        &["text:1", "journal of solved positions"],
    );
    // A shard of another number is another run.
    let line = ["perft", "othello", "--depth", "5", "--resume", name(&one), "--shard", "2/3"];
    refused(&line, 2, &["that of another run", "--shard"]);
}

/// Each shard alone decides nothing; whoever counts all of them decides, and stops them.
#[test]
fn a_test_that_shards_play_is_decided_by_whoever_counts_them() {
    let folder = tempfile::tempdir().unwrap();
    let play = |journal: &Path, shard: &str| {
        let line = "match -game othello -engine name=a proto=internal nodes=300 -engine name=b proto=internal nodes=10 \
                    -sprt elo0=0 elo1=200 -rounds 40 -repeat -progress none -state";
        let line: Vec<&str> = line.split_whitespace().collect();
        records(&[&line[..], &[name(journal), "-shard", shard]].concat())
    };
    for shard in ["1/2", "2/2"] {
        let played = play(&folder.path().join(format!("{}.journal", &shard[..1])), shard);
        assert_eq!((&played[0]["games"], &played[0]["llr"]), (&40.into(), &Value::Null));
    }
    let watch = ["sprt", "--watch", name(folder.path()), "--progress", "none"];
    let counted = records(&watch);
    assert_eq!(counted[0]["verdict"], "H1", "{counted:?}");
    assert!(counted[0]["games"].as_u64().unwrap() < 80, "{counted:?}");
    assert_eq!(fs::read_to_string(folder.path().join("stop")).unwrap(), "H1 is accepted\n");
    assert_eq!(records(&watch), counted, "the verdict stands");
    let late = play(&folder.path().join("3.journal"), "1/2");
    assert_eq!(late[0]["games"], 0, "a shard that comes after the verdict plays nothing");
    refused(&["sprt", "--watch", name(&folder.path().join("1.journal"))], 3, &["no folder", "-state FOLDER"]);
    refused(&["sprt", "--watch", "x", "1", "2", "3"], 2, &["cannot be used with"]);
}
