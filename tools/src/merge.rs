//! `shuangqi merge`: the journals of shards, joined to the one of the whole run.

use std::path::Path;

use serde::Serialize;
use shuangqi_arena::tune;
use shuangqi_cli::args::FormatArgs;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::journal::merge::{self, ShardJournals};
use shuangqi_cli::output::{Output, Record};
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::run_journal::RunKind;
use shuangqi_cli::{BadInput, Exit, Failure, columns};
use shuangqi_lab::compare;

use crate::{book, games};

const EXAMPLES: &str = "\
A shard is written with --shard I/N by solve, perft, analyze, puzzles, compare or match. The \
journal that is written is the one of a run without shards: the same command without \
--shard, with this journal, shows its results. Units that no journal has are listed, and the \
exit status is 1. (The shards of datagen are files of their own, and need no merging.) \
The shards of tune and of book build play or search one round: --out names the journal of \
the run, or the book, which gets that round and may be there.

Examples:
  shuangqi merge 1.journal 2.journal 3.journal --out all.journal
  shuangqi merge shards/*.journal --out all.journal --partial
  shuangqi merge first second --out both";

/// Join the journals of the shards of a run
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The journals of all shards, in any order; of compare, their folders
    #[arg(value_name = "JOURNAL", required = true)]
    journals: Vec<String>,
    /// The journal to write; of compare, the folder; of tune and book build, what the round is added to
    #[arg(long, value_name = "FILE")]
    out: String,
    /// Write it even if units are missing; the run goes on with them. Rounds are added whole
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    format: FormatArgs,
}

/// A kind of journals of shards.
struct MergeKind {
    journal: &'static RunKind,
    /// Where the run works in rounds: adds the round of the shards to what this path names.
    add_round: Option<AddRound>,
}

type AddRound = fn(&ShardJournals<'_>, &str) -> Result<(), Failure>;

const fn whole(journal: &'static RunKind) -> MergeKind {
    MergeKind { journal, add_round: None }
}

const fn round(journal: &'static RunKind, add: AddRound) -> MergeKind {
    MergeKind { journal, add_round: Some(add) }
}

/// The kinds of journals whose units do not depend on each other.
static KINDS: [MergeKind; 8] = [
    whole(&shuangqi_engine::othello::solve::JOURNAL),
    whole(&crate::perft::JOURNAL),
    whole(&shuangqi_analysis::JOURNAL),
    whole(&shuangqi_puzzles::JOURNAL),
    whole(&compare::JOURNAL),
    whole(&shuangqi_arena::SHARED_JOURNAL),
    round(&tune::ROUND_JOURNAL, |journals, path| tune::merge_round(&games::games(), journals, path)),
    round(&book::ROUND_JOURNAL, book::merge_round),
];

/// Units that no journal has.
#[derive(Debug, Serialize)]
struct Gap {
    /// From 0.
    first: u64,
    last: u64,
}

impl Record for Gap {
    const SCHEMA: &'static str = "merge-gap/1";
    const COLUMNS: &'static [&'static str] = columns! { first last };
}

#[derive(Debug, Serialize)]
struct Summary<'a> {
    journal: &'static str,
    shards: u64,
    units: u64,
    missing: u64,
    /// The journal that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
}

impl Record for Summary<'_> {
    const SCHEMA: &'static str = "merge/1";
    const COLUMNS: &'static [&'static str] = columns! { journal shards units missing file };
}

/// Runs the command.
///
/// # Errors
/// As [`ShardJournals::read`] and [`ShardJournals::write`]; files that are no journals of shards.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let paths: Vec<String> = args.journals.iter().map(|path| journal_of(path)).collect();
    let kind = kind_of(&paths[0])?;
    let journals = ShardJournals::read(kind.journal, &paths)?;
    let missing = journals.missing();
    args.format.deliver(|output| {
        let is_written = missing.is_empty() || args.partial && kind.add_round.is_none();
        match kind.add_round {
            _ if !is_written => {}
            Some(add) => add(&journals, &args.out)?,
            None => write(&journals, args)?,
        }
        report(&journals, &missing, is_written.then_some(args.out.as_str()), output)
    })
}

fn report(
    journals: &ShardJournals<'_>,
    missing: &[(u64, u64)],
    file: Option<&str>,
    output: &mut Output<'_>,
) -> Result<Exit, Failure> {
    for &(first, last) in missing {
        output.emit(&Gap { first, last })?;
    }
    let (run, kind) = (journals.run(), journals.kind());
    output.emit(&Summary {
        journal: kind.journal.name,
        shards: run.shard.of(),
        units: run.units,
        missing: missing.iter().map(|(first, last)| last - first + 1).sum(),
        file,
    })?;
    Ok(if missing.is_empty() { Exit::Success } else { Exit::Wrong })
}

/// The journal in a folder of compare, or the file itself.
fn journal_of(path: &str) -> String {
    match Path::new(path).is_dir() {
        true => Path::new(path).join(compare::JOURNAL_FILE).to_string_lossy().into_owned(),
        false => path.to_owned(),
    }
}

fn kind_of(path: &str) -> Result<&'static MergeKind, Failure> {
    let schema = merge::schema(path)?;
    let found = KINDS.iter().find(|kind| schema.as_deref() == Some(kind.journal.journal.schema));
    found.ok_or_else(|| {
        let names = KINDS.each_ref().map(|kind| kind.journal.journal.name).join(", ");
        let found = schema.map_or_else(|| quote(path), |schema| quote(&schema));
        BadInput::new("shard", None, found, format!("a {names}"), "Name journals written with --shard")
            .at(path, 1)
            .into()
    })
}

/// Writes the journal; that of a comparison into a folder, which becomes the one of the comparison.
fn write(journals: &ShardJournals<'_>, args: &Args) -> Result<(), Failure> {
    let Some(command) = journals.header_text("/command").filter(|_| Path::new(&args.journals[0]).is_dir())
    else {
        return journals.write(&args.out);
    };
    let folder =
        RunFolder { path: Path::new(&args.out), command, names: &[compare::JOURNAL_FILE], pictures: None };
    folder.check(false)?;
    folder.begin()?;
    journals.write(&folder.path.join(compare::JOURNAL_FILE).to_string_lossy())
}
