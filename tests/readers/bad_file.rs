//! Files that cannot be used.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use tempfile::TempDir;

use super::options::{FileOption, Reading};
use crate::games::data;

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
        let mutant = Mutant { number }.of(&good);
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

/// A change to a file, the same on every run.
pub struct Mutant {
    pub number: usize,
}

impl Mutant {
    pub const COUNT: usize = 150;

    /// A file with a digit or any byte changed, or without its end.
    fn of(&self, good: &[u8]) -> Vec<u8> {
        let mut random = fastrand::Rng::with_seed(self.number as u64);
        let mut file = good.to_vec();
        if self.number.is_multiple_of(2) {
            file.truncate(random.usize(..good.len() - 1));
        } else {
            // In a text blanks and remarks do not count, but digits do.
            let places: Vec<usize> =
                (0..good.len()).filter(|&place| !good.is_ascii() || is_weight(good, place)).collect();
            let place = places[random.usize(..places.len())];
            file[place] = if good.is_ascii() {
                changed_digit(file[place])
            } else {
                file[place] ^ (1 << random.u8(..8))
            };
        }
        file
    }
}

/// Whether there is a digit of a number that is no part of a name.
fn is_weight(text: &[u8], place: usize) -> bool {
    let line = text[..place].rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    text[place].is_ascii_digit() && line.contains(&b' ') && !line.contains(&b'#')
}

fn changed_digit(digit: u8) -> u8 {
    b'0' + (digit - b'0' + 1) % 10
}
