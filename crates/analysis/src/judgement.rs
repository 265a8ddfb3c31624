//! What a move lost, and what that says of it.
//! The rules, and where they come from, are in the documentation of [`analyze`](super).

use game::ReportedScore;
use search_core::Score;
use serde::Serialize;

use super::analyst::score_before;
use super::game_analysis::{MoveChances, PositionAnalysis};

/// What losses in per cent of the expected score are called: from here on an inaccuracy, a mistake, a blunder.
const LEVELS_PER_CENT: [f64; 3] = [5.0, 10.0, 15.0];
/// The same for losses in discs.
const LEVELS_DISCS: [f64; 3] = [2.0, 4.0, 8.0];
/// The loss in discs of a move of half accuracy.
const HALF_DISCS: f64 = 8.0;
/// Scores in points beyond this one are counted as it, where moves are judged by chances.
const MOST_POINTS: Score = 1000;
/// From this score on a side is winning, in hundredths, where there is no model of chances.
const WINNING: Score = 200;
/// A mate, less a point for each ply.
const MATE: Score = 10_000;

/// What a move is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// There was no other.
    Forced,
    /// The engine's choice.
    Best,
    /// It costs less than an inaccuracy.
    Good,
    /// It costs something.
    Inaccuracy,
    /// It costs much.
    Mistake,
    /// It costs most of what can be lost at once.
    Blunder,
}

impl Judgement {
    fn of(loss: f64, levels: [f64; 3]) -> Judgement {
        match levels.into_iter().filter(|&level| loss >= level).count() {
            0 => Judgement::Good,
            1 => Judgement::Inaccuracy,
            2 => Judgement::Mistake,
            _ => Judgement::Blunder,
        }
    }

    /// Its name in sentences.
    pub fn text(self) -> &'static str {
        match self {
            Judgement::Forced => "forced",
            Judgement::Best => "best",
            Judgement::Good => "good",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }
}

/// What a side may expect of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outlook {
    /// To lose.
    Losing,
    /// Neither.
    Level,
    /// To win.
    Winning,
}

impl Outlook {
    /// By the chances, if one of them is above one half; else by the score, in hundredths.
    fn of(score: Score, chances: Option<[u16; 3]>) -> Outlook {
        match chances {
            Some([win, ..]) if win > 500 => Outlook::Winning,
            Some([.., loss]) if loss > 500 => Outlook::Losing,
            Some(_) => Outlook::Level,
            None if score >= WINNING => Outlook::Winning,
            None if score <= -WINNING => Outlook::Losing,
            None => Outlook::Level,
        }
    }

    /// As sentences have it.
    pub fn text(self) -> &'static str {
        match self {
            Outlook::Losing => "losing",
            Outlook::Level => "level",
            Outlook::Winning => "winning",
        }
    }
}

/// A move and what it lost, from the mover's view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveJudgement {
    /// The score after it.
    pub score: Score,
    /// The score of the best move.
    pub best_score: Score,
    /// The difference, in units of score, not below 0; mates and rulings as numbers beyond all evaluations.
    pub loss: Score,
    /// The loss of expected score, in per cent, where the evaluator has a model of it.
    pub expected_loss: Option<f64>,
    /// What it is called.
    pub judgement: Judgement,
    /// From 0 to 100.
    pub accuracy: f64,
    /// What the mover could expect before it and after it.
    pub outlooks: [Outlook; 2],
}

impl MoveJudgement {
    /// Judges a move by the positions before and after it.
    pub fn new(before: &PositionAnalysis, played: &str, after: &PositionAnalysis) -> MoveJudgement {
        let (best_score, score) = (before.evaluation.score, score_before(after.evaluation.score));
        let is_best = before.evaluation.line.first().is_some_and(|best| best == played);
        let chances = before.chances;
        let loss = if is_best { 0 } else { lost(best_score, score, chances.is_some()) };
        let expected_loss = chances.map(|chances| if is_best { 0.0 } else { expected_loss(chances) });
        let measured = expected_loss.unwrap_or(f64::from(loss) / 100.0);
        let levels = if chances.is_some() { LEVELS_PER_CENT } else { LEVELS_DISCS };
        let judgement = match before.is_forced {
            true => Judgement::Forced,
            false if is_best => Judgement::Best,
            false => Judgement::of(measured, levels),
        };
        let outlook = |score, of: fn(MoveChances) -> [u16; 3]| Outlook::of(score, chances.map(of));
        MoveJudgement {
            score,
            best_score,
            loss,
            expected_loss,
            judgement,
            accuracy: if chances.is_some() {
                accuracy_of_chances(measured)
            } else {
                accuracy_of_discs(measured)
            },
            outlooks: [outlook(best_score, |chances| chances.best), outlook(score, |chances| chances.played)],
        }
    }

