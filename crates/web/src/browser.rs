//! Opens the page in the user's browser.

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::thread;

use shuangqi_cli::failure;
use tempfile::NamedTempFile;

/// Asks the system to open an address, by a file that leads to it: the address has the token, and other users can read
/// the command line of a browser. The file is removed with the value. Warns if it cannot: the address is printed anyway.
pub(crate) fn open(url: &str) -> Option<NamedTempFile> {
    let opened = redirect(url).and_then(|file| start(file.path().as_os_str()).map(|()| file));
    opened.map_err(|error| failure::warn(&no_browser(&error))).ok()
}

fn no_browser(error: &io::Error) -> String {
    format!("no browser can be opened: {error}. Open the address yourself.")
}

/// A file that only the user can read. It is in the home folder, because a browser in a sandbox has a folder for temporary
/// files of its own.
fn redirect(url: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("shuangqi-").suffix(".html");
    let home = env::home_dir().and_then(|folder| builder.tempfile_in(folder).ok());
    let mut file = home.map_or_else(|| builder.tempfile(), Ok)?;
    write!(
        file,
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Shuangqi</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<a href=\"{url}\">To the page</a>\n"
    )?;
    Ok(file)
}

fn start(page: &OsStr) -> io::Result<()> {
    let mut command = command(page);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // Waited for, so that no dead process is left.
    thread::spawn(move || child.wait());
    Ok(())
}

#[cfg(windows)]
fn command(page: &OsStr) -> Command {
    let mut command = Command::new("rundll32");
    command.arg("url.dll,FileProtocolHandler").arg(page);
    command
}

#[cfg(not(windows))]
fn command(page: &OsStr) -> Command {
    let mut command = Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" });
    command.arg(page);
    command
}
