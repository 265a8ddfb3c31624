//! The engine as controllers and people meet it: a program with two pipes.

#[path = "../../xiangqi/tests/dialogue/mod.rs"]
mod dialogue;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dialogue::{Conversation, abandon, hold};

const ENGINE: &str = env!("CARGO_BIN_EXE_othello");

/// One test at a time: the heavier ones look at the clock.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn gtp_dialogues() {
    let _turn = turn();
    hold(ENGINE, include_str!("dialogues/gtp.txt"));
}

#[test]
fn nboard_dialogues() {
    let _turn = turn();
    hold(ENGINE, include_str!("dialogues/nboard.txt"));
}

#[test]
fn console_dialogues() {
    let _turn = turn();
    hold(ENGINE, include_str!("dialogues/console.txt"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_the_search_and_then_leaves_the_game() {
    let _turn = turn();
    let mut engine = Conversation::with(ENGINE, &["--console"]);
    engine.send(b"time 1000\nf5\nboard\n");
    engine.expect("* to move, X 4, O 1");
    engine.interrupt();
    engine.expect("The engine plays *");
    engine.expect("* to move*");
    // What follows within a moment is the same request.
    std::thread::sleep(Duration::from_millis(500));
    engine.interrupt();
    engine.end(130);
}

#[test]
fn a_line_of_ten_megabytes_is_survived() {
    let _turn = turn();
    let mut engine = Conversation::with(ENGINE, &[]);
    let mut line = vec![b'x'; 10_000_000];
    line.push(b'\n');
    engine.send(&line);
    engine.expect("? syntax error: *");
    engine.send(b"\0\xff\n1 name\n");
    engine.expect("=1 Shuangqi");
    engine.end(0);
}

/// Plays both sides on a clock for each, told or not told what it shows.
fn play_a_game(tells: bool) {
    let mut engine = Conversation::with(ENGINE, &[]);
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
        if tells {
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
    panic!("no game lasts so long");
}

#[test]
#[ignore = "real time, for a quiet machine"]
fn one_second_lasts_for_a_game() {
    let _turn = turn();
    play_a_game(true);
}

#[test]
#[ignore = "real time, for a quiet machine"]
fn an_untold_clock_is_kept_too() {
    let _turn = turn();
    play_a_game(false);
}

#[test]
fn an_engine_whose_controller_crashed_ends() {
    let _turn = turn();
    abandon(ENGINE, "1 name\n", "=1 *");
    // The first reply only: nothing is printed any more, so only the closed pipe can end these.
    abandon(ENGINE, "set_level 60\n2 name\ngenmove b\n", "=2 *");
    abandon(ENGINE, "time_settings 100000 0 1\n3 name\ngenmove b\n4 name\n", "=3 *");
    for job in ["go", "hint 3", "analyze"] {
        abandon(ENGINE, &format!("nboard 2\nset depth 60\n{job}\nlearn\n"), "learned");
    }
}
