//! Xiangqi positions and their legal moves.

use ::xiangqi::{Move, Position};

use super::harness::{StepFailure, fail};

/// A middle game with Black to move.
pub const MIDDLE: &str = "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1";
/// Black is mated.
pub const MATED: &str = "R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1";
/// Black has no move, and has lost though not in check.
pub const STALEMATED: &str = "3k5/R8/1R7/9/9/9/9/9/9/4K4 b - - 0 1";
/// Red mates with a1a9 or a1d1.
pub const MATE_IN_ONE: &str = "3k5/1R7/9/9/9/9/9/9/R8/4K4 w - - 0 1";
/// A game in which the chariots move back and forth: 240 plies.
pub fn long_game() -> String {
    "a0a1 a9a8 i0i1 i9i8 a1a0 a8a9 i1i0 i8i9 ".repeat(30)
}

/// The position of a FEN after these moves.
///
/// # Errors
/// If the FEN is invalid or a move illegal.
pub fn position(text: &str, moves: &str) -> Result<Position, StepFailure> {
    let mut position = Position::from_fen(text).map_err(|bad| StepFailure::Failed(bad.to_string()))?;
    for mv in moves.split_whitespace() {
        let Some(()) = Move::parse(mv).ok().and_then(|mv| position.try_play(mv).ok()) else {
            return fail(format!("{mv} is not legal in {text}"));
        };
    }
    Ok(position)
}

/// Whether the text is a legal move.
pub fn is_legal(position: &Position, text: &str) -> bool {
    Move::parse(text).is_ok_and(|mv| position.check(mv).is_ok())
}

/// The first move of a line that is not legal.
pub fn first_illegal<'a>(position: &Position, line: &'a [String]) -> Option<&'a str> {
    let mut position = *position;
    line.iter().map(String::as_str).find(|text| {
        let played = Move::parse(text).ok().map(|mv| position.try_play(mv));
        !matches!(played, Some(Ok(())))
    })
}

#[cfg(test)]
mod tests {
    use ::xiangqi::fen;

    use super::*;

    #[test]
    fn the_positions_fit_their_names() {
        assert!(position(MIDDLE, "").unwrap().legal_moves().len() > 20);
        for over in [MATED, STALEMATED] {
            assert_eq!(position(over, "").unwrap().legal_moves(), []);
        }
        assert!(position(MATED, "").unwrap().board().in_check());
        assert!(position(MATE_IN_ONE, "a1a9").unwrap().legal_moves().is_empty());
        assert!(position(fen::START, &long_game()).is_ok());
    }

    #[test]
    fn lines_are_followed() {
        let line = ["h2e2", "h9g7", "h2e2"].map(str::to_owned);
        let start = position(fen::START, "").unwrap();
        assert_eq!(first_illegal(&start, &line), Some("h2e2"));
        assert_eq!(first_illegal(&start, &line[..2]), None);
        assert!(is_legal(&start, "b0c2") && !is_legal(&start, "a0a9") && !is_legal(&start, "(none)"));
    }
}
