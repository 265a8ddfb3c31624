//! Ends the program when the reader of its output is gone.
//!
//! A write to a closed pipe fails, but a search that writes nothing for a while would not notice. So a thread waits
//! until the reader closes the output; a waiting thread takes no processor time.

use std::thread;

use crate::exit::Exit;

/// From now on the program ends without a message as soon as standard output, if it is a pipe, a socket or a terminal,
/// has no reader any more. Where the operating system cannot report that, the next write ends the program.
pub fn exit_when_closed() {
    // If no thread can be started, the next write ends the program.
    let _ = thread::Builder::new().name("output".to_owned()).spawn(|| {
        if wait_until_closed() {
            std::process::exit(Exit::Success as i32);
        }
    });
}

/// Waits until standard output has no reader; `false`: the system cannot report it.
#[cfg(unix)]
fn wait_until_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    let output = rustix::stdio::stdout();
    loop {
        // Errors and hang-ups are always reported.
        let mut asked = [PollFd::new(&output, PollFlags::empty())];
        match poll(&mut asked, None) {
            Ok(_) => return asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

#[cfg(not(unix))]
fn wait_until_closed() -> bool {
    false
}
