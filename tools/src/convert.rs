//! `shuangqi convert`: games of a file in another form.

use std::io::Write;
use std::path::Path;

use game::Notation;
use game::any::AnyGame;
use shuangqi_arena::games::{Game, Games};
use shuangqi_arena::notation_parser;
use shuangqi_arena::openings::FileContents;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{Exit, Failure, failure, files, source};
use shuangqi_game_files::{FileGame, FileKind, Losses, WthorNames, read_first, write, write_wthor};

use clap::builder::PossibleValuesParser;

use crate::games::GameArg;

const EXAMPLES: &str = "\
The endings of names say which forms they are, and the contents of FROM, whatever its \
name. A file of WTHOR has its names beside it, in WTHOR.JOU and WTHOR.TRN. Whatever the \
other form cannot hold is told on stderr. New names of players and tournaments are added \
to these files where one of WTHOR is written.

Examples:
  shuangqi convert game.pgn game.xqf
  shuangqi convert WTH_2004.wtb games.pgn
  shuangqi convert games.pgn WTH_2026.wtb
  shuangqi convert games.pgn - --to txt
  shuangqi convert - game.pgn --game xiangqi --notation wxf < game.txt";

/// Write the games of a file in another form: PGN, GGF, SGF, WTHOR, XQF, DhtmlXQ or lines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file of games; - is standard input
    #[arg(value_name = "FROM")]
    input: String,
    /// The file to write; - is standard output
    #[arg(value_name = "TO")]
    output: String,
    /// The game, if it is not to be the first one whose games they are
    #[arg(long, value_name = "GAME")]
    game: Option<GameArg>,
    /// The form of FROM, if its contents do not show it
    #[arg(long, value_name = "FORM", value_parser = PossibleValuesParser::new(FileKind::names()))]
    from: Option<String>,
    /// The form of TO, if its name does not say it
    #[arg(long, value_name = "FORM", value_parser = PossibleValuesParser::new(FileKind::names()))]
    to: Option<String>,
    /// How moves of Xiangqi are written in PGN
    #[arg(long, value_name = "NOTATION", default_value = "chinese", value_parser = notation_parser())]
    notation: Notation,
    /// Replace TO if there is a file of that name
    #[arg(long)]
    force: bool,
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be read or has no games, a form that is not written, a file of the name that is there already.
pub fn run(args: &Args, games: &Games) -> Result<Exit, Failure> {
    let kind = kind_of_output(args)?;
    files::refuse_existing([Path::new(&args.output)], args.force)?;
    let contents = FileContents::read("games", &args.input)?;
    let choices: Vec<Game> = args.game.map_or_else(|| games.all().collect(), |game| vec![game.0.game]);
    let tried = choices.iter().map(|game| game.any);
    let from = args.from.as_deref().and_then(FileKind::named);
    let (game, read) = read_first(tried, &args.input, contents.contents(), from)?;
    match (kind, args.output.as_str()) {
        (FileKind::Wthor, path) => write_wthor_files(game, &read, path)?,
        (_, "-") => {
            let written = write(game, &read, kind, args.notation)?;
            std::io::stdout().write_all(&written).map_err(Failure::from_write)?;
        }
        (_, path) => files::write(Path::new(path), &write(game, &read, kind, args.notation)?)?,
    }
    let lost = Losses::of_all(&read, kind).text();
    if !lost.is_empty() {
        failure::note(format!("{} cannot hold all of it: lost are {lost}.", kind.title()));
    }
    Ok(Exit::Success)
}

/// Writes a file of WTHOR, and adds the names of its games to those in the two files beside it.
fn write_wthor_files(game: &dyn AnyGame, read: &[FileGame], path: &str) -> Result<(), Failure> {
    if path == "-" {
        let reason =
            "a file of WTHOR has its names in two files beside it. Name a file, such as WTH_2026.wtb.";
        return Err(Failure::Usage(reason.to_owned()));
    }
    let path = Path::new(path);
    let beside = ["WTHOR.JOU", "WTHOR.TRN"].map(|name| path.with_file_name(name));
    let mut known = [Vec::new(), Vec::new()];
    for (path, contents) in beside.iter().zip(&mut known) {
        if path.try_exists().unwrap_or(true) {
            *contents = source::read_bytes("names of WTHOR", &path.to_string_lossy())?;
        }
    }
    let mut names = WthorNames::new(&known[0], &known[1]);
    let before = names.clone();
    let written = write_wthor(game, read, &mut names)?;
    // Names that no game has yet do no harm where the last file cannot be written; games without their names would.
    if names != before {
        for (path, contents) in beside.iter().zip(names.files()) {
            files::write(path, &contents)?;
        }
    }
    files::write(path, &written)
}

fn kind_of_output(args: &Args) -> Result<FileKind, Failure> {
    let named = args.to.as_deref().map_or_else(|| FileKind::of_file_name(&args.output), FileKind::named);
    named.ok_or_else(|| {
        let endings = FileKind::ALL.map(|kind| kind.endings()[0]);
        let (name, endings) = (quote(&args.output), endings.join(", "));
        Failure::Usage(format!(
            "the form of {name} is not known by its ending. Add --to with one of {endings}."
        ))
    })
}
