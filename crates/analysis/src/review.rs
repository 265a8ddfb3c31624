//! A game with its moves judged, and what follows for the two sides.

use super::game_analysis::{GameAnalysis, GameEnding, PositionAnalysis};
use super::input_game::InputGame;
use super::judgement::{Judgement, MoveJudgement};
use game::Seat;
use shuangqi_arena::games::Game;

/// A judged game.
#[derive(Clone, Debug)]
pub struct Review<'a> {
    /// Which game is played.
    pub game: Game,
    /// Its number in the run, from 1.
    pub number: usize,
    /// What the file has.
    pub input: &'a InputGame,
    /// What the engine found.
    pub analysis: &'a GameAnalysis,
    /// The moves in order.
    pub moves: Vec<MoveJudgement>,
}

/// What one side did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SideReview {
    /// From 0 to 100; `None` without a move that was a choice.
    pub accuracy: Option<f64>,
    /// In units of score; `None` without a move that was a choice.
    pub mean_loss: Option<f64>,
    /// Inaccuracies, mistakes and blunders.
    pub faults: [u32; 3],
}

impl<'a> Review<'a> {
    /// Judges the moves of a game.
    pub fn new(game: Game, number: usize, input: &'a InputGame, analysis: &'a GameAnalysis) -> Review<'a> {
        let positions = analysis.positions.windows(2);
        let judge =
            |(pair, played): (&[PositionAnalysis], &String)| MoveJudgement::new(&pair[0], played, &pair[1]);
        let moves = positions.zip(input.moves()).map(judge).collect();
        Review { game, number, input, analysis, moves }
    }

    /// The position before a move, by the move's index.
    pub fn position(&self, index: usize) -> &'a PositionAnalysis {
        &self.analysis.positions[index]
    }

    /// The side that made a move.
    pub fn side(&self, index: usize) -> Seat {
        self.position(index).side
    }

    /// What a side did.
    pub fn of_side(&self, seat: Seat) -> SideReview {
        let own = |&(index, mv): &(usize, &MoveJudgement)| self.side(index) == seat && mv.is_counted();
        let moves: Vec<&MoveJudgement> =
            self.moves.iter().enumerate().filter(own).map(|(_, mv)| mv).collect();
        let mean = |value: fn(&MoveJudgement) -> f64| {
            let sum: f64 = moves.iter().map(|mv| value(mv)).sum();
            (!moves.is_empty()).then(|| sum / moves.len() as f64)
        };
        let count = |judgement| moves.iter().filter(|mv| mv.judgement == judgement).count() as u32;
        SideReview {
            accuracy: mean(|mv| mv.accuracy),
            mean_loss: mean(|mv| f64::from(mv.loss)),
            faults: [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder].map(count),
        }
    }

    /// The indices of the moves that changed the result to be expected.
    pub fn turning_points(&self) -> Vec<usize> {
        (0..self.moves.len()).filter(|&index| self.moves[index].is_turning_point()).collect()
    }

    /// The index of the move that cost most, if it was at least a mistake.
    pub fn costliest(&self) -> Option<usize> {
        let cost = |index: &usize| {
            let mv = &self.moves[*index];
            mv.expected_loss.unwrap_or(f64::from(mv.loss))
        };
        let faults = (0..self.moves.len()).filter(|&index| self.moves[index].judgement >= Judgement::Mistake);
        // Of equal ones the first.
        faults.rev().max_by(|one, other| cost(one).total_cmp(&cost(other)))
    }

    /// The number of the first position that was solved, as a number of moves before it.
    pub fn exact_from(&self) -> Option<usize> {
        let positions = &self.analysis.positions;
        let estimated = positions.iter().rposition(|position| !position.evaluation.exact);
        let first = estimated.map_or(0, |last| last + 1);
        (first < positions.len()).then_some(first)
    }

    /// The end by the rules, if the game ended with its last move.
    pub fn ending(&self) -> Option<&'a GameEnding> {
        self.analysis.ending.as_ref().filter(|ending| ending.after == self.moves.len())
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*`: by the rules, or else by the file.
    pub fn result(&self) -> &'a str {
        self.ending().map_or(&self.input.result, |ending| ending.result.text())
    }
}
