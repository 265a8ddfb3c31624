//! The moves of one board, a lane each.

use std::arch::x86_64::*;

use super::{ANY, FIRST_OR_BOTH_OTHERS, INDEX, flips, legal_moves, store};
use crate::bitboard::Bitboard;
use crate::board::{Board, QUICK_KEY_FACTORS};
use crate::simd::LANES;
use crate::simd::ranking::{FILE_A, Ranked, Weights};

/// Plays the first eight of the `moves` and ranks them; `known` is the index of a square to be tried first.
#[inline(always)]
pub(crate) fn rank(board: Board, moves: Bitboard, odd: Bitboard, known: u8, weights: &Weights) -> Ranked {
    // SAFETY: this module is compiled only where the build has all the instructions.
    unsafe { rank_lanes(board, moves, odd, known, weights) }
}

/// The lane of the least cost, and that cost.
#[inline(always)]
pub(crate) fn least(cost: &[u16; LANES]) -> (usize, u16) {
    // SAFETY: as above; the pointer is of an array as long as the vector.
    let found = unsafe { _mm_cvtsi128_si32(_mm_minpos_epu16(_mm_loadu_si128(cost.as_ptr().cast()))) };
    ((found >> 16 & 7) as usize, found as u16)
}

#[inline]
#[target_feature(enable = "avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni")]
fn rank_lanes(board: Board, moves: Bitboard, odd: Bitboard, known: u8, weights: &Weights) -> Ranked {
    let packed = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(moves.0, load_bytes(&INDEX)));
    let square = _mm512_cvtepu8_epi64(packed);
    let disc = _mm512_sllv_epi64(_mm512_set1_epi64(1), square);
    let (own, other) = (all(board.mover().0), all(board.opponent().0));
    let turned = flips(square, disc, own, other);
    let mover = _mm512_andnot_si512(turned, other);
    let opponent = _mm512_ternarylogic_epi64::<ANY>(own, turned, disc);
    let replies = legal_moves(mover, opponent);
    let bytes = _mm512_permutexvar_epi8(_mm512_castsi128_si512(packed), load_bytes(&weights.square));
    let by_square = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(bytes));
    let even = _mm512_testn_epi64_mask(disc, all(odd.0));
    let by_square = _mm512_mask_add_epi64(by_square, even, by_square, all(weights.even.into()));
    let cost = _mm512_add_epi64(by_square, cost_of_child(opponent, replies, weights));
    let is_first = _mm512_testn_epi64_mask(mover, mover) | _mm512_cmpeq_epi64_mask(square, all(known.into()));
    let cost = _mm512_cvtepi64_epi16(_mm512_maskz_mov_epi64(!is_first, cost));
    let is_vacant = if moves.len() < LANES as u32 { !0 << moves.len() } else { 0 };
    Ranked {
        square: _mm_cvtsi128_si64(packed).to_le_bytes(),
        mover: store(mover),
        opponent: store(opponent),
        replies: store(replies),
        key: store(quick_keys(mover, opponent)),
        cost: store_half_words(_mm_mask_mov_epi16(cost, is_vacant, _mm_set1_epi16(-1))),
    }
}

/// The terms for the replies and for the discs that are anchored in a corner.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn cost_of_child(opponent: __m512i, replies: __m512i, weights: &Weights) -> __m512i {
    let corners = all(Bitboard::CORNERS.0);
    let held = _mm512_and_si512(opponent, corners);
    let (west, east) = (_mm512_and_si512(held, all(FILE_A)), _mm512_andnot_si512(all(FILE_A), held));
    let along = _mm512_or_si512(_mm512_slli_epi64::<1>(west), _mm512_srli_epi64::<1>(east));
    let across = _mm512_or_si512(_mm512_slli_epi64::<8>(held), _mm512_srli_epi64::<8>(held));
    let beside = _mm512_or_si512(along, across);
    let anchored = _mm512_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(held, opponent, beside);
    let base = all(u64::from(weights.anchored) * u64::from(Weights::MAX_ANCHORED));
    let by_replies = _mm512_add_epi64(
        weighted(replies, weights.reply),
        weighted(_mm512_and_si512(replies, corners), weights.corner),
    );
    _mm512_add_epi64(by_replies, _mm512_sub_epi64(base, weighted(anchored, weights.anchored)))
}

/// The number of squares in each set, times the weight.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn weighted(sets: __m512i, weight: u8) -> __m512i {
    _mm512_mul_epu32(_mm512_popcnt_epi64(sets), all(weight.into()))
}

#[inline]
#[target_feature(enable = "avx512dq")]
fn quick_keys(mover: __m512i, opponent: __m512i) -> __m512i {
    let [first, second] = QUICK_KEY_FACTORS;
    _mm512_add_epi64(_mm512_mullo_epi64(mover, all(first)), _mm512_mullo_epi64(opponent, all(second)))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn all(word: u64) -> __m512i {
    _mm512_set1_epi64(word as i64)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_bytes(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the pointer is of an array as long as the vector.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn store_half_words(vector: __m128i) -> [u16; LANES] {
    let mut lanes = [0; LANES];
    // SAFETY: the pointer is of an array as long as the vector.
    unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast(), vector) };
    lanes
}
