//! The code that runs before all other: the check, and the message if it fails.
//!
//! All of it is loops over constants, tests of single bits and calls into the C library, for which the compiler has
//! no use for new instructions: formatting, even the standard library's stderr, might be compiled to the very ones
//! that are missing.
#![allow(unsafe_code)]

use crate::cpu::x86;
use crate::exit::Exit;

unsafe extern "C" {
    fn write(file: i32, bytes: *const u8, length: usize) -> isize;
    fn _exit(code: i32) -> !;
}

/// Called by the C runtime; those with a lower number come first, and the standard library's has 99.
// SAFETY: the section holds pointers to functions that take nothing they must read and return nothing.
#[used]
#[unsafe(link_section = ".init_array.00090")]
static INITIALISER: extern "C" fn() = check;

extern "C" fn check() {
    if x86::missing().next().is_some() {
        refuse();
    }
}

/// Says which instructions are missing and how to get a build that does without, and ends the program.
#[cold]
#[inline(never)]
fn refuse() -> ! {
    write_stderr("error: this program was built for a newer processor. The machine it runs on lacks:");
    for feature in x86::missing() {
        write_stderr(" ");
        write_stderr(feature.name);
    }
    write_stderr(".\nBuild it on this machine, or build the portable form, which runs on any:\n");
    write_stderr("    cargo build --release --config .cargo/portable.toml\n");
    // SAFETY: ends the process; nothing has been set up that would have to be taken down.
    unsafe { _exit(Exit::Internal as i32) }
}

/// Writes to stderr, as far as that is possible.
fn write_stderr(text: &str) {
    const STDERR: i32 = 2;
    // SAFETY: the pointer and the length are those of a string that lives on.
    unsafe { write(STDERR, text.as_ptr(), text.len()) };
}
