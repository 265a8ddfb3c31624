//! The readers of command lines, files of openings, journals and queues of `shuangqi match`, for tests with any text.

pub use shuangqi_cli::BadInput;
use shuangqi_game_files::{Contents, FileKind};

use crate::cli::{MatchArgs, command};
use crate::games::{Game, Games};
use crate::openings;
use crate::queue::file;
use crate::run::journal::JournalContents;
use crate::run::schedule::Schedule;

/// Openings of a journal that are counted; more would only take time.
const MAX_OPENINGS: usize = 1000;

/// The command that plays the match of a command line, of which the text is what follows `shuangqi match`.
///
/// # Errors
/// What is wrong with the command line.
pub fn command_line(text: &str) -> Result<String, String> {
    let words = shlex::split(text).ok_or("a quote is not closed")?;
    let args = MatchArgs::parse(&words).map_err(|error| error.to_string())?;
    let config = args.config(&Games::built_in(), None);
    let read = config.and_then(|config| Ok(command(&config, &args.run_options(None)?)));
    read.map_err(|failure| failure.to_string())
}

/// The boards and moves of the openings in a text, `openings` in messages. Without the name of a format, its content
/// decides.
///
/// # Errors
/// The first place that cannot be used.
pub fn openings(
    game: Game,
    format: Option<&str>,
    text: &str,
) -> Result<Vec<(String, Vec<String>)>, BadInput> {
    let read =
        openings::read(game, "openings", Contents::Text(text), format.and_then(FileKind::named), None)?;
    Ok(read.into_iter().map(|opening| (opening.start, opening.moves)).collect())
}

/// The number of games in a text, whose lines are those of a journal without their checksums, replayed.
///
/// # Errors
/// The first line that is no line of a journal, or whose game is wrong.
pub fn journal(text: &str) -> Result<usize, String> {
    let (mut contents, games) = (JournalContents::default(), Games::built_in());
    let mut lines = (1..).zip(text.lines());
    lines
        .try_for_each(|(number, line)| contents.take(number, line, &games))
        .map_err(|bad| bad.to_string())?;
    if let Some(header) = &contents.header {
        let last = contents.games.values().map(|game| game.scheduled.opening).max().unwrap_or_default();
        let (layout, engines) = (&header.config.layout, header.config.engines.len());
        let schedule = Schedule::new(layout, engines, last.min(MAX_OPENINGS) + 1);
        contents.verify("journal", &header.config, &schedule).map_err(|failure| failure.to_string())?;
    }
    Ok(contents.games.len())
}

/// The number of tests in a text, `queue` in messages, whose lines are those of a queue.
///
/// # Errors
/// The first line that is no test, or whose recipes cannot be compared.
pub fn queue(text: &str) -> Result<usize, BadInput> {
    let tests = file::tests("queue", text, &Games::built_in())?;
    tests.iter().try_for_each(|queued| queued.check())?;
    Ok(tests.len())
}
