//! Signals to a program.

use std::process::{Child, Command};

/// Sends a signal, as in `-TERM`.
pub fn send(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// Presses Ctrl-C.
pub fn interrupt(child: &Child) {
    send(child, "-INT");
}

/// Waits until a program has a handler of the interrupt; before, it would simply be ended.
#[cfg(target_os = "linux")]
pub fn await_handler(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let is_caught = || {
        let text = std::fs::read_to_string(&status).unwrap();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
    };
    while !is_caught() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
