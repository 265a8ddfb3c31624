//! Opens the page in the user's browser.

use std::process::{Command, Stdio};
use std::thread;

use shuangqi_cli::failure;

/// Asks the system to open an address. Warns if it cannot: the address is printed anyway.
pub(crate) fn open(url: &str) {
    let mut command = command(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // Waited for, so that no dead process is left.
        Ok(mut child) => drop(thread::spawn(move || child.wait())),
        Err(error) => {
            failure::warn(&format!("no browser can be opened: {error}. Open the address yourself."));
        }
    }
}

#[cfg(windows)]
fn command(url: &str) -> Command {
    let mut command = Command::new("rundll32");
    command.args(["url.dll,FileProtocolHandler", url]);
    command
}

#[cfg(not(windows))]
fn command(url: &str) -> Command {
    let mut command = Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" });
    command.arg(url);
    command
}
