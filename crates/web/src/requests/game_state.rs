//! A game from its start to its last move, as the page shows it.

use game::any::{AnySession, NamedMove};
use game::{BoardShape, Notation};
use serde::Serialize;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use shuangqi_arena::games::Game;

/// The most moves of a game.
pub const MOST_MOVES: usize = 2000;

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

/// Plays a game from its start, which is empty for that of every game, by its moves in any notation.
///
/// # Errors
/// What is wrong with the board, and the first move that cannot be played.
pub fn session(game: Game, start: &str, moves: &[String]) -> Result<Box<dyn AnySession>, BadInput> {
    let mut session = game.session(start, "")?;
    if moves.len() > MOST_MOVES {
        let found = format!("{} moves", moves.len());
        let expected = format!("at most {MOST_MOVES}");
        return Err(BadInput::new("game", None, found, expected, "Begin from a later position"));
    }
    for (index, text) in moves.iter().enumerate() {
        play(&mut *session, text).map_err(|bad| bad.at("move", index + 1))?;
    }
    Ok(session)
}

fn play(session: &mut dyn AnySession, text: &str) -> Result<(), BadInput> {
    if let Some(verdict) = session.verdict() {
        let found = format!("{} after the end: {}", quote(text), verdict.explanation);
        return Err(BadInput::new("game", None, found, "a game that goes on", "Leave the move out"));
    }
    session.play_text(text)
}

impl GameState {
    /// The state of a session, whose moves are named in this notation.
    pub fn new(session: &dyn AnySession, notation: Notation) -> GameState {
        let verdict = session.verdict();
        let is_over = verdict.is_some();
        GameState {
            start: session.board_after(0),
            boards: (0..=session.plies()).map(|plies| session.board_after(plies)).collect(),
            moves: session.moves(notation),
            side: session.seat().index(),
            legal: if is_over { Vec::new() } else { session.legal_moves(notation) },
            must_pass: !is_over && session.must_pass(),
            in_check: session.in_check(),
            warnings: if is_over { Vec::new() } else { warnings(session) },
            counts: counts(session.info().board, &session.board()),
            ending: verdict.map(|verdict| StateEnding {
                result: verdict.result.text(),
                reason: verdict.reason,
                explanation: verdict.explanation,
                discs: verdict.discs,
            }),
        }
    }
}

fn warnings(session: &dyn AnySession) -> Vec<String> {
    let times = session.occurrences();
    let repeated = (times > 1).then(|| {
        format!("This position has occurred {times} times. At the third time the game may end by the rules on repetition.")
    });
    repeated.into_iter().collect()
}

/// The discs of both sides by a position's text.
fn counts(board: BoardShape, text: &str) -> Option<[usize; 2]> {
    let BoardShape::Cells { columns, rows, .. } = board else { return None };
    let cells = usize::from(columns) * usize::from(rows);
    let count = |disc| text.chars().take(cells).filter(|&letter| letter == disc).count();
    Some([count('X'), count('O')])
}