    /// Whether the side had a choice.
    pub fn is_counted(&self) -> bool {
        self.judgement != Judgement::Forced
    }

    /// Whether the move changed the result to be expected: it cost something, and the mover can expect less.
    pub fn is_turning_point(&self) -> bool {
        self.judgement >= Judgement::Inaccuracy && self.outlooks[1] < self.outlooks[0]
    }
}

fn lost(best: Score, played: Score, is_capped: bool) -> Score {
    let most = if is_capped { MOST_POINTS } else { MATE };
    let number = |score| number(score).0.clamp(-most, most);
    (number(best) - number(played)).max(0)
}

/// The drop of the chance to win and half the chance to draw, in per cent.
fn expected_loss(MoveChances { best, played }: MoveChances) -> f64 {
    let expected = |[win, draw, _]: [u16; 3]| f64::from(2 * i32::from(win) + i32::from(draw)) / 20.0;
    (expected(best) - expected(played)).max(0.0)
}

fn accuracy_of_chances(per_cent: f64) -> f64 {
    (103.1668 * libm::exp(-0.043_54 * per_cent) - 3.1669).clamp(0.0, 100.0)
}

fn accuracy_of_discs(discs: f64) -> f64 {
    100.0 * libm::exp2(-discs / HALF_DISCS)
}

/// A score as one number, and the moves to mate of a mate: ±10,000 less the plies to it. A win or loss by ruling is a
/// number between those and all evaluations.
pub fn number(score: Score) -> (Score, Option<i32>) {
    match ReportedScore::of(score) {
        ReportedScore::Mate { is_won: true, moves, plies } => (MATE - plies as Score, Some(moves as i32)),
        ReportedScore::Mate { is_won: false, moves, plies } => (plies as Score - MATE, Some(-(moves as i32))),
        ReportedScore::Ruling { score, .. } | ReportedScore::Evaluation(score) => (score, None),
    }
}

#[cfg(test)]
mod tests {
    use search_core::score::{mate_in, mated_in};

    use super::*;

    #[test]
    fn levels_begin_where_they_say() {
        let of = |loss| Judgement::of(loss, LEVELS_DISCS);
        assert_eq!(
            [1.99, 2.0, 3.99, 4.0, 8.0, 64.0].map(of).map(Judgement::text),
            ["good", "inaccuracy", "inaccuracy", "mistake", "blunder", "blunder"]
        );
    }

    #[test]
    fn accuracy_falls_from_100_to_0() {
        assert_eq!(accuracy_of_discs(0.0), 100.0);
        assert_eq!(accuracy_of_discs(8.0), 50.0);
        assert!((accuracy_of_chances(0.0) - 100.0).abs() < 0.01);
        assert_eq!(accuracy_of_chances(100.0), 0.0);
        assert!(
            (0..100)
                .all(|loss| accuracy_of_chances(f64::from(loss)) >= accuracy_of_chances(f64::from(loss + 1)))
        );
    }

    #[test]
    fn losses_are_counted_within_bounds() {
        assert_eq!(lost(300, -200, true), 500);
        assert_eq!(lost(-200, 300, true), 0);
        assert_eq!(lost(mate_in(3), 2000, true), 0, "both are won");
        assert_eq!(lost(1200, mated_in(4), true), 2000);
        assert_eq!(lost(6400, -6400, false), 12_800);
        assert_eq!(expected_loss(MoveChances { best: [500, 300, 200], played: [100, 300, 600] }), 40.0);
    }

    #[test]
    fn outlooks_follow_chances_or_else_the_score() {
        let by_score = [200, 199, -199, -200].map(|score| Outlook::of(score, None).text());
        assert_eq!(by_score, ["winning", "level", "level", "losing"]);
        let by_chances =
            [[501, 400, 99], [500, 0, 500], [0, 499, 501]].map(|chances| Outlook::of(0, Some(chances)));
        assert_eq!(by_chances, [Outlook::Winning, Outlook::Level, Outlook::Losing]);
    }

    #[test]
    fn mates_are_numbers_beyond_all_others() {
        assert_eq!(number(mate_in(3)), (9_997, Some(2)));
        assert_eq!(number(mated_in(4)), (-9_996, Some(-2)));
        assert_eq!(number(-120), (-120, None));
    }
}
