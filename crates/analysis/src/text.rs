//! A review in sentences.

use game::Seat;
use shuangqi_cli::units::counted;

use super::review::{Judgement, Review, number};

/// Moves of the best line that a sentence shows.
const SHOWN: usize = 5;

/// The game in a line: `Game 3 (games.pgn:40): Li against Wang, 1-0, 81 moves`.
pub fn heading(review: &Review<'_>) -> String {
    let moves = counted(review.moves.len() as u64, "move");
    let title = review.input.title(review.game);
    format!("Game {} ({}): {title}, {}, {moves}", review.number, review.input.place(), review.result())
}

/// The opening, the accuracy of both sides, where the scores are exact, how the game ended, and its turning points, a sentence each.
pub fn remarks(review: &Review<'_>) -> Vec<String> {
    let mut remarks: Vec<String> =
        review.input.opening.iter().map(|opening| format!("The opening: {opening}.")).collect();
    remarks.push(accuracies(review));
    if review.game.info.has_solver
        && let Some(from) = review.exact_from().filter(|&from| from < review.moves.len())
    {
        remarks.push(format!("From ply {} on every score is exact.", from + 1));
    }
    remarks.extend(ending(review));
    remarks.extend(turning_points(review));
    remarks
}

/// The moves that changed the result to be expected; if there are none, the costliest mistake.
pub fn turning_points(review: &Review<'_>) -> Vec<String> {
    let turns = review.turning_points();
    match (turns.is_empty(), review.costliest()) {
        (true, Some(index)) => vec![sentence(review, index)],
        _ => turns.into_iter().map(|index| sentence(review, index)).collect(),
    }
}

/// `Ply 23, Black 车２平８: a blunder, level before it, losing after it. It costs …`.
pub fn sentence(review: &Review<'_>, index: usize) -> String {
    let mv = &review.moves[index];
    let [before, after] = mv.expected_results.map(|expected| expected.text());
    let expected = if before == after {
        format!("{before} before it and after it")
    } else {
        format!("{before} before it, {after} after it")
    };
    let article = if mv.judgement.text().starts_with('i') { "an" } else { "a" };
    format!(
        "Ply {}, {} {}: {article} {}, {expected}. It costs {}, from {} to {}; best was {}.",
        index + 1,
        review.game.colour(review.side(index)),
        move_name(review, index),
        mv.judgement.text(),
        cost(review, index),
        score_text(review, mv.best_score),
        score_text(review, mv.score),
        best_line(review, index),
    )
}

/// `38.2 percentage points of the expected score`, `14 discs`.
fn cost(review: &Review<'_>, index: usize) -> String {
    let (mv, unit) = (&review.moves[index], review.game.info.unit);
    match mv.expected_loss {
        Some(loss) => format!("{loss:.1} percentage points of the expected score"),
        None => format!("{} {}", unit.text(mv.loss), unit.name),
    }
}

/// A move as people write it, with its coordinates where these are different.
pub fn move_name(review: &Review<'_>, index: usize) -> String {
    let text = &review.input.moves()[index];
    match &review.position(index).played {
        Some(name) => format!("{name} ({text})"),
        None => text.clone(),
    }
}

/// The first moves of the best line.
pub fn best_line(review: &Review<'_>, index: usize) -> String {
    let evaluation = &review.position(index).evaluation;
    let line = evaluation.line_names.as_ref().unwrap_or(&evaluation.line);
    let shown = line.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
    if line.len() > SHOWN { shown + " …" } else { shown }
}

/// A score with its sign: `+6.5`, `-120`, `mate in 3`, `mated in 2`.
pub fn score_text(review: &Review<'_>, score: search_core::Score) -> String {
    match number(score) {
        (_, Some(moves)) if moves > 0 => format!("mate in {moves}"),
        (_, Some(moves)) => format!("mated in {}", -moves),
        (0, None) => "0".to_owned(),
        (value, None) => {
            let text = review.game.info.unit.text(value);
            if value > 0 { format!("+{text}") } else { text }
        }
    }
}

fn accuracies(review: &Review<'_>) -> String {
    let unit = review.game.info.unit;
    let of = |seat: Seat| {
        let (colour, side) = (review.game.colour(seat), review.of_side(seat));
        match (side.accuracy, side.mean_loss) {
            (Some(accuracy), Some(loss)) => {
                let loss = loss / f64::from(unit.size);
                format!("{colour} {accuracy:.1} % ({loss:.2} {} lost a move)", unit.name)
            }
            _ => format!("{colour} none"),
        }
    };
    format!("Accuracy: {}, {}.", of(Seat::First), of(Seat::Second))
}

/// The end of the game by the rules, and whether the file goes on after that.
fn ending(review: &Review<'_>) -> Option<String> {
    let ending = review.analysis.ending.as_ref()?;
    let more = review.moves.len() - ending.after;
    Some(match more {
        0 => format!("{}.", ending.explanation),
        _ => format!(
            "By the rules the game ended with ply {}: {}. The file goes on for {}.",
            ending.after,
            ending.explanation,
            counted(more as u64, "move")
        ),
    })
}

/// `Ply 4, White d6: +1.25`.
pub fn short(review: &Review<'_>, index: usize) -> String {
    let colour = review.game.colour(review.side(index));
    let score = score_text(review, review.moves[index].score);
    format!("Ply {}, {colour} {}: {score}", index + 1, move_name(review, index))
}

/// The remark on a move beside its score: `a blunder, costs 14 discs; best was c1 d1 …`.
pub fn note(review: &Review<'_>, index: usize) -> String {
    let mv = &review.moves[index];
    match mv.judgement {
        Judgement::Forced => "the only move".to_owned(),
        Judgement::Best => format!("the best move: {}", best_line(review, index)),
        judgement => {
            format!(
                "{}, costs {}; best was {}",
                judgement.text(),
                cost(review, index),
                best_line(review, index)
            )
        }
    }
}

/// The mark behind a move in lists: `?!` for an inaccuracy, `?` for a mistake, `??` for a blunder, as in chess.
pub fn mark(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "?!",
        Judgement::Mistake => "?",
        Judgement::Blunder => "??",
        Judgement::Forced | Judgement::Best | Judgement::Good => "",
    }
}
