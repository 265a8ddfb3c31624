//! The referee of games that end by what is on the board.

use shuangqi_cli::BadInput;

use super::match_game::MatchGame;
use super::player::Boards;
use super::record::GameResult;
use super::referee::{Ending, Referee};
use super::seat::Seat;

/// A game whose end the board alone shows.
pub trait BoardRules: MatchGame {
    /// The end of the game, if it has ended: by default where no move is left, with the sign of the final score.
    fn ending(&self) -> Option<Ending> {
        if self.count_moves() > 0 {
            return None;
        }
        let mover = Seat::BOTH[self.side()];
        let winner = match self.final_score(0) {
            0 => return Some(Ending::new(GameResult::Draw, "draw", "A draw".to_owned())),
            score if score > 0 => mover,
            _ => !mover,
        };
        let explanation = format!("{} wins", Self::MATCH.colours[winner.index()]);
        Some(Ending::new(GameResult::win_of(winner), "win", explanation))
    }

    /// The legal move that is written so in the game's own coordinates, in either case.
    ///
    /// # Errors
    /// Why it is illegal.
    fn legal_move(&self, text: &str) -> Result<Self::Move, String> {
        self.find_move(text)
    }

    /// Whether the side to move must pass.
    fn must_pass(&self) -> bool {
        false
    }

    /// The end of the game with best play, if at most this many squares are empty and the game has a solver.
    fn solution(&self, _empties: u32) -> Option<Ending> {
        None
    }
}

/// A game in progress.
#[derive(Debug)]
pub struct BoardReferee<P> {
    position: P,
    start: String,
    now: String,
}

impl<P: BoardRules> BoardReferee<P> {
    /// A game that begins with this board.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(start: &str) -> Result<Box<dyn Referee>, BadInput> {
        let position = P::read_board(start)?;
        let start = position.write_board();
        Ok(Box::new(BoardReferee { position, now: start.clone(), start }))
    }
}

impl<P: BoardRules> Referee for BoardReferee<P> {
    fn seat(&self) -> Seat {
        Seat::BOTH[self.position.side()]
    }

    fn colour(&self, seat: Seat) -> &'static str {
        P::MATCH.colours[seat.index()]
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let mv = self.position.legal_move(text)?;
        self.position.play(mv);
        self.now = self.position.write_board();
        Ok(mv.to_string())
    }

    fn must_pass(&self) -> bool {
        self.position.must_pass()
    }

    fn ending(&self) -> Option<Ending> {
        self.position.ending()
    }

    fn last_capture(&self) -> usize {
        0
    }

    fn boards(&self) -> Boards<'_> {
        Boards { after_capture: &self.start, now: &self.now }
    }

    fn solution(&self, empties: u32) -> Option<Ending> {
        self.position.solution(empties)
    }
}
