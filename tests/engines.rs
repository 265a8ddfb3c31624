//! The engines as user interfaces and controllers run them: programs with two pipes.

mod dialogue;
#[cfg(unix)]
mod line_editor;
mod mates;
mod othello;
#[cfg(unix)]
#[path = "../tools/tests/cli/signals.rs"]
mod signals;
#[cfg(target_os = "linux")]
#[path = "../tools/tests/cli/snapshot.rs"]
mod snapshot;
#[cfg(target_os = "linux")]
mod snapshots;
mod xiangqi;

#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::time::Duration;

use crate::programs::program;
use dialogue::run_dialogues;

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
        let mut engine = dialogue::EngineProcess::with(&program(name), &["--console"]);
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
