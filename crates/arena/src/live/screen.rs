//! The table that is redrawn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::rating::{Counts, Trinomial};
use crate::running_games::RunningGames;
use crate::standings::{Encounter, Standings};
use crate::summary;
use crate::texts::{TextReport, test_state};

/// The time between two drawings.
const REDRAW_INTERVAL: Duration = Duration::from_millis(150);
/// Lines below the bar at most; more engines or games are not listed.
const MOST_LINES: usize = 14;
/// The longest list of running games, in letters.
const WIDTH: usize = 96;

/// A bar and lines below it.
pub struct Screen {
    all: MultiProgress,
    bar: ProgressBar,
    lines: Vec<ProgressBar>,
    progress: Arc<RunningGames>,
    begun: Instant,
    /// Games finished since the beginning of this run.
    finished: u64,
    planned: u64,
    drawn: Option<Instant>,
}

impl Screen {
    pub fn new(planned: u64, progress: &Arc<RunningGames>) -> Screen {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(8));
        let style = ProgressStyle::with_template("match [{wide_bar}] {msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ");
        let bar = all.add(ProgressBar::new(planned).with_style(style));
        Screen {
            all,
            bar,
            lines: Vec::new(),
            progress: Arc::clone(progress),
            begun: Instant::now(),
            finished: 0,
            planned,
            drawn: None,
        }
    }

    /// Counts a finished game.
    pub fn advance(&mut self) {
        self.finished += 1;
    }

    /// Draws the table, unless that was done a moment ago.
    pub fn draw(&mut self, report: &TextReport<'_>, standings: &Standings) {
        if self.drawn.is_some_and(|last| last.elapsed() < REDRAW_INTERVAL) {
            return;
        }
        self.drawn = Some(Instant::now());
        self.bar.set_position(standings.games());
        let most = if standings.test().is_some() { " at most" } else { "" };
        let pace = pace(standings.games(), self.planned, self.finished, self.begun.elapsed());
        self.bar.set_message(pace + most);
        let mut lines = figures(report, standings);
        lines.push(self.running(report));
        lines.truncate(MOST_LINES);
        while self.lines.len() < lines.len() {
            let style = ProgressStyle::with_template("{wide_msg}");
            let line = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.lines.push(self.all.add(line));
        }
        for (place, line) in self.lines.iter().zip(lines.into_iter().chain(std::iter::repeat(String::new())))
        {
            place.set_message(line);
        }
    }

    /// Calls a function with the table hidden.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.all.suspend(work)
    }

    /// The running games and their plies.
    fn running(&self, report: &TextReport<'_>) -> String {
        let mut text = "playing".to_owned();
        for (fixture, plies) in self.progress.playing() {
            let [first, second] = fixture.engines.map(|engine| report.name(engine));
            let one = format!("  #{} {first}-{second} ply {plies}", fixture.number + 1);
            if text.chars().count() + one.chars().count() > WIDTH {
                text.push_str("  …");
                break;
            }
            text.push_str(&one);
        }
        text
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.lines.iter().for_each(ProgressBar::finish_and_clear);
        self.bar.finish_and_clear();
    }
}

/// `120/1000 games, 12.3 a minute, 1:12:03 left`.
fn pace(done: u64, planned: u64, finished: u64, elapsed: Duration) -> String {
    let minutes = elapsed.as_secs_f64().max(1e-3) / 60.0;
    let rate = finished as f64 / minutes;
    let left = if finished == 0 {
        "unknown time".to_owned()
    } else {
        let seconds = (planned.saturating_sub(done) as f64 / rate * 60.0) as u64;
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    };
    let rate = if rate < 100.0 { format!("{rate:.1}") } else { format!("{rate:.0}") };
    format!("{done}/{planned} games, {rate} a minute, {left} left")
}

fn figures(report: &TextReport<'_>, standings: &Standings) -> Vec<String> {
    let mut lines = match report.config.engines.len() {
        2 => duel(report, standings.first_encounter()),
        _ => summary::ratings(report.config, standings).iter().map(rating).collect(),
    };
    lines.extend(test(standings));
    let faults = report.config.engines.iter().zip(&standings.engines);
    let told: Vec<String> = faults
        .filter(|(_, results)| results.faults.total() > 0)
        .map(|(engine, results)| format!("{}: {}", engine.name, results.faults.text()))
        .collect();
    if !told.is_empty() {
        lines.push(format!("faults   {}", told.join("; ")));
    }
    lines
}

