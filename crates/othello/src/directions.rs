//! One board, with a direction to each of the eight 64-bit lanes of a 512-bit vector: what
//! [`flips`](crate::flips) and [`mobility`](crate::mobility) do in plain code elsewhere.
#![allow(unsafe_code)] // legal moves take 3.5 ns instead of 5.6 in plain code, flips 3.8 instead of 4.4

use std::arch::x86_64::*;

/// One constant for each direction, the four towards higher squares first.
pub(crate) type PerDirection = [u64; 8];

/// The lanes of the directions towards lower squares.
const FALLING: __mmask8 = 0xF0;
const FIRST_OR_BOTH_OTHERS: i32 = 0xF8;

/// The discs turned by a move, from the rays of its square.
#[inline(always)]
pub(crate) fn flips(rays: &PerDirection, mover: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only where the build has the instructions.
    unsafe { flips_by_direction(rays, mover, opponent) }
}

/// The legal moves, from one step as a rotation and the squares that runs may hold.
#[inline(always)]
pub(crate) fn legal_moves(steps: &PerDirection, inner: &PerDirection, mover: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only where the build has the instructions.
    unsafe { ends_by_direction(steps, inner, mover, opponent) & !(mover | opponent) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(lanes: &PerDirection) -> __m512i {
    // SAFETY: the pointer is of an array as long as the vector.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512cd")]
fn flips_by_direction(rays: &PerDirection, mover: u64, opponent: u64) -> u64 {
    let zero = _mm512_setzero_si512();
    let rays = load(rays);
    let stops = _mm512_andnot_si512(_mm512_set1_epi64(opponent as i64), rays);
    let lowest = _mm512_and_si512(stops, _mm512_sub_epi64(zero, stops));
    let top = _mm512_set1_epi64(i64::MIN);
    let first = _mm512_mask_srlv_epi64(lowest, FALLING, top, _mm512_lzcnt_epi64(stops));
    let outflanked = _mm512_test_epi64_mask(first, _mm512_set1_epi64(mover as i64));
    let below = _mm512_add_epi64(first, _mm512_set1_epi64(-1));
    let nearer = _mm512_mask_sub_epi64(below, FALLING, zero, first);
    let turned = _mm512_maskz_and_epi64(outflanked, nearer, rays);
    _mm512_reduce_or_epi64(turned) as u64 & opponent
}

#[inline]
#[target_feature(enable = "avx512f")]
fn ends_by_direction(steps: &PerDirection, inner: &PerDirection, mover: u64, opponent: u64) -> u64 {
    let step = load(steps);
    let two_steps = _mm512_add_epi64(step, step);
    let inner = _mm512_and_si512(load(inner), _mm512_set1_epi64(opponent as i64));
    let pairs = _mm512_and_si512(inner, _mm512_rolv_epi64(inner, step));
    let mut run = _mm512_and_si512(inner, _mm512_rolv_epi64(_mm512_set1_epi64(mover as i64), step));
    run = _mm512_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(run, inner, _mm512_rolv_epi64(run, step));
    run = _mm512_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(run, pairs, _mm512_rolv_epi64(run, two_steps));
    run = _mm512_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(run, pairs, _mm512_rolv_epi64(run, two_steps));
    _mm512_reduce_or_epi64(_mm512_rolv_epi64(run, step)) as u64
}
