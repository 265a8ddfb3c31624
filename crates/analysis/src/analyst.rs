//! An engine that follows a game from position to position and evaluates them. What it finds depends on the game and on the
//! options alone, unless time is limited.
//!
//! The positions after a move say what the move was worth, so a game of `n` moves takes `n + 1` evaluations; those of a
//! position with one legal move and of the end of the game need no search. What is found of a game is whole numbers and
//! texts: what is written to a journal and read again is the same.

use std::fmt;

use game::any::{AnyEngine, AnyEngineOptions, AnySession, AnyWeights, NamedMove, SearchResult};
use game::{GameResult, Limits, Notation, SearchRequest, Seat, Verdict};
use search_core::score::{RULING_WIN, mated_in, to_root};
use search_core::{Control, Score};
use serde::{Deserialize, Serialize};
use shuangqi_cli::Failure;
use shuangqi_cli::memory::TooLarge;

use shuangqi_arena::games::Game;
use shuangqi_arena::internal;

use super::input_game::InputGame;

/// The options of the search of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnalystOptions {
    /// The limits of the search of a position.
    pub limits: Limits,
    /// The size of each table, in bytes.
    pub hash_bytes: usize,
    /// Positions with at most this many empty squares are solved exactly, in games with a solver.
    pub exact_empties: u32,
    /// The notation of moves for people, in games with several notations.
    pub notation: Notation,
}

/// The result of the search of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// From the view of the side to move, in the bands of [`search_core::score`].
    pub score: Score,
    /// The best line in the game's coordinates; empty only where the game is over.
    pub line: Vec<String>,
    /// The same in the notation for people, in games with several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_names: Option<Vec<String>>,
    /// Plies of the last finished iteration; `None` where nothing was searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
    /// Whether the position was solved: no other score is possible.
    pub exact: bool,
}

impl Evaluation {
    /// That of a position in which nothing was searched.
    pub fn unsearched(score: Score, exact: bool) -> Evaluation {
        Evaluation { score, line: Vec::new(), line_names: None, depth: None, nodes: 0, exact }
    }
}

/// A game with all its positions evaluated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameAnalysis {
    /// From the start to the position after the last move.
    pub positions: Vec<PositionAnalysis>,
    /// The place at which the rules ended the game, if they did.
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
    /// The score, and the best line.
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

/// An engine, and the game that it follows.
pub struct Analyst {
    game: Game,
    options: AnalystOptions,
    engine: Box<dyn AnyEngine>,
    session: Box<dyn AnySession>,
}

