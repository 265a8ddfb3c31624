//! The engine's view of a whole game: every position evaluated, in the order of play.
//!
//! The positions after a move say what the move was worth, so a game of `n` moves takes `n + 1` evaluations; those of a
//! position with one legal move and of the end of the game need no search. Everything here is whole numbers and texts:
//! what is written to a journal and read again is the same.

use game::any::AnySession;
use game::{GameResult, Notation, Seat, Verdict};
use search_core::Score;
use search_core::score::{RULING_WIN, mated_in};
use serde::{Deserialize, Serialize};
use shuangqi_cli::Failure;

use super::analyst::{Analyst, Evaluation, score_before};
use super::input_game::InputGame;
use shuangqi_arena::games::Game;

/// A game with all its positions evaluated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameAnalysis {
    /// From the start to the position after the last move.
    pub positions: Vec<PositionAnalysis>,
    /// Where the rules ended the game, if they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<GameEnding>,
}

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PositionAnalysis {
    /// The position as the game's text.
    pub board: String,
    /// The side to move.
    pub side: Seat,
    /// What it is worth, and the best line.
    #[serde(flatten)]
    pub evaluation: Evaluation,
    /// The chances of the side to move to win, draw and lose, in per mille.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chances: Option<MoveChances>,
    /// The move that was played, in the notation for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// Whether there was no other legal move.
    pub is_forced: bool,
}

/// The chances to win, draw and lose before a move and after it, in per mille, from the mover's view. Both are of the
/// position before the move: the same score means other chances with fewer pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveChances {
    /// With the best move.
    pub best: [u16; 3],
    /// With the move that was played.
    pub played: [u16; 3],
}

/// The end of a game by its rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEnding {
    /// The number of moves before it. The file may have more.
    pub after: usize,
    /// Who won.
    pub result: GameResult,
    /// A sentence without the final stop.
    pub explanation: String,
    /// The difference of discs from the first seat's view, in games that end by counting them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discs: Option<i32>,
}

/// Evaluates every position of a game by `evaluate`; `None` if that was stopped. `evaluated` is called after each.
///
/// # Errors
/// [`Failure::Internal`] if a move that was read cannot be played.
pub fn analyse(
    game: Game,
    input: &InputGame,
    analyst: &mut Analyst,
    mut evaluate: impl FnMut(&mut Analyst) -> Option<Evaluation>,
    evaluated: impl Fn(),
) -> Result<Option<GameAnalysis>, Failure> {
    let ending = ending(game, input)?;
    let is_over = |ply| ending.as_ref().is_some_and(|ending| ending.after == ply);
    let mut partial = PartialAnalysis { analyst, positions: Vec::new() };
    partial.analyst.begin(&input.game.moves.start)?;
    for (ply, played) in input.moves().iter().map(Some).chain([None]).enumerate() {
        let last = ending.as_ref().filter(|_| played.is_none() && is_over(ply));
        if partial.visit(played, last, &mut evaluate).is_none() {
            return Ok(None);
        }
        evaluated();
        if let Some(text) = played {
            let broken = || Failure::Internal(format!("{}: the move {text} cannot be played", input.place()));
            partial.analyst.advance(text).ok_or_else(broken)?;
        }
    }
    Ok(Some(partial.finish(input, ending)))
}

/// The first ending by the rules.
fn ending(game: Game, input: &InputGame) -> Result<Option<GameEnding>, Failure> {
    let mut session = game.session(&input.game.moves.start, "")?;
    for text in input.moves() {
        if let Some(ending) = ended(&*session) {
            return Ok(Some(ending));
        }
        let broken = || Failure::Internal(format!("{}: the move {text} is illegal", input.place()));
        session.advance(text).ok_or_else(broken)?;
    }
    Ok(ended(&*session))
}

fn ended(session: &dyn AnySession) -> Option<GameEnding> {
    let Verdict { result, explanation, discs, .. } = session.verdict()?;
    Some(GameEnding { after: session.plies(), result, explanation, discs })
}

/// The positions of a game that are evaluated so far.
struct PartialAnalysis<'a> {
    analyst: &'a mut Analyst,
    positions: Vec<PositionAnalysis>,
}

impl PartialAnalysis<'_> {
    /// Adds the position that the analyst has reached; `None` if the work was stopped.
    fn visit(
        &mut self,
        played: Option<&String>,
        last: Option<&GameEnding>,
        evaluate: &mut impl FnMut(&mut Analyst) -> Option<Evaluation>,
    ) -> Option<()> {
        let analyst = &mut *self.analyst;
        let side = analyst.session().seat();
        let legal_moves = analyst.session().legal_moves(Notation::default()).len();
        let is_forced = played.is_some() && legal_moves == 1;
        let evaluation = match last {
            Some(ending) => {
                Evaluation::unsearched(final_score(ending, side, legal_moves), ending.discs.is_some())
            }
            // It takes over the next position's score.
            None if is_forced => Evaluation::unsearched(0, false),
            None => evaluate(analyst)?,
        };
        self.positions.push(PositionAnalysis {
            board: analyst.session().board(),
            side,
            evaluation,
            chances: None,
            played: played.and_then(|text| analyst.name(text)),
            is_forced,
        });
        Some(())
    }

    fn finish(mut self, input: &InputGame, ending: Option<GameEnding>) -> GameAnalysis {
        for (ply, played) in input.moves().iter().enumerate().rev() {
            let next = self.positions[ply + 1].evaluation.clone();
            let position = &mut self.positions[ply];
            if position.is_forced {
                position.evaluation = before(next.clone(), played, position.played.as_ref());
            }
            let chances = |score| self.analyst.win_draw_loss(ply, score);
            let best = chances(position.evaluation.score);
            let played = chances(score_before(next.score));
            position.chances = best.zip(played).map(|(best, played)| MoveChances { best, played });
        }
        GameAnalysis { positions: self.positions, ending }
    }
}

/// The evaluation of a position with one legal move, from that of the position after it.
fn before(after: Evaluation, mv: &String, name: Option<&String>) -> Evaluation {
    let line = |first: &String, rest: Vec<String>| std::iter::once(first.clone()).chain(rest).collect();
    Evaluation {
        score: score_before(after.score),
        line: line(mv, after.line),
        line_names: name.map(|name| line(name, after.line_names.unwrap_or_default())),
        depth: None,
        nodes: 0,
        exact: after.exact,
    }
}

/// The score of the end of a game for the side that would be to move: discs where they are counted, else mate where it
/// has no move, or a ruling.
fn final_score(ending: &GameEnding, side: Seat, legal_moves: usize) -> Score {
    if let Some(discs) = ending.discs {
        return 100 * if side == Seat::First { discs } else { -discs };
    }
    match (ending.result, GameResult::win_of(side)) {
        (GameResult::Draw, _) => 0,
        (won, own) if won == own => RULING_WIN,
        _ if legal_moves == 0 => mated_in(0),
        _ => -RULING_WIN,
    }
}
