//! A game from its start to its last move, as the page shows it.

use std::collections::HashMap;

use search_core::{MoveKind, MoveList};
use serde::Serialize;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;
use shuangqi_plot::board::Board;

use crate::arena::config::Notation;
use crate::arena::match_game::MatchGame;
use crate::arena::referee::Referee;

/// The most moves of a game.
pub const MOST_MOVES: usize = 2000;

/// Reads a game: the board it begins with (empty: the start of every game), its moves in any notation, and the notation
/// that moves are to be named in.
pub type ReadState = fn(&str, &[String], Notation) -> Result<GameState, BadInput>;

/// A move, and how people write it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NamedMove {
    /// In the game's coordinates.
    pub text: String,
    /// In the notation that was asked for.
    pub name: String,
}

/// A game and what can happen next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameState {
    /// The board that it begins with.
    pub start: String,
    /// The board before the first move and after each.
    pub boards: Vec<String>,
    /// The moves that were played.
    pub moves: Vec<NamedMove>,
    /// The side to move: 0 or 1.
    pub side: usize,
    /// The moves that can be played; none if the game is over.
    pub legal: Vec<NamedMove>,
    /// Whether the only one is a pass.
    pub must_pass: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// How the game ended, if it has.
    pub ending: Option<StateEnding>,
    /// What may soon end the game, in sentences.
    pub warnings: Vec<String>,
    /// The discs of both sides, in games of discs in cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<[usize; 2]>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StateEnding {
    /// `1-0`, `0-1` or `1/2-1/2`, from the first side's view.
    pub result: &'static str,
    /// The rule, in snake case.
    pub reason: String,
    /// A sentence without the final stop.
    pub explanation: String,
    /// The difference of discs from the first side's view, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discs: Option<i32>,
}

/// Reads a game of this kind.
///
/// # Errors
/// What is wrong with the board, and the first move that cannot be played.
pub fn read<P: MatchGame>(start: &str, moves: &[String], notation: Notation) -> Result<GameState, BadInput> {
    let mut game = PartialGame::<P>::begin(start, notation)?;
    if moves.len() > MOST_MOVES {
        let found = format!("{} moves", moves.len());
        let expected = format!("at most {MOST_MOVES}");
        return Err(BadInput::new("game", None, found, expected, "Begin from a later position"));
    }
    for (index, text) in moves.iter().enumerate() {
        game.play(text).map_err(|bad| bad.at("move", index + 1))?;
    }
    Ok(game.finish())
}

/// A game as far as it is read.
struct PartialGame<P> {
    position: P,
    referee: Box<dyn Referee>,
    notation: Notation,
    boards: Vec<String>,
    moves: Vec<NamedMove>,
    /// How often each position has occurred, by its key.
    occurrences: HashMap<u64, u32>,
}

impl<P: MatchGame> PartialGame<P> {
    fn begin(start: &str, notation: Notation) -> Result<Self, BadInput> {
        let position = P::read_board(if start.is_empty() { P::START } else { start })?;
        let board = position.write_board();
        let referee = P::referee(&board, P::MATCH.default_rules.unwrap_or_default())?;
        let occurrences = HashMap::from([(position.key(), 1)]);
        Ok(PartialGame { position, referee, notation, boards: vec![board], moves: Vec::new(), occurrences })
    }

    /// Plays a move in any notation, and a pass that was left out before it.
    fn play(&mut self, text: &str) -> Result<(), BadInput> {
        if let Some(ending) = self.referee.ending() {
            let found = format!("{} after the end: {}", quote(text), ending.explanation);
            return Err(BadInput::new("game", None, found, "a game that goes on", "Leave the move out"));
        }
        let mut played = Vec::new();
        self.position.clone().play_notation(text, &mut played)?;
        for text in played {
            let mv = self.position.read_move(&text)?;
            self.referee.play(&text).map_err(|why| {
                BadInput::new("move", None, format!("{}: {why}", quote(&text)), "a legal move", "Correct it")
            })?;
            self.moves.push(self.named(mv));
            self.position.play(self.position.prepare(mv));
            self.boards.push(self.position.write_board());
            *self.occurrences.entry(self.position.key()).or_default() += 1;
        }
        Ok(())
    }

    fn named(&self, mv: P::Move) -> NamedMove {
        let text = mv.to_string();
        let name = self.position.name_of(mv, self.notation).unwrap_or_else(|| text.clone());
        NamedMove { text, name }
    }

    fn finish(self) -> GameState {
        let ending = self.referee.ending().map(|ending| StateEnding {
            result: ending.result.text(),
            reason: ending.reason,
            explanation: ending.explanation,
            discs: ending.discs,
        });
        let mut list = MoveList::new();
        if ending.is_none() {
            self.position.moves(MoveKind::All, &mut list);
        }
        GameState {
            start: self.boards[0].clone(),
            side: self.position.side(),
            legal: list.iter().map(|mv| self.named(mv)).collect(),
            must_pass: ending.is_none() && self.referee.must_pass(),
            in_check: self.position.is_in_check(),
            warnings: if ending.is_none() { self.warnings() } else { Vec::new() },
            counts: counts(P::INFO.board, &self.boards[self.boards.len() - 1]),
            ending,
            boards: self.boards,
            moves: self.moves,
        }
    }

    fn warnings(&self) -> Vec<String> {
        let times = self.occurrences.get(&self.position.key()).copied().unwrap_or_default();
        let repeated = (times > 1).then(|| {
            format!("This position has occurred {times} times. At the third time the game may end by the rules on repetition.")
        });
        repeated.into_iter().collect()
    }
}

/// The discs of both sides by a position's text.
fn counts(board: Board, text: &str) -> Option<[usize; 2]> {
    let Board::Cells { columns, rows, .. } = board else { return None };
    let cells = usize::from(columns) * usize::from(rows);
    let count = |disc| text.chars().take(cells).filter(|&letter| letter == disc).count();
    Some([count('X'), count('O')])
}
