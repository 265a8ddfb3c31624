//! Solving one position, and what is kept of it.

use console::units::short_seconds;
use std::time::Duration;

use search_core::{Bound, Budget, Control, Position as _, Tally};
use serde::{Deserialize, Serialize};

use crate::position::{Move, Position};
use crate::solve::{Solution, Solver};

/// What is asked of every position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The scores to tell apart, in discs.
    pub window: (i32, i32),
    /// Whether every legal move is scored.
    pub all_moves: bool,
}

/// How a score is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Meaning {
    /// It is this.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

impl From<Bound> for Meaning {
    fn from(bound: Bound) -> Meaning {
        match bound {
            Bound::Exact => Meaning::Exact,
            Bound::Lower => Meaning::Lower,
            Bound::Upper => Meaning::Upper,
        }
    }
}

/// A legal move and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScoredMove {
    /// The move's name.
    #[serde(rename = "move")]
    pub mv: String,
    /// Discs for the player who makes it.
    pub score: i32,
    /// How the score is meant.
    pub bound: Meaning,
}

/// What a solved position is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// Discs for the player to move.
    pub score: i32,
    /// How the score is meant.
    pub bound: Meaning,
    /// The best moves known; none once the game is over.
    pub best: Vec<String>,
    /// The best line, as far as it was remembered.
    pub pv: Vec<String>,
    /// Every legal move, best first, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<ScoredMove>>,
}

/// What became of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// What it is worth; `None` if it was given up.
    pub verdict: Option<Verdict>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions made only to order moves or to probe the table.
    pub ordering_nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

/// How positions are solved.
#[derive(Clone, Copy, Debug)]
pub struct Solving {
    /// What is asked.
    pub question: Question,
    /// Seconds after which a position is given up.
    pub limit: Option<f64>,
    /// Whether a position may profit from those before.
    pub keep_table: bool,
}

impl Solving {
    /// Solves a position; `None` if the user asked to stop.
    pub fn solve(&self, solver: &mut Solver, position: &Position, control: &Control) -> Option<Answer> {
        if !self.keep_table {
            solver.forget();
        }
        let start = control.elapsed();
        if let Some(limit) = self.limit {
            // Only the hard end: a search that stops between two iterations does not say that it was stopped.
            const NEVER: Duration = Duration::from_secs(1 << 32);
            control.allow(Budget { soft: NEVER, hard: Duration::from_secs_f64(limit) });
        }
        let (verdict, tally) = self.ask(solver, position, control);
        let seconds = short_seconds(control.elapsed() - start);
        let answer = Answer { verdict, nodes: tally.visits, ordering_nodes: tally.ordering, seconds };
        (!control.is_stopped()).then_some(answer)
    }

    fn ask(&self, solver: &mut Solver, position: &Position, control: &Control) -> (Option<Verdict>, Tally) {
        let choices = position.count_moves() as usize;
        if !self.question.all_moves || choices == 0 {
            let solution = solver.solve(position, self.question.window, control);
            return (Verdict::of(&solution, choices), solution.tally);
        }
        let moves = solver.solve_moves(position, self.question.window, control);
        let mut tally = Tally::default();
        moves.iter().for_each(|(_, solution)| tally += solution.tally);
        let is_complete = moves.len() == choices;
        (is_complete.then(|| Verdict::of_moves(&moves, self.question.window)).flatten(), tally)
    }
}

impl Verdict {
    fn of(solution: &Solution, choices: usize) -> Option<Verdict> {
        let best = solution.best.filter(|_| choices > 0);
        (!solution.is_stopped).then(|| Verdict {
            score: solution.score,
            bound: solution.bound.into(),
            best: best.iter().map(ToString::to_string).collect(),
            pv: if choices > 0 { names(&solution.variation) } else { Vec::new() },
            moves: None,
        })
    }

    /// The verdict on a position whose moves are all solved, best first. Moves whose scores the window does not tell
    /// apart are equally good.
    fn of_moves(moves: &[(Move, Solution)], (alpha, beta): (i32, i32)) -> Option<Verdict> {
        let (_, best) = moves.first()?;
        let seen = |solution: &Solution| solution.score.clamp(alpha, beta);
        let equal = moves.iter().filter(|(_, solution)| seen(solution) == seen(best));
        let scored = |(mv, solution): &(Move, Solution)| ScoredMove {
            mv: mv.to_string(),
            score: solution.score,
            bound: solution.bound.into(),
        };
        Some(Verdict {
            score: best.score,
            bound: best.bound.into(),
            best: equal.map(|(mv, _)| mv.to_string()).collect(),
            pv: names(&best.variation),
            moves: Some(moves.iter().map(scored).collect()),
        })
    }
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten empty squares; Black to move.
    const LATE: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

    fn solve(question: Question, limit: Option<f64>) -> Option<Answer> {
        let position = crate::notation::board::read(LATE).unwrap();
        let solving = Solving { question, limit, keep_table: false };
        solving.solve(&mut Solver::with_bytes(1 << 20), &position, &Control::new())
    }

    #[test]
    fn a_window_makes_moves_equal() {
        let question = |window| Question { window, all_moves: true };
        let exact = solve(question((-64, 64)), None).unwrap().verdict.unwrap();
        assert_eq!(
            (exact.score, exact.bound, exact.best.as_slice()),
            (18, Meaning::Exact, &["g8".to_owned()][..])
        );
        let signs = solve(question((-1, 1)), None).unwrap().verdict.unwrap();
        assert!(signs.score >= 1 && signs.bound == Meaning::Lower);
        assert!(signs.best.len() > 1 && signs.best.contains(&"h1".to_owned()));
    }

    #[test]
    fn a_position_is_given_up_without_a_verdict() {
        let answer = solve(Question { window: (-64, 64), all_moves: false }, Some(1e-9)).unwrap();
        assert!(answer.verdict.is_none());
    }

    #[test]
    fn an_answer_can_be_written_and_read() {
        let answer = solve(Question { window: (-64, 64), all_moves: true }, None).unwrap();
        let text = serde_json::to_string(&answer).unwrap();
        assert_eq!(serde_json::from_str::<Answer>(&text).unwrap(), answer);
    }
}
