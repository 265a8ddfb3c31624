//! The progress of a long piece of work, on stderr.

use std::io::{self, IsTerminal, Write};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use crossbeam_channel::{RecvTimeoutError, Sender, bounded};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::grouped;

/// The display of progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Mode {
    /// A bar if stderr is a terminal, nothing otherwise
    #[default]
    Auto,
    /// A bar that is redrawn in place
    Bar,
    /// A line every ten seconds
    Plain,
    /// Nothing
    None,
}

impl Mode {
    /// Whether work without a bar says now and then how far it is.
    pub fn is_shown(self) -> bool {
        match self {
            Mode::Auto => io::stderr().is_terminal(),
            Mode::Bar | Mode::Plain => true,
            Mode::None => false,
        }
    }
}

/// The pause between two lines of [`Mode::Plain`].
const PAUSE: Duration = Duration::from_secs(10);

/// Work in progress. It may be advanced from any thread; what is shown goes away when it is dropped.
#[derive(Debug)]
pub struct Progress {
    /// Counts, also where it is not drawn.
    bar: ProgressBar,
    _reporter: Option<Reporter>,
}

impl Progress {
    /// Begins to show how much of `total` is done. `what` names the work, `unit` what is counted, in the plural.
    pub fn start(mode: Mode, what: &str, unit: &str, total: u64) -> Progress {
        let bar = match mode {
            Mode::Auto if io::stderr().is_terminal() => drawn_bar(what, unit, total),
            Mode::Bar => drawn_bar(what, unit, total),
            Mode::Auto | Mode::Plain | Mode::None => hidden_bar(total),
        };
        let reporter =
            (mode == Mode::Plain).then(|| Reporter::start(what, unit, bar.clone(), PAUSE, io::stderr()));
        Progress { bar, _reporter: reporter }
    }

    /// Counts what has been done since the last call.
    pub fn advance(&self, done: u64) {
        self.bar.inc(done);
    }

    /// Calls a function that writes to the terminal, with the bar hidden.
    pub fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn hidden_bar(total: u64) -> ProgressBar {
    ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden())
}

fn drawn_bar(what: &str, unit: &str, total: u64) -> ProgressBar {
    let template =
        format!("{what} [{{wide_bar}}] {{human_pos}}/{{human_len}} {unit}, {{per_sec}}, ETA {{eta}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    bar.set_style(style.progress_chars("=> "));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A thread that writes a line at intervals, however long a single item takes.
#[derive(Debug)]
struct Reporter {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Reporter {
    fn start(
        what: &str,
        unit: &str,
        counter: ProgressBar,
        pause: Duration,
        mut sink: impl Write + Send + 'static,
    ) -> Reporter {
        let (stop, stopped) = bounded::<()>(0);
        let (what, unit, start) = (what.to_owned(), unit.to_owned(), Instant::now());
        let thread = thread::spawn(move || {
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let (done, total) = (counter.position(), counter.length().unwrap_or(0));
                if writeln!(sink, "{}", line(&what, &unit, done, total, start.elapsed())).is_err() {
                    return;
                }
            }
        });
        Reporter { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// `perft: 40/1,200 positions (3 %), 4.0 a second, 290 s left`.
fn line(what: &str, unit: &str, done: u64, total: u64, elapsed: Duration) -> String {
    let share = if total == 0 { 100 } else { u128::from(done) * 100 / u128::from(total) };
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-9);
    let pace = if rate < 100.0 { format!("{rate:.1}") } else { grouped(rate as u64) };
    let left = match done {
        0 => "unknown time".to_owned(),
        _ => format!("{:.0} s", total.saturating_sub(done) as f64 / rate),
    };
    let (done, total) = (grouped(done), grouped(total));
    format!("{what}: {done}/{total} {unit} ({share} %), {pace} a second, {left} left")
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// The text that the reporter's thread writes, for the test to read.
    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_tells_share_rate_and_time_left() {
        let ten = Duration::from_secs(10);
        assert_eq!(
            line("perft", "positions", 40, 120, ten),
            "perft: 40/120 positions (33 %), 4.0 a second, 20 s left"
        );
        assert_eq!(
            line("perft", "positions", 0, 120, ten),
            "perft: 0/120 positions (0 %), 0.0 a second, unknown time left"
        );
        assert_eq!(
            line("perft", "nodes", 4_000_000, 12_000_000, ten),
            "perft: 4,000,000/12,000,000 nodes (33 %), 400,000 a second, 20 s left"
        );
        assert!(line("perft", "positions", 0, 0, ten).contains("(100 %)"));
    }

    #[test]
    fn lines_come_at_intervals_and_end_with_the_work() {
        let (page, bar) = (Page::default(), hidden_bar(9));
        let reporter =
            Reporter::start("solve", "boards", bar.clone(), Duration::from_millis(1), page.clone());
        bar.inc(3);
        let start = Instant::now();
        let seen = || String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
        while !seen().contains("3/9 boards") && start.elapsed() < Duration::from_secs(10) {
            thread::yield_now();
        }
        drop(reporter);
        assert!(seen().lines().all(|line| line.starts_with("solve: ")));
        let length = seen().len();
        thread::sleep(Duration::from_millis(10));
        assert_eq!(seen().len(), length);
    }
}
