//! The lines that an engine reads, written so that one which does not read cannot block the runner: where the system can, to a pipe that
//! is polled; elsewhere by a thread, whose writes the runner waits for no longer than it wants to.

#[cfg(unix)]
mod polled;
#[cfg(any(not(unix), test))]
mod threaded;

#[cfg(unix)]
pub use polled::Input;
#[cfg(not(unix))]
pub use threaded::Input;

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::io::{ErrorKind, Read, Result};
    use std::process::{Child, ChildStdin, Command, Stdio};
    use std::time::{Duration, Instant};

    use super::{polled, threaded};

    /// What both forms do for a process that reads nothing until its input ends.
    fn writes_without_being_read(
        mut write: impl FnMut(&[u8], Instant) -> Result<()>,
    ) -> (usize, ErrorKind, Duration) {
        let begin = Instant::now();
        let mut written = 0;
        loop {
            match write(&[b'x'; 1 << 12], Instant::now() + Duration::from_millis(200)) {
                Ok(()) => written += 1,
                Err(error) => return (written, error.kind(), begin.elapsed()),
            }
        }
    }

    fn sleeper() -> (Child, ChildStdin) {
        let mut child =
            Command::new("sleep").arg("60").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        (child, input)
    }

    /// Protects matches from engines that hang: the wait ends when its time is over, not when the engine reads.
    #[test]
    fn an_engine_that_reads_nothing_does_not_block() {
        let (mut child, input) = sleeper();
        let mut form = polled::Input::new(input).unwrap();
        let polled = writes_without_being_read(|bytes, until| form.write(bytes, until));
        child.kill().unwrap();
        child.wait().unwrap();
        let (mut child, input) = sleeper();
        let mut form = threaded::Input::new(input).unwrap();
        let threaded = writes_without_being_read(|bytes, until| form.write(bytes, until));
        child.kill().unwrap();
        child.wait().unwrap();
        for (written, kind, time) in [polled, threaded] {
            assert!(
                written > 0 && kind == ErrorKind::TimedOut && time < Duration::from_secs(30),
                "{kind} {time:?}"
            );
        }
    }

    #[test]
    fn the_writing_thread_passes_on_what_is_written_and_that_nobody_reads_it_any_more() {
        let mut child = Command::new("head")
            .args(["-n", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = threaded::Input::new(child.stdin.take().unwrap()).unwrap();
        let soon = || Instant::now() + Duration::from_secs(60);
        input.write(b"one\n", soon()).unwrap();
        let mut text = String::new();
        child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        child.wait().unwrap();
        assert_eq!(text, "one\n");
        assert_eq!(input.write(b"two\n", soon()).unwrap_err().kind(), ErrorKind::BrokenPipe);
    }
}
