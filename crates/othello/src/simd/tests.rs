use super::{LANES, Moves, SPREAD, Weights, kernel, portable};
use crate::naive::Random;
use crate::square::Bitboard;

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

#[test]
fn ranks_and_the_least_cost_equal_the_portable_twin() {
    let mut random = Random(6);
    let square = std::array::from_fn(|index| (index * 7 % 31) as u8);
    let weights = Weights { square, reply: 23, corner: 9, even: 5, anchored: 6 };
    for _ in 0..100_000 {
        let board = random.board();
        let (moves, odd, known) = (board.legal_moves(), Bitboard(random.next()), random.below(65) as u8);
        let lanes = (moves.len() as usize).min(LANES);
        let here = kernel::rank(board, moves, odd, known, &weights);
        let there = portable::rank(board, moves, odd, known, &weights);
        assert_eq!(here.cost, there.cost, "{board:?} {odd:?} {known}");
        assert_eq!(here.square[..lanes], there.square[..lanes]);
        assert_eq!(here.mover[..lanes], there.mover[..lanes]);
        assert_eq!(here.opponent[..lanes], there.opponent[..lanes]);
        assert_eq!(here.replies[..lanes], there.replies[..lanes]);
        assert_eq!(here.key[..lanes], there.key[..lanes]);
        assert_eq!(kernel::least(&here.cost), portable::least(&here.cost));
    }
}
