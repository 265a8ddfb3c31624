//! One board to each 64-bit lane of a 512-bit vector.
//!
//! Along ranks one byte-wise addition follows a run of discs, as its carry stops on the square behind the
//! run; GFNI's bit matrices turn the other three straight directions into that one. Diagonals are filled by
//! doubling. Flips look for the first square on each ray that the opponent does not hold, by borrow towards
//! higher squares and by leading zeros towards lower ones.
#![cfg(all(
    target_feature = "avx512cd",
    target_feature = "avx512dq",
    target_feature = "avx512vl",
    target_feature = "avx512vbmi",
    target_feature = "avx512vbmi2",
    target_feature = "avx512vpopcntdq",
    target_feature = "gfni"
))]
#![allow(unsafe_code)] // perft is six times as fast as with one move at a time (figures in `perft`)

use std::arch::x86_64::*;

use super::{Children, FILE_A, LANES, Moves, Ranked, Replies, SPREAD, Weights};
use crate::board::{Board, QUICK_KEY_FACTORS};
use crate::moves::ray;
use crate::square::{Bitboard, Square};

/// Truth tables of three sets: the union, and the first with what the others have in common.
const ANY: i32 = 0xFE;
const FIRST_OR_BOTH_OTHERS: i32 = 0xF8;
/// Every square's index.
const INDEX: [u8; SPREAD] = {
    let mut index = [0; SPREAD];
    let mut at = 0;
    while at < SPREAD {
        index[at] = at as u8;
        at += 1;
    }
    index
};

/// A lane for each file.
type PerFile = [u64; LANES];

/// For each file a ray to be shifted: from its square of rank 1 brought to the lowest bit if it runs towards
/// higher ranks, else from its square of rank 8 brought to the highest.
const fn rays(files: i8, ranks: i8) -> PerFile {
    let mut table = [0; LANES];
    let mut file = 0;
    while file < LANES {
        let rising = ranks > 0;
        let start = Square::ALL[if rising { file } else { 56 + file }];
        let shifted = ray(start, files, ranks);
        table[file] = if rising { shifted >> file } else { shifted << (7 - file) };
        file += 1;
    }
    table
}

const SOUTH_EAST: PerFile = rays(1, 1);
const SOUTH_WEST: PerFile = rays(-1, 1);
const NORTH_EAST: PerFile = rays(1, -1);
const NORTH_WEST: PerFile = rays(-1, -1);
/// As the others, for the ray west of a square.
const WEST: PerFile = {
    let mut table = [0; LANES];
    let mut file = 0;
    while file < LANES {
        table[file] = ray(Square::ALL[56 + file], -1, 0) << (7 - file);
        file += 1;
    }
    table
};
const SOUTH: i64 = 0x0101_0101_0101_0100;
const NORTH: i64 = 0x0080_8080_8080_8080;
const INNER_FILES: i64 = 0x7E7E_7E7E_7E7E_7E7E;
/// Bit matrix that mirrors each rank.
const MIRROR: i64 = 0x8040_2010_0804_0201_u64 as i64;
/// As a vector of ranks to be multiplied with the board as matrix: quarter turns, once and back (mirrored).
const TURN: i64 = 0x8040_2010_0804_0201_u64 as i64;
const TURN_BACK: i64 = 0x0102_0408_1020_4080;

/// Plays all the moves.
#[inline]
pub(crate) fn play(moves: Moves<'_>) -> Children {
    // SAFETY: this module is compiled only where the build has all the instructions.
    unsafe {
        let (mover, opponent) = after(moves);
        let replies = legal_moves(mover, opponent);
        Children { mover: store(mover), opponent: store(opponent), moves: store(replies) }
    }
}

/// Plays all the moves and counts the replies.
#[inline]
pub(crate) fn count_replies(moves: Moves<'_>) -> Replies {
    // SAFETY: this module is compiled only where the build has all the instructions.
    unsafe {
        let (mover, opponent) = after(moves);
        let replies = legal_moves(mover, opponent);
        Replies {
            count: _mm512_reduce_add_epi64(_mm512_popcnt_epi64(replies)) as u64,
            none: _mm512_testn_epi64_mask(replies, replies),
        }
    }
}

