//! The engines as user interfaces and controllers run them: programs with two pipes. Dialogues show most of what they answer;
//! the rest is what those cannot show.

pub mod dialogue;
#[cfg(unix)]
mod line_editor;
mod mates;
#[cfg(unix)]
#[path = "../tools/tests/cli/signals.rs"]
mod signals;
#[cfg(target_os = "linux")]
#[path = "../tools/tests/cli/snapshot.rs"]
mod snapshot;

#[cfg(unix)]
use std::path::Path;
use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::programs::program;
use dialogue::{EngineProcess, close_both_pipes, run_dialogues};

/// One test at a time: some measure time.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn othello_dialogues() {
    let _turn = turn();
    for text in [
        include_str!("engines/texts/gtp.txt"),
        include_str!("engines/texts/nboard.txt"),
        include_str!("engines/texts/othello_terminal.txt"),
    ] {
        run_dialogues(&program("othello"), text);
    }
}

#[test]
fn xiangqi_dialogues() {
    let _turn = turn();
    for text in [
        include_str!("engines/texts/uci.txt"),
        include_str!("engines/texts/ucci.txt"),
        include_str!("engines/texts/xboard.txt"),
        include_str!("engines/texts/xiangqi_terminal.txt"),
    ] {
        run_dialogues(&program("xiangqi"), text);
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_the_search_and_then_leaves_the_game() {
    let _turn = turn();
    for (name, lines, reply) in [
        ("othello", "time 1000\nf5\nboard\n", "* to move, X 4, O 1"),
        ("xiangqi", "time 1000\nh2e2\nboard\n", "Black to move"),
    ] {
        let mut engine = EngineProcess::with(&program(name), &["--console"]);
        engine.send(lines.as_bytes());
        engine.expect(reply);
        engine.interrupt();
        engine.expect("The engine plays *");
        engine.expect("* to move*");
        // What follows within a moment is the same request, and a busy machine takes its time.
        std::thread::sleep(Duration::from_millis(1500));
        engine.interrupt();
        engine.end_by_itself(130);
    }
}

/// `shuangqi solve` is the same command under another name.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_prints_the_command_that_goes_on_with_a_solve() {
    const START: &str = "---------------------------OX------XO--------------------------- X";
    let journal = tempfile::NamedTempFile::new().unwrap();
    let path = journal.path().to_str().unwrap();
    let mut command = Command::new(program("othello"));
    command.args(["solve", START, "--resume", path]).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    signals::await_handler(&child);
    signals::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let (hint, said) = (format!("to go on: othello solve '{START}' --resume {path}"), output.stderr);
    assert!(String::from_utf8_lossy(&said).contains(&hint), "{}", String::from_utf8_lossy(&said));
}

/// What the programs print for their arguments and for lines in a pipe.
#[test]
#[cfg(target_os = "linux")]
fn snapshots() {
    let folder = program("xiangqi").parent().unwrap().display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    program("othello");
    let snapshots = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/snapshots");
    for file in std::fs::read_dir(snapshots).unwrap() {
        snapshot::check(&file.unwrap().path(), &path);
    }
}

fn xiangqi() -> EngineProcess {
    EngineProcess::with(&program("xiangqi"), &[])
}

/// The line of the position before must not be taken for one of this position.
#[test]
fn more_threads_than_nodes_still_answer() {
    let _turn = turn();
    let mut engine = xiangqi();
    for line in include_str!("../data/xiangqi/threads.uci").lines() {
        engine.send(format!("{line}\n").as_bytes());
        if line.starts_with("go") {
            engine.expect("bestmove ????*");
        }
    }
    engine.end(0);
}

/// By the medians, as something else may have needed the processor.
#[test]
#[ignore = "real time, for a quiet machine"]
fn a_fixed_time_is_kept_and_a_stop_takes_effect_at_once() {
    let _turn = turn();
    let mut engine = xiangqi();
    engine.send(b"isready\n");
    engine.expect("readyok");
    let mut answer = |line: String| {
        let begin = Instant::now();
        engine.send(line.as_bytes());
        engine.expect("bestmove ????*");
        begin.elapsed()
    };
    let mut excess = [10, 50, 200, 100, 20].map(|milliseconds| {
        let (used, least) =
            (answer(format!("go movetime {milliseconds}\n")), Duration::from_millis(milliseconds * 9 / 10));
        used.checked_sub(least).unwrap_or_else(|| panic!("{used:?} of {milliseconds} ms"))
    });
    excess.sort();
    assert!(excess[2] < Duration::from_millis(10), "{excess:?}");
    let mut latencies = [(); 9].map(|()| {
        engine.send(b"go infinite\n");
        engine.expect("info depth 4 *");
        let begin = Instant::now();
        engine.send(b"stop\n");
        engine.expect("bestmove *");
        begin.elapsed()
    });
    latencies.sort();
    assert!(latencies[4] < Duration::from_millis(20), "{latencies:?}");
    engine.end(0);
}

/// Whole games of an engine with itself.
#[test]
#[ignore = "real time, for a quiet machine"]
fn one_second_lasts_for_a_game() {
    let _turn = turn();
    for (name, protocol) in
        [("xiangqi", "uci"), ("xiangqi", "ucci"), ("xiangqi", "xboard"), ("othello", "gtp")]
    {
        let engine = format!("cmd={} proto={protocol} tc=1+0.01", program(name).display());
        let line = format!(
            "match -game {name} -rounds 1 -progress none --json -engine name=a {engine} -engine name=b {engine}"
        );
        let output = Command::new(program("shuangqi")).args(line.split(' ')).output().unwrap();
        let records: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let faults: Vec<&Value> =
            records.iter().map(|record| &record["faults"]).filter(|faults| !faults.is_null()).collect();
        assert!(
            !faults.is_empty() && faults.iter().all(|faults| faults["timeout"] == 0),
            "{protocol}: {faults:?}"
        );
    }
}

#[test]
fn an_engine_whose_controller_crashed_ends() {
    let _turn = turn();
    let close = |name, lines: &str, pattern| close_both_pipes(&program(name), lines, pattern);
    for go in ["go infinite", "go depth 200", "go movetime 1000000", "go perft 13", "bench 1 1 64"] {
        close("xiangqi", &format!("{go}\nisready\n"), "readyok");
        close("xiangqi", &format!("ucci\n{}\nisready\n", go.replace("movetime", "time")), "readyok");
    }
    for job in ["go", "hint 3", "analyze"] {
        close("othello", &format!("nboard 2\nset depth 60\n{job}\nlearn\n"), "learned");
    }
    close("xiangqi", "isready\n", "readyok");
    close("othello", "1 name\n", "=1 *");
    // Nothing more is printed than these replies: only the closed pipe can end the searches.
    close("xiangqi", "xboard\nprotover 2\nst 100000\ngo\n", "feature done=1");
    close("othello", "set_level 60\n2 name\ngenmove b\n", "=2 *");
    close("othello", "time_settings 100000 0 1\n3 name\ngenmove b\n4 name\n", "=3 *");
}

/// Where the memory for `Hash` is missing there is one clear line, and the engine plays on.
#[test]
#[cfg(unix)]
fn a_table_without_memory_is_one_error_and_the_old_one_stays() {
    let _turn = turn();
    let path = program("xiangqi");
    let words = ["-c", "ulimit -v 4000000; exec \"$0\"", path.to_str().unwrap()];
    let start = || EngineProcess::with(Path::new("sh"), &words);
    let mut engine = start();
    let error =
        "info string setoption: found 32768 MiB, expected *. Ask for less; the table keeps its 64 MiB.";
    engine.send(b"setoption name Hash value 64\nsetoption name Hash value 32768\n");
    engine.expect(error);
    engine.send(b"isready\n");
    engine.expect("readyok");
    engine.send(b"go depth 4\n");
    engine.expect("bestmove ????*");
    engine.send(b"go infinite\n");
    engine.expect("info depth 2 *");
    engine.send(b"setoption name Hash value 32768\nbench 32768 1 1\nstop\n");
    engine.expect(error);
    engine.expect("info string bench: found 32768 MiB, *");
    engine.expect("bestmove ????*");
    engine.end(0);
    let mut engine = start();
    engine.send(b"xboard\nmemory 32768\nping 1\n");
    engine.expect("Error (memory: found 32768 MiB, *): memory 32768");
    engine.expect("pong 1");
    engine.end(0);
}

/// A table of several gibibytes takes no memory before it is filled, not even to be cleared, so that it is allocated
/// fast enough for a first move in time. One of usual size has its memory before the clock runs: a first search that must wait
/// for it takes 0.1 s longer.
#[test]
#[cfg(target_os = "linux")]
fn a_large_table_takes_no_memory_before_it_is_filled_and_a_usual_one_all_of_it() {
    let _turn = turn();
    let mut engine = xiangqi();
    for (lines, answer, expected) in [
        ("setoption name Hash value 128\nisready\n", "readyok", 128..1024),
        ("setoption name Hash value 4096\nucinewgame\nisready\n", "readyok", 0..256),
        ("go wtime 500 winc 10\n", "bestmove ????*", 0..4096),
        ("ucinewgame\nisready\n", "readyok", 0..2048),
    ] {
        engine.send(lines.as_bytes());
        engine.expect(answer);
        let found = engine.resident_mebibytes();
        assert!(expected.contains(&found), "{found} MiB after {lines}");
    }
    engine.end(0);
}
