//! The display while a match is played: the figures, redrawn on a terminal, lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use shuangqi_cli::progress::Mode;

use super::record::GameRecord;
use super::running_games::RunningGames;
use super::standings::Standings;
use super::texts::TextReport;

/// The usual number of games between two blocks of figures.
const INTERVAL: u32 = 10;
/// The time between two drawings.
const REDRAW_INTERVAL: Duration = Duration::from_millis(150);
/// Lines of figures at most: more do not fit a terminal.
const MOST_LINES: usize = 20;
/// The longest list of running games, in letters.
const WIDTH: usize = 96;

/// The display of a match.
pub struct Live<'a> {
    report: TextReport<'a>,
    /// The number of games between two blocks of figures; 0 for none.
    interval: u32,
    shown: Shown,
}

enum Shown {
    Screen(Box<Screen>),
    Lines,
    Nothing,
}

impl<'a> Live<'a> {
    /// Begins the display.
    pub fn new(
        report: TextReport<'a>,
        interval: Option<u32>,
        mode: Mode,
        progress: &Arc<RunningGames>,
    ) -> Live<'a> {
        let is_redrawn = mode == Mode::Bar || mode == Mode::Auto && io::stderr().is_terminal();
        let shown = match mode {
            Mode::None => Shown::Nothing,
            _ if is_redrawn => Shown::Screen(Box::new(Screen::new(report.planned, progress))),
            _ => Shown::Lines,
        };
        Live { report, interval: interval.unwrap_or(INTERVAL), shown }
    }

    /// A game has ended, which the standings hold already.
    pub fn finished(&self, game: &GameRecord, standings: &Standings) {
        if let Shown::Lines = self.shown {
            print(&self.report.finished(game, standings));
            if self.interval > 0 && standings.games().is_multiple_of(self.interval.into()) {
                print(&self.report.interim(standings));
            }
        }
    }

    /// Redraws the figures.
    pub fn tick(&mut self, standings: &Standings) {
        if let Shown::Screen(screen) = &mut self.shown {
            screen.draw(&self.report, standings);
        }
    }

    /// Calls a function that writes to the terminal, with the figures hidden.
    pub fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.shown {
            Shown::Screen(screen) => screen.all.suspend(work),
            Shown::Lines | Shown::Nothing => work(),
        }
    }
}

/// Prints a line. A closed stream is no error: the results follow.
fn print(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A bar and lines below it.
struct Screen {
    all: MultiProgress,
    bar: ProgressBar,
    lines: Vec<ProgressBar>,
    progress: Arc<RunningGames>,
    drawn: Option<Instant>,
}

impl Screen {
    fn new(planned: u64, progress: &Arc<RunningGames>) -> Screen {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(8));
        let bar = style("match [{wide_bar}] {human_pos}/{human_len} games, {per_sec}, ETA {eta}{msg}");
        let bar = bar.progress_chars("=> ");
        let bar = all.add(ProgressBar::new(planned).with_style(bar));
        let progress = Arc::clone(progress);
        Screen { all, bar, lines: Vec::new(), progress, drawn: None }
    }

    /// Draws the figures and the running games, unless that was done a moment ago.
    fn draw(&mut self, report: &TextReport<'_>, standings: &Standings) {
        if self.drawn.is_some_and(|last| last.elapsed() < REDRAW_INTERVAL) {
            return;
        }
        self.bar.set_position(standings.games());
        // The games of an earlier run were not played at this pace.
        if self.drawn.replace(Instant::now()).is_none() {
            self.bar.reset_eta();
        }
        self.bar.set_message(if standings.test.is_some() { " at most" } else { "" });
        let figures = report.figures(standings);
        let running = running(report, &self.progress);
        let lines: Vec<&str> = figures.lines().take(MOST_LINES).chain([running.as_str()]).collect();
        while self.lines.len() < lines.len() {
            let line = ProgressBar::new(0).with_style(style("{wide_msg}"));
            self.lines.push(self.all.add(line));
        }
        for (place, line) in self.lines.iter().enumerate() {
            line.set_message(lines.get(place).copied().unwrap_or_default().to_owned());
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.lines.iter().for_each(ProgressBar::finish_and_clear);
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The running games and their plies.
fn running(report: &TextReport<'_>, progress: &RunningGames) -> String {
    let mut text = "playing".to_owned();
    for (fixture, plies) in progress.playing() {
        let [first, second] = fixture.engines.map(|engine| report.config.engine_name(engine));
        let one = format!("  #{} {first}-{second} ply {plies}", fixture.number + 1);
        if text.chars().count() + one.chars().count() > WIDTH {
            text.push_str("  …");
            break;
        }
        text.push_str(&one);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn running_games_have_their_players_and_plies() {
        let report = TextReport { config: &samples::config(), planned: 20 };
        let games = RunningGames::new(2);
        games.set(1, Some(samples::game(8).fixture));
        assert_eq!(running(&report, &games), "playing  #9 a-b ply 0");
    }
}
