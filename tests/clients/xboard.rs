//! A match of the engine with itself in xboard, on a screen that nobody sees.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use game::any::{AnyGame, GameEntry};
use search_core::BadInput;
use shuangqi_game_files::{Contents, Extent, FileGame, Source, read};

use super::is_installed;
use crate::programs::program;

/// The number of games, and the longest time that they may take.
const GAMES: usize = 2;
const TIMEOUT: Duration = Duration::from_secs(600);

/// Where the program is: Debian's folder of games is not in every path.
const PLACES: [&str; 2] = ["xboard", "/usr/games/xboard"];

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a screen, which chooses its number by itself and writes it.
fn screen() -> (Running, String) {
    let mut command = Command::new("Xvfb");
    command.args(["-displayfd", "1", "-screen", "0", "1280x1024x24"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut number = String::new();
    let output = child.stdout.take().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut number).unwrap();
    (Running(child), format!(":{}", number.trim()))
}

/// Starts a match at a small depth, whose games go to a file.
fn start_match(xboard: &str, display: &str, folder: &Path) -> Running {
    let engine = program("xiangqi");
    let mut command = Command::new(xboard);
    command.current_dir(folder).env("DISPLAY", display).env("HOME", folder);
    command.arg("-fcp").arg(&engine).arg("-scp").arg(&engine);
    command.args(["-variant", "xiangqi", "-matchGames", &GAMES.to_string(), "-searchDepth", "4", "-tc", "5"]);
    command.args(["-debug", "-soundProgram", "true", "-saveGameFile"]).arg(folder.join("games.pgn"));
    Running(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// The games that are finished; an error while one is being written.
fn games(folder: &Path) -> Result<Vec<FileGame>, BadInput> {
    let game: &dyn AnyGame = &GameEntry::<xiangqi::Position>::NEW;
    let text = std::fs::read_to_string(folder.join("games.pgn")).unwrap_or_default();
    let source = Source { game, file: "games.pgn", extent: Extent::Tree };
    read(source, Contents::Text(&text), None)
}

/// xboard notices moves that break the rules, and claims that are wrong; our reader reads the games that it writes.
#[test]
#[ignore = "needs xboard and Xvfb"]
fn whole_games_through_xboard() {
    let xboard = PLACES.into_iter().find(|place| is_installed(place, &["--version"]));
    let Some(xboard) = xboard.filter(|_| is_installed("Xvfb", &["-help"])) else {
        println!("NOT RUN: it needs xboard and Xvfb");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (_screen, display) = screen();
    let xboard = start_match(xboard, &display, folder.path());
    let begin = Instant::now();
    let are_finished = || games(folder.path()).is_ok_and(|games| games.len() == GAMES);
    while !are_finished() && begin.elapsed() < TIMEOUT {
        thread::sleep(Duration::from_millis(500));
    }
    drop(xboard);
    let log = std::fs::read_to_string(folder.path().join("xboard.debug")).unwrap();
    let games = games(folder.path()).unwrap_or_else(|bad| panic!("{bad}\n{log}"));
    assert_eq!(games.len(), GAMES, "{log}");
    for file in &games {
        assert!(file.result() != "*" && file.tree.count() >= 20, "{file:?}");
        println!("xboard: {} plies, {}", file.tree.count(), file.result());
    }
    let complaint = log.lines().find(|line| {
        let line = line.to_lowercase();
        ["illegal", "error (", "forfeit", "false ", "exited unexpectedly"]
            .iter()
            .any(|word| line.contains(word))
    });
    assert_eq!(complaint, None);
}
