//! Solving one position, and what is kept of it.

use shuangqi_cli::units::short_seconds;
use std::time::Duration;

use search_core::{Bound, Budget, Control, Counters, Position as _};
use serde::{Deserialize, Serialize};

use othello::position::{Move, Position};
use othello::solve::{EXACT, Estimate, Solution, Solver};

/// The task for every position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SolveRequest {
    /// The window, in discs.
    pub window: (i32, i32),
    /// Set if every legal move is scored.
    pub all_moves: bool,
}

/// The meaning of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreKind {
    /// It is this.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

impl From<Bound> for ScoreKind {
    fn from(bound: Bound) -> ScoreKind {
        match bound {
            Bound::Exact => ScoreKind::Exact,
            Bound::Lower => ScoreKind::Lower,
            Bound::Upper => ScoreKind::Upper,
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
    /// The meaning of the score.
    pub bound: ScoreKind,
}

/// The knowledge of a position. Of one that was given up it is the most certain estimate of a selective search, never to be taken
/// for a score.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SolveState {
    /// `Some(false)` if it was given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<bool>,
    /// Discs for the player to move, by the estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<i32>,
    /// The certainty of the estimate, in per cent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certainty: Option<u32>,
    /// Discs for the player to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The meaning of the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<ScoreKind>,
    /// The moves whose scores are proven to be the best score; none once the game is over, and none if a bound leaves
    /// open which move is best.
    pub best: Vec<String>,
    /// The best line, as far as it was stored; for a lower bound the line that proves it, for an upper bound none.
    pub pv: Vec<String>,
}

/// The work that an answer took.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Effort {
    /// Positions visited.
    pub nodes: u64,
    /// Positions made only to order moves or to probe the table.
    pub ordering_nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

/// The result for a position.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Answer {
    #[serde(flatten)]
    pub state: SolveState,
    /// Every legal move, best first, with `--all-moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<ScoredMove>>,
    #[serde(flatten)]
    pub effort: Effort,
}

/// The way to solve positions.
#[derive(Clone, Copy, Debug)]
pub struct Solving {
    pub request: SolveRequest,
    /// Seconds after which a position is given up.
    pub limit: Option<f64>,
    /// Set if the table is kept from one position to the next.
    pub keep_table: bool,
}

impl Solving {
    /// Solves a position; `None` if the user stopped it.
    pub fn solve(
        &self,
        solver: &mut Solver,
        position: &Position,
        control: &Control,
        watch: impl FnMut(Estimate),
    ) -> Option<Answer> {
        if !self.keep_table {
            let solutions = if self.request.all_moves { position.count_moves() as usize } else { 1 };
            solver.clear_for(position.board.empties().len(), solutions);
        }
        let start = control.elapsed();
        if let Some(limit) = self.limit {
            // Only the hard limit: a search that stops between two iterations does not count as stopped.
            const NEVER: Duration = Duration::from_secs(1 << 32);
            control.allow(Budget { soft: NEVER, hard: Duration::from_secs_f64(limit) });
        }
        let (mut answer, counters) = self.answer(solver, position, control, watch);
        answer.effort = Effort {
            nodes: counters.visits,
            ordering_nodes: counters.ordering,
            seconds: short_seconds(control.elapsed() - start),
        };
        control.unless_stopped(answer)
    }

    fn answer(
        &self,
        solver: &mut Solver,
        position: &Position,
        control: &Control,
        watch: impl FnMut(Estimate),
    ) -> (Answer, Counters) {
        let choices = position.count_moves() as usize;
        if !self.request.all_moves || choices == 0 {
            let solution = solver.solve_watched(position, self.request.window, control, watch);
            return (Answer::of(&solution, choices), solution.counters);
        }
        let moves = solver.solve_moves(position, self.request.window, control);
        let mut counters = Counters::default();
        moves.iter().for_each(|(_, solution)| counters += solution.counters);
        let is_complete = moves.len() == choices;
        (if is_complete { Answer::of_moves(&moves) } else { Answer::given_up(None) }, counters)
    }
}

