//! The display while a match is played: a table that is redrawn on a terminal, lines elsewhere.

mod screen;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use shuangqi_cli::progress::Mode;

use super::record::GameRecord;
use super::running_games::RunningGames;
use super::standings::Standings;
use super::texts::TextReport;
use screen::Screen;

/// The usual number of games between two blocks of figures.
const INTERVAL: u32 = 10;

/// The display of a match.
pub struct Live<'a> {
    report: TextReport<'a>,
    shown: Shown,
}

enum Shown {
    Screen(Box<Screen>),
    Lines,
    Nothing,
}

impl<'a> Live<'a> {
    /// Begins the display.
    pub fn new(report: TextReport<'a>, mode: Mode, progress: &Arc<RunningGames>) -> Live<'a> {
        let shown = match mode {
            Mode::None => Shown::Nothing,
            Mode::Bar => Shown::Screen(Box::new(Screen::new(report.planned, progress))),
            Mode::Auto if io::stderr().is_terminal() => {
                Shown::Screen(Box::new(Screen::new(report.planned, progress)))
            }
            Mode::Auto | Mode::Plain => Shown::Lines,
        };
        Live { report, shown }
    }

    /// A game has ended, which the standings hold already.
    pub fn finished(&mut self, game: &GameRecord, standings: &Standings) {
        let interval = self.report.options.rating_interval.unwrap_or(INTERVAL);
        match &mut self.shown {
            Shown::Screen(screen) => screen.advance(),
            Shown::Lines => {
                self.print(&self.report.finished(game, standings));
                if interval > 0 && standings.games().is_multiple_of(interval.into()) {
                    self.print(&self.report.interim(standings));
                }
            }
            Shown::Nothing => {}
        }
    }

    /// Redraws the table.
    pub fn tick(&mut self, standings: &Standings) {
        if let Shown::Screen(screen) = &mut self.shown {
            screen.draw(&self.report, standings);
        }
    }

    /// Calls a function that writes to the terminal, with the table hidden.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.shown {
            Shown::Screen(screen) => screen.aside(work),
            Shown::Lines | Shown::Nothing => work(),
        }
    }

    /// Prints a line. A closed stream is no error: the results follow.
    fn print(&self, line: &str) {
        if let Shown::Lines = self.shown {
            let _ = writeln!(io::stderr(), "{line}");
        }
    }
}
