//! `shuangqi convert`: games of a file in another form.

use std::io::Write;
use std::path::Path;

use game::Notation;
use shuangqi_arena::games::{Game, Games};
use shuangqi_arena::notation_parser;
use shuangqi_arena::openings::FileContents;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{Exit, Failure, failure, files};
use shuangqi_game_files::{FileKind, Losses, read_first, write};

use clap::builder::PossibleValuesParser;

use crate::games::GameArg;

const EXAMPLES: &str = "\
The endings of names say which forms they are, and the contents of FROM, whatever its
name. A file of WTHOR has its names beside it, in WTHOR.JOU and WTHOR.TRN. Whatever the
other form cannot hold is told on stderr.

Examples:
  shuangqi convert game.pgn game.xqf
  shuangqi convert WTH_2004.wtb games.pgn
  shuangqi convert games.pgn - --to txt
  shuangqi convert - game.pgn --game xiangqi --notation wxf < game.txt";

/// Write the games of a file in another form: PGN, GGF, SGF, XQF or lines of moves
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
    if !args.force && Path::new(&args.output).is_file() {
        let name = quote(&args.output);
        return Err(Failure::Usage(format!(
            "{name} is there already. Name another file, or add --force to replace it."
        )));
    }
    let contents = FileContents::read("games", &args.input)?;
    let choices: Vec<Game> = args.game.map_or_else(|| games.all().collect(), |game| vec![game.0.game]);
    let tried = choices.iter().map(|game| game.any);
    let from = args.from.as_deref().and_then(FileKind::named);
    let (game, read) = read_first(tried, &args.input, contents.contents(), from)?;
    let written = write(game, &read, kind, args.notation)?;
    match args.output.as_str() {
        "-" => std::io::stdout().write_all(&written).map_err(Failure::from_write)?,
        path => files::write(Path::new(path), &written)?,
    }
    let mut losses = Losses::default();
    read.iter().for_each(|file| losses.add(Losses::of(file, kind)));
    let lost = losses.text();
    if !lost.is_empty() {
        failure::note(format!("{} cannot hold all of it: lost are {lost}.", kind.title()));
    }
    Ok(Exit::Success)
}

fn kind_of_output(args: &Args) -> Result<FileKind, Failure> {
    let named = args.to.as_deref().map_or_else(|| FileKind::of_file_name(&args.output), FileKind::named);
    named.ok_or_else(|| {
        let endings: Vec<&str> = FileKind::ALL
            .into_iter()
            .filter(|kind| kind.is_written())
            .map(|kind| kind.endings()[0])
            .collect();
        let (name, endings) = (quote(&args.output), endings.join(", "));
        Failure::Usage(format!(
            "the form of {name} is not known by its ending. Add --to with one of {endings}."
        ))
    })
}
