//! Files of games that grow with every game, in the order in which the games end.
//!
//! The contents of a file stay, as with cutechess-cli and fastchess: games are appended. A match that is resumed first
//! appends the games of its journal that the file lacks, and cuts off the last one if it is incomplete.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use shuangqi_cli::Failure;

use super::contents::{Contents, Form};
use super::{MatchGames, ggf, pgn};
use crate::config::{PgnFile, RunOptions};
use crate::match_config::MatchConfig;
use crate::record::GameRecord;

/// The files that grow with a match.
#[derive(Debug)]
pub struct GameFiles<'a> {
    config: &'a MatchConfig,
    options: &'a RunOptions,
    files: Vec<GameFile<'a>>,
}

impl<'a> GameFiles<'a> {
    /// Opens or creates the files of the match, and appends the games that they lack.
    pub fn open(
        config: &'a MatchConfig,
        options: &'a RunOptions,
        games: &BTreeMap<u64, GameRecord>,
    ) -> Result<GameFiles<'a>, Failure> {
        let outputs = &options.outputs;
        let pgn = outputs.pgn.as_ref().map(|pgn| GameFile::open(&pgn.file, Writer::Pgn(pgn)));
        let ggf = outputs.ggf.as_ref().map(|path| GameFile::open(path, Writer::Ggf));
        let files = [pgn, ggf].into_iter().flatten().collect::<Result<_, _>>()?;
        let mut files = GameFiles { config, options, files };
        files.complete(games)?;
        Ok(files)
    }

    pub fn add(&mut self, game: &GameRecord) -> Result<(), Failure> {
        let (config, options) = (self.config, self.options);
        self.files.iter_mut().try_for_each(|file| {
            let text = file.writer.text(config, options, game)?;
            file.add(&text)
        })
    }

    /// Waits until all games are on the disk.
    pub fn finish(self) -> Result<(), Failure> {
        self.files
            .iter()
            .filter(|file| file.is_regular)
            .try_for_each(|file| file.file.sync_all().map_err(|error| Failure::unwritable(file.path, &error)))
    }

    fn complete(&mut self, games: &BTreeMap<u64, GameRecord>) -> Result<(), Failure> {
        let (config, options) = (self.config, self.options);
        self.files.iter_mut().try_for_each(|file| {
            let mut contents = file.contents()?;
            let mut missing = Vec::new();
            for game in games.values() {
                let text = file.writer.text(config, options, game)?;
                if !contents.take(&text) {
                    missing.push(text);
                }
            }
            file.repair(&contents, &missing)?;
            missing.iter().try_for_each(|text| file.add(text))
        })
    }
}

#[derive(Clone, Copy, Debug)]
enum Writer<'a> {
    Pgn(&'a PgnFile),
    Ggf,
}

impl Writer<'_> {
    fn form(self) -> Form {
        match self {
            Writer::Pgn(_) => Form::Pgn,
            Writer::Ggf => Form::Ggf,
        }
    }

    fn text(self, config: &MatchConfig, options: &RunOptions, game: &GameRecord) -> Result<String, Failure> {
        let played = MatchGames { config, options, games: std::slice::from_ref(game) };
        match self {
            Writer::Pgn(file) => pgn::text(&played, file),
            Writer::Ggf => ggf::text(&played),
        }
    }
}

#[derive(Debug)]
struct GameFile<'a> {
    path: &'a Path,
    file: File,
    /// Whether it is no device or pipe, which are only written to.
    is_regular: bool,
    writer: Writer<'a>,
}

impl<'a> GameFile<'a> {
    fn open(path: &'a Path, writer: Writer<'a>) -> Result<GameFile<'a>, Failure> {
        let is_regular = path.metadata().map_or(true, |metadata| metadata.is_file());
        let mut options = File::options();
        options.append(true).read(is_regular).create(is_regular);
        let file = options.open(path).map_err(|error| Failure::unwritable(path, &error))?;
        Ok(GameFile { path, file, is_regular, writer })
    }

    fn contents(&self) -> Result<Contents, Failure> {
        if !self.is_regular {
            return Ok(Contents::default());
        }
        Contents::read(&self.file, self.writer.form()).map_err(|error| Failure::unwritable(self.path, &error))
    }

    /// Cuts off an incomplete game of this match, or ends the last line, so that the next game begins on its own.
    fn repair(&mut self, contents: &Contents, missing: &[String]) -> Result<(), Failure> {
        let is_torn = |tail: &str| missing.iter().any(|text| text.starts_with(tail));
        let separator = match contents.torn.as_ref().filter(|(_, tail)| is_torn(tail)) {
            Some((start, _)) => {
                self.file.set_len(*start).map_err(|error| Failure::unwritable(self.path, &error))?;
                return Ok(());
            }
            None => contents.separator(self.writer.form()),
        };
        self.add(separator)
    }

    /// Appends a text in one write, so that a killed run leaves whole games.
    fn add(&mut self, text: &str) -> Result<(), Failure> {
        self.file.write_all(text.as_bytes()).map_err(|error| Failure::unwritable(self.path, &error))
    }
}

#[cfg(test)]
mod tests;
