//! Repeatable random numbers: SplitMix64 (Steele, Lea & Flood 2014), the same for a seed on every machine.

/// The difference of two states: the golden ratio.
pub const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Advances a state, and returns its number.
pub fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(STEP);
    mix(*state)
}

/// The number of this place in the sequence of a seed: a seed for each part of a run.
pub const fn numbered(seed: u64, place: u64) -> u64 {
    mix(seed.wrapping_add(STEP.wrapping_mul(place.wrapping_add(1))))
}

/// The finaliser: every bit of the value changes about half the bits of the result (Stafford's variant 13).
#[inline(always)]
pub const fn mix(mut value: u64) -> u64 {
    value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}
