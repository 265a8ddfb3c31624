use super::{LANES, Moves, SPREAD, kernel, portable};
use crate::naive::Random;

/// Moves in every lane, taken from random boards; now and then on a square where nothing turns.
fn random_moves(random: &mut Random) -> ([u64; LANES], [u64; LANES], [u8; LANES]) {
    let (mut mover, mut opponent, mut square) = ([0; LANES], [0; LANES], [0; LANES]);
    for lane in 0..LANES {
        let board = random.board();
        let legal: Vec<_> = board.legal_moves().into_iter().collect();
        square[lane] = match legal.is_empty() {
            false => legal[random.below(legal.len())].index() as u8,
            true => random.below(64) as u8,
        };
        let free = !(1 << square[lane]);
        mover[lane] = board.mover().0 & free;
        opponent[lane] = board.opponent().0 & free;
    }
    (mover, opponent, square)
}

#[test]
fn kernel_equals_its_portable_twin() {
    let mut random = Random(1);
    for _ in 0..150_000 {
        let (mover, opponent, square) = random_moves(&mut random);
        let moves = Moves { mover: &mover, opponent: &opponent, square: &square };
        assert_eq!(kernel::play(moves), portable::play(moves), "{moves:x?}");
        assert_eq!(kernel::count_replies(moves), portable::count_replies(moves), "{moves:x?}");
    }
}

#[test]
fn spread_equals_its_portable_twin() {
    let mut random = Random(2);
    let mut here = ([0; SPREAD], [0; SPREAD], [0; SPREAD]);
    let mut there = here;
    for _ in 0..100_000 {
        let board = random.board();
        let moves = board.legal_moves();
        kernel::spread(board, moves, &mut here.0, &mut here.1, &mut here.2);
        portable::spread(board, moves, &mut there.0, &mut there.1, &mut there.2);
        let len = moves.len() as usize;
        assert_eq!(here.0[..len], there.0[..len]);
        assert_eq!(here.1[..len], there.1[..len]);
        assert_eq!(here.2[..len], there.2[..len]);
    }
}
