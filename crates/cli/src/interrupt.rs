//! Ctrl-C and requests to terminate.
//!
//! The first one sets a flag that commands read between items and searches at nodes, so that state is written and the
//! command to resume is printed. The second one ends the program at once; but one that follows within a moment is the
//! same request, which a terminal and a wrapper have both passed on.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::failure::{Exit, Failure};

/// Signals come to the process, so there is one flag.
static REQUESTED: AtomicBool = AtomicBool::new(false);
/// Whether the handler is installed.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// Signals that follow the first within this time are the same request.
const ONE_REQUEST: Duration = Duration::from_millis(300);

/// The channel of requests once [`events`] was called.
static LISTENER: OnceLock<Sender<()>> = OnceLock::new();

/// Installs the handler of interrupt and terminate signals. To be called once.
pub fn watch() -> Result<(), Failure> {
    let mut last = None;
    install(move || handle(&mut last))?;
    IS_WATCHED.store(true, Relaxed);
    Ok(())
}

/// Has the system call the handler for each signal.
#[cfg(any(unix, windows))]
fn install(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Internal(format!("Ctrl-C cannot be listened for: {error}")))
}

/// In a browser there are none.
#[cfg(not(any(unix, windows)))]
fn install(_: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    Ok(())
}

/// Interrupt and terminate signals as events, one for each request, for a program that decides what each one ends. From
/// then on they no longer set the flag or end the program. To be called once.
pub fn events() -> Result<Receiver<()>, Failure> {
    /// More signals than arrive before the program reads them.
    const WAITING: usize = 16;
    let (sender, receiver) = bounded(WAITING);
    LISTENER.set(sender).map_err(|_| Failure::Internal("Ctrl-C is listened for already".to_owned()))?;
    if !IS_WATCHED.load(Relaxed) {
        watch()?;
    }
    Ok(receiver)
}

/// Passes on a Ctrl-C that was typed where the terminal makes no signal of it, as an event of [`events`].
pub fn request() {
    if let Some(listener) = LISTENER.get() {
        let _ = listener.try_send(());
    }
}

/// Handles a signal; `last` is the time of the request that it may belong to.
fn handle(last: &mut Option<Instant>) {
    let now = Instant::now();
    let is_another = is_another(*last, now);
    match LISTENER.get() {
        Some(listener) if is_another || last.is_none() => {
            *last = Some(now);
            let _ = listener.try_send(());
        }
        Some(_) => {}
        None if is_another => process::exit(Exit::Interrupted as i32),
        None => {
            REQUESTED.store(true, Relaxed);
            last.get_or_insert(now);
        }
    }
}

/// Whether a signal is another request than the last one.
fn is_another(last: Option<Instant>, now: Instant) -> bool {
    last.is_some_and(|last| now.saturating_duration_since(last) > ONE_REQUEST)
}

/// Whether the user has requested a stop.
pub fn is_requested() -> bool {
    REQUESTED.load(Relaxed)
}

/// The flag itself, for a search that reads one.
pub fn flag() -> &'static AtomicBool {
    &REQUESTED
}

/// Ends a command between two items once the user has requested a stop.
pub fn check() -> Result<(), Failure> {
    if is_requested() { Err(Failure::Interrupted(None)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_signals_within_a_moment_are_one_request() {
        let start = Instant::now();
        assert!(!is_another(None, start));
        for (millis, another) in [(0, false), (1, false), (250, false), (301, true), (9000, true)] {
            let now = start + Duration::from_millis(millis);
            assert_eq!(is_another(Some(start), now), another, "{millis} ms");
        }
    }
}
