//! The check that the machine has every instruction this build was compiled for.
//!
//! A plain build uses all that the building machine offers; on an older one, an illegal instruction would end it. Two
//! things make the check hard. The standard library's feature test is of no use: it returns `true` at compile time for
//! every feature that the build assumes, so this module executes `cpuid`. And the first line of `main` is too late:
//! link-time optimisation compiles the standard library's own start-up code to the same instructions, so the check is
//! an initialiser that the C runtime calls before any of it.
//!
//! Every program that links this crate is checked, on Linux on x86-64; other systems are not checked.

#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod startup;

/// The instruction sets beyond the architecture's baseline that this build uses, by rustc's names. Known for x86-64.
pub fn features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let names = x86::required().map(|feature| feature.name).collect();
    #[cfg(not(target_arch = "x86_64"))]
    let names = Vec::new();
    names
}

#[cfg(test)]
mod tests;
