//! `shuangqi sprt --watch`: a shared test from its first game to its verdict.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use shuangqi_cli::output::{Format, deliver};
use shuangqi_cli::progress::Mode;
use shuangqi_cli::{Exit, Failure, failure, interrupt, program};

use super::SharedTest;
use crate::games::Games;
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
pub fn watch(folder: &Path, games: &Games, format: Format, mode: Mode) -> Result<Exit, Failure> {
    let mut test = SharedTest::open(folder, games)?;
    let command =
        format!("{} sprt --watch {}", program::name(), program::shell_word(&folder.to_string_lossy()));
    follow(&mut test, mode).map_err(|failure| failure.resumable_by(Some(command)))?;
    test.stop()?;
    let Some((config, planned, standings)) = test.results() else { return Ok(Exit::Success) };
    deliver(format, &mut io::stdout(), |output| match format {
        Format::Table => {
            let text = TextReport { config, planned }.figures(standings) + "\n";
            io::stdout().write_all(text.as_bytes()).map_err(Failure::from_write).map(|()| Exit::Success)
        }
        _ => summary::emit(config, standings, output).map(|()| Exit::Success),
    })
}

/// Counts games until there are enough.
fn follow(test: &mut SharedTest, mode: Mode) -> Result<(), Failure> {
    let is_shown = match mode {
        Mode::Auto => io::stderr().is_terminal(),
        Mode::Bar | Mode::Plain => true,
        Mode::None => false,
    };
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
        interrupt::check()?;
        thread::sleep(READ_INTERVAL);
    }
}
