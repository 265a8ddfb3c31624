//! `shuangqi serve`: play, analyse and watch in the browser.
//!
//! The server, what it answers and the page are in the crate `shuangqi-web`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuangqi_arena::external_engine::ExternalEngine;
use shuangqi_arena::games::Games;
use shuangqi_cli::args::{HashSize, ThreadsArgs};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::memory::TooLarge;
use shuangqi_cli::{BadInput, Exit, Failure, source};
use shuangqi_web::{GameBackend, Options};

/// The port, if no other is named.
const PORT: u16 = 8470;

const EXAMPLES: &str = "\
The page is for you alone: the address that is printed ends with a token, without \
which nothing is answered, and nothing leaves this machine. With --listen other \
machines can open that address; the connection is not encrypted. Ctrl-C ends the \
server.

Examples:
  shuangqi serve --open
  shuangqi serve matches --port 8080
  shuangqi serve --engine \"name=Fairy cmd=fairy-stockfish proto=uci\"
  shuangqi serve --listen 0.0.0.0 --threads 1";

/// Play, analyse and watch in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A folder whose matches can be watched, and whose reports and games can be opened
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// The port; 0: any free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// The address of this machine to listen on; other machines can reach the page, unencrypted, if it is not 127.0.0.1
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// An engine of others for the analysis, as behind -engine of a match: "name=Fairy
    /// cmd=fairy-stockfish proto=uci"; may be repeated
    #[arg(long = "engine", value_name = "WORDS")]
    engines: Vec<String>,
    /// A file with such an engine on each line
    #[arg(long, value_name = "FILE")]
    engine_list: Option<String>,
    /// Size of the table of each engine: a number and a unit, as in 64M
    #[arg(long, value_name = "SIZE", default_value = "16M")]
    hash: HashSize,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// Serves the page for these games until Ctrl-C.
pub fn run(args: &Args, games: Games) -> Result<Exit, Failure> {
    let folder = args.folder.as_deref().map(open_folder).transpose()?;
    let external_engines = external_engines(args, &games)?;
    let (threads, hash_bytes) = (args.threads.threads.count(), args.hash.bytes());
    let backend = GameBackend::new(games, threads, hash_bytes, folder.clone(), external_engines)
        .map_err(TooLarge::in_option)?;
    let options = Options {
        address: args.listen,
        port: args.port,
        folder,
        opens_browser: args.open,
        ..Options::default()
    };
    shuangqi_web::serve(options, Arc::new(backend))?;
    Ok(Exit::Success)
}

/// The engines of others, from the command line and from the file.
fn external_engines(args: &Args, games: &Games) -> Result<Vec<ExternalEngine>, BadInput> {
    let mut external_engines = Vec::new();
    for words in &args.engines {
        external_engines.push(ExternalEngine::parse(words, games)?);
    }
    if let Some(path) = &args.engine_list {
        let text = source::read(path)?;
        let is_engine = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        for (index, line) in text.lines().enumerate().filter(|(_, line)| is_engine(line)) {
            external_engines.push(ExternalEngine::parse(line, games).map_err(|bad| bad.at(path, index + 1))?);
        }
    }
    Ok(external_engines)
}

fn open_folder(path: &Path) -> Result<shuangqi_web::Folder, BadInput> {
    shuangqi_web::Folder::new(path).map_err(|error| {
        let found = format!("{} ({error})", quote(&path.to_string_lossy()));
        BadInput::new("folder", None, found, "a folder that can be read", "Name a folder, or leave it out")
    })
}
