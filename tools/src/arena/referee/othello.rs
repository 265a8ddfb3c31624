//! The referee of Othello.

use othello::notation::{board, read_move};
use othello::solve::{EXACT, Solver};
use othello::{Move, Position, Side};
use search_core::{Control, Position as _};
use shuangqi_cli::BadInput;

use crate::arena::player::Boards;
use crate::arena::record::GameResult;
use crate::arena::seat::Seat;

use super::{Ending, Referee};

/// The table of the solver, by empty squares: twice as large for each from 12 on, which it solves without one.
fn solver_bytes(empties: u32) -> usize {
    1 << (16 + empties.saturating_sub(12)).min(24)
}

/// A game of Othello.
#[derive(Debug)]
pub struct Othello {
    position: Position,
    start: String,
    now: String,
}

impl Othello {
    /// A game that begins with this board.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(start: &str) -> Result<Othello, BadInput> {
        let position = board::read(start)?;
        let start = board::write(position);
        Ok(Othello { position, now: start.clone(), start })
    }

    /// The end of a game by this difference of discs for the side to move.
    fn decided(&self, difference: i32) -> Ending {
        let discs = if self.seat() == Seat::First { difference } else { -difference };
        let result = match discs.signum() {
            1 => GameResult::First,
            -1 => GameResult::Second,
            _ => GameResult::Draw,
        };
        Ending { result, reason: String::new(), explanation: String::new(), discs: Some(discs) }
    }

    fn check(&self, mv: Move) -> Result<(), String> {
        let board = self.position.board;
        match mv.square() {
            Some(square) if board.is_legal(square) => Ok(()),
            Some(square) if board.empties().has(square) => Err("it turns no disc".to_owned()),
            Some(_) => Err("the square is occupied".to_owned()),
            None if board.must_pass() => Ok(()),
            None => Err(match board.legal_moves().into_iter().next() {
                Some(square) => format!("there are moves, such as {square}"),
                None => "the game is over".to_owned(),
            }),
        }
    }
}

/// `Black wins 40 to 24`, empty squares counted for the winner.
fn result_text(ending: &Ending) -> String {
    let discs = ending.discs.unwrap_or_default();
    let (more, fewer) = (32 + discs.abs() / 2, 32 - discs.abs() / 2);
    match ending.result {
        GameResult::First => format!("Black wins {more} to {fewer}"),
        GameResult::Second => format!("White wins {more} to {fewer}"),
        GameResult::Draw => format!("A draw, {more} to {fewer}"),
    }
}

impl Referee for Othello {
    fn seat(&self) -> Seat {
        match self.position.side {
            Side::Black => Seat::First,
            Side::White => Seat::Second,
        }
    }

    fn colour(&self, seat: Seat) -> &'static str {
        ["Black", "White"][seat.index()]
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let mv = read_move(text).ok_or("it is no square, nor a pass")?;
        self.check(mv)?;
        self.position.play(mv);
        self.now = board::write(self.position);
        Ok(mv.to_string())
    }

    fn must_pass(&self) -> bool {
        self.position.board.must_pass()
    }

    fn ending(&self) -> Option<Ending> {
        let board = self.position.board;
        board.is_over().then(|| {
            let ending = self.decided(board.final_difference());
            let explanation = match (board.empties().len(), ending.result) {
                (0, _) | (_, GameResult::Draw) => result_text(&ending),
                (1, _) => result_text(&ending) + ", the empty square counted for the winner",
                (empties, _) => {
                    format!("{}, the {empties} empty squares counted for the winner", result_text(&ending))
                }
            };
            Ending { reason: "discs".to_owned(), explanation, ..ending }
        })
    }

    fn last_capture(&self) -> usize {
        0
    }

    fn boards(&self) -> Boards<'_> {
        Boards { after_capture: &self.start, now: &self.now }
    }

    fn solution(&self, empties: u32) -> Option<Ending> {
        let left = self.position.board.empties().len();
        (left <= empties).then(|| {
            let solution =
                Solver::with_bytes(solver_bytes(left)).solve(&self.position, EXACT, &Control::new());
            let ending = self.decided(solution.score);
            let explanation = format!("{} with best play of the last {left} squares", result_text(&ending));
            Ending { reason: "solved".to_owned(), explanation, ..ending }
        })
    }
}
