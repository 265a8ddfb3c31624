//! Files that cannot be used, and a program that is given one: what it says and what it costs.

use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use tempfile::TempDir;

use super::options::{FileOption, Reading};
use crate::games::data;
use crate::programs::program;

/// A path at which there is no usable file, for as long as this value lives.
pub struct BadFile {
    pub name: String,
    pub path: PathBuf,
    folder: TempDir,
    _writer: Option<Writer>,
}

impl BadFile {
    fn new(name: impl Into<String>, make: impl FnOnce(&Path)) -> BadFile {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        make(&path);
        BadFile { name: name.into(), path, folder, _writer: None }
    }

    /// A device that sends zeros.
    pub fn device() -> BadFile {
        BadFile { path: "/dev/zero".into(), ..BadFile::new("/dev/zero", |_| {}) }
    }

    /// A file as large as the disk allows, and nothing in it.
    pub fn sparse() -> BadFile {
        BadFile::new("a sparse file", |path| fs::File::create(path).unwrap().set_len(1 << 40).unwrap())
    }

    pub fn folder() -> BadFile {
        BadFile::new("a folder", |path| fs::create_dir(path).unwrap())
    }

    /// A pipe that sends lines for ever.
    pub fn endless_pipe() -> BadFile {
        BadFile::pipe("an endless pipe", "exec yes")
    }

    /// A pipe that is open for writing, and sends nothing.
    pub fn silent_pipe() -> BadFile {
        BadFile::pipe("a silent pipe", "exec sleep 600")
    }

    fn pipe(name: &str, command: &str) -> BadFile {
        let file = BadFile::new(name, |path| {
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        });
        let script = format!("{command} > \"$0\"");
        let writer = Command::new("sh").args(["-c", &script]).arg(&file.path).spawn().unwrap();
        BadFile { _writer: Some(Writer(writer)), ..file }
    }

    /// A file of weights of the option's game that was changed or cut.
    pub fn mutant(option: &FileOption, number: usize) -> BadFile {
        let game = match option.reading {
            Reading::Weights(game) => game,
            // As text, and where another kind is expected, every file of weights is a wrong one.
            Reading::Text | Reading::Records => "othello",
        };
        let good = fs::read(data(&format!("../crates/{game}/data/evaluator.weights"))).unwrap();
        let mutant = mutant(&good, number);
        BadFile::new(format!("mutant {number}"), |path| fs::write(path, mutant).unwrap())
    }

    /// A folder with the file as its shard.
    pub fn shards(&self) -> PathBuf {
        let shards = self.folder.path().join("shards");
        fs::create_dir_all(&shards).unwrap();
        std::os::unix::fs::symlink(&self.path, shards.join("00000.records")).unwrap();
        shards
    }

    /// A path where nothing is.
    pub fn nothing(&self) -> PathBuf {
        self.folder.path().join("new")
    }
}

/// The program that writes to a pipe.
struct Writer(Child);

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How many damaged files there are.
pub const MUTANTS: usize = 150;

/// A file with a digit or any byte changed, or without its end: the same on every run.
fn mutant(good: &[u8], number: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(number as u64);
    let mut file = good.to_vec();
    if number.is_multiple_of(2) {
        file.truncate(random.usize(..good.len() - 1));
        return file;
    }
    // In a text blanks and remarks do not count, but digits do.
    let places: Vec<usize> =
        (0..good.len()).filter(|&place| !good.is_ascii() || is_weight(good, place)).collect();
    let place = places[random.usize(..places.len())];
    file[place] =
        if good.is_ascii() { changed_digit(file[place]) } else { file[place] ^ (1 << random.u8(..8)) };
    file
}

/// Whether there is a digit of a number that is no part of a name.
fn is_weight(text: &[u8], place: usize) -> bool {
    let line = text[..place].rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    text[place].is_ascii_digit() && line.contains(&b' ') && !line.contains(&b'#')
}

fn changed_digit(digit: u8) -> u8 {
    b'0' + (digit - b'0' + 1) % 10
}

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

/// The most memory that a running program has held so far, in bytes; 0 where the system does not tell. For a moment a new process still has
/// the memory of this one, whose program it then shows as its own.
fn peak(process: u32) -> u64 {
    let program = |process: &str| fs::read_link(format!("/proc/{process}/exe")).ok();
    if program(&process.to_string()) == program("self") {
        return 0;
    }
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kibibytes = line.trim().trim_end_matches(" kB").parse::<u64>();
    kibibytes.unwrap_or(0) * 1024
}
