//! The file that a match is kept in: what is played, and how, in its first line; then a game a line.
//!
//! A line like the first one may come again further down, where a match was made longer or is carried out in another way;
//! the last one counts. Games are known by their numbers, so they may stand in any order, and none is played twice.

use std::collections::BTreeMap;
use std::path::Path;

use console::bad_input::quote;
use console::{BadInput, Failure, journal, stderr, version};
use serde::{Deserialize, Serialize};

use super::conduct::Conduct;
use super::record::GameRecord;
use super::setup::Setup;

const SCHEMA: &str = "match-journal/1";

/// What a match is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    schema: String,
    /// Of the program that wrote it.
    version: String,
    /// What is played.
    pub setup: Setup,
    /// How it is carried out.
    pub conduct: Conduct,
}

impl Header {
    /// That of a match, written by this program.
    pub fn new(setup: &Setup, conduct: &Conduct) -> Header {
        Header {
            schema: SCHEMA.to_owned(),
            version: version::SHORT.to_owned(),
            setup: setup.clone(),
            conduct: conduct.clone(),
        }
    }
}

/// What a journal holds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kept {
    /// What the match is; `None`: nothing is in the journal yet.
    pub header: Option<Header>,
    /// Its games by number.
    pub games: BTreeMap<u64, GameRecord>,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: journal::Journal,
}

impl Journal {
    /// Opens a journal, or begins one; with it comes what it holds. A line that cannot be read is passed over with a
    /// note: its game is played again.
    ///
    /// # Errors
    /// A file that cannot be opened, that another run is using, or that is no journal of a match.
    pub fn open(path: &Path) -> Result<(Journal, Kept), Failure> {
        let name = path.to_string_lossy();
        let (file, lines) = journal::Journal::open(&name)?;
        let kept = read(&name, &lines)?;
        Ok((Journal { file }, kept))
    }

    /// Tells what is played from here on.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn begin(&mut self, header: &Header) -> Result<(), Failure> {
        self.file.write(header)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn write(&mut self, game: &GameRecord) -> Result<(), Failure> {
        self.file.write_soon(game)
    }

    /// Ends it: every game is on the disk.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn finish(self) -> Result<(), Failure> {
        self.file.finish()
    }
}

/// Reads the lines of a journal.
///
/// # Errors
/// [`BadInput`] if the first line is not that of a match's journal.
pub fn read(path: &str, lines: &[String]) -> Result<Kept, BadInput> {
    let mut kept = Kept::default();
    let Some((first, others)) = lines.split_first() else { return Ok(kept) };
    kept.header = Some(serde_json::from_str(first).map_err(|error| no_journal(path, first, &error))?);
    for (index, line) in others.iter().enumerate() {
        if let Err(why) = take(line, &mut kept) {
            let number = index + 2;
            stderr::note(format_args!("{path}:{number}: {why}; this line is passed over"));
        }
    }
    Ok(kept)
}

/// Another program's file, or that of another version: which of them, its schema tells.
fn no_journal(path: &str, line: &str, error: &serde_json::Error) -> BadInput {
    #[derive(Deserialize)]
    struct Tagged {
        schema: String,
    }
    let found = match serde_json::from_str::<Tagged>(line) {
        Ok(Tagged { schema }) if schema == SCHEMA => error.to_string(),
        Ok(Tagged { schema }) => quote(&schema),
        Err(_) => quote(line),
    };
    let remedy = "Name a journal that shuangqi match has written, or a file that is not there yet";
    BadInput::new("journal of a match", None, found, format!("a line of {SCHEMA}"), remedy).at(path, 1)
}

fn take(line: &str, kept: &mut Kept) -> Result<(), String> {
    if line.starts_with("{\"schema\"") {
        kept.header = Some(serde_json::from_str(line).map_err(|error| error.to_string())?);
        return Ok(());
    }
    let game: GameRecord = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let number = game.fixture.number;
    if kept.games.contains_key(&number) {
        return Err(format!("game {number} is there twice"));
    }
    kept.games.insert(number, game);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::arena::samples;

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.journal");
        let (mut journal, kept) = Journal::open(&path).unwrap();
        assert_eq!(kept, Kept::default());
        let mut header = Header::new(&samples::setup(), &Conduct::default());
        journal.begin(&header).unwrap();
        let games: Vec<GameRecord> = (0..3).map(samples::game).collect();
        journal.write(&games[2]).unwrap();
        journal.write(&games[0]).unwrap();
        header.setup.layout.rounds += 1;
        journal.begin(&header).unwrap();
        journal.write(&games[1]).unwrap();
        assert!(Journal::open(&path).unwrap_err().to_string().contains("in use"));
        journal.finish().unwrap();
        let (_, kept) = Journal::open(&path).unwrap();
        assert_eq!(kept.header, Some(header));
        assert_eq!(kept.games.into_values().collect::<Vec<_>>(), games);
    }

    #[test]
    fn torn_double_and_broken_lines_are_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.journal");
        let header = serde_json::to_string(&Header::new(&samples::setup(), &Conduct::default())).unwrap();
        let line = |number| serde_json::to_string(&samples::game(number)).unwrap();
        let text = format!("{header}\n{}\n\0\0\0\n{}\n{}\n{}", line(4), line(4), line(1), &line(2)[..40]);
        fs::write(&path, text).unwrap();
        let (_, kept) = Journal::open(&path).unwrap();
        assert_eq!(kept.games.into_keys().collect::<Vec<_>>(), [1, 4]);
    }

    #[test]
    fn a_file_of_another_kind_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter");
        for (text, word) in
            [("Dear all,\nhow are you", "\"Dear all,\""), ("{\"schema\":\"perft/1\"}\n", "\"perft/1\"")]
        {
            fs::write(&path, text).unwrap();
            let failure = Journal::open(&path).unwrap_err();
            assert_eq!(failure.exit(), console::Exit::BadInput);
            assert!(failure.to_string().contains(word), "{failure}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
