//! The records of the command.

use game::{Seat, Unit};
use search_core::Score;
use serde::Serialize;
use serde_json::Number;
use shuangqi_cli::output::Record;
use shuangqi_texts::Language;

use super::review::{Judgement, Review, SideReview, number};

/// A move. Scores are from the mover's view, in the unit of the game: discs or soldiers.
#[derive(Clone, Debug, Serialize)]
pub struct MoveLine<'a> {
    /// The game's number, from 1.
    game: usize,
    /// From 1.
    ply: usize,
    side: &'static str,
    #[serde(rename = "move")]
    played: &'a str,
    /// The move in the notation for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'a str>,
    /// After the move.
    score: Number,
    /// Moves to mate after the move; negative: the mover is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    best: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_notation: Option<&'a str>,
    best_score: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_mate: Option<i32>,
    loss: Number,
    /// Per cent of the expected score.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_loss: Option<f64>,
    /// Per mille, after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_draw_loss: Option<[u16; 3]>,
    judgement: Judgement,
    turning_point: bool,
    /// Whether the scores are those of perfect play.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    /// Of the search of the position before the move; absent for a forced move.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    nodes: u64,
    /// The best line.
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    line_notation: Option<&'a [String]>,
    /// Before the move.
    position: &'a str,
}

impl Record for MoveLine<'_> {
    const SCHEMA: &'static str = "analyze-move/2";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game ply side move notation score mate best best_notation best_score best_mate loss expected_loss win_draw_loss
        judgement turning_point exact depth nodes line line_notation position
    };
    const MINOR: &'static [&'static str] = shuangqi_cli::columns! {
        position line_notation line win_draw_loss nodes turning_point best_mate mate depth game exact best_notation side
        loss
    };
}

impl<'a> MoveLine<'a> {
    /// The move of this index.
    pub fn new(review: &Review<'a>, index: usize) -> MoveLine<'a> {
        let (mv, position) = (review.moves[index], review.position(index));
        let evaluation = &position.evaluation;
        let unit = review.game.info.unit;
        let (score, mate) = number(mv.score);
        let (best_score, best_mate) = number(mv.best_score);
        let has_solver = review.game.info.has_solver;
        MoveLine {
            game: review.number,
            ply: index + 1,
            side: review.game.info.sides[position.side.index()],
            played: &review.input.moves()[index],
            notation: position.played.as_deref(),
            score: in_unit(score, unit),
            mate,
            best: evaluation.line.first().map_or("", String::as_str),
            best_notation: evaluation.line_names.as_ref().and_then(|names| names.first()).map(String::as_str),
            best_score: in_unit(best_score, unit),
            best_mate,
            loss: in_unit(mv.loss, unit),
            expected_loss: mv.expected_loss.map(|loss| rounded(loss, 10.0)),
            win_draw_loss: position.chances.map(|chances| chances.played),
            judgement: mv.judgement,
            turning_point: mv.is_turning_point(),
            exact: has_solver.then_some(evaluation.exact),
            depth: evaluation.depth,
            nodes: evaluation.nodes,
            line: &evaluation.line,
            line_notation: evaluation.line_names.as_deref(),
            position: &position.board,
        }
    }
}

/// A game. What there is of each side stands in the order of the sides: Black and White in Othello, Red and Black in
/// Xiangqi.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine<'a> {
    /// From 1.
    game: usize,
    file: &'a str,
    /// The line of the file on which it begins.
    line: usize,
    first: &'a str,
    second: &'a str,
    result: &'a str,
    /// The name of its opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    /// The end of the game by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<&'a str>,
    plies: usize,
    /// In per cent.
    accuracy: [Option<f64>; 2],
    /// In the unit of the game.
    mean_loss: [Option<f64>; 2],
    inaccuracies: [u32; 2],
    mistakes: [u32; 2],
    blunders: [u32; 2],
    /// The plies of the moves that changed the result to be expected.
    turning_points: Vec<usize>,
    /// The first ply of which all scores from there on are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_from: Option<usize>,
    nodes: u64,
}

impl Record for GameLine<'_> {
    const SCHEMA: &'static str = "analyze-game/2";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game file line first second result opening ending plies accuracy mean_loss inaccuracies mistakes blunders turning_points
        exact_from nodes
    };
    const MINOR: &'static [&'static str] = shuangqi_cli::columns! { nodes file line exact_from ending opening turning_points inaccuracies plies };
}

impl<'a> GameLine<'a> {
    /// The record of a game.
    pub fn new(review: &Review<'a>) -> GameLine<'a> {
        let sides = Seat::BOTH.map(|seat| review.of_side(seat));
        let size = f64::from(review.game.info.unit.size);
        let faults = |kind: usize| sides.map(|side| side.faults[kind]);
        let (input, [first, second]) = (review.input, &review.input.players);
        let exact_from = review.exact_from().filter(|_| review.game.info.has_solver);
        GameLine {
            game: review.number,
            file: &input.file,
            line: input.line,
            first,
            second,
            result: review.result(),
            opening: input.opening_name(review.game, Language::English),
            ending: review.ending().map(|ending| ending.explanation.as_str()),
            plies: review.moves.len(),
            accuracy: sides.map(|side: SideReview| side.accuracy.map(|accuracy| rounded(accuracy, 10.0))),
            mean_loss: sides.map(|side: SideReview| side.mean_loss.map(|loss| rounded(loss / size, 100.0))),
            inaccuracies: faults(0),
            mistakes: faults(1),
            blunders: faults(2),
            turning_points: review.turning_points().into_iter().map(|index| index + 1).collect(),
            exact_from: exact_from.map(|index| index + 1).filter(|&ply| ply <= review.moves.len()),
            nodes: review.analysis.positions.iter().map(|position| position.evaluation.nodes).sum(),
        }
    }
}

/// A score in the unit of the game; whole ones are written without a point.
fn in_unit(score: Score, unit: Unit) -> Number {
    let whole = Number::from(score / unit.size);
    if score % unit.size == 0 {
        return whole;
    }
    Number::from_f64(f64::from(score) / f64::from(unit.size)).unwrap_or(whole)
}

/// To this part of one.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