impl Answer {
    /// Returns whether the position was solved.
    pub fn is_solved(&self) -> bool {
        self.state.solved.is_none()
    }

    fn given_up(estimate: Option<Estimate>) -> Answer {
        let (estimate, certainty) = estimate.map(|estimate| (estimate.score, estimate.per_cent)).unzip();
        let state = SolveState { solved: Some(false), estimate, certainty, ..SolveState::default() };
        Answer { state, ..Answer::default() }
    }

    fn scored(solution: &Solution, best: Vec<String>, pv: Vec<String>) -> Answer {
        let (score, bound) = (Some(solution.score), Some(solution.bound.into()));
        Answer { state: SolveState { score, bound, best, pv, ..SolveState::default() }, ..Answer::default() }
    }

    fn of(solution: &Solution, choices: usize) -> Answer {
        if solution.is_stopped {
            return Answer::given_up(solution.estimate);
        }
        // The only move is the best one with any score.
        let is_proven = solution.bound == Bound::Exact || choices == 1;
        let best = solution.best.filter(|_| choices > 0 && is_proven);
        let pv = if choices > 0 { line(solution) } else { Vec::new() };
        Answer::scored(solution, best.iter().map(ToString::to_string).collect(), pv)
    }

    /// The answer to a position whose moves are all solved, best first. A move is best if it is worth no less than any other
    /// can be.
    fn of_moves(moves: &[(Move, Solution)]) -> Answer {
        let Some((_, first)) = moves.first() else { return Answer::given_up(None) };
        let is_best = |mv: Move, solution: &Solution| {
            let (least, _) = range(solution);
            moves.iter().all(|(other, solution)| *other == mv || range(solution).1 <= least)
        };
        let best = moves.iter().filter(|(mv, solution)| is_best(*mv, solution));
        let scored = |(mv, solution): &(Move, Solution)| ScoredMove {
            mv: mv.to_string(),
            score: solution.score,
            bound: solution.bound.into(),
        };
        let answer = Answer::scored(first, best.map(|(mv, _)| mv.to_string()).collect(), line(first));
        Answer { moves: Some(moves.iter().map(scored).collect()), ..answer }
    }
}

/// The least and the most that the score can be.
fn range(solution: &Solution) -> (i32, i32) {
    let (least, most) = EXACT;
    match solution.bound {
        Bound::Exact => (solution.score, solution.score),
        Bound::Lower => (solution.score, most),
        Bound::Upper => (least, solution.score),
    }
}

