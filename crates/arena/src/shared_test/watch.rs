//! `shuangqi sprt --watch`: a shared test from its first game to its verdict.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use shuangqi_cli::output::{Format, deliver};
use shuangqi_cli::{Exit, Failure, failure, interrupt, program};

use super::{SharedTest, WHOLE};
use crate::games::Games;
use crate::rating::SprtArgs;
use crate::running_games::{LiveFile, RunningGames};
use crate::summary;
use crate::texts::TextReport;

/// How often the journals are read.
const READ_INTERVAL: Duration = Duration::from_millis(500);
/// How often the state of the test is shown.
const SHOW_INTERVAL: Duration = Duration::from_secs(10);

/// Watches the test of a folder until it is decided, stops its shards, and shows the results.
///
/// # Errors
/// As [`SharedTest::open`] and [`SharedTest::read`]; interruption.
pub fn watch(folder: &Path, games: &Games, args: &SprtArgs) -> Result<Exit, Failure> {
    let mut test = SharedTest::open(folder, games)?;
    let command =
        format!("{} sprt --watch {}", program::name(), program::shell_word(&folder.to_string_lossy()));
    // The games run elsewhere; the file tells a page that follows the journal that the test goes on.
    let mut live = LiveFile::new(&folder.join(WHOLE), &Arc::new(RunningGames::new(0)));
    follow(&mut test, &mut live, args.progress().is_shown())
        .map_err(|failure| failure.resumable_by(Some(command)))?;
    test.stop()?;
    let Some((config, planned, standings)) = test.results() else { return Ok(Exit::Success) };
    deliver(args.format(), &mut io::stdout(), |output| match args.format() {
        Format::Table => {
            let text = TextReport { config, planned }.figures(standings) + "\n";
            io::stdout().write_all(text.as_bytes()).map_err(Failure::from_write).map(|()| Exit::Success)
        }
        _ => summary::emit(config, standings, output).map(|()| Exit::Success),
    })
}

/// Counts games until there are enough.
fn follow(test: &mut SharedTest, live: &mut LiveFile, is_shown: bool) -> Result<(), Failure> {
    let (mut shown, mut is_changed) = (Instant::now(), false);
    loop {
        is_changed |= test.read()?;
        if test.is_over() {
            return Ok(());
        }
        if let Some((config, planned, standings)) = test.results()
            && is_shown
            && is_changed
            && shown.elapsed() >= SHOW_INTERVAL
        {
            failure::note(TextReport { config, planned }.interim(standings));
            (shown, is_changed) = (Instant::now(), false);
        }
        live.write();
        interrupt::check()?;
        thread::sleep(READ_INTERVAL);
    }
}
