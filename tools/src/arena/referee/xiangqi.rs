//! The referee of Xiangqi.

use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;
use xiangqi::game::Outcome;
use xiangqi::{Color, Game, GameRules, Move, Position, Rules};

use crate::arena::player::Boards;
use crate::arena::record::GameResult;
use crate::arena::seat::Seat;

use super::{Ending, Referee};

/// A game of Xiangqi.
#[derive(Debug)]
pub struct Xiangqi {
    game: Game,
    played: usize,
    last_capture: usize,
    board_after_capture: String,
    now: String,
}

impl Xiangqi {
    /// A game that begins with this FEN, under the rules written so: `asian`, `asian moves=50`.
    ///
    /// # Errors
    /// What is wrong with either.
    pub fn new(start: &str, rules: &str) -> Result<Xiangqi, BadInput> {
        let game = Game::new(Position::from_fen(start)?, game_rules(rules)?);
        let now = game.position().to_string();
        Ok(Xiangqi { game, played: 0, last_capture: 0, board_after_capture: now.clone(), now })
    }
}

/// The set of rules with this name.
///
/// # Errors
/// If there is none.
pub fn rules_named(rules: &str) -> Result<Rules, BadInput> {
    Rules::named(rules).ok_or_else(|| unknown(rules))
}

fn game_rules(rules: &str) -> Result<GameRules, BadInput> {
    GameRules::named(rules).ok_or_else(|| unknown(rules))
}

fn unknown(rules: &str) -> BadInput {
    let known: Vec<&str> = Rules::ALL.into_iter().map(Rules::name).collect();
    let expected = format!("one of {}", known.join(", "));
    BadInput::new("Xiangqi rules", None, quote(rules), expected, "Name one of these sets of rules")
}

fn seat_of(color: Color) -> Seat {
    match color {
        Color::Red => Seat::First,
        Color::Black => Seat::Second,
    }
}

impl Referee for Xiangqi {
    fn seat(&self) -> Seat {
        seat_of(self.game.position().side())
    }

    fn colour(&self, seat: Seat) -> &'static str {
        ["Red", "Black"][seat.index()]
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let mv = Move::parse(text).map_err(|_| "it is no move in coordinates, such as h2e2")?;
        if self.game.is_over() {
            return Err("the game is over".to_owned());
        }
        let position = self.game.position();
        position.check(mv).map_err(|illegal| illegal.to_string())?;
        let takes = position.board().at(mv.to()).is_some();
        self.game.play(mv);
        self.played += 1;
        self.now = self.game.position().to_string();
        if takes {
            self.last_capture = self.played;
            self.board_after_capture.clone_from(&self.now);
        }
        Ok(mv.to_string())
    }

    fn must_pass(&self) -> bool {
        false
    }

    fn ending(&self) -> Option<Ending> {
        let verdict = self.game.verdict();
        let result = match verdict.outcome {
            Outcome::Win(color) => GameResult::win_of(seat_of(color)),
            Outcome::Draw => GameResult::Draw,
            Outcome::Illegal | Outcome::None => return None,
        };
        let explanation = self.game.explanation();
        Some(Ending::new(result, &verdict.reason.to_string(), explanation.trim_end_matches('.').to_owned()))
    }

    fn last_capture(&self) -> usize {
        self.last_capture
    }

    fn boards(&self) -> Boards<'_> {
        Boards { after_capture: &self.board_after_capture, now: &self.now }
    }

    fn solution(&self, _empties: u32) -> Option<Ending> {
        None
    }
}
