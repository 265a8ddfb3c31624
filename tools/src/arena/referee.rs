//! The rules of a game in a match: which moves are legal, and when and how a game ends.

#[cfg(test)]
mod tests;

use shuangqi_cli::BadInput;

use super::config::Opening;
use super::player::Boards;
use super::record::GameResult;
use super::seat::Seat;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    pub result: GameResult,
    /// The rule, in snake case.
    pub reason: String,
    /// A sentence without the final stop.
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

/// The rules applied to one game.
pub trait Referee {
    /// The side to move.
    fn seat(&self) -> Seat;

    /// The colour of a seat, as sentences begin with it.
    fn colour(&self, seat: Seat) -> &'static str;

    /// Plays a move in the game's own coordinates, in either case, and returns its usual spelling.
    ///
    /// # Errors
    /// Why it is illegal; the game has not changed then.
    fn play(&mut self, text: &str) -> Result<String, String>;

    /// Whether the side to move must pass. The pass is not played yet.
    fn must_pass(&self) -> bool;

    /// The end of the game by its rules, if it has ended.
    fn ending(&self) -> Option<Ending>;

    /// The number of moves up to and including the last capture.
    fn last_capture(&self) -> usize;

    /// The board after the last capture, and now.
    fn boards(&self) -> Boards<'_>;

    /// The end of the game with best play, if at most this many squares are empty.
    fn solution(&self, empties: u32) -> Option<Ending>;
}

/// A game of this referee at the end of its opening.
///
/// # Errors
/// The first move that is illegal.
pub fn begin(mut referee: Box<dyn Referee>, opening: &Opening) -> Result<Box<dyn Referee>, BadInput> {
    for (index, text) in opening.moves.iter().enumerate() {
        referee.play(text).map_err(|why| {
            let found = format!("{text:?} as move {} of opening {:?}", index + 1, opening.name);
            BadInput::new("opening", None, found, format!("a legal move, but {why}"), "Correct the opening")
        })?;
    }
    Ok(referee)
}
