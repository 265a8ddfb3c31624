//! The Xiangqi engine as a program, beyond what the dialogues show.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::dialogue::{EngineProcess, close_both_pipes};
use super::turn;
use crate::programs::program;

fn path() -> PathBuf {
    program("xiangqi")
}

fn session() -> EngineProcess {
    EngineProcess::with(&path(), &[])
}

#[test]
fn after_a_line_of_ten_megabytes_a_position_is_needed() {
    let _turn = turn();
    let mut engine = session();
    let mut line = vec![b'h'; 10_000_000];
    line[..8].copy_from_slice(b"position");
    line.push(b'\n');
    engine.send(&line);
    engine.expect("info string line: *");
    engine.send(b"go depth 2\n");
    engine.expect("bestmove (none)");
    engine.send(b"\0\xff\xfe\nposition startpos\ngo depth 2\n");
    engine.expect("bestmove ????*");
    engine.end(0);
}

/// The line of the position before must not be taken for one of this position.
#[test]
fn more_threads_than_nodes_still_answer() {
    let _turn = turn();
    let mut engine = session();
    for line in include_str!("../../data/xiangqi/threads.uci").lines() {
        engine.send(format!("{line}\n").as_bytes());
        if line.starts_with("go") {
            engine.expect("bestmove ????*");
        }
    }
    engine.end(0);
}

#[test]
fn the_handshake_does_not_wait_for_a_large_table() {
    let _turn = turn();
    let mut engine = session();
    engine.send(b"setoption name Hash value 32768\nuci\n");
    engine.expect("uciok");
    engine.send(b"quit\n");
    engine.end(0);
}

#[test]
#[ignore = "real time, for a quiet machine"]
fn a_fixed_time_is_kept() {
    let _turn = turn();
    let mut engine = session();
    engine.send(b"isready\n");
    engine.expect("readyok");
    let mut excess = Vec::new();
    for milliseconds in [10, 50, 200, 100, 20] {
        let begin = Instant::now();
        engine.send(format!("go movetime {milliseconds}\n").as_bytes());
        engine.expect("bestmove ????*");
        let (used, least) = (begin.elapsed(), Duration::from_millis(milliseconds * 9 / 10));
        assert!(used >= least, "{used:?} of {milliseconds} ms");
        excess.push(used - least);
    }
    excess.sort();
    // The median, as something else may have needed the processor.
    assert!(excess[2] < Duration::from_millis(10), "{excess:?}");
    engine.end(0);
}

#[test]
#[ignore = "real time, for a quiet machine"]
fn one_second_lasts_for_a_game() {
    let _turn = turn();
    let mut engine = session();
    let (mut left, increment) = (Duration::from_secs(1), Duration::from_millis(10));
    let mut moves = String::new();
    for _ in 0..60 {
        engine.send(format!("position startpos moves{moves}\nisready\n").as_bytes());
        engine.expect("readyok");
        let begin = Instant::now();
        let clock = left.as_millis();
        engine.send(format!("go wtime {clock} btime {clock} winc 10 binc 10\n").as_bytes());
        let best = engine.expect("bestmove *");
        let used = begin.elapsed();
        left = left.checked_sub(used).unwrap_or_else(|| panic!("{used:?} used of {left:?}")) + increment;
        let best = best.split(' ').nth(1).unwrap();
        if best == "(none)" {
            break;
        }
        moves.push(' ');
        moves.push_str(best);
    }
    engine.end(0);
}

#[test]
fn a_stop_ends_an_endless_search() {
    let _turn = turn();
    let mut engine = session();
    for _ in 0..3 {
        engine.send(b"go infinite\n");
        engine.expect("info depth 4 *");
        engine.send(b"stop\n");
        engine.expect("bestmove ????*");
    }
    engine.end(0);
}

#[test]
#[ignore = "real time, for a quiet machine"]
fn a_stop_takes_effect_at_once() {
    let _turn = turn();
    let mut engine = session();
    let mut latencies = Vec::new();
    for _ in 0..9 {
        engine.send(b"go infinite\n");
        engine.expect("info depth 4 *");
        let begin = Instant::now();
        engine.send(b"stop\n");
        engine.expect("bestmove *");
        latencies.push(begin.elapsed());
    }
    latencies.sort();
    assert!(latencies[4] < Duration::from_millis(20), "{latencies:?}");
    engine.end(0);
}

#[test]
fn an_engine_whose_user_interface_crashed_ends() {
    let _turn = turn();
    close_both_pipes(&path(), "isready\n", "readyok");
    for go in ["go infinite", "go depth 200", "go movetime 1000000", "go perft 13", "bench 1 1 64"] {
        close_both_pipes(&path(), &format!("{go}\nisready\n"), "readyok");
        close_both_pipes(&path(), &format!("ucci\n{}\nisready\n", go.replace("movetime", "time")), "readyok");
    }
    // Nothing is printed: only the closed pipe can end these.
    close_both_pipes(&path(), "xboard\nprotover 2\nst 100000\ngo\n", "feature done=1");
}

/// Where the memory for `Hash` is missing there is one clear line, and the engine plays on.
#[test]
#[cfg(unix)]
fn a_table_without_memory_is_one_error_and_the_old_one_stays() {
    let _turn = turn();
    let command = "ulimit -v 4000000; exec \"$0\"";
    let mut engine = EngineProcess::with(Path::new("sh"), &["-c", command, path().to_str().unwrap()]);
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
    let mut engine = EngineProcess::with(Path::new("sh"), &["-c", command, path().to_str().unwrap()]);
    engine.send(b"xboard\nmemory 32768\nping 1\n");
    engine.expect("Error (memory: found 32768 MiB, *): memory 32768");
    engine.expect("pong 1");
    engine.end(0);
}

/// A table of several gibibytes takes no memory before it is filled, not even to be cleared, so that it is allocated
/// fast enough for a first move in time.
#[test]
#[cfg(target_os = "linux")]
fn a_large_table_takes_no_memory_before_it_is_filled() {
    let _turn = turn();
    let mut engine = session();
    engine.send(b"setoption name Hash value 4096\nucinewgame\nisready\n");
    engine.expect("readyok");
    assert!(engine.resident_mebibytes() < 256);
    engine.send(b"go wtime 500 winc 10\n");
    engine.expect("bestmove ????*");
    engine.send(b"ucinewgame\nisready\n");
    engine.expect("readyok");
    assert!(engine.resident_mebibytes() < 2048);
    engine.end(0);
}

/// A table of usual size has its memory before the clock runs: a first search that must wait for it takes 0.1 s longer.
#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_a_usual_table_is_there_before_the_first_search() {
    let _turn = turn();
    let mut engine = session();
    engine.send(b"setoption name Hash value 128\nisready\n");
    engine.expect("readyok");
    assert!(engine.resident_mebibytes() >= 128);
    engine.end(0);
}
