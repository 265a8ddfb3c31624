//! The x86-64 processor, asked by `cpuid` and `xgetbv`.

use std::arch::x86_64::__cpuid_count;

use crate::cpu::xgetbv::enabled_state;

/// A set of instructions beyond the architecture's baseline.
struct Feature {
    name: &'static str,
    compiled_in: bool,
    bit: Bit,
    state: State,
}

/// Where the processor answers about a feature.
#[derive(Clone, Copy)]
struct Bit {
    leaf: u32,
    subleaf: u32,
    register: Register,
    bit: u32,
}

#[derive(Clone, Copy)]
enum Register {
    Eax,
    Ebx,
    Ecx,
    Edx,
}

/// What the operating system must save at a task switch for the feature to be usable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing that it does not save anyway.
    Plain,
    /// The upper halves of the 256-bit registers.
    Avx,
    /// The mask registers and the 512-bit registers.
    Avx512,
}

impl State {
    /// The bits of the extended control register 0 that must be set (Intel, volume 1, section 13.3).
    const fn mask(self) -> u64 {
        match self {
            State::Plain => 0,
            State::Avx => 0b0000_0110,
            State::Avx512 => 0b1110_0110,
        }
    }
}

macro_rules! features {
    ($($name:tt $leaf:literal / $subleaf:literal $register:ident $bit:literal $state:ident;)*) => {
        /// Every feature that this toolchain can name and a program can execute; the ones that only an operating
        /// system uses (the `xsave` family, `fxsr`) are left out, as their absence would stop nothing.
        const FEATURES: &[Feature] = &[$(Feature {
            name: $name,
            compiled_in: cfg!(target_feature = $name),
            bit: Bit { leaf: $leaf, subleaf: $subleaf, register: Register::$register, bit: $bit },
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
pub(super) fn required() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().filter(|feature| feature.compiled_in).map(|feature| feature.name)
}

/// Those of them that cannot be used here.
pub(super) fn missing() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().filter(|feature| feature.compiled_in && !feature.is_usable()).map(|feature| feature.name)
}

impl Feature {
    /// Whether the processor has it and the operating system lets programs use it.
    fn is_usable(&self) -> bool {
        answers(self.bit) && saves(self.state)
    }
}

fn answers(bit: Bit) -> bool {
    let family = bit.leaf & 0x8000_0000;
    if __cpuid_count(family, 0).eax < bit.leaf
        || (bit.subleaf > 0 && __cpuid_count(bit.leaf, 0).eax < bit.subleaf)
    {
        return false;
    }
    let answer = __cpuid_count(bit.leaf, bit.subleaf);
    let register = match bit.register {
        Register::Eax => answer.eax,
        Register::Ebx => answer.ebx,
        Register::Ecx => answer.ecx,
        Register::Edx => answer.edx,
    };
    register & 1 << bit.bit != 0
}

/// `xgetbv` exists only where the operating system has said that it saves extended state.
fn saves(state: State) -> bool {
    const OSXSAVE: Bit = Bit { leaf: 1, subleaf: 0, register: Register::Ecx, bit: 27 };
    state == State::Plain || (answers(OSXSAVE) && enabled_state() & state.mask() == state.mask())
}
