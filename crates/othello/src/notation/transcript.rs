//! Games as a list of moves: `f5d6c3d3c4…`.
//!
//! Blanks, commas, full stops and move numbers between moves are skipped. A pass may be written or left out.
//! A transcript may end before the game does.

use game::GameSession;
use search_core::bad_input::{BadInput, quote};

use super::PASSES;
use crate::position::{Move, Position};
use crate::square::Square;

const KIND: &str = "Othello transcript";
const REMEDY: &str =
    "Write squares in the order of play, such as f5d6c3, with or without blanks between them";

/// Plays a written move, after the pass that may have been left out before it.
pub(super) fn play_written(
    game: &mut GameSession<Position>,
    column: usize,
    mv: Move,
) -> Result<(), BadInput> {
    let Position { board, side } = *game.position();
    let must_pass = board.must_pass();
    let mover = if must_pass { board.passed() } else { board };
    if !mv.square().map_or(must_pass, |square| mover.is_legal(square)) {
        let found = format!("the illegal move {mv} by {side} at ply {}", game.moves().len() + 1);
        return Err(BadInput::new(KIND, Some(column), found, board.expected_moves(), REMEDY));
    }
    if must_pass && !mv.is_pass() {
        game.play(Move::PASS);
    }
    game.play(mv);
    Ok(())
}

/// Plays a transcript from a position.
///
/// # Errors
/// At the first text that is no move, or the first illegal move; its ply and the legal moves are named.
///
/// ```
/// use othello::{Position, notation::transcript};
/// let game = transcript::read(Position::START, "F5 d6, c3").unwrap();
/// assert_eq!(transcript::write(game.moves()), "f5d6c3");
/// let error = transcript::read(Position::START, "f5d6a1").unwrap_err();
/// assert!(error.to_string().contains("column 5: found the illegal move a1 by X at ply 3"));
/// ```
pub fn read(start: Position, text: &str) -> Result<GameSession<Position>, BadInput> {
    let mut game = GameSession::new(start, ());
    let mut rest = text;
    let mut column = 1;
    while let Some(first) = rest.chars().next() {
        let skipped = first.is_whitespace() || first.is_ascii_digit() || matches!(first, ',' | '.' | ';');
        let taken = if skipped {
            first.len_utf8()
        } else {
            let (mv, length) = leading_move(rest).ok_or_else(|| no_move(column, rest))?;
            play_written(&mut game, column, mv)?;
            length
        };
        column += rest.get(..taken).map_or(0, |taken| taken.chars().count());
        rest = rest.get(taken..).unwrap_or_default();
    }
    Ok(game)
}

/// The move with which a text begins, and its length in bytes.
fn leading_move(text: &str) -> Option<(Move, usize)> {
    let begins = |word: &&&str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if let Some(pass) = PASSES.iter().find(begins) {
        return Some((Move::PASS, pass.len()));
    }
    Square::parse(text.get(..2)?).map(|square| (Move::new(square), 2))
}

fn no_move(column: usize, text: &str) -> BadInput {
    let word: String = text.chars().take_while(|letter| !letter.is_whitespace()).take(8).collect();
    BadInput::new(KIND, Some(column), quote(&word), "a square such as f5, or a pass", REMEDY)
}

/// The moves in lower case without separators. Passes are left out, but for one at the end, which no later move
/// implies.
pub fn write(moves: &[Move]) -> String {
    let squares = moves.iter().filter_map(|mv| mv.square()).map(|square| square.to_string());
    let last = moves.last().filter(|mv| mv.is_pass()).map(Move::to_string);
    squares.chain(last).collect()
}

#[cfg(test)]
mod tests {
    use search_core::{MoveKind, Position as _};

    use super::*;
    use crate::naive::Random;
    use crate::notation::board;

    #[test]
    fn separators_numbers_and_case_do_not_matter() {
        let plain = read(Position::START, "f5d6c3d3c4").unwrap();
        for text in
            ["F5D6C3D3C4", "f5 d6 c3\nd3,c4", "1. f5 d6 2. c3 d3 3. c4", "1 F5; 2 D6; 3 C3; 4 D3; 5 C4"]
        {
            assert_eq!(read(Position::START, text), Ok(plain.clone()), "{text}");
        }
        assert_eq!(read(Position::START, " ").unwrap().moves(), []);
    }

    #[test]
    fn a_pass_may_be_written_or_left_out() {
        let text = "OOOX-X--OOOXXX--OXOXXXXXXXXXXXXX--XXXXXX--XXXOXX--OOOOOO-OOOOOOO X";
        let start = board::read(text).unwrap();
        let square = start.board.opponent_moves().first().unwrap();
        let silent = read(start, &square.to_string()).unwrap();
        assert_eq!(silent.moves(), [Move::PASS, Move::new(square)]);
        for pass in ["pass", "PA", "ps", "--", "@@", "P@", "pass "] {
            assert_eq!(read(start, &format!("{pass}{square}")), Ok(silent.clone()), "{pass}");
        }
        assert_eq!(write(read(start, "pass").unwrap().moves()), "pass");
        let error = read(start, "a1").unwrap_err().to_string();
        assert!(error.contains("expected a pass"), "{error}");
    }

    #[test]
    fn random_games_survive_the_round_trip_and_end() {
        let mut random = Random(15);
        for _ in 0..2_000 {
            let mut game = GameSession::<Position>::default();
            loop {
                let moves = game.position().list_moves(MoveKind::All);
                let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
                game.play(mv);
            }
            let text = write(game.moves());
            let error = read(Position::START, &format!("{text}a1")).unwrap_err().to_string();
            assert!(error.contains("no further move, as the game is over"), "{error}");
            assert_eq!(read(Position::START, &text), Ok(game));
        }
    }
}
