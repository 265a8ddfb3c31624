//! The Othello engine as a program, beyond what the dialogues show.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::dialogue::{EngineProcess, close_both_pipes};
use super::turn;
use crate::programs::program;

fn path() -> PathBuf {
    program("othello")
}

fn session() -> EngineProcess {
    EngineProcess::with(&path(), &[])
}

#[test]
fn a_line_of_ten_megabytes_is_survived() {
    let _turn = turn();
    let mut engine = session();
    let mut line = vec![b'x'; 10_000_000];
    line.push(b'\n');
    engine.send(&line);
    engine.expect("? syntax error: *");
    engine.send(b"\0\xff\n1 name\n");
    engine.expect("=1 Shuangqi");
    engine.end(0);
}

/// Plays both sides, each on its clock, with or without `time_left`.
fn play_a_game(sends_time_left: bool) {
    let mut engine = session();
    engine.send(b"clear_board\ntime_settings 1 0.01 0\n3 name\n");
    engine.expect("=3 *");
    let mut clocks = [Duration::from_secs(1); 2];
    for turn in 0..200 {
        engine.send(b"gogui-rules_final_result\ngogui-rules_side_to_move\n");
        if engine.expect("= *") != "= The game is not over" {
            return engine.end(0);
        }
        let side = engine.expect("= *").trim_start_matches("= ").to_owned();
        let clock = &mut clocks[usize::from(side == "white")];
        if sends_time_left {
            engine.send(format!("time_left {side} {} 0\n", clock.as_secs_f64()).as_bytes());
            engine.expect("=");
        }
        let begin = Instant::now();
        engine.send(format!("genmove {side}\n").as_bytes());
        engine.expect("= *");
        let used = begin.elapsed();
        let left =
            clock.checked_sub(used).unwrap_or_else(|| panic!("{used:?} used of {clock:?} in turn {turn}"));
        *clock = left + Duration::from_millis(10);
    }
    panic!("a game ends within 200 turns");
}

#[test]
#[ignore = "real time, for a quiet machine"]
fn one_second_lasts_for_a_game() {
    let _turn = turn();
    play_a_game(true);
}

#[test]
#[ignore = "real time, for a quiet machine"]
fn a_clock_without_time_left_is_kept_too() {
    let _turn = turn();
    play_a_game(false);
}

#[test]
fn an_engine_whose_controller_crashed_ends() {
    let _turn = turn();
    close_both_pipes(&path(), "1 name\n", "=1 *");
    // The first reply only: nothing is printed any more, so only the closed pipe can end these.
    close_both_pipes(&path(), "set_level 60\n2 name\ngenmove b\n", "=2 *");
    close_both_pipes(&path(), "time_settings 100000 0 1\n3 name\ngenmove b\n4 name\n", "=3 *");
    for job in ["go", "hint 3", "analyze"] {
        close_both_pipes(&path(), &format!("nboard 2\nset depth 60\n{job}\nlearn\n"), "learned");
    }
}
