//! Files of games that grow with every game, in the order in which the games end.
//!
//! The contents of a file stay, as with cutechess-cli and fastchess: games are appended. A match that is resumed first
//! appends the games of its journal that the file lacks, and cuts off the last one if it is incomplete.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Write;
use std::path::Path;

use shuangqi_cli::reader::BoundedReader;
use shuangqi_cli::{Failure, files};

use super::{Exporter, Format};
use crate::config::RunOptions;
use crate::match_config::MatchConfig;
use crate::record::GameRecord;

/// No file of games is larger.
const MAX_BYTES: u64 = 1 << 32;

/// The files that grow with a match.
#[derive(Debug)]
pub struct GameFiles<'a> {
    exporter: Exporter<'a>,
    files: Vec<GameFile<'a>>,
}

impl<'a> GameFiles<'a> {
    /// Opens or creates the files of the match, and appends the games that they lack.
    pub fn open(
        config: &'a MatchConfig,
        options: &'a RunOptions,
        games: &BTreeMap<u64, GameRecord>,
    ) -> Result<GameFiles<'a>, Failure> {
        let (exporter, outputs) = (Exporter { config, options }, &options.outputs);
        let pgn = outputs.pgn.as_ref().map(|pgn| (pgn.file.as_path(), Format::Pgn(pgn)));
        let ggf = outputs.ggf.as_ref().map(|path| (path.as_path(), Format::Ggf));
        let open = |(path, format): (&'a Path, Format<'a>)| {
            let mut file = GameFile::open(path, format)?;
            let texts = games.values().map(|game| exporter.text(format, game));
            file.complete(&texts.collect::<Result<Vec<_>, Failure>>()?)?;
            Ok(file)
        };
        let files = [pgn, ggf].into_iter().flatten().map(open).collect::<Result<_, Failure>>()?;
        Ok(GameFiles { exporter, files })
    }

    pub fn add(&mut self, game: &GameRecord) -> Result<(), Failure> {
        self.files.iter_mut().try_for_each(|file| file.add(&self.exporter.text(file.format, game)?))
    }

    /// Waits until all games are on the disk.
    pub fn finish(self) -> Result<(), Failure> {
        self.files
            .iter()
            .filter(|file| file.is_regular)
            .try_for_each(|file| file.file.sync_all().map_err(|error| Failure::unwritable(file.path, &error)))
    }
}

impl Format<'_> {
    /// The first characters of a game of this program.
    const fn beginning(self) -> &'static str {
        match self {
            Format::Pgn(_) => "[Game \"",
            Format::Ggf | Format::Epd => "(;GM[",
        }
    }

    /// The text behind a game, and how often it occurs in one: PGN has empty lines after its tags and after its moves.
    const fn gap(self) -> (&'static str, usize) {
        match self {
            Format::Pgn(_) => ("\n\n", 2),
            Format::Ggf | Format::Epd => ("\n", 1),
        }
    }

    /// The game at the beginning of some bytes; all of them if it has no end.
    fn game(self, bytes: &[u8]) -> &[u8] {
        let (gap, count) = self.gap();
        let gaps = bytes.windows(gap.len()).enumerate().filter(|(_, window)| *window == gap.as_bytes());
        gaps.map(|(end, _)| &bytes[..end]).nth(count - 1).unwrap_or(bytes.trim_ascii_end())
    }

    /// The offsets of games, all at beginnings of lines.
    fn starts(self, bytes: &[u8]) -> Vec<usize> {
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').scan(0, |start, line| {
            *start += line.len();
            Some((*start - line.len(), line))
        });
        lines
            .filter(|(_, line)| line.starts_with(self.beginning().as_bytes()))
            .map(|(start, _)| start)
            .collect()
    }
}

/// The identity of a game: its text without the tags that may change when a match is resumed.
fn identity(game: &[u8]) -> Vec<u8> {
    let lines = game.split_inclusive(|&byte| byte == b'\n');
    let is_kept = |line: &&[u8]| !line.starts_with(b"[Event \"") && !line.starts_with(b"[Site \"");
    lines.filter(is_kept).flatten().copied().collect()
}

#[derive(Debug)]
struct GameFile<'a> {
    path: &'a Path,
    file: File,
    /// Whether it is no device or pipe, which are only written to.
    is_regular: bool,
    format: Format<'a>,
}

impl<'a> GameFile<'a> {
    fn open(path: &'a Path, format: Format<'a>) -> Result<GameFile<'a>, Failure> {
        let is_regular = path.metadata().map_or(true, |metadata| metadata.is_file());
        let mut options = File::options();
        options.append(true).read(is_regular).create(is_regular);
        let file = options.open(path).map_err(|error| Failure::unwritable(path, &error))?;
        Ok(GameFile { path, file, is_regular, format })
    }

    /// Appends the games that the file lacks, so that each begins on a line of its own.
    fn complete(&mut self, games: &[String]) -> Result<(), Failure> {
        let mut contents = Vec::new();
        if self.is_regular {
            let reader = BoundedReader::new(&self.file, MAX_BYTES);
            contents = reader.read_all().map_err(|error| Failure::unwritable(self.path, &error))?;
        }
        let starts = self.format.starts(&contents);
        // Equal games that began in the same second have the same line of GGF.
        let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
        for &start in &starts {
            *known.entry(identity(self.format.game(&contents[start..]))).or_default() += 1;
        }
        let is_missing = |game: &&String| match known.get_mut(&identity(game.as_bytes().trim_ascii_end())) {
            Some(copies) if *copies > 0 => {
                *copies -= 1;
                false
            }
            _ => true,
        };
        let missing: Vec<&String> = games.iter().filter(is_missing).collect();
        // The last game, or the last line, may be a part of a game that a killed run left behind.
        let last_line = contents.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let is_torn = |&start: &usize| {
            let tail = &contents[start..];
            let is_part = |game: &&String| {
                let whole = game.as_bytes().trim_ascii_end();
                tail.len() < whole.len() && whole.starts_with(tail)
            };
            !tail.is_empty() && missing.iter().any(is_part)
        };
        let torn = starts.last().copied().into_iter().chain([last_line]).find(is_torn);
        if let Some(start) = torn {
            files::cut(self.path, start as u64).map_err(|error| Failure::unwritable(self.path, &error))?;
        } else if !contents.is_empty() {
            let (gap, _) = self.format.gap();
            let line_ends = contents.iter().rev().take_while(|&&byte| byte == b'\n').count();
            self.add(&gap[line_ends.min(gap.len())..])?;
        }
        missing.into_iter().try_for_each(|game| self.add(game))
    }

    /// Appends a text in one write, so that a killed run leaves whole games.
    fn add(&mut self, text: &str) -> Result<(), Failure> {
        self.file.write_all(text.as_bytes()).map_err(|error| Failure::unwritable(self.path, &error))
    }
}

#[cfg(test)]
mod tests;
