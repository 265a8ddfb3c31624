use std::time::Duration;

use super::*;
use crate::arena::setup::{Limits, Restart};

/// An engine without a clock.
pub fn setup(protocol: Protocol, command: &str, arguments: &[&str]) -> EngineSetup {
    EngineSetup {
        name: "engine".to_owned(),
        command: command.to_owned(),
        arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
        folder: None,
        protocol,
        rank_base: 0,
        options: Vec::new(),
        initial: Vec::new(),
        clock: None,
        limits: Limits::default(),
        margin: Duration::ZERO,
        restart: Restart::Auto,
        stderr: None,
    }
}