/// Writes each of the `moves` on `board`, in the order of the index; the bytes after them are left undefined.
#[inline]
pub(crate) fn spread(
    board: Board,
    moves: Bitboard,
    mover: &mut [u64; SPREAD],
    opponent: &mut [u64; SPREAD],
    squares: &mut [u8; SPREAD],
) {
    // SAFETY: this module is compiled only where the build has all the instructions; the pointers are of
    // arrays of 64 bytes, read and written whole.
    unsafe {
        let index = _mm512_loadu_si512(INDEX.as_ptr().cast());
        _mm512_storeu_si512(squares.as_mut_ptr().cast(), _mm512_maskz_compress_epi8(moves.0, index));
    }
    let most = if moves.len() <= 16 { 16 } else { SPREAD };
    mover[..most].fill(board.mover().0);
    opponent[..most].fill(board.opponent().0);
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(lanes: &[u64; LANES]) -> __m512i {
    // SAFETY: the pointer is of an array as long as the vector.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(vector: __m512i) -> [u64; LANES] {
    let mut lanes = [0; LANES];
    // SAFETY: the pointer is of an array as long as the vector.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), vector) };
    lanes
}

/// The discs of the next player and of the last after the moves.
#[inline]
#[target_feature(enable = "avx512bw,avx512cd")]
fn after(moves: Moves<'_>) -> (__m512i, __m512i) {
    let mover = load(moves.mover);
    let opponent = load(moves.opponent);
    let square = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(i64::from_le_bytes(*moves.square)));
    let disc = _mm512_sllv_epi64(_mm512_set1_epi64(1), square);
    let turned = flips(square, disc, mover, opponent);
    (_mm512_andnot_si512(turned, opponent), _mm512_ternarylogic_epi64::<ANY>(mover, turned, disc))
}

/// The discs turned by a move in each lane.
#[inline]
#[target_feature(enable = "avx512bw,avx512cd")]
fn flips(square: __m512i, disc: __m512i, mover: __m512i, opponent: __m512i) -> __m512i {
    let from_end = _mm512_xor_si512(square, _mm512_set1_epi64(63));
    let per_file = |table: &PerFile| _mm512_permutexvar_epi64(square, load(table));
    let mut turned = east(disc, mover, opponent);
    for base in [_mm512_set1_epi64(SOUTH), per_file(&SOUTH_EAST), per_file(&SOUTH_WEST)] {
        turned = rising(turned, _mm512_sllv_epi64(base, square), mover, opponent);
    }
    for base in [_mm512_set1_epi64(NORTH), per_file(&NORTH_EAST), per_file(&NORTH_WEST), per_file(&WEST)] {
        turned = falling(turned, _mm512_srlv_epi64(base, from_end), mover, opponent);
    }
    _mm512_and_si512(turned, opponent)
}

/// The discs turned east of the new disc.
#[inline]
#[target_feature(enable = "avx512bw")]
fn east(disc: __m512i, mover: __m512i, opponent: __m512i) -> __m512i {
    let start = _mm512_and_si512(_mm512_add_epi8(disc, disc), opponent);
    let carried = _mm512_add_epi8(opponent, start);
    let outflanked = _mm512_test_epi64_mask(carried, mover);
    _mm512_maskz_andnot_epi64(outflanked, carried, opponent)
}

/// Adds the discs turned on a ray towards higher squares, and other squares that the opponent does not hold.
#[inline]
#[target_feature(enable = "avx512f")]
fn rising(turned: __m512i, ray: __m512i, mover: __m512i, opponent: __m512i) -> __m512i {
    let stops = _mm512_andnot_si512(opponent, ray);
    let below = _mm512_add_epi64(stops, _mm512_set1_epi64(-1));
    let first = _mm512_andnot_si512(below, stops);
    let outflanked = _mm512_test_epi64_mask(first, mover);
    _mm512_mask_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(turned, outflanked, ray, below)
}

