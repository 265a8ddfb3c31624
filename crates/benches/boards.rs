//! Boards to measure on, the same in every run.

use othello::Board;

/// 4,096 boards of random games from the start.
pub fn boards() -> Vec<Board> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut board = Board::START;
    let mut boards = Vec::new();
    while boards.len() < 4096 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let moves = board.legal_moves();
        let choice = moves.into_iter().nth((state >> 33) as usize % moves.len().max(1) as usize);
        board = match choice {
            Some(square) => board.after(square, board.flips(square)),
            None if board.is_over() => Board::START,
            None => board.passed(),
        };
        boards.push(board);
    }
    boards
}
