//! The rules, as a match asks for them: what may be played, and when and how a game ends.

mod othello;
#[cfg(test)]
mod tests;
mod xiangqi;

use shuangqi_cli::BadInput;

pub use xiangqi::rules_named;

use super::config::{Game, Opening};
use super::player::Boards;
use super::record::GameResult;
use super::seat::Seat;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won.
    pub result: GameResult,
    /// The rule, snake case.
    pub reason: String,
    /// In a sentence without the final stop.
    pub explanation: String,
    /// Othello: the difference of discs, empties to the winner, from the first seat's view.
    pub discs: Option<i32>,
}

impl Ending {
    /// An ending without discs.
    pub fn new(result: GameResult, reason: &str, explanation: String) -> Ending {
        Ending { result, reason: reason.to_owned(), explanation, discs: None }
    }
}

/// A game under the eyes of its rules.
pub trait Referee {
    /// Who is to move.
    fn seat(&self) -> Seat;

    /// The colour of a seat, as sentences begin with it.
    fn colour(&self, seat: Seat) -> &'static str;

    /// Plays a move in the game's own coordinates, in either case, and says how it is written.
    ///
    /// # Errors
    /// Why it may not be played; nothing has changed then.
    fn play(&mut self, text: &str) -> Result<String, String>;

    /// Whether there is nothing to ask the side to move: it must pass. The pass has yet to be played.
    fn must_pass(&self) -> bool;

    /// How the rules have ended the game, if they have.
    fn ending(&self) -> Option<Ending>;

    /// How many of the moves came before the last capture, that one included.
    fn last_capture(&self) -> usize;

    /// The board after the settled moves, and now.
    fn boards(&self) -> Boards<'_>;

    /// How the game would end if both sides played on without a mistake, if no more than so many squares are empty.
    fn solution(&self, empties: u32) -> Option<Ending>;
}

/// A game at the end of its opening.
///
/// # Errors
/// What is wrong with the board, the moves or the name of the rules, which only Xiangqi asks for.
pub fn begin(game: Game, rules: &str, opening: &Opening) -> Result<Box<dyn Referee>, BadInput> {
    let mut referee: Box<dyn Referee> = match game {
        Game::Othello => Box::new(othello::Othello::new(&opening.start)?),
        Game::Xiangqi => Box::new(xiangqi::Xiangqi::new(&opening.start, rules)?),
    };
    for (index, text) in opening.moves.iter().enumerate() {
        referee.play(text).map_err(|why| {
            let found = format!("{text:?} as move {} of opening {:?}", index + 1, opening.name);
            BadInput::new("opening", None, found, format!("a legal move, but {why}"), "Correct the opening")
        })?;
    }
    Ok(referee)
}
