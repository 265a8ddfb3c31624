//! Cargo, and what it has built.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use shuangqi_cli::Failure;

use crate::{failed, root};

/// Runs cargo with these arguments and environment variables.
pub fn run(arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<(), Failure> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).envs(variables.iter().copied()).current_dir(root());
    let status = command.status().map_err(|error| failed("cargo", error))?;
    if status.success() { Ok(()) } else { Err(failed("cargo", "it did not build; see above")) }
}

/// The folder of what is built for a target in release builds.
pub fn release_folder(target: &str) -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    folder.join(target).join("release")
}
