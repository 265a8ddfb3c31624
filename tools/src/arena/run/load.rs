//! Whether the machine is too busy for the clocks of a match: then times do not measure engines.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use shuangqi_cli::reader::read_text_file;

use crate::arena::fault::Fault;
use crate::arena::match_config::MatchConfig;
use crate::arena::record::GameRecord;

/// A move that took this many times what was allowed is late for another reason than its search.
const FAR_TOO_LATE: f64 = 3.0;
/// A delay of a thread from which it must have waited for a processor.
const LATE: Duration = Duration::from_millis(50);
/// The weight of the latest sample of runnable programs.
const WEIGHT: f64 = 0.1;

/// The load of the machine, as far as it was sampled.
#[derive(Clone, Debug)]
pub struct Load {
    processors: f64,
    /// Runnable programs, a mean over the last seconds.
    runnable: f64,
    /// The longest time by which a thread of this program woke up too late.
    delay: Duration,
    has_warned: bool,
}

impl Load {
    pub fn new() -> Load {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get) as f64;
        Load { processors, runnable: 0.0, delay: Duration::ZERO, has_warned: false }
    }

    /// Takes a sample. `delay`: by how much this thread woke up too late.
    pub fn sample(&mut self, delay: Duration) {
        self.delay = self.delay.max(delay);
        if let Some(running) = read_text_file("/proc/loadavg", 4096).ok().as_deref().and_then(runnable) {
            self.runnable += WEIGHT * (running - self.runnable);
        }
    }

    fn is_high(&self) -> bool {
        self.runnable > self.processors + 0.5 || self.delay >= LATE
    }

    /// A warning about a game in which a move was far too late on a busy machine; given once.
    pub fn warning(&mut self, config: &MatchConfig, game: &GameRecord) -> Option<String> {
        let record = game.fault.as_ref()?;
        let Fault::Timeout { used, allowed } = record.fault else { return None };
        let is_far_off = used.as_secs_f64() > FAR_TOO_LATE * allowed.as_secs_f64();
        if self.has_warned || !is_far_off || !self.is_high() {
            return None;
        }
        self.has_warned = true;
        let name =
            config.engines.get(game.fixture.engines[record.seat.index()]).map_or("?", |engine| &engine.name);
        Some(format!(
            "a move of {name} took {:.3} s where {:.3} s were allowed, while the machine is busy ({:.1} runnable programs \
             on {} processors; threads of this program woke up to {} ms late). Run fewer games at a time (-concurrency), or \
             allow for it (-each timemargin=MS).",
            used.as_secs_f64(),
            allowed.as_secs_f64(),
            self.runnable,
            self.processors,
            self.delay.as_millis()
        ))
    }
}

/// The runnable programs: `2` of `0.20 0.18 0.12 2/80 11206`.
fn runnable(loadavg: &str) -> Option<f64> {
    loadavg.split(' ').nth(3)?.split('/').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::samples;

    #[test]
    fn the_load_is_read() {
        assert_eq!(runnable("0.20 0.18 0.12 2/80 11206\n"), Some(2.0));
        assert_eq!(runnable("nothing"), None);
    }

    #[test]
    fn a_far_too_late_move_on_a_busy_machine_is_warned_of_once() {
        let late = |used: f64| {
            let allowed = Duration::from_millis(120);
            samples::faulty(0, Fault::Timeout { used: Duration::from_secs_f64(used), allowed })
        };
        let config = samples::config();
        let mut load = Load { processors: 2.0, runnable: 1.0, delay: Duration::ZERO, has_warned: false };
        assert_eq!(load.warning(&config, &late(1.2)), None, "an idle machine");
        load.delay = Duration::from_millis(80);
        assert_eq!(load.warning(&config, &late(0.2)), None, "a little late");
        assert_eq!(load.warning(&config, &samples::game(0)), None);
        let warning = load.warning(&config, &late(1.2)).unwrap();
        assert!(
            warning.contains("1.200 s where 0.120 s were allowed") && warning.contains("timemargin="),
            "{warning}"
        );
        assert_eq!(load.warning(&config, &late(1.2)), None, "once");
        let busy = Load { runnable: 9.0, delay: Duration::ZERO, has_warned: false, ..load };
        assert!(busy.is_high());
    }
}
