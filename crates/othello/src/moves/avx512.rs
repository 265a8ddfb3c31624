//! A direction to each of the eight 64-bit lanes of a 512-bit vector, or of two 256-bit ones.
// Legal moves take 3.5 ns instead of 5.6 in plain code, flips 3.8 instead of 4.4 in one vector; the last plies of a solve
// take another 13 % less time with flips in two halves.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::PerDirection;

const FIRST_OR_BOTH_OTHERS: i32 = 0xF8;

/// The discs turned by a move, from the rays of its square.
#[inline(always)]
pub(super) fn flips(_steps: &PerDirection, rays: &PerDirection, mover: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only where the build has the instructions.
    unsafe { flips_by_direction(rays, mover, opponent) }
}

/// The legal moves, from one step as a rotation and the squares that runs may hold.
#[inline(always)]
pub(super) fn legal_moves(steps: &PerDirection, inner: &PerDirection, mover: u64, opponent: u64) -> u64 {
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
#[target_feature(enable = "avx512cd,avx512vl")]
fn flips_by_direction(rays: &PerDirection, mover: u64, opponent: u64) -> u64 {
    let zero = _mm256_setzero_si256();
    let (rising, falling) = load_halves(rays);
    let own = _mm256_set1_epi64x(mover as i64);
    let other = _mm256_set1_epi64x(opponent as i64);
    let stops = _mm256_andnot_si256(other, rising);
    let outflanking = _mm256_and_si256(_mm256_and_si256(stops, _mm256_sub_epi64(zero, stops)), own);
    let not_nearer = _mm256_sub_epi64(_mm256_cmpeq_epi64(outflanking, zero), outflanking);
    let up = _mm256_andnot_si256(not_nearer, rising);
    // The lowest bit keeps the shift below 64; off the ray, or on a disc of the opponent's, it does no harm.
    let stops = _mm256_or_si256(_mm256_andnot_si256(other, falling), _mm256_set1_epi64x(1));
    let first = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stops));
    let outflanking = _mm256_and_si256(_mm256_and_si256(first, falling), own);
    let turned =
        _mm256_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(up, falling, _mm256_sub_epi64(zero, outflanking));
    let half = _mm_or_si128(_mm256_castsi256_si128(turned), _mm256_extracti128_si256::<1>(turned));
    let all = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si64(all) as u64 & opponent
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_halves(lanes: &PerDirection) -> (__m256i, __m256i) {
    let (rising, falling) = lanes.split_at(4);
    // SAFETY: each pointer is of half an array, which is as long as the vector.
    unsafe { (_mm256_loadu_si256(rising.as_ptr().cast()), _mm256_loadu_si256(falling.as_ptr().cast())) }
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
