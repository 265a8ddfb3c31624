//! Files of games for other programs: written at the end of a match, or growing with every game.

mod append;
mod contents;
mod ggf;
mod json;
mod pgn;
mod replay;

use std::path::Path;

use shuangqi_cli::Failure;
use shuangqi_cli::files::{self, NewFile};

use super::config::RunOptions;
use super::match_config::MatchConfig;
use super::record::GameRecord;

pub use append::GameFiles;
pub use json::GameLine;

#[derive(Clone, Copy, Debug)]
pub struct MatchGames<'a> {
    pub config: &'a MatchConfig,
    /// Its options; among them the files.
    pub options: &'a RunOptions,
    /// The finished games, in the order of the schedule.
    pub games: &'a [GameRecord],
}

/// Writes the requested files of games, except [those that grow](GameFiles).
pub fn write_all(played: &MatchGames<'_>) -> Result<(), Failure> {
    let outputs = &played.options.outputs;
    if let Some(path) = &outputs.epd {
        write(path, replay::final_positions(played)?)?;
    }
    outputs.folder.as_ref().map_or(Ok(()), |folder| write_folder(folder, played))
}

fn write_folder(folder: &Path, played: &MatchGames<'_>) -> Result<(), Failure> {
    let file = |name: &str, text: String| NewFile { name: name.to_owned(), text };
    let pgn = played.options.outputs.pgn.clone().unwrap_or_default();
    let mut drafts = vec![
        file("games.pgn", pgn::text(played, &pgn)?),
        file("games.json", json::text(played)?),
        file("final.epd", replay::final_positions(played)?),
    ];
    if played.config.game.ggf.is_some() {
        drafts.push(file("games.ggf", ggf::text(played)?));
    }
    files::write_all(folder, &drafts)
}

/// Replaces a file at once; a device or a pipe is written to directly.
pub fn write(path: &Path, text: String) -> Result<(), Failure> {
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return std::fs::write(path, text).map_err(|error| Failure::unwritable(path, &error));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    files::write_all(folder, &[NewFile { name, text }])
}

/// The score, depth and time of a move: `+0.31/15 0.412s`; `book` for a move of the opening.
fn comment(game: &GameRecord, index: usize) -> String {
    use super::score::EngineScore;
    let Some(step) = game.moves.get(index).filter(|_| index >= game.book) else { return "book".to_owned() };
    let claim = step.claim.map(|claim| match claim {
        EngineScore::Hundredths(score) => {
            let sign = if score < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}", score.unsigned_abs() / 100, score.unsigned_abs() % 100)
        }
        EngineScore::Mate(moves) => format!("{}M{}", if moves < 0 { '-' } else { '+' }, moves.unsigned_abs()),
    });
    let depth = step.depth.map(|depth| format!("/{depth}"));
    let time = step.micros.map(|micros| format!("{:.3}s", micros as f64 / 1e6));
    let thought = claim.map(|claim| claim + &depth.unwrap_or_default());
    [thought, time].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The ending in words; a fault with the name of the engine.
fn ending(played: &MatchGames<'_>, game: &GameRecord) -> String {
    match &game.fault {
        None => game.explanation.clone(),
        Some(fault) => {
            let name = played.config.engine_name(game.fixture.engines[fault.seat.index()]);
            format!("{name}: {}", fault.fault)
        }
    }
}

#[cfg(test)]
mod tests;
