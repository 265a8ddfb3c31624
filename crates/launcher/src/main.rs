//! The `main` of a packed program. See the crate's documentation.
#![no_main]
// The builds are objects that the linker brings: calling them is what this program is for.
#![allow(unsafe_code)]

use std::env;
use std::ffi::{c_char, c_int};

use shuangqi_launcher::{Form, VARIABLE, choose};

/// `main` as the C runtime calls it.
type Main = unsafe extern "C" fn(c_int, *const *const c_char) -> c_int;

macro_rules! forms {
    ($($name:literal $main:ident $runs_here:ident;)*) => {
        unsafe extern "C" {
            $(fn $main(count: c_int, arguments: *const *const c_char) -> c_int;)*
            // Each reads the processor's description, with instructions that every processor has.
            $(safe fn $runs_here() -> bool;)*
        }

        /// The builds, the best first.
        const MAINS: &[Main] = &[$($main),*];

        /// What the choice goes by, in the same order.
        fn forms() -> Vec<Form> {
            vec![$(Form { name: $name, runs_here: $runs_here() }),*]
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/forms.rs"));

/// What the programs themselves end with after a mistake of usage.
const USAGE: c_int = 2;

// SAFETY: the builds have their own `main` under other names.
#[unsafe(no_mangle)]
extern "C" fn main(count: c_int, arguments: *const *const c_char) -> c_int {
    match choose(env::var_os(VARIABLE).as_deref(), &forms()) {
        // SAFETY: the processor has the build's instructions, and the arguments are those that the C runtime passed.
        Ok(index) => unsafe { MAINS[index](count, arguments) },
        Err(message) => {
            eprintln!("error: {message}");
            USAGE
        }
    }
}