impl fmt::Debug for Analyst {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Analyst")
            .field("game", &self.game)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Analyst {
    /// An analyst before its first game.
    ///
    /// # Errors
    /// If there is no memory for its tables.
    pub fn new(game: Game, options: AnalystOptions, weights: Option<AnyWeights>) -> Result<Analyst, Failure> {
        let nodes = options.limits.nodes.map_or(u64::MAX, std::num::NonZero::get);
        let hash_bytes = options.hash_bytes;
        let made_with = AnyEngineOptions { hash_bytes, nodes, recipe: None, weights, solves: true };
        let engine = internal::engine(game, &made_with).map_err(TooLarge::in_option)?;
        Ok(Analyst { game, options, engine, session: game.session("", "")? })
    }

    /// Evaluates every position of a game by `evaluate`, as if no other had been analysed before; `None` if that was
    /// stopped. `evaluated` is called after each.
    ///
    /// # Errors
    /// [`Failure::Internal`] if a move that was read cannot be played.
    pub fn analyse(
        &mut self,
        input: &InputGame,
        mut evaluate: impl FnMut(&mut Analyst) -> Option<Evaluation>,
        evaluated: impl Fn(),
    ) -> Result<Option<GameAnalysis>, Failure> {
        self.engine.clear();
        self.session = self.game.session(&input.moves.start, &input.rules)?;
        let mut analysis = GameAnalysis { positions: Vec::new(), ending: None };
        for played in input.moves().iter().map(Some).chain([None]) {
            if analysis.ending.is_none() {
                analysis.ending = ending(&*self.session);
            }
            let last = analysis.ending.as_ref();
            let last = last.filter(|ending| played.is_none() && ending.after == self.session.plies());
            let Some(position) = self.position(played, last, &mut evaluate) else { return Ok(None) };
            analysis.positions.push(position);
            evaluated();
            if let Some(text) = played {
                let broken =
                    || Failure::Internal(format!("{}: the move {text} cannot be played", input.place()));
                self.session.advance(text).ok_or_else(broken)?;
            }
        }
        self.look_back(input, &mut analysis.positions);
        Ok(Some(analysis))
    }

    /// The position that the game has reached, before this move or at its end; `None` if the work was stopped.
    fn position(
        &mut self,
        played: Option<&String>,
        last: Option<&GameEnding>,
        evaluate: &mut impl FnMut(&mut Analyst) -> Option<Evaluation>,
    ) -> Option<PositionAnalysis> {
        let side = self.session.seat();
        let legal_moves = self.session.legal_moves(Notation::default()).len();
        let is_forced = played.is_some() && legal_moves == 1;
        let evaluation = match last {
            Some(ending) => {
                Evaluation::unsearched(final_score(ending, side, legal_moves), ending.discs.is_some())
            }
            // It takes over the next position's score.
            None if is_forced => Evaluation::unsearched(0, false),
            None => evaluate(self)?,
        };
        Some(PositionAnalysis {
            board: self.session.board(),
            side,
            evaluation,
            chances: None,
            played: played.and_then(|text| self.name(text)),
            is_forced,
        })
    }

    /// Adds what follows for each position from the one after it.
    fn look_back(&self, input: &InputGame, positions: &mut [PositionAnalysis]) {
        for (ply, played) in input.moves().iter().enumerate().rev() {
            let next = positions[ply + 1].evaluation.clone();
            let position = &mut positions[ply];
            if position.is_forced {
                position.evaluation = before(next.clone(), played, position.played.as_ref());
            }
            let chances = |score| self.engine.win_draw_loss(&*self.session, ply, score);
            let best = chances(position.evaluation.score);
            let played = chances(score_before(next.score));
            position.chances = best.zip(played).map(|(best, played)| MoveChances { best, played });
        }
    }

    /// Evaluates the position; `None` if the control was told to stop.
    pub fn evaluate(&mut self, control: &Control) -> Option<Evaluation> {
        if self.session.empty_squares().is_some_and(|empties| empties <= self.options.exact_empties) {
            let solved = self.engine.solve(&*self.session, self.options.notation, control)?;
            return Some(self.evaluation(solved, true));
        }
        let mut found = self.search(self.options.limits, control);
        if found.depth == 0 {
            // The limits allowed not even one iteration.
            found = self.search(Limits { depth: Some(1), ..Limits::default() }, control);
        }
        (!control.is_stopped()).then(|| self.evaluation(found, false))
    }

    fn search(&mut self, limits: Limits, control: &Control) -> SearchResult {
        let (request, notation) = (SearchRequest::within(limits), Some(self.options.notation));
        self.engine.think(&*self.session, &request, notation, control, &mut |_| {})
    }

    fn evaluation(&self, found: SearchResult, exact: bool) -> Evaluation {
        let averages = self.game.info.averages_depths && !exact;
        let (line, names): (Vec<String>, Vec<String>) =
            found.line.into_iter().map(|NamedMove { text, name }| (text, name)).unzip();
        Evaluation {
            score: if averages { mean_of_last(&found.scores) } else { found.score },
            line,
            line_names: self.game.info.has_notations.then_some(names),
            depth: Some(found.depth),
            nodes: found.nodes,
            exact,
        }
    }

    /// The name of a legal move for people, in games with several notations.
    fn name(&self, text: &str) -> Option<String> {
        let legal = self.game.info.has_notations.then(|| self.session.legal_moves(self.options.notation))?;
        legal.into_iter().find(|mv| mv.text == text).map(|mv| mv.name)
    }
}

/// The end of a game that has ended by the rules.
fn ending(session: &dyn AnySession) -> Option<GameEnding> {
    let Verdict { result, explanation, discs, .. } = session.verdict()?;
    Some(GameEnding { after: session.plies(), result, explanation, discs })
}

/// The mean of the scores of the last two iterations. Neither is a win or a loss that is proven: those are solved.
fn mean_of_last(scores: &[Score]) -> Score {
    match scores {
        [.., one, other] => (one + other) / 2,
        [only] => *only,
        [] => 0,
    }
}

/// The score of a position, from that of the position after its move: from the other side's view, and wins and losses
/// a ply further away.
pub fn score_before(after: Score) -> Score {
    -to_root(after, 1)
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

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use search_core::score::{mate_in, mated_in, ruling};

    use super::*;

    #[test]
    fn odd_and_even_depths_are_averaged() {
        assert_eq!([&[][..], &[30], &[900, 30, -10]].map(mean_of_last), [0, 30, 10]);
    }

    #[test]
    fn a_score_is_passed_on_to_the_position_before() {
        assert_eq!([0, 35, -6400].map(score_before), [0, -35, 6400]);
        assert_eq!(score_before(mated_in(0)), mate_in(1));
        assert_eq!(score_before(mate_in(1)), mated_in(2));
        assert_eq!(score_before(ruling(Ordering::Greater, 3)), ruling(Ordering::Less, 4));
    }
}
