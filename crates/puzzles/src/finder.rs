//! What the engine says of a position.

use std::num::NonZeroU64;

use game::{EngineOptions, Game, GameEngine, GameSession, Limits, SearchRequest};
use search_core::{Control, NoMemory, Score};

use crate::puzzle::Puzzle;
use crate::{PuzzleGame, Solution};

/// The table of the engine.
const HASH_BYTES: usize = 16 << 20;
/// The most positions that the engine gets to find the first move of a puzzle.
const GRADE_NODES: u64 = 1_000_000;

/// An engine that looks at one position after another, each from an empty table.
#[derive(Debug)]
pub struct Finder<G: Game> {
    engine: GameEngine<G>,
}

/// A line as a search has found it.
#[derive(Clone, Debug)]
pub(crate) struct Line<M> {
    /// From the view of the side to move.
    pub score: Score,
    /// At least one.
    pub moves: Vec<M>,
}

/// What the engine needs to find a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grade {
    /// In plies.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

impl<G: Game> Finder<G> {
    /// An engine with the weights of the program.
    ///
    /// # Errors
    /// If there is no memory for its tables.
    pub fn new() -> Result<Self, NoMemory> {
        let has_solver = G::INFO.has_solver;
        let options = EngineOptions {
            hash_bytes: HASH_BYTES,
            nodes: u64::MAX,
            recipe: None,
            weights: None,
            solves: has_solver,
        };
        Ok(Finder { engine: GameEngine::new(options)? })
    }

    /// The two best lines after so many positions; `None` with fewer than two moves, or if the control was told to stop.
    pub(crate) fn two_best(
        &mut self,
        session: &GameSession<G>,
        nodes: u64,
        control: &Control,
    ) -> Option<[Line<G::Move>; 2]> {
        let mut lines = [None, None];
        self.engine.clear();
        self.engine.think(session, &within(nodes, 2), control, |report| {
            if let Some(line) = lines.get_mut(report.line - 1) {
                *line = Some(Line { score: report.score, moves: report.variation.clone() });
            }
        });
        let [best, second] = lines;
        control.unless_stopped([best?, second?])
    }

    /// The best move after so many positions.
    pub(crate) fn best(
        &mut self,
        session: &GameSession<G>,
        nodes: u64,
        control: &Control,
    ) -> Option<G::Move> {
        self.engine.clear();
        self.engine.think(session, &within(nodes, 1), control, |_| {}).best
    }

    /// What the engine needs to settle on a move; `None` if it does not.
    pub(crate) fn grade(
        &mut self,
        session: &GameSession<G>,
        mv: G::Move,
        control: &Control,
    ) -> Option<Grade> {
        let mut settled: Option<Grade> = None;
        self.engine.clear();
        self.engine.think(session, &within(GRADE_NODES, 1), control, |report| {
            if report.variation.first() != Some(&mv) {
                settled = None;
            } else if settled.is_none() {
                settled = Some(Grade {
                    depth: u32::from(report.depth.unsigned_abs()),
                    nodes: report.counters.visits,
                });
            }
        });
        // A search that ends there must have found it too: one that goes on for a moment may not.
        let mut grade = settled?;
        while self.best(session, grade.nodes, control) != Some(mv) {
            grade.nodes *= 2;
            if grade.nodes > GRADE_NODES {
                return None;
            }
        }
        Some(grade)
    }

    /// The worth of a legal move with best play, from the view of the side that makes it, in units of score.
    /// `None` without a solver, or if the control was told to stop.
    pub(crate) fn worth(
        &mut self,
        session: &GameSession<G>,
        mv: G::Move,
        control: &Control,
    ) -> Option<Score> {
        let mut after = session.clone();
        after.play(mv);
        if after.position().count_moves() == 0 {
            return Some(-after.position().final_score(0));
        }
        Some(-self.engine.solve(&after, control)?.score)
    }

    /// The best move of a position that can be solved: among equal ones the same on every run, whatever was solved before.
    pub(crate) fn solved(&mut self, session: &GameSession<G>, control: &Control) -> Option<G::Move> {
        self.engine.clear();
        self.engine.solve(session, control)?.line.first().copied()
    }
}

fn within(nodes: u64, lines: usize) -> SearchRequest {
    let limits = Limits { nodes: NonZeroU64::new(nodes), ..Limits::default() };
    SearchRequest { lines, ..SearchRequest::within(limits) }
}

impl<G: PuzzleGame> Finder<G> {
    /// The puzzle of a session without moves that has this solution; `None` if the engine does not settle on it.
    pub(crate) fn graded(
        &mut self,
        session: &GameSession<G>,
        solution: &Solution<G::Move>,
        source: String,
        control: &Control,
    ) -> Option<Puzzle> {
        let grade = self.grade(session, *solution.line.first()?, control)?;
        Some(Puzzle {
            game: G::INFO.name.to_owned(),
            board: session.position().board_text(),
            goal: solution.goal,
            moves: solution.line.iter().map(ToString::to_string).collect(),
            themes: G::themes(session.position(), solution).into_iter().map(str::to_owned).collect(),
            rating: Puzzle::rate(grade.nodes, solution.line.len()),
            depth: grade.depth,
            nodes: grade.nodes,
            source,
        })
    }
}