/// Adds the discs turned on a ray towards lower squares, and the square that outflanks them.
#[inline]
#[target_feature(enable = "avx512cd")]
fn falling(turned: __m512i, ray: __m512i, mover: __m512i, opponent: __m512i) -> __m512i {
    let stops = _mm512_andnot_si512(opponent, ray);
    let first = _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(stops));
    let outflanking = _mm512_and_si512(first, mover);
    let above = _mm512_sub_epi64(_mm512_setzero_si512(), outflanking);
    _mm512_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(turned, ray, above)
}

/// The legal moves in each lane.
#[inline]
#[target_feature(enable = "avx512bw,gfni")]
fn legal_moves(mover: __m512i, opponent: __m512i) -> __m512i {
    const FIRST_AND_NO_OTHER: i32 = 0x10;
    let inner = _mm512_and_si512(opponent, _mm512_set1_epi64(INNER_FILES));
    let behind = straight_ends(mover, opponent);
    let behind = diagonal_ends::<9>(behind, mover, inner);
    let behind = diagonal_ends::<7>(behind, mover, inner);
    _mm512_ternarylogic_epi64::<FIRST_AND_NO_OTHER>(behind, mover, opponent)
}

/// Squares behind runs of the opponent's discs along ranks and files, with occupied squares among them.
#[inline]
#[target_feature(enable = "avx512bw,gfni")]
fn straight_ends(mover: __m512i, opponent: __m512i) -> __m512i {
    let (mirrored_mover, mirrored_opponent) = (mirror(mover), mirror(opponent));
    let turn = _mm512_set1_epi64(TURN);
    let turned_mover = _mm512_gf2p8affine_epi64_epi8::<0>(turn, mover);
    let turned_opponent = _mm512_gf2p8affine_epi64_epi8::<0>(turn, opponent);
    let south = east_ends(mirror(turned_mover), mirror(turned_opponent));
    let vertical = _mm512_or_si512(east_ends(turned_mover, turned_opponent), mirror(south));
    let vertical = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(TURN_BACK), vertical);
    let west = mirror(_mm512_or_si512(east_ends(mirrored_mover, mirrored_opponent), vertical));
    _mm512_or_si512(east_ends(mover, opponent), west)
}

/// Each rank from h to a.
#[inline]
#[target_feature(enable = "avx512f,gfni")]
fn mirror(boards: __m512i) -> __m512i {
    _mm512_gf2p8affine_epi64_epi8::<0>(boards, _mm512_set1_epi64(MIRROR))
}

/// Squares east of runs of the opponent's discs that have one of the mover's to their west.
#[inline]
#[target_feature(enable = "avx512bw")]
fn east_ends(mover: __m512i, opponent: __m512i) -> __m512i {
    let starts = _mm512_and_si512(_mm512_add_epi8(mover, mover), opponent);
    _mm512_add_epi8(opponent, starts)
}

/// Adds the squares behind runs of `inner` discs along one kind of diagonal.
#[inline]
#[target_feature(enable = "avx512f")]
fn diagonal_ends<const STEP: u32>(behind: __m512i, mover: __m512i, inner: __m512i) -> __m512i {
    let up_by_one = |set| _mm512_sll_epi64(set, _mm_cvtsi32_si128(STEP as i32));
    let down_by_one = |set| _mm512_srl_epi64(set, _mm_cvtsi32_si128(STEP as i32));
    let up_by_two = |set| _mm512_sll_epi64(set, _mm_cvtsi32_si128(2 * STEP as i32));
    let down_by_two = |set| _mm512_srl_epi64(set, _mm_cvtsi32_si128(2 * STEP as i32));
    let mut up = _mm512_and_si512(inner, up_by_one(mover));
    let mut down = _mm512_and_si512(inner, down_by_one(mover));
    up = _mm512_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(up, inner, up_by_one(up));
    down = _mm512_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(down, inner, down_by_one(down));
    let pairs_up = _mm512_and_si512(inner, up_by_one(inner));
    let pairs_down = down_by_one(pairs_up);
    for _ in 0..2 {
        up = _mm512_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(up, pairs_up, up_by_two(up));
        down = _mm512_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(down, pairs_down, down_by_two(down));
    }
    _mm512_ternarylogic_epi64::<ANY>(behind, up_by_one(up), down_by_one(down))
}

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
