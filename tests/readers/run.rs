//! A program that is given a bad file, and what it costs.

use std::fs;
use std::io::{Read, Seek, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::bad_file::BadFile;
use super::options::FileOption;
use crate::programs::program;

/// Longer than any refusal takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The end of a program.
#[derive(Debug)]
pub struct Outcome {
    pub code: Option<i32>,
    /// What it has written, to both outputs.
    pub messages: String,
    /// The most memory that it held, in bytes.
    pub memory: u64,
    pub time: Duration,
}

impl Outcome {
    /// How many errors the messages have.
    pub fn complaints(&self, option: &FileOption) -> usize {
        let mark = if option.input.is_empty() { "error: " } else { "file of weights: " };
        self.messages.lines().filter(|line| line.contains(mark)).count()
    }
}

/// Runs the program of an option on a file.
pub fn run(option: &FileOption, file: &BadFile) -> Outcome {
    let shards = option.line.contains("SHARDS").then(|| file.shards());
    let fill = |text: &str| {
        let text = text.replace("FILE", &file.path.to_string_lossy());
        let text = text.replace("NEW", &file.nothing().to_string_lossy());
        shards.iter().fold(text, |text, shards| text.replace("SHARDS", &shards.to_string_lossy()))
    };
    let mut output = tempfile::tempfile().unwrap();
    let begin = Instant::now();
    let mut child = Command::new(program(option.program))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .args(fill(option.line).split_whitespace())
        .stdin(if option.reads_stdin() { fs::File::open(&file.path).unwrap().into() } else { Stdio::piped() })
        .stdout(output.try_clone().unwrap())
        .stderr(output.try_clone().unwrap())
        .spawn()
        .unwrap();
    if let Some(mut input) = child.stdin.take() {
        // A program that has ended reads no more.
        let _ = input.write_all(fill(option.input).as_bytes());
    }
    let memory = watch(&mut child);
    let time = begin.elapsed();
    let mut messages = Vec::new();
    output.rewind().unwrap();
    output.read_to_end(&mut messages).unwrap();
    let messages = String::from_utf8_lossy(&messages).into_owned();
    Outcome { code: child.wait().unwrap().code(), messages, memory, time }
}

/// The most memory that a program has held at its end, or shortly before.
fn watch(child: &mut Child) -> u64 {
    let (begin, mut most) = (Instant::now(), 0);
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > TIMEOUT {
            child.kill().unwrap();
        }
        most = most.max(peak(child.id()));
        thread::sleep(Duration::from_millis(2));
    }
    most
}

/// The most memory that a running program has held so far, in bytes; 0 where the system does not tell.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kibibytes = line.trim().trim_end_matches(" kB").parse::<u64>();
    kibibytes.unwrap_or(0) * 1024
}
