//! How every command fails: its exit code, and what it leaves for programs that read JSON.

use std::fs;
#[cfg(target_os = "linux")]
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::{Command, Output};

use serde_json::Value;

use super::{err, file, name, refused, run};

const ENGINES: &str = "match -game othello -engine name=a proto=internal nodes=9 -engine name=b proto=internal nodes=9 \
                       -progress none";

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn every_failure_is_a_record_of_well_formed_json() {
    for (code, line) in [
        (2, "perft"),
        (2, "perft chess --depth 1"),
        (2, "no-such-command"),
        (3, "perft xiangqi 9/9 --depth 1"),
        (3, "perft xiangqi --suite no/such/file"),
        (3, "solve no/such/file.obf"),
        (2, "solve --wdl x"),
        (2, "analyze othello"),
        (3, "analyze othello no/such/file"),
        (2, "judge"),
        (3, "judge 9/9 h2e2"),
        (3, "judge --suite no/such/file"),
        (2, "compare othello --depth 2 --algorithms no-such"),
        (3, "compare othello --depth 2 --positions no/such/file"),
        (2, "tree othello --depth 2 --algorithm no-such"),
        (2, "bench --depth x"),
        (2, "datagen othello"),
        (3, "datagen othello --out never-made --eval no/such/file"),
        (3, "train othello no/such/folder --out never-made"),
        (2, "fit-probcut othello"),
        (3, "fit-probcut othello no/such/folder --eval no/such/file --out never-made"),
        (2, "evaluate othello"),
        (3, "evaluate othello no/such/file"),
        (2, "compliance"),
        (2, "elo 1 2"),
        (2, "sprt --elo0 5 --elo1 1 1 2 3"),
        (2, "match"),
        (2, "match -ruonds 3"),
        (3, "match -resume no/such/journal"),
        (4, "match -game othello -engine cmd=no/such/engine name=a tc=1 -engine proto=internal nodes=9"),
    ] {
        for format in [&["--json"][..], &["--format", "ndjson"]] {
            if line.starts_with("tree") && format.len() > 1 {
                continue;
            }
            let output = run(&[&words(line)[..], format].concat());
            assert_eq!(output.status.code(), Some(code), "{line} {format:?}: {}", err(&output));
            let records: Vec<Value> = match format {
                ["--json"] => serde_json::from_slice(&output.stdout).expect(line),
                _ => {
                    super::out(&output).lines().map(|text| serde_json::from_str(text).expect(line)).collect()
                }
            };
            let record = records.last().expect(line);
            assert_eq!((&record["schema"], &record["exit"]), (&"error/1".into(), &code.into()), "{line}");
            assert!(record["message"].as_str().is_some_and(|message| message.len() > 10), "{line}: {record}");
        }
    }
}

#[test]
fn results_before_the_failure_stay_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let place = file(&folder, "file", "");
    let inside = place.join("journal");
    let position = format!("{}X", "X".repeat(60));
    let output = run(&["solve", &format!("{position}--- O"), "--resume", name(&inside), "--json"]);
    let records: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(records.last().unwrap()["exit"], 5);
}

#[test]
fn places_that_cannot_be_written_exit_with_5() {
    let folder = tempfile::tempdir().unwrap();
    let plain = file(&folder, "plain", "text");
    let inside = plain.join("new");
    let inside = name(&inside);
    let (start, finish) = (ENGINES, ["-state", "-out", "-log"]);
    for option in finish {
        let output = refused(&[&words(start)[..], &[option, inside]].concat(), 5, &["cannot be written"]);
        assert!(err(&output).contains("plain"), "{}", err(&output));
    }
    refused(&["compare", "othello", "--depth", "1", "--sample", "1", "--out", inside], 5, &["plain/new"]);
    refused(&["tree", "othello", "--depth", "1", "--out", inside], 5, &["plain/new"]);
    let position = format!("{}--- O", "X".repeat(61));
    refused(&["solve", &position, "--resume", inside], 5, &["plain/new"]);
    assert_eq!(fs::read_to_string(plain).unwrap(), "text");
}

#[test]
fn files_of_others_are_replaced_only_when_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let theirs = |inner: &str, file: &str| {
        let inner = folder.path().join(inner);
        fs::create_dir_all(&inner).unwrap();
        fs::write(inner.join(file), "Dear all,\n").unwrap();
        inner
    };
    let (played, compared) = (theirs("m", "report.html"), theirs("c", "data.csv"));
    let tree = theirs("t", "tree.dot").join("tree.dot");
    let quick = [&words(ENGINES)[..], &["-out", name(&played)]].concat();
    let compare = ["compare", "othello", "--depth", "1", "--sample", "1", "--out", name(&compared)];
    let draw = ["tree", "othello", "--depth", "1", "--out", name(&tree)];
    for (line, kept) in [
        (&quick[..], played.join("report.html")),
        (&compare, compared.join("data.csv")),
        (&draw, tree.clone()),
    ] {
        refused(line, 2, &["is there already", "--force"]);
        assert_eq!(fs::read_to_string(&kept).unwrap(), "Dear all,\n");
        assert_eq!(fs::read_dir(kept.parent().unwrap()).unwrap().count(), 1, "{line:?}");
        let forced = run(&[line, &["--force"]].concat());
        assert_eq!(forced.status.code(), Some(0), "{}", err(&forced));
        // A file of this program is replaced without --force.
        let again = run(line);
        assert_eq!(again.status.code(), Some(0), "{}", err(&again));
    }
}

/// Runs a command line that may write no file of more than this number of blocks, as on a full disk.
#[cfg(target_os = "linux")]
fn with_little_room(folder: &Path, blocks: u32, line: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_shuangqi")]).args(line).current_dir(folder);
    shell.output().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_names_the_file_and_the_command_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = format!("{ENGINES} -rounds 6 -concurrency 1 -state m.journal");
    let report = format!("{ENGINES} -rounds 3 -concurrency 1 -state r.journal -out report");
    let solve = format!("solve {} --resume s.journal --ids 1-20", super::solve::PROBLEMS);
    let analyze =
        format!("analyze xiangqi {} --nodes 100 --hash 1M --resume a.journal", super::analyze::XIANGQI_GAME);
    for (blocks, line, file) in [
        (16, &games[..], "m.journal"),
        (64, &report, "report"),
        (2, &solve, "s.journal"),
        (8, &analyze, "a.journal"),
        (4, "compare othello --depth 2 --sample 9 --algorithms alpha-beta,pvs --out c", "c/journal.ndjson"),
        (
            2,
            "tune othello --parameters all --recipe play+late-reductions --nodes 9 --pairs 1 --iterations 20 --journal t.journal",
            "t.journal",
        ),
        (
            1,
            "datagen othello --out games --classical --games 4 --depth 1 --exact-from 6 --random 30..44",
            "00000.records",
        ),
    ] {
        let output = with_little_room(folder, blocks, &words(line));
        assert_eq!(output.status.code(), Some(5), "{line}: {}", err(&output));
        let said = err(&output);
        assert!(said.contains(file) && said.contains("cannot be written"), "{line}: {said}");
        let (_, command) = said.trim_end().rsplit_once("to go on: shuangqi ").expect(said);
        let rest = shlex::split(command).unwrap();
        let again = super::tool(&[]).args(rest).current_dir(folder).output().unwrap();
        assert_eq!(again.status.code(), Some(0), "{command}: {}", err(&again));
    }
}
