//! The file that keeps a match: its header says what is played and how, and each line after it is a game.
//!
//! Another header may follow where a match was made longer or its options changed; the last one counts. Games are known
//! by their numbers, so they may stand in any order, and none is played twice. Every line has a checksum, and every game
//! is [replayed](super::verify) before it is counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::journal::{self, Kind};
use shuangqi_cli::{BadInput, Failure, version};

use crate::config::RunOptions;
use crate::games::{Game, Games};
use crate::match_config::MatchConfig;
use crate::record::GameRecord;

/// The first journals, of `match-journal/1`, had no checksums.
const KIND: Kind = Kind {
    name: "journal of a match",
    schema: "match-journal/2",
    first: "header",
    restart: "begin another match, with another -state or -out",
};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header<G = Game> {
    schema: String,
    /// The version of the program that wrote it.
    version: String,
    #[serde(rename = "setup")]
    pub config: MatchConfig<G>,
    #[serde(rename = "conduct")]
    pub options: RunOptions,
}

impl Header {
    pub fn new(config: &MatchConfig, options: &RunOptions) -> Header {
        Header {
            schema: KIND.schema.to_owned(),
            version: version::SHORT.to_owned(),
            config: config.clone(),
            options: options.clone(),
        }
    }
}

impl Header<String> {
    /// The same with its game, if it is one of these.
    fn among(self, games: &Games) -> Option<Header> {
        let Header { schema, version, config, options } = self;
        Some(Header { schema, version, config: config.among(games)?, options })
    }
}

/// The content of a journal.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kept {
    /// `None`: the journal is empty.
    pub header: Option<Header>,
    /// The games by number.
    pub games: BTreeMap<u64, GameRecord>,
    /// The line of each game, from 1.
    pub lines: BTreeMap<u64, usize>,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: journal::Journal,
    path: PathBuf,
}

impl Journal {
    /// Opens and reads a journal if it exists; otherwise [`Journal::begin`] creates it.
    ///
    /// # Errors
    /// A file that cannot be opened, that another run is using, that is no journal of a match, or that was changed.
    pub fn open(path: &Path, games: &Games) -> Result<(Journal, Kept), Failure> {
        let mut kept = Kept::default();
        let file = journal::Journal::open(&path.to_string_lossy(), &KIND, |number, line| {
            take(number, line, games, &mut kept)
        })?;
        Ok((Journal { file, path: path.to_owned() }, kept))
    }

    /// Writes a header, and creates the file and its folder if they do not exist.
    ///
    /// # Errors
    /// [`Failure::Unwritable`]; [`Failure::Usage`] if another run has created the file meanwhile.
    pub fn begin(&mut self, header: &Header) -> Result<(), Failure> {
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))?;
        }
        self.file.write(header)
    }

    /// Adds a game.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), Failure> {
        self.file.write_soon(game)
    }

    /// Closes the journal, with every game on the disk.
    pub fn finish(self) -> Result<(), Failure> {
        self.file.finish()
    }
}

/// A journal that another run writes.
#[derive(Debug)]
pub struct JournalFollower {
    file: journal::Follower,
    games: Games,
}

impl JournalFollower {
    /// A journal of a match in one of these games of which nothing is known yet, and what messages call it.
    pub fn new(path: &Path, name: &str, games: &Games) -> JournalFollower {
        JournalFollower { file: journal::Follower::new(path, name, &KIND), games: games.clone() }
    }

    /// Adds what was written since the last time.
    ///
    /// # Errors
    /// A file that cannot be read, that is no journal of a match, or that was changed.
    pub fn read(&mut self, kept: &mut Kept) -> Result<(), Failure> {
        self.file.read(|number, line| take(number, line, &self.games, kept))
    }
}

/// An entry of the journal that this program would not have written.
pub fn unfit(found: String) -> BadInput {
    let remedy = format!("Another version of this program may have written it: {}", KIND.restart);
    BadInput::new(KIND.name, None, found, "a game of this match, as it was played", remedy)
}

/// Parses the lines of a journal, without their checksums.
pub fn parse(text: &str, games: &Games) -> Result<Kept, BadInput> {
    let mut kept = Kept::default();
    (1..).zip(text.lines()).try_for_each(|(number, line)| take(number, line, games, &mut kept))?;
    Ok(kept)
}

fn take(number: usize, line: &str, games: &Games, kept: &mut Kept) -> Result<(), BadInput> {
    if line.starts_with("{\"schema\"") {
        let header: Header<String> = serde_json::from_str(line).map_err(|error| unfit(error.to_string()))?;
        let game = header.config.game.clone();
        let header = header.among(games).ok_or_else(|| unfit(format!("the game {}", quote(&game))))?;
        kept.header = Some(header);
        return Ok(());
    }
    let game: GameRecord = serde_json::from_str(line).map_err(|error| unfit(error.to_string()))?;
    let game_number = game.fixture.number;
    if let Some(first) = kept.lines.insert(game_number, number) {
        return Err(unfit(format!("game {}, which stands in line {first} too", game_number + 1)));
    }
    kept.games.insert(game_number, game);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::samples;

    #[test]
    fn journals_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.journal");
        let (mut journal, kept) = Journal::open(&path, &Games::built_in()).unwrap();
        assert_eq!(kept, Kept::default());
        let mut header = Header::new(&samples::config(), &RunOptions::default());
        journal.begin(&header).unwrap();
        let games: Vec<GameRecord> = (0..3).map(samples::game).collect();
        journal.write(&games[2]).unwrap();
        journal.write(&games[0]).unwrap();
        header.config.layout.rounds += 1;
        journal.begin(&header).unwrap();
        journal.write(&games[1]).unwrap();
        assert!(Journal::open(&path, &Games::built_in()).unwrap_err().to_string().contains("in use"));
        journal.finish().unwrap();
        let (_, kept) = Journal::open(&path, &Games::built_in()).unwrap();
        assert_eq!(kept.header, Some(header));
        assert_eq!(kept.games.into_values().collect::<Vec<_>>(), games);
    }

    #[test]
    fn a_torn_line_is_dropped_and_a_repeated_game_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.journal");
        let (mut journal, _) = Journal::open(&path, &Games::built_in()).unwrap();
        assert!(!path.exists());
        journal.begin(&Header::new(&samples::config(), &RunOptions::default())).unwrap();
        [4, 1].iter().for_each(|&number| journal.write(&samples::game(number)).unwrap());
        journal.finish().unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{}", &whole[..40])).unwrap();
        let (mut journal, kept) = Journal::open(&path, &Games::built_in()).unwrap();
        assert_eq!(kept.lines, BTreeMap::from([(4, 2), (1, 3)]));
        journal.write(&samples::game(4)).unwrap();
        journal.finish().unwrap();
        let refusal = Journal::open(&path, &Games::built_in()).unwrap_err().to_string();
        assert!(refusal.contains("m.journal:4: ") && refusal.contains("game 5, which stands in line 2 too"));
    }

    #[test]
    fn a_file_of_another_kind_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter");
        for (text, words) in [
            ("Dear all,\nhow are you", "\"Dear all,\""),
            ("{\"schema\":\"perft/1\"}\n", "\"perft/1\""),
            ("{\"schema\":\"match-journal/1\",\"version\":\"0.1.0\"}\n", "Another version of this program"),
        ] {
            fs::write(&path, text).unwrap();
            let failure = Journal::open(&path, &Games::built_in()).unwrap_err();
            assert_eq!(failure.exit(), shuangqi_cli::Exit::BadInput);
            assert!(failure.to_string().contains(words), "{failure}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
