//! The display while a match is played: a table that is redrawn on a terminal, lines elsewhere.

mod screen;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use shuangqi_cli::progress::Mode;

use super::record::{Fixture, GameRecord};
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
    running: Vec<Option<Fixture>>,
}

enum Shown {
    Screen(Box<Screen>),
    Lines,
    Nothing,
}

impl<'a> Live<'a> {
    /// Begins the display.
    pub fn new(report: TextReport<'a>, mode: Mode, progress: &Arc<RunningGames>, workers: usize) -> Live<'a> {
        let shown = match mode {
            Mode::None => Shown::Nothing,
            Mode::Bar => Shown::Screen(Box::new(Screen::new(report.planned, progress))),
            Mode::Auto if io::stderr().is_terminal() => {
                Shown::Screen(Box::new(Screen::new(report.planned, progress)))
            }
            Mode::Auto | Mode::Plain => Shown::Lines,
        };
        Live { report, shown, running: vec![None; workers] }
    }

    /// A worker begins a game.
    pub fn started(&mut self, worker: usize, fixture: Fixture) {
        if let Some(place) = self.running.get_mut(worker) {
            *place = Some(fixture);
        }
    }

    /// A worker has finished a game, which the standings hold already.
    pub fn finished(&mut self, worker: usize, game: &GameRecord, standings: &Standings) {
        self.left(worker);
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

    /// A worker has left its game.
    pub fn left(&mut self, worker: usize) {
        if let Some(place) = self.running.get_mut(worker) {
            *place = None;
        }
    }

    /// Redraws the table.
    pub fn tick(&mut self, standings: &Standings) {
        if let Shown::Screen(screen) = &mut self.shown {
            screen.draw(&self.report, standings, &self.running);
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
