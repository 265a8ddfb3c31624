//! An engine that follows a game from position to position and evaluates them. What it finds depends on the game and on the
//! options alone, unless time is limited.

use std::fmt;

use game::any::{AnyEngine, AnyEngineOptions, AnySession, AnyWeights, NamedMove, SearchResult};
use game::{Limits, Notation, SearchRequest};
use search_core::score::to_root;
use search_core::{Control, Score};
use serde::{Deserialize, Serialize};
use shuangqi_cli::memory::TooLarge;
use shuangqi_cli::{BadInput, Failure};

use shuangqi_arena::games::Game;
use shuangqi_arena::internal;

/// What positions are searched with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnalystOptions {
    /// What ends the search of a position.
    pub limits: Limits,
    /// The size of each table, in bytes.
    pub hash_bytes: usize,
    /// Positions with at most this many empty squares are solved exactly, in games with a solver.
    pub exact_empties: u32,
    /// How moves are written for people, in games with several notations.
    pub notation: Notation,
}

/// What a search found of a position.
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

    /// Begins a game from this board, as if no other had been analysed before.
    ///
    /// # Errors
    /// What is wrong with the board.
    pub fn begin(&mut self, start: &str) -> Result<(), BadInput> {
        self.engine.clear();
        self.session = self.game.session(start, "")?;
        Ok(())
    }

    /// The game so far.
    pub fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    /// Plays a move in the game's coordinates; `None` if it is illegal.
    pub fn advance(&mut self, text: &str) -> Option<()> {
        self.session.advance(text)
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
    pub fn name(&self, text: &str) -> Option<String> {
        let legal = self.game.info.has_notations.then(|| self.session.legal_moves(self.options.notation))?;
        legal.into_iter().find(|mv| mv.text == text).map(|mv| mv.name)
    }

    /// The chances to win, draw and lose in per mille that a score means after this number of moves, where the evaluator has
    /// a model of it.
    pub fn win_draw_loss(&self, plies: usize, score: Score) -> Option<[u16; 3]> {
        self.engine.win_draw_loss(&*self.session, plies, score)
    }
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
