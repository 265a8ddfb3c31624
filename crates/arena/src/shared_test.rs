//! A sequential test that many machines play. Each plays a shard of the match into a journal of its own, all of them in one
//! folder. [`SharedTest`] reads them as they grow, counts every game once in a journal of the whole match, and stops the shards by
//! a file in the folder once the test is decided.

mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use shuangqi_cli::bad_input::quote;
use shuangqi_cli::journal::{Journal, JournalTail};
use shuangqi_cli::{BadInput, Failure, files};

use crate::cli::differences;
use crate::config::RunOptions;
use crate::games::Games;
use crate::match_config::MatchConfig;
use crate::opening_book::OpeningBook;
use crate::rating::{Sprt, Verdict};
use crate::record::GameRecord;
use crate::run::journal::{Header, JournalContents, KIND};
use crate::run::schedule::Schedule;
use crate::standings::Standings;

pub use watch::watch;

/// The file that stops the shards whose journals are in its folder.
const STOP_FILE: &str = "stop";
/// The journal of the whole match: every game that was counted, in the order in which it was.
const WHOLE: &str = "all.journal";
/// What the names of the shards' journals end with.
const ENDING: &str = "journal";
/// How often a shard looks for the file that stops it: on file systems of networks each look is a request.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// The file that stops a shard of a test.
#[derive(Debug)]
pub struct StopFile {
    path: PathBuf,
    /// When it was last looked for, and whether it was there.
    looked: Option<Instant>,
    is_there: bool,
}

impl StopFile {
    /// The file that stops the shard with this journal.
    pub fn beside(journal: &Path) -> StopFile {
        StopFile { path: journal.with_file_name(STOP_FILE), looked: None, is_there: false }
    }

    /// Whether the file is there, or was a moment ago.
    pub fn is_there(&mut self) -> bool {
        if !self.is_there && self.looked.is_none_or(|looked| looked.elapsed() >= LOOK_INTERVAL) {
            self.is_there = self.path.exists();
            self.looked = Some(Instant::now());
        }
        self.is_there
    }
}

/// The test of a folder.
#[derive(Debug)]
pub struct SharedTest {
    folder: PathBuf,
    games: Games,
    tails: BTreeMap<PathBuf, JournalTail>,
    /// The journal of the whole match.
    whole: Journal,
    /// `None` until a shard has begun.
    counted: Option<CountedGames>,
}

/// The games that were counted.
#[derive(Debug)]
struct CountedGames {
    header: Header,
    schedule: Schedule,
    standings: Standings,
    numbers: BTreeSet<u64>,
}

impl SharedTest {
    /// The test whose journals are in this folder, in one of these games, with the games that were counted before.
    ///
    /// # Errors
    /// No folder; a journal of the whole match that cannot be read, or that another process is writing.
    pub fn open(folder: &Path, games: &Games) -> Result<SharedTest, Failure> {
        if !folder.is_dir() {
            let found = format!("{}, which is no folder", quote(&folder.to_string_lossy()));
            let remedy =
                "Name the folder in which the shards keep their journals: match -state FOLDER/I.journal";
            return Err(BadInput::new("--watch", None, found, "a folder", remedy).into());
        }
        let path = folder.join(WHOLE);
        let (whole, contents) = JournalContents::open(&path, games)?;
        let counted = match &contents.header {
            None => None,
            Some(header) => {
                let mut counted = CountedGames::new(header.clone())?;
                contents.verify(&path.to_string_lossy(), &header.config, &counted.schedule)?;
                counted.add(&contents, &mut |_| Ok(()))?;
                Some(counted)
            }
        };
        let (folder, games) = (folder.to_owned(), games.clone());
        Ok(SharedTest { folder, games, tails: BTreeMap::new(), whole, counted })
    }

    /// Counts the games that were finished since the last call; returns whether there were any.
    ///
    /// # Errors
    /// Journals of several matches, of whole ones, of matches without a test, or that were changed; a file that cannot be written.
    pub fn read(&mut self) -> Result<bool, Failure> {
        let mut is_changed = false;
        for path in self.journals()? {
            let name = path.to_string_lossy().into_owned();
            let tail =
                self.tails.entry(path.clone()).or_insert_with(|| JournalTail::new(&path, &name, &KIND));
            let mut fresh = JournalContents::default();
            tail.read(|number, line| fresh.take(number, line, &self.games))?;
            if let Some(header) = &fresh.header {
                self.meet(&name, header)?;
            }
            if let Some(counted) = &mut self.counted {
                fresh.verify(&name, &counted.header.config, &counted.schedule)?;
                is_changed |= counted.add(&fresh, &mut |game| self.whole.write_soon(game))?;
            }
        }
        Ok(is_changed)
    }

