//! Files of games for other programs: written at the end of a match, or [growing with every game](GameFiles).

mod append;
pub(crate) mod ggf;
mod pgn;

use std::path::Path;

use serde::Serialize;
use shuangqi_cli::Failure;
use shuangqi_cli::files::{self, NewFile};
use shuangqi_cli::output::{self, Record};

use super::config::{PgnFile, RunOptions};
use super::match_config::MatchConfig;
use super::record::GameRecord;
use game::EngineScore;

pub use append::GameFiles;

/// A format in which each game is a text of its own.
#[derive(Clone, Copy, Debug)]
enum Format<'a> {
    Pgn(&'a PgnFile),
    /// The format of the Generic Game Server: a line for each game. Nothing, if the game has no such format.
    Ggf,
    /// The last board with the number and the result of the game.
    Epd,
}

#[derive(Clone, Copy, Debug)]
pub struct Exporter<'a> {
    pub config: &'a MatchConfig,
    pub options: &'a RunOptions,
}

impl<'a> Exporter<'a> {
    /// Writes the requested files of games, except [those that grow](GameFiles).
    pub fn write_all(self, games: &[GameRecord]) -> Result<(), Failure> {
        let outputs = &self.options.outputs;
        if let Some(path) = &outputs.epd {
            write(path, self.texts(Format::Epd, games)?)?;
        }
        outputs.folder.as_ref().map_or(Ok(()), |folder| self.write_folder(folder, games))
    }

    fn write_folder(self, folder: &Path, games: &[GameRecord]) -> Result<(), Failure> {
        let file = |name: &str, text: String| NewFile { name: name.to_owned(), text };
        let pgn = self.options.outputs.pgn.clone().unwrap_or_default();
        let mut drafts = vec![
            file("games.pgn", self.texts(Format::Pgn(&pgn), games)?),
            file("games.json", self.json(games)?),
            file("final.epd", self.texts(Format::Epd, games)?),
        ];
        if ggf::holds(self.config.game) {
            drafts.push(file("games.ggf", self.texts(Format::Ggf, games)?));
        }
        files::write_all(folder, &drafts)
    }

    fn texts(self, format: Format<'_>, games: &[GameRecord]) -> Result<String, Failure> {
        games.iter().map(|game| self.text(format, game)).collect()
    }

    fn text(self, format: Format<'_>, game: &GameRecord) -> Result<String, Failure> {
        match format {
            Format::Pgn(file) => self.pgn(file, game),
            Format::Ggf => {
                let engines = game.scheduled.engines.map(|engine| self.config.engines.get(engine));
                ggf::line(self.config.game, game, engines, self.options.site.as_deref())
            }
            Format::Epd => {
                let board = self.config.begin(&game.beginning(usize::MAX))?.board();
                let separator = if self.config.game.info.has_epd { "" } else { ";" };
                let (number, result) = (game.scheduled.number + 1, game.result.text());
                Ok(format!("{board}{separator} id \"{number}\"; c0 \"{result}\";\n"))
            }
        }
    }

    fn json(self, games: &[GameRecord]) -> Result<String, Failure> {
        output::text(output::Format::Json, |output| {
            games.iter().try_for_each(|game| output.emit(&GameLine::new(self.config, game)))
        })
    }

    /// The ending in words; a fault with the name of the engine.
    fn ending(self, game: &GameRecord) -> String {
        match &game.fault {
            None => game.explanation.clone(),
            Some(fault) => {
                let name = self.config.engine_name(game.scheduled.engines[fault.seat.index()]);
                format!("{name}: {}", fault.fault)
            }
        }
    }
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

/// A game with the names of its engines, as a record for programs.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine<'a> {
    game: &'static str,
    players: [&'a str; 2],
    #[serde(flatten)]
    record: &'a GameRecord,
}

impl Record for GameLine<'_> {
    const SCHEMA: &'static str = "match-game/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game players number round pair opening engines opening_name start book moves result
        termination reason explanation discs fault begun lasted
    };
}

impl<'a> GameLine<'a> {
    pub fn new(config: &'a MatchConfig, record: &'a GameRecord) -> GameLine<'a> {
        let players = record.scheduled.engines.map(|engine| config.engine_name(engine));
        GameLine { game: config.game.name(), players, record }
    }
}

/// The score, depth and time of a move: `+0.31/15 0.412s`; `book` for a move of the opening.
fn comment(game: &GameRecord, index: usize) -> String {
    let Some(step) = game.moves.get(index).filter(|_| index >= game.book) else { return "book".to_owned() };
    let claim = step.claim.map(|claim| match claim {
        EngineScore::Hundredths(score) => format!("{:+.2}", f64::from(score) / 100.0),
        EngineScore::Mate(moves) => format!("{}M{}", if moves < 0 { '-' } else { '+' }, moves.unsigned_abs()),
    });
    let depth = step.depth.map(|depth| format!("/{depth}"));
    let time = step.micros.map(|micros| format!("{:.3}s", micros as f64 / 1e6));
    let thought = claim.map(|claim| claim + &depth.unwrap_or_default());
    [thought, time].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