/// The line that proves the score. An upper bound is a statement on every move: no line proves it.
fn line(solution: &Solution) -> Vec<String> {
    let is_proof = solution.bound != Bound::Upper;
    solution.variation.iter().filter(|_| is_proof).map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use game::Game as _;
    use search_core::testing::minimax::minimax;
    use search_core::{MoveKind, MoveList};

    use super::*;
    use othello::evaluator::Classical;
    use othello::position::DISC;

    /// Positions with so few empties that minimax, which has no windows, is quick.
    fn late_positions() -> Vec<Position> {
        let mut random = fastrand::Rng::with_seed(7);
        let late = |position: &Position| (1..=6).contains(&position.board.empties().len());
        (0..8).flat_map(|_| random_game(&mut random)).filter(late).collect()
    }

    /// The positions of a random game from the start.
    fn random_game(random: &mut fastrand::Rng) -> Vec<Position> {
        let next = |position: &Position| {
            let mut next = *position;
            next.play(random.choice(position.legal_moves().iter())?);
            Some(next)
        };
        std::iter::successors(Some(Position::START), next).collect()
    }

    /// Every legal move with its score.
    fn scores(position: &Position) -> Vec<(String, i32)> {
        let mut list = MoveList::new();
        position.moves(MoveKind::All, &mut list);
        let score = |mv| {
            let mut child = *position;
            child.play(mv);
            -minimax(&child, &mut Classical, 64, 0) / DISC
        };
        list.iter().map(|mv| (mv.to_string(), score(mv))).collect()
    }

    /// Checks an answer against the scores that minimax found.
    fn assert_proven(answer: &Answer, scores: &[(String, i32)], context: &str) {
        let Some(highest) = scores.iter().map(|&(_, score)| score).max() else { return };
        let of = |name: &String| scores.iter().find(|(mv, _)| mv == name).unwrap().1;
        let holds = |bound, stated: i32, score: i32| match bound {
            ScoreKind::Exact => stated == score,
            ScoreKind::Lower => stated <= score,
            ScoreKind::Upper => stated >= score,
        };
        let SolveState { score, bound, best, pv, .. } = &answer.state;
        let (score, bound) = (score.unwrap(), bound.unwrap());
        assert!(holds(bound, score, highest), "{context}: {answer:?}");
        assert!(best.iter().all(|name| of(name) == highest), "{context}: {answer:?}");
        assert!(bound != ScoreKind::Exact || !best.is_empty(), "{context}: {answer:?}");
        assert!(pv.first().is_none_or(|name| of(name) >= score), "{context}: {answer:?}");
        for one in answer.moves.iter().flatten() {
            assert!(holds(one.bound, one.score, of(&one.mv)), "{context}: {one:?}");
        }
    }

    /// Windows below, around and above the score: they fail high, are exact, and fail low.
    #[test]
    fn best_moves_are_proven_best_whatever_the_window() {
        let mut solver = Solver::with_bytes(1 << 16);
        for position in late_positions() {
            let scores = scores(&position);
            let highest = scores.iter().map(|&(_, score)| score).max().unwrap_or_default();
            for alpha in [-1, highest - 9, highest - 3, highest - 1, highest, highest + 3] {
                for (beta, all_moves) in
                    [(alpha + 1, true), (alpha + 2, true), (alpha + 8, true), (alpha + 2, false)]
                {
                    let window = (alpha.clamp(-64, 63), beta.clamp(-63, 64));
                    let solving = Solving {
                        request: SolveRequest { window, all_moves },
                        limit: None,
                        keep_table: false,
                    };
                    let answer = solving.solve(&mut solver, &position, &Control::new(), |_| {}).unwrap();
                    let context = format!("{position:?} in {window:?}");
                    assert_proven(&answer, &scores, &context);
                }
            }
        }
    }

    /// One winning move among losing ones is the best one, also within a window.
    #[test]
    fn the_only_winning_move_is_best() {
        let mut solver = Solver::with_bytes(1 << 16);
        let solving = Solving {
            request: SolveRequest { window: (-1, 1), all_moves: true },
            limit: None,
            keep_table: false,
        };
        let mut count = 0;
        for position in late_positions() {
            let winning: Vec<String> =
                scores(&position).into_iter().filter(|&(_, score)| score > 0).map(|(mv, _)| mv).collect();
            if winning.len() == 1 {
                let answer = solving.solve(&mut solver, &position, &Control::new(), |_| {}).unwrap();
                assert_eq!(answer.state.best, winning, "{position:?}");
                count += 1;
            }
        }
        assert!(count > 3);
    }

    #[test]
    fn an_answer_can_be_written_and_read() {
        let request = SolveRequest { window: EXACT, all_moves: true };
        let solving = Solving { request, limit: None, keep_table: false };
        let (mut solver, position) = (Solver::with_bytes(1 << 16), late_positions()[0]);
        let answer = solving.solve(&mut solver, &position, &Control::new(), |_| {}).unwrap();
        let text = serde_json::to_string(&answer).unwrap();
        assert!(text.contains("\"moves\":["), "{text}");
        assert_eq!(serde_json::from_str::<Answer>(&text).unwrap(), answer);
    }
}
