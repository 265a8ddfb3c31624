//! A match as a whole: which games there are, who plays them and when, and the file in which they are kept. A [`Plan`] is a
//! match that is ready to begin or to be resumed.

pub mod journal;
pub mod preflight;
pub mod processors;
pub mod schedule;
pub mod speed;
pub mod workers;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use shuangqi_cli::bad_input::quote;
use shuangqi_cli::files;
use shuangqi_cli::journal::Journal;
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::shard::{Shard, SharedRun};
use shuangqi_cli::{BadInput, Failure};

use crate::cli::{FileArgs, MatchArgs, command, differences};
use crate::config::{Layout, Outputs, RunOptions};
use crate::games::Games;
use crate::match_config::MatchConfig;
use crate::opening_book::OpeningBook;
use crate::rating::Sprt;
use crate::record::GameRecord;
use journal::{Header, JournalContents};
use schedule::Schedule;

/// Everything that a match needs before its first game.
pub struct Plan {
    pub config: MatchConfig,
    pub options: RunOptions,
    pub openings: OpeningBook,
    pub schedule: Schedule,
    pub test: Option<Sprt>,
    pub journal: Option<Journal>,
    /// The header that is written to the journal once it is known that the match can begin.
    pub header: Option<Header>,
    /// The path of the journal.
    pub path: Option<PathBuf>,
    /// The part of the match that is played, if not all of it.
    pub shard: Option<Shard>,
    /// Games of earlier runs, by number.
    pub games: BTreeMap<u64, GameRecord>,
}

impl Plan {
    /// The plan of a command line and of the journal that it names.
    ///
    /// # Errors
    /// Options that contradict each other, a journal of another match, openings that cannot be read.
    pub fn new(args: &MatchArgs, games: &Games) -> Result<Plan, Failure> {
        let FileArgs { resume, force, shard, .. } = &args.own.files;
        files::refuse_foreign_files(args.run_options(None)?.outputs.files(), *force)?;
        let path = args.journal()?;
        let (journal, contents) = match &path {
            Some(path) => {
                open(path, resume.is_some(), games).map(|(journal, contents)| (Some(journal), contents))?
            }
            None => (None, JournalContents::default()),
        };
        // A journal without a game may become that of another match: the first one was begun by mistake.
        let is_bound = resume.is_some() || !contents.games.is_empty();
        let before = contents.header.as_ref().filter(|_| is_bound);
        let mut config = args.config(games, before.map(|header| &header.config))?;
        let options = args.run_options(before.map(|header| &header.options))?;
        let openings = OpeningBook::new(&options.book, &config)?;
        if let Some(header) = before {
            config.openings_hash = openings.hash(&header.config.layout);
            refuse_another(&config, &header.config, path.as_deref())?;
        }
        let kept = before.map(|header| header.shard.map(|shared| shared.shard));
        let shard = shard_of(*shard, kept, path.as_deref())?;
        config.openings_hash = openings.hash(&config.layout);
        if let Some(folder) = run_folder(&config, &options)
            && (before.is_none() || path.as_deref().and_then(Path::parent) != Some(folder.path))
        {
            folder.check(*force)?;
        }
        let schedule = Schedule::new(&config.layout, config.engines.len(), openings.len());
        let test = options.test.map(Sprt::new).transpose()?;
        let name = path.as_deref().unwrap_or(Path::new("")).to_string_lossy();
        contents.verify(&name, &config, &schedule)?;
        let shared = shard.map(|shard| SharedRun { shard, units: schedule.len() });
        let header = Some(Header::new(&config, &options, shared)).filter(|header| before != Some(header));
        Ok(Plan {
            config,
            options,
            openings,
            schedule,
            test,
            journal,
            header,
            path,
            shard,
            games: contents.games,
        })
    }
}

/// The folder of the results, if there is one. More rounds are the same match, only longer.
pub fn run_folder<'a>(config: &MatchConfig, options: &'a RunOptions) -> Option<RunFolder<'a>> {
    let path = options.outputs.folder.as_deref()?;
    let config = MatchConfig { layout: Layout { rounds: 1, ..config.layout }, ..config.clone() };
    let options = RunOptions { book: options.book.clone(), ..RunOptions::default() };
    Some(RunFolder { path, command: command(&config, &options), names: &Outputs::NAMES, pictures: None })
}

/// The part of a match that is asked for, which has to be that of the journal if games are in it.
fn shard_of(
    asked: Option<Shard>,
    kept: Option<Option<Shard>>,
    path: Option<&Path>,
) -> Result<Option<Shard>, Failure> {
    match (asked, kept) {
        (Some(_), _) if path.is_none() => Err(Failure::Usage(
            "the games of a shard have to be kept. Name a journal by -state, or a folder by -out.".to_owned(),
        )),
        (Some(asked), Some(kept)) if kept != Some(asked) => {
            let kept = kept.map_or_else(|| "a whole match".to_owned(), |kept| format!("shard {kept}"));
            Err(Failure::Usage(format!(
                "the journal is that of {kept}, not of shard {asked}. Name another -state."
            )))
        }
        (None, Some(kept)) => Ok(kept),
        (asked, _) => Ok(asked),
    }
}

const REMEDY: &str = "Name a journal that exists, or begin a match with -state";

fn open(path: &Path, is_resumed: bool, games: &Games) -> Result<(Journal, JournalContents), Failure> {
    let name = quote(&path.to_string_lossy());
    let missing = |found| BadInput::new("-resume", None, found, "the journal of a match", REMEDY);
    if is_resumed && !path.exists() {
        return Err(missing(format!("no file {name}")).into());
    }
    let (journal, contents) = JournalContents::open(path, games)?;
    if is_resumed && contents.header.is_none() {
        return Err(missing(format!("the empty file {name}")).into());
    }
    Ok((journal, contents))
}

fn refuse_another(asked: &MatchConfig, contents: &MatchConfig, path: Option<&Path>) -> Result<(), Failure> {
    let differences = differences(asked, contents);
    if differences.is_empty() {
        return Ok(());
    }
    let name = quote(&path.unwrap_or(Path::new("")).to_string_lossy());
    Err(Failure::Usage(format!(
        "the journal {name} is that of another match; these differ: {}. Resume it by -resume alone, or name another -state.",
        differences.join(", ")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_without_a_game_may_become_that_of_another_match() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m");
        let engines = "-engine name=a proto=internal nodes=9 -engine name=b proto=internal nodes=8";
        let plan = |words: &str| {
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            Plan::new(&MatchArgs::parse(&words).unwrap(), &Games::built_in())
        };
        let mut begun = plan(&format!("-game othello {engines} -state {}", path.display())).unwrap();
        assert!(!path.exists(), "it is created before the engines have answered");
        begun.journal.take().unwrap().write(&begun.header.unwrap()).unwrap();
        let other = plan(&format!("-game othello {engines} -solve 8 -state {}", path.display())).unwrap();
        assert_eq!(other.header.unwrap().config.adjudication.solve_empties, Some(8));
        drop(other.journal);
        assert!(plan(&format!("-resume {} -solve 8", path.display())).is_err());
    }
}
