//! The descendants of a process.

use std::collections::BTreeMap;
use std::fs;

use rustix::process::{Pid, Signal, kill_process};
use shuangqi_cli::reader::read_file;

/// Kills every descendant of a process, not the process itself. Those that start others meanwhile need another call.
pub fn kill_descendants(ancestor: Pid) {
    for pid in descendants(ancestor.as_raw_nonzero().get()) {
        if let Some(pid) = Pid::from_raw(pid) {
            // It may have ended by now.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// The descendants that live now, parents before children.
fn descendants(ancestor: i32) -> Vec<i32> {
    let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for (pid, parent) in processes() {
        children.entry(parent).or_default().push(pid);
    }
    let mut found = Vec::new();
    let mut waiting = vec![ancestor];
    while let Some(parent) = waiting.pop() {
        let own = children.remove(&parent).unwrap_or_default();
        waiting.extend(&own);
        found.extend(own);
    }
    found
}

/// Every process with its parent.
fn processes() -> impl Iterator<Item = (i32, i32)> {
    fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| {
        let pid = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let stat = read_file(format!("/proc/{pid}/stat"), 4096).ok()?;
        Some((pid, parent(&String::from_utf8_lossy(&stat))?))
    })
}

/// The parent that a line of `/proc/PID/stat` names: the second field behind the program's name, which stands in
/// brackets and may hold anything.
fn parent(stat: &str) -> Option<i32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_brackets_and_blanks() {
        assert_eq!(parent("12 (a) b (c) S 7 12 12 0 -1"), Some(7));
        assert_eq!(parent("12 a S 7"), None);
    }

    #[test]
    fn this_process_descends_from_its_parent() {
        let own = i32::try_from(std::process::id()).unwrap();
        let parent = rustix::process::getppid().unwrap().as_raw_nonzero().get();
        assert!(descendants(parent).contains(&own));
        assert!(!descendants(own).contains(&parent));
    }
}
