//! Files of snapshots: Markdown whose ```` ```console ```` blocks are dialogues at a shell.
//!
//! `$ command` is run by `sh`, with further lines behind `> `; then comes `? code` unless the command succeeds, and all that it
//! prints, where `...` stands for any lines and `[..]` for anything within a line. The commands of a file share a new folder in
//! which `data` is that of the repository. `SNAPSHOTS=overwrite` writes what is printed now.

use std::path::Path;
use std::process::{Command, Stdio};

use snapbox::filter::NormalizeToExpected;
use snapbox::{Assert, Data, IntoData as _};

/// Runs the dialogues of a file with the programs that are found along this path.
pub fn check(file: &Path, path: &str) {
    let folder = tempfile::tempdir().unwrap();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../data");
    std::os::unix::fs::symlink(data, folder.path().join("data")).unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    let found = replayed(&text, |command| run(command, folder.path(), path));
    Assert::new().action_env("SNAPSHOTS").eq(found, Data::read_from(file, None).raw());
}

/// The text with what the commands print now.
fn replayed(text: &str, run: impl Fn(&str) -> (i32, String)) -> String {
    let (mut found, mut fence) = (String::new(), None);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        found += &format!("{line}\n");
        let Some(end) = fence else {
            fence = line.strip_suffix("console").filter(|start| start.starts_with("```"));
            continue;
        };
        let Some(command) = line.strip_prefix("$ ") else {
            assert_eq!(line, end, "a command or the end of the block");
            fence = None;
            continue;
        };
        let mut command = format!("{command}\n");
        while let Some(line) = lines.next_if(|line| line.starts_with("> ")) {
            found += &format!("{line}\n");
            command += &format!("{}\n", &line[2..]);
        }
        lines.next_if(|line| line.starts_with("? "));
        let mut shown = String::new();
        while let Some(line) = lines.next_if(|line| *line != end && !line.starts_with("$ ")) {
            shown += &format!("{line}\n");
        }
        found += &outcome(run(&command), shown);
    }
    found
}

/// The exit code and the output of a command, with the wildcards of the output that is expected.
fn outcome((code, printed): (i32, String), shown: String) -> String {
    let output = NormalizeToExpected::new().redact().normalize(printed.into_data(), &shown.into_data());
    if code == 0 { output.to_string() } else { format!("? {code}\n{output}") }
}

/// The exit code and the output, errors among it, of a command in this folder.
fn run(command: &str, folder: &Path, path: &str) -> (i32, String) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1\n{command}")]).current_dir(folder).stdin(Stdio::null());
    let output = shell.env("PATH", path).env("LC_ALL", "C").output().unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    (output.status.code().unwrap_or(-1), text)
}
