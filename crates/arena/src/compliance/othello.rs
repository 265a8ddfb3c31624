//! Othello positions and their legal moves.

use ::othello::Position;
use ::othello::notation::{board, transcript};
use search_core::Position as _;

use super::harness::StepFailure;

/// A game after which Black, to move, must pass.
pub const BEFORE_PASS: &str = "c4c3f5b4a4a5c2a3";

/// The position after a game from the start.
///
/// # Errors
/// If a move is illegal.
pub fn after(moves: &str) -> Result<Position, StepFailure> {
    let game =
        transcript::read(Position::START, moves).map_err(|bad| StepFailure::Failed(bad.to_string()))?;
    let mut position = Position::START;
    game.moves.iter().for_each(|&mv| position.play(mv));
    Ok(position)
}

/// Whether the text is a legal move, in any case.
pub fn is_legal(position: &Position, text: &str) -> bool {
    legal(position).contains(&text.to_ascii_lowercase())
}

/// The legal moves.
pub fn legal(position: &Position) -> Vec<String> {
    if position.board.must_pass() {
        return vec!["pass".to_owned()];
    }
    position.board.legal_moves().into_iter().map(|square| square.to_string()).collect()
}

/// Plays a move; `false`: it is illegal.
pub fn play(position: &mut Position, text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    if !is_legal(position, &text) {
        return false;
    }
    if text == "pass" {
        *position = position.passed();
        return true;
    }
    let Ok(game) = transcript::read(*position, &text) else { return false };
    game.moves.iter().for_each(|&mv| position.play(mv));
    true
}

/// A game without a pass that fills the board.
pub fn full_game() -> String {
    (1..).find_map(filling_game).unwrap_or_default()
}

/// The game in which this number chooses among the legal moves, if it passes nowhere and fills the board.
fn filling_game(number: usize) -> Option<String> {
    let (mut position, mut game) = (Position::START, String::new());
    while !position.board.is_over() {
        let moves = legal(&position);
        let mv = &moves[number * game.len() % moves.len()];
        if mv == "pass" {
            return None;
        }
        play(&mut position, mv);
        game.push_str(mv);
    }
    (game.len() == 120).then_some(game)
}

/// The cells and the side, in the letters of GGF.
pub fn cells(position: Position) -> String {
    board::write(position).replace('X', "*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_game_fills_the_board() {
        let end = after(&full_game()).unwrap();
        assert!(end.board.is_over() && end.board.final_difference() != 0);
    }

    #[test]
    fn passes_are_moves_like_others() {
        let mut position = after(BEFORE_PASS).unwrap();
        assert_eq!(legal(&position), ["pass"]);
        assert!(play(&mut position, "PASS") && !play(&mut position, "pass") && !play(&mut position, "a1"));
        assert!(play(&mut Position::START.clone(), "F5"));
        assert!(cells(Position::START).ends_with(" *"));
    }
}
