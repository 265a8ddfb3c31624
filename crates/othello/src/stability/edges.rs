//! The stable discs of the rim, by what stands on its four edges.
//!
//! Every edge of eight cells has been played out in all ways: either side on any empty cell, with the discs
//! it turns on the edge. A disc is stable if it stays in all of them.

/// 3^8 edges.
const EDGES: usize = 6561;
const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The number whose digits to base 3 are the bits of the index.
static TERNARY: [u16; 256] = ternary();

const fn ternary() -> [u16; 256] {
    let mut table = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        table[bits] = 3 * table[bits / 2] + (bits % 2) as u16;
        bits += 1;
    }
    table
}

/// The stable discs among `own`, by the edge: `TERNARY[own] + 2 * TERNARY[other]`.
static STABLE: [u8; EDGES] = played_out();

#[allow(long_running_const_eval)] // 6,561 edges; half a second
const fn played_out() -> [u8; EDGES] {
    let ternary = ternary();
    let mut table = [0; EDGES];
    let mut discs = 256;
    while discs > 0 {
        discs -= 1; // an edge with more discs on it, as a set that holds this one, has been done before
        let mut own = discs;
        loop {
            let other = discs & !own;
            table[(ternary[own] + 2 * ternary[other]) as usize] = stable_on(&table, &ternary, own, other);
            if own == 0 {
                break;
            }
            own = (own - 1) & discs;
        }
    }
    table
}

/// The discs of `own` that stay in every continuation, given the table of edges with more discs.
const fn stable_on(table: &[u8; EDGES], ternary: &[u16; 256], own: usize, other: usize) -> u8 {
    let mut stable = own as u8;
    let mut cell = 0;
    while cell < 8 && stable != 0 {
        if (own | other) >> cell & 1 == 0 {
            let gained = turned(cell, own, other);
            let lost = turned(cell, other, own);
            let after_own = ternary[own | gained | 1 << cell] + 2 * ternary[other & !gained];
            let after_other = ternary[own & !lost] + 2 * ternary[other | lost | 1 << cell];
            stable &= table[after_own as usize] & table[after_other as usize];
        }
        cell += 1;
    }
    stable
}

/// The discs of `other` that turn on the edge when the owner of `own` plays on `cell`.
const fn turned(cell: usize, own: usize, other: usize) -> usize {
    let above = (other >> cell | 1).trailing_ones() as usize; // the new disc and the run above it
    let below = (other << (63 - cell) | 1 << 63).leading_ones() as usize;
    let up = if own >> (cell + above) & 1 != 0 { ((1 << above) - 1) << cell } else { 0 };
    let down =
        if below <= cell && own >> (cell - below) & 1 != 0 { (2 << cell) - (2 << (cell - below)) } else { 0 };
    (up | down) & other
}

/// The stable discs of `own` on the rim.
#[inline(always)]
pub(super) fn stable(own: u64, other: u64) -> u64 {
    let top = edge(own, other);
    let bottom = edge(own >> 56, other >> 56) << 56;
    let west = to_file(edge(from_file(own), from_file(other)));
    let east = to_file(edge(from_file(own >> 7), from_file(other >> 7))) << 7;
    top | bottom | west | east
}

#[inline(always)]
fn edge(own: u64, other: u64) -> u64 {
    let digits = |cells: u64| usize::from(TERNARY[(cells & 0xFF) as usize]);
    u64::from(STABLE[digits(own) + 2 * digits(other)])
}

/// The discs of file a, from rank 1 up, in eight bits.
#[inline(always)]
const fn from_file(discs: u64) -> u64 {
    (discs & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The inverse of [`from_file`]. The last bit goes by itself, as its copies would meet those of the first.
#[inline(always)]
const fn to_file(bits: u64) -> u64 {
    (((bits & 0x7F) * 0x0002_0408_1020_4081) & FILE_A) | bits >> 7 << 56
}
