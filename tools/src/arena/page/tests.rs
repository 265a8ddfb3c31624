//! Whole pages: well-formed, whole, the same every time.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;

use super::sample::{Sample, hostile, sample, setup};
use super::*;
use crate::args::Game;
use crate::rating::{Question, Sprt};

fn page(sample: &Sample) -> String {
    let sprt = Sprt::new(Question::default()).unwrap();
    let planned = sample.games.len() as u64 + 10;
    let report = Report { setup: &sample.setup, games: &sample.games, planned, sprt: Some(&sprt), command: "shuangqi match …" };
    text(&report).unwrap()
}

/// Pages to look at: with SHUANGQI_PAGES, a folder, they are written there.
#[test]
fn pages_for_the_eye() {
    let Some(folder) = std::env::var_os("SHUANGQI_PAGES") else { return };
    let folder = std::path::PathBuf::from(folder);
    let duel = ["new", "base"];
    let samples = [
        ("othello", sample(Game::Othello, &duel, 400)),
        ("xiangqi", sample(Game::Xiangqi, &["Shuangqi 0.1", "fairy-stockfish"], 400)),
        ("field", sample(Game::Othello, &["alpha", "beta", "gamma", "delta"], 240)),
        ("hostile", hostile()),
        ("large", sample(Game::Xiangqi, &duel, 1000)),
        ("empty", Sample { setup: setup(Game::Xiangqi, &duel), games: Vec::new() }),
    ];
    for (name, sample) in samples {
        std::fs::write(folder.join(format!("{name}.html")), page(&sample)).unwrap();
    }
}