    /// The journals of the shards, by name.
    fn journals(&self) -> Result<Vec<PathBuf>, Failure> {
        let unreadable = |error: std::io::Error| {
            let found = format!("{} ({error})", quote(&self.folder.to_string_lossy()));
            BadInput::new("--watch", None, found, "a folder that can be read", "Check the name")
        };
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let is_journal = path.extension().is_some_and(|ending| ending == ENDING);
            if is_journal && !path.ends_with(WHOLE) && path.is_file() {
                paths.push(path);
            }
        }
        paths.sort();
        Ok(paths)
    }

    /// Takes the header of a shard: the first one begins the journal of the whole match, and the others have to be of the same.
    fn meet(&mut self, name: &str, header: &Header) -> Result<(), Failure> {
        let wrong = |found: String, remedy: &str| -> Failure {
            BadInput::new(KIND.name, None, found, "the journal of a shard of one test", remedy)
                .at(name, 1)
                .into()
        };
        if header.shard.is_none() {
            return Err(wrong("that of a whole match".to_owned(), "Play shards: match -shard I/N"));
        }
        let Some(test) = header.options.test else {
            return Err(wrong("a match without a test".to_owned(), "Give every shard the same -sprt"));
        };
        let Some(counted) = &self.counted else {
            let options = RunOptions { book: header.options.book.clone(), ..RunOptions::default() };
            let options = RunOptions { test: Some(test), ..options };
            let counted = CountedGames::new(Header::new(&header.config, &options, None))?;
            self.whole.write(&counted.header)?;
            self.counted = Some(counted);
            return Ok(());
        };
        let mut differences = differences(&header.config, &counted.header.config);
        if counted.header.options.test != Some(test) {
            differences.push("-sprt".to_owned());
        }
        match differences.is_empty() {
            true => Ok(()),
            false => {
                let found =
                    format!("another match than in {WHOLE}; these differ: {}", differences.join(", "));
                Err(wrong(found, "Keep each test in a folder of its own"))
            }
        }
    }

    /// Whether the test is decided, or all games have been played.
    pub fn is_over(&self) -> bool {
        self.counted.as_ref().is_some_and(|counted| {
            counted.standings.is_decided() || counted.numbers.len() as u64 >= counted.schedule.len()
        })
    }

    /// The match, the number of its games, and the results that were counted; `None` until a shard has begun.
    pub fn results(&self) -> Option<(&MatchConfig, u64, &Standings)> {
        let CountedGames { header, schedule, standings, .. } = self.counted.as_ref()?;
        Some((&header.config, schedule.len(), standings))
    }

    /// Stops the shards; the file says why.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn stop(&self) -> Result<(), Failure> {
        let state = self.results().and_then(|(_, _, standings)| standings.test_state());
        let why = match state.map(|state| state.verdict) {
            Some(Verdict::H0) => "H0 is accepted",
            Some(Verdict::H1) => "H1 is accepted",
            Some(Verdict::Continue) | None => "all games have been played",
        };
        files::write(&self.folder.join(STOP_FILE), format!("{why}\n").as_bytes())
    }
}

impl CountedGames {
    /// None yet, of the match with this header.
    fn new(header: Header) -> Result<CountedGames, Failure> {
        let config = &header.config;
        let openings = OpeningBook::new(&header.options.book, config)?;
        if openings.hash(&config.layout) != config.openings_hash {
            return Err(Failure::Usage(format!(
                "the openings {} are not those of the match. Run the command where the file of the shards is.",
                quote(&config.openings)
            )));
        }
        let schedule = Schedule::new(&config.layout, config.engines.len(), openings.len());
        let test = header.options.test.map(Sprt::new).transpose()?;
        let standings = Standings::new(config, test);
        Ok(CountedGames { standings, schedule, header, numbers: BTreeSet::new() })
    }

    /// Counts games that were not counted before, in the order of their lines, until the test is decided: then the verdict stands.
    /// Returns whether there were any; each goes to `keep` first.
    fn add(
        &mut self,
        fresh: &JournalContents,
        keep: &mut dyn FnMut(&GameRecord) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let mut in_order: Vec<(usize, u64)> =
            fresh.lines.iter().map(|(&number, &line)| (line, number)).collect();
        in_order.sort_unstable();
        let before = self.numbers.len();
        for (_, number) in in_order {
            if let Some(game) = fresh.games.get(&number)
                && !self.standings.is_decided()
                && !self.numbers.contains(&number)
            {
                keep(game)?;
                self.standings.add(game);
                self.numbers.insert(number);
            }
        }
        Ok(self.numbers.len() > before)
    }
}

#[cfg(test)]
mod tests;
