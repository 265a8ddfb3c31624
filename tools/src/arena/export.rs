//! Files for others to read, derived from the games of a match: written whole at its end, or growing with every game.

mod append;
mod calendar;
mod contents;
mod ggf;
mod json;
mod pgn;
mod replay;

use std::path::Path;

use shuangqi_cli::Failure;
use shuangqi_cli::files::{self, Draft};

use super::config::MatchConfig;
use super::config::RunOptions;
use super::record::GameRecord;
use crate::args::Game;

pub use append::GameFiles;
pub use json::GameLine;

/// A match that is written down.
#[derive(Clone, Copy, Debug)]
pub struct MatchGames<'a> {
    /// What was to be played.
    pub config: &'a MatchConfig,
    /// How it was carried out.
    pub options: &'a RunOptions,
    /// What has been played, in the order of the schedule.
    pub games: &'a [GameRecord],
}

/// Writes every file of games that is asked for, except [those that grow](GameFiles).
///
/// # Errors
/// [`Failure::Unwritable`], and games that cannot be replayed.
pub fn write_all(played: &MatchGames<'_>) -> Result<(), Failure> {
    let outputs = &played.options.outputs;
    if let Some(path) = &outputs.epd {
        write(path, replay::final_positions(played)?)?;
    }
    outputs.folder.as_ref().map_or(Ok(()), |folder| write_folder(folder, played))
}

/// The same in a folder, whatever other files are asked for.
fn write_folder(folder: &Path, played: &MatchGames<'_>) -> Result<(), Failure> {
    let draft = |name: &str, text: String| Draft { name: name.to_owned(), text };
    let pgn = played.options.outputs.pgn.clone().unwrap_or_default();
    let mut drafts = vec![
        draft("games.pgn", pgn::text(played, &pgn)?),
        draft("games.json", json::text(played)?),
        draft("final.epd", replay::final_positions(played)?),
    ];
    if played.config.game == Game::Othello {
        drafts.push(draft("games.ggf", ggf::text(played)?));
    }
    files::write_all(folder, &drafts)
}

/// Writes a file beside its place, and then to it; a device or a pipe is written to as it is.
pub fn write(path: &Path, text: String) -> Result<(), Failure> {
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return std::fs::write(path, text).map_err(|error| Failure::unwritable(path, &error));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    files::write_all(folder, &[Draft { name, text }])
}

/// What a player told about a move, and how long it took: `+0.31/15 0.412s`; `book` for a move of the opening.
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

/// The ending in words, with the name of whoever failed.
fn ending(played: &MatchGames<'_>, game: &GameRecord) -> String {
    let fault = game.fault.as_ref().map(|fault| {
        let engine = game.fixture.engines[fault.seat.index()];
        let name = played.config.engines.get(engine).map_or("?", |engine| engine.name.as_str());
        format!("{name}: {}", fault.fault)
    });
    fault.unwrap_or_else(|| game.explanation.clone())
}

#[cfg(test)]
mod tests;
