//! A game in progress, its sides and its end.

use search_core::{BadInput, Position};

use crate::{Game, Notation};

/// A game so far: where it began, under which rules, its moves, and every position on the way.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSession<G: Game> {
    /// From the start to the position now.
    positions: Vec<G>,
    /// The same as the search needs them.
    line: Vec<G::LineEntry>,
    moves: Vec<G::Move>,
}

/// The rules of these names: each changes what it says of the ones before, the first one of the default ones.
pub(crate) fn parse_rules<G: Game>(names: &[&str]) -> Result<G::Rules, BadInput> {
    names.iter().try_fold(G::Rules::default(), |base, name| G::parse_rules(name, base))
}

impl<G: Game> Default for GameSession<G> {
    fn default() -> Self {
        GameSession::new(G::start(), G::Rules::default())
    }
}

impl<G: Game> GameSession<G> {
    /// A game that begins here, under these rules.
    pub fn new(start: G, rules: G::Rules) -> Self {
        let start = start.under(rules);
        GameSession { line: vec![start.line_entry(None)], positions: vec![start], moves: Vec::new() }
    }

    /// A game that begins with this board (an empty text: the start of every game), under rules of these names: each changes
    /// what it says of the ones before, the first one of the default ones.
    ///
    /// # Errors
    /// Everything that is wrong with the board or the rules.
    pub fn parse(board: &str, rules: &[&str]) -> Result<Self, BadInput> {
        let start = if board.is_empty() { G::start() } else { G::parse_board(board)? };
        Ok(GameSession::new(start, parse_rules::<G>(rules)?))
    }

    /// The same game under these rules.
    #[must_use]
    pub fn under(&self, rules: G::Rules) -> Self {
        let mut session = GameSession::new(self.positions[0].clone(), rules);
        self.moves.iter().for_each(|&mv| session.play(mv));
        session
    }

    /// The position now.
    pub fn position(&self) -> &G {
        // There is always the start.
        &self.positions[self.positions.len() - 1]
    }

    /// Every position, from the start to the one now.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The line entries of these positions: the history for the search.
    pub fn line(&self) -> &[G::LineEntry] {
        &self.line
    }

    /// Every move.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let mut next = self.position().clone();
        next.play(next.prepare(mv));
        self.line.push(next.line_entry(Some(mv)));
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Plays a move in any notation, and before it the pass that a player may leave out.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed then.
    pub fn play_text(&mut self, text: &str) -> Result<(), BadInput> {
        let before = self.moves.len();
        if self.position().must_pass()
            && let Some(pass) = self.position().legal_moves().iter().next()
            && self.position().parse_move(text) != Ok(pass)
        {
            self.play(pass);
        }
        match self.position().parse_move(text) {
            Ok(mv) => {
                self.play(mv);
                Ok(())
            }
            Err(bad) => {
                self.truncate(before);
                Err(bad)
            }
        }
    }

    /// Plays a move in coordinates, as a referee does: not after the end of the game, and no pass is added.
    ///
    /// # Errors
    /// Why it is illegal; nothing has changed then.
    pub fn referee_move(&mut self, text: &str) -> Result<G::Move, String> {
        if self.verdict().is_some() {
            return Err("the game is over".to_owned());
        }
        let mv = self.position().find_move(text)?;
        self.play(mv);
        Ok(mv)
    }

    /// Takes back the last move; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let count = self.moves.len();
        self.truncate(count.saturating_sub(1));
        count > 0
    }

    /// Takes back all moves but the first ones.
    pub fn truncate(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.positions.truncate(moves + 1);
        self.line.truncate(moves + 1);
    }

    /// The end of the game, if the last move ended it.
    pub fn verdict(&self) -> Option<Verdict> {
        G::verdict(self)
    }

    /// The number of times that the position has occurred.
    pub fn occurrences(&self) -> usize {
        let key = self.position().key();
        self.positions.iter().filter(|position| position.key() == key).count()
    }

    /// The number of moves up to and including the last capture.
    pub fn last_capture(&self) -> usize {
        let takes = |index: &usize| self.positions[*index].victim(self.moves[*index]) > 0;
        (0..self.moves.len()).rev().find(takes).map_or(0, |index| index + 1)
    }

    /// The moves in a notation.
    pub fn move_texts(&self, notation: Notation) -> Vec<String> {
        self.positions
            .iter()
            .zip(&self.moves)
            .map(|(position, &mv)| position.move_text(mv, notation))
            .collect()
    }
}

/// The sides of a game, by who moves first in the standard start: Black and White in Othello, Red and Black in Xiangqi.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Seat {
    /// Black in Othello, Red in Xiangqi.
    First,
    /// White in Othello, Black in Xiangqi.
    Second,
}

impl Seat {
    /// Both, the first one first.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// 0 or 1, for tables by seat.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat whose turn it is.
    pub fn to_move(position: &impl Position) -> Seat {
        Seat::BOTH[position.side()]
    }
}

impl std::ops::Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum GameResult {
    /// The first seat won.
    First,
    /// The second seat won.
    Second,
    /// Nobody did.
    Draw,
}

impl GameResult {
    /// The win of a seat.
    pub const fn win_of(seat: Seat) -> GameResult {
        match seat {
            Seat::First => GameResult::First,
            Seat::Second => GameResult::Second,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`, from the first seat's view.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

/// The end of a game, and the rule that ended it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The winner, if there is one.
    pub result: GameResult,
    /// The rule, in snake case.
    pub reason: String,
    /// A sentence without the final stop.
    pub explanation: String,
    /// The difference of discs, empty squares to the winner, from the first seat's view, in games that count them.
    pub discs: Option<i32>,
}

impl Verdict {
    /// A verdict without discs.
    pub fn new(result: GameResult, reason: &str, explanation: String) -> Verdict {
        Verdict { result, reason: reason.to_owned(), explanation, discs: None }
    }
}
