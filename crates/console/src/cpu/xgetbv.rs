//! The one question to the processor that the standard library does not offer as a safe function.
#![allow(unsafe_code)]

use std::arch::asm;

/// The register state that the operating system saves: extended control register 0.
///
/// To be called only where `cpuid` reports OSXSAVE; elsewhere the processor raises an illegal instruction. That
/// ends the program but corrupts nothing, so the function is safe.
pub(super) fn enabled_state() -> u64 {
    let (low, high): (u32, u32);
    // SAFETY: reads a register into two others; touches neither memory nor stack nor flags.
    unsafe {
        asm!("xgetbv", in("ecx") 0, out("eax") low, out("edx") high, options(nomem, nostack, preserves_flags));
    }
    u64::from(high) << 32 | u64::from(low)
}
