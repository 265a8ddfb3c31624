//! The check that the machine has every instruction this build was compiled for.
//!
//! A plain build uses all that the building machine offers; copied to an older one, it would die of an illegal
//! instruction somewhere in the middle of its work. The standard library's feature test cannot help: it answers
//! *yes* at compile time for whatever the build assumes. So the processor is asked itself, before anything else
//! runs, by code simple enough to need none of the instructions in question.

#[cfg(target_arch = "x86_64")]
#[path = "x86.rs"]
mod arch;
#[cfg(not(target_arch = "x86_64"))]
#[path = "other.rs"]
mod arch;
#[cfg(target_arch = "x86_64")]
mod xgetbv;

use std::hint::black_box;
use std::io::{Write, stderr};
use std::process::ExitCode;

use crate::exit::Exit;

/// Runs the program if the machine can, and otherwise says which instructions are missing and how to get a build
/// that does without (exit code 5).
///
/// `run` is called through a pointer that the optimiser cannot see through: were it inlined here, its instructions
/// might come before the check.
#[inline(never)]
pub fn guard(run: fn() -> Exit) -> ExitCode {
    if arch::missing().next().is_some() {
        complain();
        return ExitCode::from(Exit::Internal as u8);
    }
    ExitCode::from(black_box(run)() as u8)
}

/// The instruction sets beyond the architecture's baseline that this build uses, by rustc's names.
pub fn features() -> Vec<&'static str> {
    arch::required().collect()
}

/// Written piece by piece: formatting machinery might have been compiled to the very instructions that are missing.
#[cold]
#[inline(never)]
fn complain() {
    let mut out = stderr();
    let mut put = |text: &str| drop(out.write_all(text.as_bytes()));
    put("error: this program was built for a newer processor. The machine it runs on lacks:");
    for name in arch::missing() {
        put(" ");
        put(name);
    }
    put(".\nBuild it on this machine, or build the portable form, which runs on any:\n");
    put("    cargo build --release --config .cargo/portable.toml\n");
}

#[cfg(test)]
mod tests;
