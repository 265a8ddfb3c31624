//! The check that the machine has every instruction this build was compiled for.
//!
//! A plain build uses all that the building machine offers; on an older one, an illegal instruction would end it. Two
//! things make the check hard. The standard library's feature test is of no use: it returns `true` at compile time for
//! every feature that the build assumes, so this module executes `cpuid`. And the first line of `main` is too late:
//! link-time optimisation compiles the standard library's own start-up code to the same instructions, so the check is
//! an initialiser that the C runtime calls before any of it.
//!
//! Every program that links this crate is checked, on Linux and Windows on x86-64; other systems are not checked.

#[cfg(target_arch = "x86_64")]
mod x86;

/// The instruction sets beyond the architecture's baseline that this build uses, by rustc's names. Known for x86-64.
pub fn features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let names = x86::required().map(|feature| feature.name).collect();
    #[cfg(not(target_arch = "x86_64"))]
    let names = Vec::new();
    names
}

/// The build's level of x86-64, as a packed program names it and the variable `SHUANGQI_PROCESSOR` asks for it: `v2`, `v3` or
/// `avx512`. `None` for builds below `v2` and for other architectures.
pub const fn level() -> Option<&'static str> {
    if cfg!(all(target_feature = "avx512vbmi2", target_feature = "avx512vpopcntdq", target_feature = "gfni"))
    {
        Some("avx512")
    } else if cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "fma")) {
        Some("v3")
    } else if cfg!(all(target_feature = "sse4.2", target_feature = "popcnt")) {
        Some("v2")
    } else {
        None
    }
}

/// The code that runs before all other: the check, and the message if it fails.
///
/// All of it is loops over constants, tests of single bits and calls into the C library, for which the compiler has
/// no use for new instructions: formatting, even the standard library's stderr, might be compiled to the very ones
/// that are missing.
#[cfg(all(target_arch = "x86_64", any(target_os = "linux", windows)))]
#[allow(unsafe_code)]
mod startup {
    use crate::cpu::x86;
    use crate::failure::Exit;

    /// The types in which the C library counts the bytes to write, and those written.
    #[cfg(not(windows))]
    type Length = usize;
    #[cfg(windows)]
    type Length = u32;
    #[cfg(not(windows))]
    type Written = isize;
    #[cfg(windows)]
    type Written = i32;

    unsafe extern "C" {
        #[cfg_attr(windows, link_name = "_write")]
        fn write(file: i32, bytes: *const u8, length: Length) -> Written;
        fn _exit(code: i32) -> !;
    }

    /// Called by the C runtime: on Linux those with a lower number come first, and the standard library's has 99; on Windows they
    /// are called in the order of their letters, before `main`.
    // SAFETY: the section holds pointers to functions that take nothing they must read and return nothing.
    #[used]
    #[cfg_attr(not(windows), unsafe(link_section = ".init_array.00090"))]
    #[cfg_attr(windows, unsafe(link_section = ".CRT$XCB"))]
    static INITIALISER: extern "C" fn() = check;

    /// Whether the processor has all that this build uses. A packed program holds several builds without their initialisers, and asks
    /// each before it calls one (`crates/launcher`).
    // SAFETY: no other function of the program has this name.
    #[unsafe(no_mangle)]
    extern "C" fn shuangqi_runs_here() -> bool {
        x86::missing().next().is_none()
    }

    extern "C" fn check() {
        if !shuangqi_runs_here() {
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
        write_stderr(".\nBuild it on this machine, or build the portable form, which needs x86-64-v2:\n");
        write_stderr("    cargo build --release --config .cargo/portable.toml\n");
        // SAFETY: ends the process; nothing has been set up that would have to be taken down.
        unsafe { _exit(Exit::Internal as i32) }
    }

    /// Writes to stderr, as far as that is possible.
    fn write_stderr(text: &str) {
        const STDERR: i32 = 2;
        // SAFETY: the pointer and the length are those of a string that lives on.
        unsafe { write(STDERR, text.as_ptr(), text.len() as Length) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_machine_that_built_the_tests_can_run_them() {
        assert_eq!(x86::missing().map(|feature| feature.name).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn the_level_is_that_of_the_features() {
        assert_eq!(level() == Some("v2"), !cfg!(target_feature = "avx2") && cfg!(target_feature = "sse4.2"));
        assert!(level() != Some("avx512") || features().contains(&"avx512f"));
    }

    #[test]
    fn the_features_are_those_that_rustc_assumed() {
        let avx2 = features().contains(&"avx2");
        assert_eq!(avx2, cfg!(target_feature = "avx2"));
        let wide = features().iter().any(|name| name.starts_with("avx512"));
        assert_eq!(wide, cfg!(target_feature = "avx512f"));
    }
}
