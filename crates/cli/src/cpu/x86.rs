//! The features of an x86-64 processor, read by `cpuid` and `xgetbv`.
//!
//! The code runs before it is known what may be executed. Bits are therefore masks known beforehand (a shift by a
//! variable would become `shlx`) and table entries are never copied (copies become vector moves).

use std::arch::asm;
use std::arch::x86_64::__cpuid_count;

/// A set of instructions beyond the architecture's baseline, and the bit by which the processor reports it.
pub(super) struct Feature {
    /// As rustc spells it.
    pub(super) name: &'static str,
    /// Whether the build assumes it.
    compiled_in: bool,
    leaf: u32,
    subleaf: u32,
    register: Register,
    mask: u32,
    state: State,
}

/// A register of the answer of `cpuid`.
enum Register {
    Eax,
    Ebx,
    Ecx,
    Edx,
}

/// The registers that the operating system must save at a task switch for a feature to be usable.
enum State {
    /// No more than it always saves.
    Plain,
    /// The upper halves of the 256-bit registers.
    Avx,
    /// The mask registers and the 512-bit registers.
    Avx512,
}

macro_rules! features {
    ($($name:tt $leaf:literal / $subleaf:literal $register:ident $bit:literal $state:ident;)*) => {
        /// Every feature that this toolchain can name and a program can execute; the ones that only an operating
        /// system uses (the `xsave` family, `fxsr`) are left out, as their absence would stop nothing.
        const FEATURES: &[Feature] = &[$(Feature {
            name: $name,
            compiled_in: cfg!(target_feature = $name),
            leaf: $leaf,
            subleaf: $subleaf,
            register: Register::$register,
            mask: 1 << $bit,
            state: State::$state,
        },)*];
    };
}

// Intel's Software Developer's Manual, volume 2, `CPUID`; AMD's, volume 3, appendix E, for leaf 8000_0001.
features! {
    "sse3" 1 / 0 Ecx 0 Plain;
    "ssse3" 1 / 0 Ecx 9 Plain;
    "sse4.1" 1 / 0 Ecx 19 Plain;
    "sse4.2" 1 / 0 Ecx 20 Plain;
    "sse4a" 0x8000_0001 / 0 Ecx 6 Plain;
    "popcnt" 1 / 0 Ecx 23 Plain;
    "lzcnt" 0x8000_0001 / 0 Ecx 5 Plain;
    "bmi1" 7 / 0 Ebx 3 Plain;
    "bmi2" 7 / 0 Ebx 8 Plain;
    "tbm" 0x8000_0001 / 0 Ecx 21 Plain;
    "adx" 7 / 0 Ebx 19 Plain;
    "movbe" 1 / 0 Ecx 22 Plain;
    "cmpxchg16b" 1 / 0 Ecx 13 Plain;
    "aes" 1 / 0 Ecx 25 Plain;
    "pclmulqdq" 1 / 0 Ecx 1 Plain;
    "sha" 7 / 0 Ebx 29 Plain;
    "rdrand" 1 / 0 Ecx 30 Plain;
    "rdseed" 7 / 0 Ebx 18 Plain;
    "gfni" 7 / 0 Ecx 8 Plain;
    "avx" 1 / 0 Ecx 28 Avx;
    "f16c" 1 / 0 Ecx 29 Avx;
    "fma" 1 / 0 Ecx 12 Avx;
    "avx2" 7 / 0 Ebx 5 Avx;
    "vaes" 7 / 0 Ecx 9 Avx;
    "vpclmulqdq" 7 / 0 Ecx 10 Avx;
    "sha512" 7 / 1 Eax 0 Avx;
    "sm3" 7 / 1 Eax 1 Avx;
    "sm4" 7 / 1 Eax 2 Avx;
    "avxvnni" 7 / 1 Eax 4 Avx;
    "avxifma" 7 / 1 Eax 23 Avx;
    "avxvnniint8" 7 / 1 Edx 4 Avx;
    "avxneconvert" 7 / 1 Edx 5 Avx;
    "avxvnniint16" 7 / 1 Edx 10 Avx;
    "avx512f" 7 / 0 Ebx 16 Avx512;
    "avx512dq" 7 / 0 Ebx 17 Avx512;
    "avx512ifma" 7 / 0 Ebx 21 Avx512;
    "avx512cd" 7 / 0 Ebx 28 Avx512;
    "avx512bw" 7 / 0 Ebx 30 Avx512;
    "avx512vl" 7 / 0 Ebx 31 Avx512;
    "avx512vbmi" 7 / 0 Ecx 1 Avx512;
    "avx512vbmi2" 7 / 0 Ecx 6 Avx512;
    "avx512vnni" 7 / 0 Ecx 11 Avx512;
    "avx512bitalg" 7 / 0 Ecx 12 Avx512;
    "avx512vpopcntdq" 7 / 0 Ecx 14 Avx512;
    "avx512vp2intersect" 7 / 0 Edx 8 Avx512;
    "avx512fp16" 7 / 0 Edx 23 Avx512;
    "avx512bf16" 7 / 1 Eax 5 Avx512;
}

/// The features that the build assumes.
pub(super) fn required() -> impl Iterator<Item = &'static Feature> {
    FEATURES.iter().filter(|feature| feature.compiled_in)
}

/// The features of [`required`] that this machine lacks or the operating system has not enabled.
pub(super) fn missing() -> impl Iterator<Item = &'static Feature> {
    required().filter(|feature| !is_offered(feature) || !is_enabled(&feature.state))
}

/// Returns whether the processor has the feature. Leaf 7 gives the number of its last subleaf in `eax`.
fn is_offered(feature: &Feature) -> bool {
    let extended = feature.leaf & 0x8000_0000;
    if __cpuid_count(extended, 0).eax < feature.leaf || __cpuid_count(feature.leaf, 0).eax < feature.subleaf {
        return false;
    }
    let answer = __cpuid_count(feature.leaf, feature.subleaf);
    let register = match feature.register {
        Register::Eax => answer.eax,
        Register::Ebx => answer.ebx,
        Register::Ecx => answer.ecx,
        Register::Edx => answer.edx,
    };
    register & feature.mask != 0
}

/// Whether the operating system saves the registers that a feature uses: it has said that it saves any at all
/// (OSXSAVE), and extended control register 0 has the bits of these (Intel, volume 1, section 13.3).
fn is_enabled(state: &State) -> bool {
    const OSXSAVE: u32 = 1 << 27;
    const AVX: u32 = 0b0000_0110;
    const AVX_512: u32 = 0b1110_0110;
    if let State::Plain = state {
        return true;
    }
    if __cpuid_count(1, 0).ecx & OSXSAVE == 0 {
        return false;
    }
    let saved = saved_state();
    match state {
        State::Plain => true,
        State::Avx => saved & AVX == AVX,
        State::Avx512 => saved & AVX_512 == AVX_512,
    }
}

/// The lower half of extended control register 0. It must be read only if OSXSAVE is set: elsewhere the processor
/// raises an illegal instruction, which ends the program but corrupts nothing.
#[allow(unsafe_code)]
fn saved_state() -> u32 {
    let saved;
    // SAFETY: reads one register into two others; touches neither memory nor stack nor flags.
    unsafe {
        asm!("xgetbv", in("ecx") 0, out("eax") saved, out("edx") _, options(nomem, nostack, preserves_flags));
    }
    saved
}
