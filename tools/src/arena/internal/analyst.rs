//! The engines of this project as analysts: what a position is worth, and the best line from it.

use search_core::score::to_root;
use search_core::{Budget, Control, MoveKind, MoveList, Position, Score};
use serde::{Deserialize, Serialize};
use shuangqi_cli::BadInput;
use shuangqi_cli::memory::TooLarge;
use shuangqi_lab::Game;
use std::time::Duration;
use xiangqi::evaluator::Chances;

use super::{Engine, InternalGame};
use crate::arena::config::{Limits, Notation};

/// Longer than any search.
const FOREVER: Duration = Duration::from_secs(1 << 32);

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
    /// The same in the notation for people.
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

/// An engine that follows a game from position to position and evaluates them. What it finds depends on the game and on
/// the options alone, unless time is limited.
pub trait Analyst {
    /// Begins a game from this board, as if no other had been analysed before.
    ///
    /// # Errors
    /// What is wrong with the board.
    fn begin(&mut self, start: &str) -> Result<(), BadInput>;

    /// Evaluates the position; `None` if the control was told to stop.
    fn evaluate(&mut self, control: &Control) -> Option<Evaluation>;

    /// Plays a move in the game's coordinates; `None` if it is illegal.
    fn advance(&mut self, text: &str) -> Option<()>;

    /// The number of legal moves; a forced pass is one.
    fn legal_moves(&self) -> usize;

    /// The side to move: 0 or 1.
    fn side(&self) -> usize;

    /// The position as the game's text.
    fn board(&self) -> String;

    /// A legal move in the notation for people.
    fn name(&self, text: &str) -> Option<String>;

    /// How scores turn into chances here, where the evaluator has a model of it.
    fn chances(&self) -> Option<Chances>;
}

/// An analyst that searches every position.
pub struct SearchAnalyst<G: InternalGame> {
    engine: Engine<G>,
    options: AnalystOptions,
}

impl<G: InternalGame> SearchAnalyst<G> {
    /// An analyst before its first game.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn new(game: G, options: AnalystOptions) -> Result<Self, TooLarge> {
        let visits = options.limits.nodes.map_or(u64::MAX, std::num::NonZero::get);
        Engine::new(game, visits, options.hash_bytes).map(|engine| SearchAnalyst { engine, options })
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.engine.game.position()
    }

    /// A line of moves in the notation for people.
    pub fn names(&self, line: &[<G::Position as Position>::Move]) -> Option<Vec<String>> {
        self.engine.game.names(line, self.options.notation)
    }

    fn search(
        &mut self,
        limits: Limits,
        control: &Control,
    ) -> search_core::Outcome<<G::Position as Position>::Move> {
        let job = self.engine.game.job(limits, [None; 2]);
        allow(control, job.budget);
        self.engine.search(&job, control, G::RECIPE)
    }
}

/// Sets the deadlines of one position: those of the one before must not end its search.
pub fn allow(control: &Control, budget: Option<Budget>) {
    control.allow(budget.unwrap_or(Budget { soft: FOREVER, hard: FOREVER }));
}

impl<G: InternalGame> Analyst for SearchAnalyst<G> {
    fn begin(&mut self, start: &str) -> Result<(), BadInput> {
        self.engine.begin(start)
    }

    fn evaluate(&mut self, control: &Control) -> Option<Evaluation> {
        let mut outcome = self.search(self.options.limits, control);
        if outcome.depth == 0 {
            // The limits allowed not even one iteration.
            outcome = self.search(Limits { depth: Some(1), ..Limits::default() }, control);
        }
        if control.is_stopped() {
            return None;
        }
        let mut line = outcome.variation;
        if let (true, Some(best)) = (line.is_empty(), outcome.best) {
            line.push(best);
        }
        Some(Evaluation {
            score: if G::AVERAGES_DEPTHS { mean_of_last(&outcome.scores) } else { outcome.score },
            line_names: self.names(&line),
            line: line.iter().map(ToString::to_string).collect(),
            depth: u32::try_from(outcome.depth).ok(),
            nodes: outcome.counters.visits,
            exact: false,
        })
    }

    fn advance(&mut self, text: &str) -> Option<()> {
        self.engine.game.advance(text)
    }

    fn legal_moves(&self) -> usize {
        let mut list = MoveList::new();
        self.position().moves(MoveKind::All, &mut list);
        list.len()
    }

    fn side(&self) -> usize {
        self.position().side()
    }

    fn board(&self) -> String {
        self.position().write_board()
    }

    fn name(&self, text: &str) -> Option<String> {
        let mv = self.position().find_move(text).ok()?;
        self.names(&[mv])?.pop()
    }

    fn chances(&self) -> Option<Chances> {
        self.engine.game.chances()
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
