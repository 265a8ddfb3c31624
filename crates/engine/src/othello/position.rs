//! Positions as users write them.

use shuangqi_cli::BadInput;

use othello::notation::{board, transcript};
use othello::position::Position;

/// Reads `startpos`, a board, or either followed by `moves` and the moves played from there, apart or run together.
///
/// # Errors
/// What is wrong with the board or the first move that cannot be played, with its column.
pub fn read(text: &str) -> Result<Position, BadInput> {
    shuangqi_cli::position::read(text, set_up, play)
}

fn set_up(text: &str) -> Result<Position, BadInput> {
    if text == "startpos" { Ok(Position::START) } else { board::read(text) }
}

fn play(position: &mut Position, word: &str) -> Result<(), BadInput> {
    *position = transcript::read(*position, word)?.last;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_may_be_run_together() {
        let apart = read("startpos moves f5 d6").unwrap();
        assert!(read("startpos moves f5d6").unwrap() == apart);
        let error = read("startpos moves f5d6 a1").unwrap_err();
        assert_eq!(error.reasons[0].column, Some(21));
    }
}
