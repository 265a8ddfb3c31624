//! `shuangqi dataset`: what folders of shards hold.

mod figures;
mod records;
pub(crate) mod summary;

use std::path::PathBuf;

use clap::Subcommand;
use shuangqi_cli::args::FormatArgs;
use shuangqi_cli::{Exit, Failure, files, interrupt};

use self::summary::{Described, Summary};
use crate::othello::records::Record;
use crate::xiangqi::records::GameRecord;
use crate::{report, shards};

/// Show what games of self-play hold: phases, results, scores, duplicates
#[derive(Debug, Subcommand)]
pub enum Args {
    /// Othello: records of positions
    Othello(DatasetArgs),
    /// Xiangqi: games
    Xiangqi(DatasetArgs),
}

const EXAMPLES: &str = "\
Wins, draws and losses are those of the side to move, and so are scores, in hundredths of a disc or in units of which a soldier is \
about 100. A position that occurs several times is counted each time.

Examples:
  shuangqi dataset xiangqi games
  shuangqi dataset othello first second --json
  shuangqi dataset xiangqi games --out pictures";

/// The data, and what to write of them.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct DatasetArgs {
    /// Folders of shards
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Write pictures to this folder too: results by phase (phases.svg), and lengths of games if they are known (lengths.svg)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Replace files even if this command has not written them
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    format: FormatArgs,
}

/// Does what the command line says.
///
/// # Errors
/// Shards that cannot be used, a folder that cannot be written, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    match args {
        Args::Othello(args) => describe::<Record>(args),
        Args::Xiangqi(args) => describe::<GameRecord>(args),
    }
}

fn describe<I: Described>(args: &DatasetArgs) -> Result<Exit, Failure> {
    args.out.as_deref().map_or(Ok(()), |folder| report::prepare(folder, &figures::FILES, args.force))?;
    let mut summary = Summary::default();
    for shard in shards::all(&args.folders)? {
        summary.add(&shards::read::<I>(&shard)?.1);
        interrupt::check()?;
    }
    args.format.deliver(|output| {
        if let Some(folder) = &args.out {
            let pictures: Vec<_> = figures::all(I::TITLE, &summary).iter().map(report::picture).collect();
            files::write_all(folder, &pictures)?;
        }
        summary.phases(I::GAME).try_for_each(|record| output.emit(&record))?;
        output.emit(&summary.total(I::GAME))?;
        Ok(Exit::Success)
    })
}