fn duel(report: &TextReport<'_>, encounter: &Encounter) -> Vec<String> {
    let [one, other] = encounter.engines.map(|engine| report.name(engine));
    let Trinomial { wins, draws, losses } = encounter.games();
    let spread = encounter.counts().spread();
    let score = encounter.score() * 100.0;
    let mut lines = vec![
        format!("score    {one} {wins} won, {draws} drawn, {losses} lost against {other}, {score:.1} %"),
        format!("Elo      {}   LOS {:.1} %", spread.elo(), spread.superiority() * 100.0),
    ];
    if let Counts::Pairs(pairs) = encounter.counts() {
        let [ll, ld, middle, dw, ww] = pairs.0;
        let discs = encounter.discs();
        let discs = if discs.value.is_some() { format!("   discs {discs}") } else { String::new() };
        lines.push(format!("pairs    0: {ll}  1/2: {ld}  1: {middle}  1 1/2: {dw}  2: {ww}{discs}"));
    }
    lines
}

fn rating(line: &summary::RatingRecord<'_>) -> String {
    let error = line.elo_error.map_or_else(String::new, |error| format!(" ± {error:.0}"));
    format!(
        "{:>3}. {:<20} {:+.0}{error}  {} of {}",
        line.rank, line.engine, line.elo, line.points, line.games
    )
}

/// Where the ratio is between its bounds: `LLR 0.78 (-2.94, 2.94) [----------|==>-------]`.
fn test(standings: &Standings) -> Option<String> {
    const HALF: usize = 20;
    let (state, [elo0, elo1]) = test_state(standings)?;
    let steps = ((state.fraction.abs() * HALF as f64) as usize).min(HALF);
    let (empty, full) = ("-".repeat(HALF - steps), "=".repeat(steps));
    let left = if state.fraction < 0.0 { empty.clone() + &full } else { "-".repeat(HALF) };
    let right = if state.fraction > 0.0 { full + &empty } else { "-".repeat(HALF) };
    Some(format!(
        "SPRT     {:.2} [{left}|{right}] {:.2}   LLR {:.2} for [{elo0}, {elo1}]",
        state.lower, state.upper, state.llr
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::RunOptions;
    use crate::rating::{Sprt, SprtParameters};
    use crate::samples;

    #[test]
    fn the_pace_has_the_time_left() {
        let minute = Duration::from_secs(60);
        assert_eq!(pace(30, 90, 20, minute), "30/90 games, 20.0 a minute, 0:03:00 left");
        assert_eq!(pace(30, 90, 0, minute), "30/90 games, 0.0 a minute, unknown time left");
    }

    #[test]
    fn the_table_has_score_elo_test_and_faults() {
        let (config, options) = (samples::config(), RunOptions::default());
        let report = TextReport { config: &config, options: &options, planned: 20 };
        let mut games: Vec<_> = (0..6).map(samples::game).collect();
        let junk = crate::fault::Fault::Junk { what: "?".to_owned() };
        games.push(samples::faulty(6, junk));
        let standings = Standings::of(&config, Some(Sprt::new(SprtParameters::default()).unwrap()), &games);
        let lines = figures(&report, &standings);
        assert_eq!(lines[0], "score    a 3 won, 3 drawn, 1 lost against b, 64.3 %");
        assert_eq!(lines[2], "pairs    0: 0  1/2: 0  1: 0  1 1/2: 3  2: 0   discs 6.00 ± 0.00");
        assert!(lines[3].starts_with("SPRT     -2.94 [--------------------|"), "{}", lines[3]);
        assert_eq!(lines[4], "faults   a: 1 junk answer");
        let tables = Arc::new(RunningGames::new(2));
        let screen = Screen::new(20, &tables);
        tables.set(1, Some(samples::game(8).fixture));
        assert_eq!(screen.running(&report), "playing  #9 a-b ply 0");
    }
}
