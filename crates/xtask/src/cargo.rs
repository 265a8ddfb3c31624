//! Cargo, and what it has built.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use shuangqi_cli::Failure;

use crate::{failed, root};

/// Runs cargo with these arguments and flags of the compiler, if there are any of these.
pub fn run(arguments: &[&str], flags: Option<&str>) -> Result<(), Failure> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root());
    if let Some(flags) = flags {
        command.env("RUSTFLAGS", flags);
    }
    let status = command.status().map_err(|error| failed("cargo", error))?;
    if status.success() { Ok(()) } else { Err(failed("cargo", "it did not build; see above")) }
}

/// The folder of what is built for a target in release builds.
pub fn release_folder(target: &str) -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    folder.join(target).join("release")
}
