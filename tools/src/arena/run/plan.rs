//! A match that is ready to begin, or to go on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use shuangqi_cli::bad_input::quote;
use shuangqi_cli::overwrite;
use shuangqi_cli::{BadInput, Failure};

use super::journal::{Header, Journal, Kept};
use super::schedule::Schedule;
use super::verify::verify;
use crate::arena::cli::{self, JournalFile, MatchConfigBuilder};
use crate::arena::config::MatchConfig;
use crate::arena::config::RunOptions;
use crate::arena::openings::book::OpeningBook;
use crate::arena::record::GameRecord;
use crate::rating::Sprt;

/// A match that is ready.
pub struct Plan {
    /// What is played.
    pub setup: MatchConfig,
    /// How it is carried out.
    pub conduct: RunOptions,
    /// Where games begin.
    pub openings: OpeningBook,
    /// Which games there are.
    pub schedule: Schedule,
    /// What ends it early.
    pub test: Option<Sprt>,
    /// Where games are kept.
    pub journal: Option<Journal>,
    /// What has yet to be written to the journal, once it is known that the match can begin.
    pub header: Option<Header>,
    /// The file of it.
    pub path: Option<PathBuf>,
    /// Games of earlier runs, by number.
    pub games: BTreeMap<u64, GameRecord>,
}

impl Plan {
    /// Makes a plan of what the words say and a journal holds.
    ///
    /// # Errors
    /// Words that do not go together, a journal of another match, openings that cannot be read.
    pub fn new(draft: &MatchConfigBuilder) -> Result<Plan, Failure> {
        overwrite::refuse_others(cli::conduct(draft, None).outputs.files(), draft.is_forced())?;
        let file = draft.journal();
        let (journal, kept) = match &file {
            Some(file) => open(file).map(|(journal, kept)| (Some(journal), kept))?,
            None => (None, Kept::default()),
        };
        // A journal without a game holds nobody to a match that was begun by mistake.
        let is_bound = file.as_ref().is_some_and(|file| file.is_resumed) || !kept.games.is_empty();
        let before = kept.header.as_ref().filter(|_| is_bound);
        let path = file.map(|file| file.path);
        let mut setup = cli::setup(draft, before.map(|header| &header.setup))?;
        let conduct = cli::conduct(draft, before.map(|header| &header.conduct));
        let openings = OpeningBook::new(&conduct.book, &setup)?;
        if let Some(header) = before {
            setup.openings_hash = openings.hash(&header.setup.layout);
            refuse_another(&setup, &header.setup, path.as_deref())?;
        }
        setup.openings_hash = openings.hash(&setup.layout);
        let schedule = Schedule::new(&setup.layout, setup.engines.len(), openings.len());
        let test = conduct.test.map(Sprt::new).transpose()?;
        let name = path.as_deref().unwrap_or(Path::new("")).to_string_lossy();
        verify(&name, &setup, &schedule, &kept.games, &kept.lines)?;
        let header = Some(Header::new(&setup, &conduct)).filter(|header| before != Some(header));
        Ok(Plan { setup, conduct, openings, schedule, test, journal, header, path, games: kept.games })
    }
}

/// What to do where there is no journal.
const REMEDY: &str = "Name a journal that is there, or begin a match with -state";

fn open(file: &JournalFile) -> Result<(Journal, Kept), Failure> {
    let name = quote(&file.path.to_string_lossy());
    if file.is_resumed && !file.path.exists() {
        let found = format!("no file {name}");
        return Err(BadInput::new("-resume", None, found, "the journal of a match", REMEDY).into());
    }
    let (journal, kept) = Journal::open(&file.path)?;
    if file.is_resumed && kept.header.is_none() {
        let found = format!("the empty file {name}");
        return Err(BadInput::new("-resume", None, found, "the journal of a match", REMEDY).into());
    }
    Ok((journal, kept))
}

fn refuse_another(asked: &MatchConfig, kept: &MatchConfig, path: Option<&Path>) -> Result<(), Failure> {
    let differences = cli::differences(asked, kept);
    if differences.is_empty() {
        return Ok(());
    }
    let name = quote(&path.unwrap_or(Path::new("")).to_string_lossy());
    Err(Failure::Usage(format!(
        "the journal {name} is that of another match; these differ: {}. Go on with it by -resume alone, or name another \
         -state.",
        differences.join(", ")
    )))
}

#[cfg(test)]
mod tests;
