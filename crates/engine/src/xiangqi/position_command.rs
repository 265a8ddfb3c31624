//! The game of a `position` command: a position and the moves that led there.
//!
//! A user interface may go on after a position has come back, and then the engine does too.

use game::{Game as _, GameSession};
use protocols::uci;
use protocols::words::{Word, bad_input};
use shuangqi_cli::{BadInput, Reason};

use xiangqi::movegen::Illegal;
use xiangqi::moves::Move;
use xiangqi::position::Position;
use xiangqi::rules::GameRules;

/// The game of a command.
///
/// # Errors
/// What is wrong with the FEN, or with the first move that cannot be played.
pub fn read(game: &uci::Position) -> Result<GameSession<Position>, BadInput> {
    let start = match &game.fen {
        None => Position::start(),
        Some(fen) => Position::from_fen(&fen.text).map_err(|bad| fen.place(bad))?,
    };
    let mut session = GameSession::new(start, GameRules::DEFAULT);
    game.moves.iter().try_for_each(|word| play(&mut session, word))?;
    Ok(session)
}

fn play(session: &mut GameSession<Position>, word: &Word) -> Result<(), BadInput> {
    let mv = Move::parse(&word.text).map_err(|bad| word.place(bad))?;
    let bad = |why| bad_input(uci::Position::KIND, vec![word.reject(expected(why))], uci::Position::REMEDY);
    session.position().check(mv).map_err(bad)?;
    session.play(mv);
    Ok(())
}

/// The position with the sides exchanged, without the positions before.
pub fn flipped(session: &GameSession<Position>) -> GameSession<Position> {
    // The flipped arrangement of a valid position is valid too.
    let position = Position::try_from(&session.position().to_setup().flipped());
    GameSession::new(position.unwrap_or(*session.position()), GameRules::DEFAULT)
}

/// Whether every one of these moves could be played.
///
/// # Errors
/// The moves that could not, and why.
pub fn check_moves(position: &Position, moves: &[Move]) -> Result<(), BadInput> {
    let reasons: Vec<Reason> = moves
        .iter()
        .filter_map(|mv| Some((mv, position.check(*mv).err()?)))
        .map(|(mv, why)| Reason { column: None, found: mv.to_string(), expected: expected(why) })
        .collect();
    match reasons.is_empty() {
        true => Ok(()),
        false => Err(bad_input("go", reasons, "Name legal moves of the last position")),
    }
}

fn expected(why: Illegal) -> String {
    format!("a legal move, but {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<GameSession<Position>, BadInput> {
        match format!("position {text}").parse()? {
            uci::Command::Position(game) => super::read(&game),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn moves_lead_on_from_the_start_or_any_position() {
        let played = read("startpos moves H2E2 h9g7\t h0g2").unwrap();
        assert_eq!(played.line().len(), 4);
        let fen = played.position().to_string();
        assert_eq!(read(&format!("fen  {fen}")).unwrap().position(), played.position());
        assert_eq!(read("startpos").unwrap().line().len(), 1);
        assert_eq!(read("startpos moves").unwrap().line().len(), 1);
    }

    #[test]
    fn errors_have_their_column() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert!(message("startpos moves h2e2 h2e2").contains("column 30: found \"h2e2\""));
        assert!(message("startpos moves h2z9").contains("column 27"));
        assert!(message("fen 9/9/9/9/9/9/9/9/9/9 x").contains("column 34"));
        assert!(message("fen 9/9/9/9/9/9/9/9/9/9 w moves").contains("general"));
        assert!(message("fen").contains("found"));
    }
}
