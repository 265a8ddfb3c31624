//! Dialogues with an engine as text: what is sent, and what must come back.
//!
//! A file holds dialogues, each begun by `= title`. Then, line by line:
//!
//! * `$ words`: the arguments of the program (first, if at all);
//! * `> line`: is sent; `\r` and `\t` are read as escapes;
//! * `+ line`: the same with ten megabytes of `x` at its end, and behind it a line that is no text;
//! * `< pattern`: lines are read until one fits, in which `?` is one character and `*` any number;
//! * `! pattern`: none of the lines read for the next `<` or `.` may fit;
//! * `. code`: the input ends, the rest of the output is read, and the program must exit with this code (every dialogue
//!   ends so, unless it sends `quit`).

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Much longer than anything here takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A running program and its pipes.
pub struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    forbidden: Vec<String>,
    /// What was read since the last line that was waited for.
    passed: Vec<String>,
}

/// Starts a program with two pipes; its output comes line by line.
pub fn start(program: &Path, arguments: &[&str]) -> (Child, ChildStdin, Receiver<String>) {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let (sender, output) = channel();
    let lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
    thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let input = child.stdin.take().expect("its input is piped");
    (child, input, output)
}

impl EngineProcess {
    /// Starts a program.
    pub fn with(program: &Path, arguments: &[&str]) -> EngineProcess {
        let (child, input, output) = start(program, arguments);
        let input = Some(input);
        EngineProcess { child, input, output, forbidden: Vec::new(), passed: Vec::new() }
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("its input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("it reads");
    }

    /// Reads until a line fits.
    pub fn expect(&mut self, pattern: &str) -> String {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.output.recv_timeout(left);
            let line = line
                .unwrap_or_else(|error| panic!("waiting for {pattern:?}: {error} after {:#?}", self.passed));
            if fits(&line, pattern) {
                self.forbidden.clear();
                self.passed.clear();
                return line;
            }
            self.check(&line);
            self.passed.push(line);
        }
    }

    /// What the program holds in memory.
    #[cfg(target_os = "linux")]
    pub fn resident_mebibytes(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory is known");
        line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") / 1024
    }

    /// Presses Ctrl-C.
    #[cfg(unix)]
    pub fn interrupt(&self) {
        super::signals::interrupt(&self.child);
    }

    /// Ends the input and reads to the end; the exit code must be this.
    pub fn end(mut self, code: i32) {
        drop(self.input.take());
        self.end_by_itself(code);
    }

    /// Reads to the end, which the program must come to though its input goes on; the exit code must be this.
    pub fn end_by_itself(mut self, code: i32) {
        while let Ok(line) = self.output.recv_timeout(TIMEOUT) {
            self.check(&line);
        }
        assert_eq!(self.child.wait().expect("it ends").code(), Some(code));
    }

    fn check(&self, line: &str) {
        let broken = self.forbidden.iter().find(|pattern| fits(line, pattern));
        assert_eq!(broken, None, "{line:?} must not come here");
    }
}

/// Starts a program, sends lines, reads until one fits, and closes both its ends as a user interface that crashed does;
/// it must end then, with status 0.
pub fn close_both_pipes(program: &Path, lines: &str, pattern: &str) {
    let command =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = command.expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
    let mut input = child.stdin.take().expect("its input is piped");
    input.write_all(lines.as_bytes()).expect("it reads");
    assert!(output.any(|line| fits(&line.expect("it writes"), pattern)), "{pattern:?} after {lines:?}");
    drop((input, output));
    let begin = Instant::now();
    let mut ended = None;
    while ended.is_none() && begin.elapsed() < TIMEOUT {
        thread::sleep(Duration::from_millis(1));
        ended = child.try_wait().expect("it is ours");
    }
    let _ = child.kill();
    let _ = child.wait();
    let status = ended.unwrap_or_else(|| panic!("it goes on unread after {lines:?}"));
    assert_eq!(status.code(), Some(0), "after {lines:?}");
}

/// Holds every dialogue of a file with a program.
pub fn run_dialogues(program: &Path, text: &str) {
    for (index, dialogue) in text.split("\n= ").enumerate().skip(1) {
        let title = dialogue.lines().next().unwrap_or_default();
        println!("{index}: {title}");
        run_dialogue(program, dialogue);
    }
}

fn run_dialogue(program: &Path, dialogue: &str) {
    let lines: Vec<(&str, &str)> = dialogue
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.split_once(' ').unwrap_or((line, "")))
        .collect();
    let arguments: Vec<&str> =
        lines.iter().filter(|(sign, _)| *sign == "$").map(|(_, words)| *words).collect();
    let mut engine = EngineProcess::with(program, &arguments);
    for (sign, text) in lines {
        match sign {
            "$" => {}
            ">" => engine.send(format!("{}\n", text.replace("\\r", "\r").replace("\\t", "\t")).as_bytes()),
            "+" => {
                engine.send(text.as_bytes());
                engine.send(&[b'x'; 10_000_000]);
                engine.send(b"\n\0\xff\xfe\n");
            }
            "<" => drop(engine.expect(text)),
            "!" => engine.forbidden.push(text.to_owned()),
            "." => return engine.end(text.parse().expect("a dialogue ends with a number")),
            _ => panic!("{sign:?} begins no line of a dialogue"),
        }
    }
    engine.end(0);
}

/// Whether a line is the pattern, in which `?` stands for one character and `*` for any number.
fn fits(line: &str, pattern: &str) -> bool {
    fn fit(line: &[char], pattern: &[char]) -> bool {
        match pattern {
            [] => line.is_empty(),
            ['*', rest @ ..] => (0..=line.len()).any(|skipped| fit(&line[skipped..], rest)),
            [wanted, rest @ ..] => {
                line.first().is_some_and(|found| wanted == found || *wanted == '?') && fit(&line[1..], rest)
            }
        }
    }
    fit(&line.chars().collect::<Vec<_>>(), &pattern.chars().collect::<Vec<_>>())
}
