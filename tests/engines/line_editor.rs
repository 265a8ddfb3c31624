//! The game at a terminal, with a person's keys.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, tcgetattr};

use crate::programs::program;

/// Much longer than anything here takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A program at a terminal of its own.
struct Terminal {
    child: Child,
    keys: File,
    output: Receiver<Vec<u8>>,
    /// What was read and not yet expected.
    text: String,
    /// The program's end of the terminal.
    line: OwnedFd,
    mode: Termios,
}

impl Terminal {
    fn start(name: &str, arguments: &[&str]) -> Terminal {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keys).and_then(|()| unlockpt(&keys)).unwrap();
        let path = ptsname(&keys, Vec::new()).unwrap();
        let path = std::ffi::OsStr::from_bytes(path.as_bytes());
        let line = rustix::fs::open(path, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let mut command = Command::new(program(name));
        command.args(arguments).env("TERM", "xterm").stderr(Stdio::null());
        command.stdin(line.try_clone().unwrap()).stdout(line.try_clone().unwrap());
        let mode = tcgetattr(&line).unwrap();
        let child = command.spawn().expect("the program starts");
        let keys = File::from(keys);
        let output = pieces(keys.try_clone().unwrap());
        Terminal { child, keys, output, text: String::new(), line, mode }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Reads the output up to and including this text.
    fn expect(&mut self, text: &str) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if let Some(place) = self.text.find(text) {
                self.text.drain(..place + text.len());
                return;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let piece = self.output.recv_timeout(left);
            let piece =
                piece.unwrap_or_else(|error| panic!("waiting for {text:?}: {error}: {:?}", self.text));
            self.text.push_str(&String::from_utf8_lossy(&piece));
        }
    }

    fn terminate(&self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
    }

    /// Waits for the program, which must leave the terminal as it was.
    fn end(mut self, code: i32) {
        assert_eq!(self.child.wait().unwrap().code(), Some(code));
        let left = tcgetattr(&self.line).unwrap();
        assert_eq!(left.local_modes, self.mode.local_modes);
        assert_eq!(left.input_modes, self.mode.input_modes);
    }
}

/// What is read, piece by piece.
fn pieces(mut source: File) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut piece = [0; 4096];
        while let Ok(length) = source.read(&mut piece)
            && sender.send(piece[..length].to_vec()).is_ok()
        {}
    });
    receiver
}

#[test]
fn moves_and_commands_are_completed_and_called_back() {
    let mut terminal = Terminal::start("othello", &["--level", "1"]);
    terminal.expect("Black> ");
    terminal.press("f\t");
    terminal.expect("f5   fen");
    terminal.press("5\r");
    terminal.expect("The engine plays");
    terminal.expect("Black> ");
    for keys in ["mov\t\r", "\x1b[A\r"] {
        terminal.press(keys);
        terminal.expect(" 1: f5 ");
        terminal.expect("Black> ");
    }
    terminal.press("eng\tbl\t\r");
    terminal.expect("engine black");
    terminal.expect("White> ");
    terminal.press("\x04");
    terminal.end(0);
}

#[test]
fn what_is_printed_leaves_the_line_that_is_typed() {
    let mut terminal = Terminal::start("othello", &["--level", "60"]);
    // No book has this line, nor one that goes on from it.
    terminal.press("f5f4e3f6g6h6h7h8g5\r");
    terminal.expect("thinking");
    terminal.press("hel");
    // No line of progress has this letter.
    terminal.expect("l");
    terminal.terminate();
    terminal.expect("The engine plays");
    terminal.expect("Black> hel");
    terminal.press("p\r");
    terminal.expect("this list");
    terminal.press("go\r");
    terminal.expect("thinking");
    terminal.press("quit\r");
    terminal.end(0);
}

#[test]
fn ctrl_c_ends_the_search_and_then_the_game() {
    let mut terminal = Terminal::start("othello", &["--level", "60"]);
    // No book has this line.
    terminal.press("f5f4e3\r");
    terminal.expect("thinking");
    terminal.press("\x03");
    terminal.expect("The engine plays");
    terminal.expect("Black> ");
    terminal.press("\x03");
    terminal.end(130);
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let mut terminal = Terminal::start("othello", &[]);
    terminal.expect("Black> ");
    terminal.terminate();
    terminal.end(130);
}

#[test]
fn the_first_line_selects_a_protocol() {
    let mut terminal = Terminal::start("xiangqi", &["--letters"]);
    terminal.expect("Red> ");
    terminal.press("uci\r");
    terminal.expect("uciok");
    terminal.press("isready\n");
    terminal.expect("readyok");
    terminal.press("quit\n");
    terminal.end(0);
}
