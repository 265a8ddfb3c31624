//! Ctrl-C and requests to terminate.
//!
//! The first one asks: it sets a flag that commands look at between items and searches as they go, so that state is
//! written and the way to go on is told. The second one ends the program at once.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::exit::Exit;
use crate::failure::Failure;

/// Signals come to the process, so there is one flag.
static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Starts to listen for interrupt and terminate signals. To be called once.
///
/// # Errors
/// [`Failure::Internal`] if the operating system refuses, or at a second call.
pub fn watch() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Relaxed) {
            process::exit(Exit::Interrupted as i32);
        }
    })
    .map_err(|error| Failure::Internal(format!("Ctrl-C cannot be listened for: {error}")))
}

/// Whether the user has asked to stop.
pub fn is_requested() -> bool {
    REQUESTED.load(Relaxed)
}

/// The flag itself, for a search that is told to stop by one.
pub fn flag() -> &'static AtomicBool {
    &REQUESTED
}

/// Ends a command between two items once the user has asked to stop.
///
/// # Errors
/// [`Failure::Interrupted`] without a hint how to go on.
pub fn check() -> Result<(), Failure> {
    if is_requested() { Err(Failure::Interrupted(None)) } else { Ok(()) }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn the_first_signal_sets_the_flag_and_nothing_else() {
        watch().unwrap();
        assert!(!is_requested() && check().is_ok());
        let own = process::id().to_string();
        assert!(Command::new("kill").args(["-TERM", &own]).status().unwrap().success());
        let start = Instant::now();
        while !is_requested() && start.elapsed() < Duration::from_secs(10) {
            std::thread::yield_now();
        }
        assert_eq!(check().unwrap_err().exit(), Exit::Interrupted);
        assert!(watch().is_err());
    }
}
