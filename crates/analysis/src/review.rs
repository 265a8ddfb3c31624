//! A game with its moves judged, and what follows for the two sides. The rules, and where they come from, are in the
//! documentation of [`analyze`](super).

use game::{Message, ReportedScore, Seat};
use search_core::Score;
use serde::Serialize;
use shuangqi_arena::games::Game;
use shuangqi_texts::{Catalogue, Language};

use super::analyst::{GameAnalysis, GameEnding, MoveChances, PositionAnalysis, score_before};
use super::input_game::InputGame;

/// The thresholds of losses, in per cent of the expected score: from here on an inaccuracy, a mistake, a blunder.
const LEVELS_PER_CENT: [f64; 3] = [5.0, 10.0, 15.0];
/// The same for losses in discs.
const LEVELS_DISCS: [f64; 3] = [2.0, 4.0, 8.0];
/// The loss in discs of a move of half accuracy.
const HALF_DISCS: f64 = 8.0;
/// Scores in points beyond this one are counted as it, where moves are judged by chances.
const MAX_POINTS: Score = 1000;
/// From this score on a side is winning, in hundredths, where there is no model of chances.
const WINNING: Score = 200;
/// A mate, less a point for each ply.
const MATE: Score = 10_000;

/// The judgement of a move.
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

    /// Its name.
    pub fn name(self) -> Message {
        match self {
            Judgement::Forced => Message::new("judgement-forced", "forced"),
            Judgement::Best => Message::new("judgement-best", "best"),
            Judgement::Good => Message::new("judgement-good", "good"),
            Judgement::Inaccuracy => Message::new("judgement-inaccuracy", "inaccuracy"),
            Judgement::Mistake => Message::new("judgement-mistake", "mistake"),
            Judgement::Blunder => Message::new("judgement-blunder", "blunder"),
        }
    }

    /// Its name in a sentence.
    pub fn message(self) -> Message {
        let english = if self == Judgement::Inaccuracy { "an {name}" } else { "a {name}" };
        Message::new("judgement-in-sentence", english).with("name", self.name())
    }
}

/// The result of the game that a side may expect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ExpectedResult {
    /// To lose.
    Losing,
    /// Neither.
    Level,
    /// To win.
    Winning,
}

impl ExpectedResult {
    /// By the chances, if one of them is above one half; else by the score, in hundredths.
    fn of(score: Score, chances: Option<[u16; 3]>) -> ExpectedResult {
        match chances {
            Some([win, ..]) if win > 500 => ExpectedResult::Winning,
            Some([.., loss]) if loss > 500 => ExpectedResult::Losing,
            Some(_) => ExpectedResult::Level,
            None if score >= WINNING => ExpectedResult::Winning,
            None if score <= -WINNING => ExpectedResult::Losing,
            None => ExpectedResult::Level,
        }
    }

    /// As sentences have it.
    pub fn message(self) -> Message {
        match self {
            ExpectedResult::Losing => Message::new("expected-losing", "losing"),
            ExpectedResult::Level => Message::new("expected-level", "level"),
            ExpectedResult::Winning => Message::new("expected-winning", "winning"),
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
    /// The name of its quality.
    pub judgement: Judgement,
    /// From 0 to 100.
    pub accuracy: f64,
    /// The result that the mover could expect before it and after it.
    pub expected_results: [ExpectedResult; 2],
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
        let expected = |score, of: fn(MoveChances) -> [u16; 3]| ExpectedResult::of(score, chances.map(of));
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
            expected_results: [
                expected(best_score, |chances| chances.best),
                expected(score, |chances| chances.played),
            ],
        }
    }

    /// Whether the side had a choice.
    pub fn is_counted(&self) -> bool {
        self.judgement != Judgement::Forced
    }

    /// Whether the move changed the result to be expected: it cost something, and the mover can expect less.
    pub fn is_turning_point(&self) -> bool {
        self.judgement >= Judgement::Inaccuracy && self.expected_results[1] < self.expected_results[0]
    }
}

fn lost(best: Score, played: Score, is_capped: bool) -> Score {
    let most = if is_capped { MAX_POINTS } else { MATE };
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

/// A judged game.
#[derive(Clone, Debug)]
pub struct Review<'a> {
    /// The game that is played.
    pub game: Game,
    /// Its number in the run, from 1.
    pub number: usize,
    /// The game as the file has it.
    pub input: &'a InputGame,
    /// The results of the engine.
    pub analysis: &'a GameAnalysis,
    /// The moves in order.
    pub moves: Vec<MoveJudgement>,
    /// The language of its sentences.
    pub language: Language,
}

/// The moves of one side, summed up.
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
        Review { game, number, input, analysis, moves, language: Language::English }
    }

    /// The same with sentences in this language.
    #[must_use]
    pub fn speaking(self, language: Language) -> Review<'a> {
        Review { language, ..self }
    }

    /// What a message says in the review's language.
    pub fn say(&self, message: &Message) -> String {
        Catalogue::of(self.language).say(message)
    }

    /// How the game ended by the rules: as it was written down or, in another language, as the referee explains it once more.
    pub(crate) fn ending_message(&self, ending: &GameEnding) -> Message {
        let written = || Message::verbatim(ending.explanation.clone());
        if self.language == Language::English {
            return written();
        }
        let replayed = || {
            let mut session = self.game.session(&self.input.moves.start, &self.input.rules).ok()?;
            self.input.moves().iter().take(ending.after).try_for_each(|mv| session.advance(mv))?;
            session.verdict_message()
        };
        replayed().unwrap_or_else(written)
    }

    /// The position before a move, by the move's index.
    pub fn position(&self, index: usize) -> &'a PositionAnalysis {
        &self.analysis.positions[index]
    }

    /// The side that made a move.
    pub fn side(&self, index: usize) -> Seat {
        self.position(index).side
    }

    /// Sums up the moves of a side.
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
        self.ending().map_or(self.input.result, |ending| ending.result.text())
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
            [1.99, 2.0, 3.99, 4.0, 8.0, 64.0].map(of).map(|judgement| judgement.name().to_string()),
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
    fn expected_results_follow_chances_or_else_the_score() {
        let by_score =
            [200, 199, -199, -200].map(|score| ExpectedResult::of(score, None).message().to_string());
        assert_eq!(by_score, ["winning", "level", "level", "losing"]);
        let by_chances = [[501, 400, 99], [500, 0, 500], [0, 499, 501]]
            .map(|chances| ExpectedResult::of(0, Some(chances)));
        assert_eq!(by_chances, [ExpectedResult::Winning, ExpectedResult::Level, ExpectedResult::Losing]);
    }

    #[test]
    fn mates_are_numbers_beyond_all_others() {
        assert_eq!(number(mate_in(3)), (9_997, Some(2)));
        assert_eq!(number(mated_in(4)), (-9_996, Some(-2)));
        assert_eq!(number(-120), (-120, None));
    }
}
