//! The analyst of Othello: late positions are solved, earlier ones searched.

use othello::solve::{EXACT, Solver};
use othello::{DISC, Position};
use search_core::Control;
use shuangqi_cli::BadInput;
use shuangqi_cli::memory::{self, TooLarge};
use xiangqi::evaluator::Chances;

use super::OthelloGame;
use crate::arena::internal::analyst::{self, Analyst, AnalystOptions, Evaluation, SearchAnalyst};

/// An analyst that solves positions exactly from a number of empty squares on.
pub struct SolvingAnalyst {
    search: SearchAnalyst<OthelloGame>,
    solver: Solver,
    exact_empties: u32,
}

impl SolvingAnalyst {
    /// An analyst before its first game.
    ///
    /// # Errors
    /// If there is no memory for its tables.
    pub fn new(options: AnalystOptions) -> Result<SolvingAnalyst, TooLarge> {
        let bytes = options.hash_bytes;
        let search = SearchAnalyst::new(OthelloGame::default(), options)?;
        let solver = memory::take(bytes, 0, || Solver::allocate(bytes))?;
        Ok(SolvingAnalyst { search, solver, exact_empties: options.exact_empties })
    }

    fn solve(&mut self, position: &Position, control: &Control) -> Option<Evaluation> {
        analyst::allow(control, None);
        let solution = self.solver.solve(position, EXACT, control);
        (!solution.is_stopped).then(|| Evaluation {
            score: solution.score * DISC,
            line: solution.variation.iter().map(ToString::to_string).collect(),
            line_names: None,
            depth: Some(position.board.empties().len()),
            nodes: solution.counters.visits,
            exact: true,
        })
    }
}

impl Analyst for SolvingAnalyst {
    fn begin(&mut self, start: &str) -> Result<(), BadInput> {
        self.solver.forget();
        self.search.begin(start)
    }

    fn evaluate(&mut self, control: &Control) -> Option<Evaluation> {
        let position = *self.search.position();
        if position.board.empties().len() > self.exact_empties {
            return self.search.evaluate(control);
        }
        self.solve(&position, control)
    }

    fn advance(&mut self, text: &str) -> Option<()> {
        self.search.advance(text)
    }

    fn legal_moves(&self) -> usize {
        self.search.legal_moves()
    }

    fn side(&self) -> usize {
        self.search.side()
    }

    fn board(&self) -> String {
        self.search.board()
    }

    fn name(&self, text: &str) -> Option<String> {
        self.search.name(text)
    }

    fn chances(&self) -> Option<Chances> {
        self.search.chances()
    }
}
