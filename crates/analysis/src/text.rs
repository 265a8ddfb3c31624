//! A review in sentences.

use game::{Message, Seat};
use shuangqi_arena::games::Game;
use shuangqi_cli::units::grouped;

use super::review::{ExpectedResult, Judgement, Review, number};

/// Moves of the best line that a sentence shows.
const SHOWN: usize = 5;

/// The game in a line: `Game 3 (games.pgn:40): Li against Wang, 1-0, 81 moves`.
pub fn heading(review: &Review<'_>) -> String {
    let heading = Message::new("analyze-heading", "Game {number} ({place}): {title}, {result}, {moves}")
        .with("number", review.number.to_string())
        .with("place", review.input.place())
        .with("title", title(review))
        .with("result", review.result().to_owned())
        .with("moves", moves_text(review.moves.len()));
    review.say(&heading)
}

/// The players: `Li against Wang`.
pub fn title(review: &Review<'_>) -> Message {
    let [first, second] = Seat::BOTH.map(|seat| player(review, seat));
    Message::new("analyze-against", "{first} against {second}").with("first", first).with("second", second)
}

/// The player of a seat; the side where the file names none.
pub fn player(review: &Review<'_>, seat: Seat) -> Message {
    match review.input.players[seat.index()].as_str() {
        "" => review.game.info.side(seat),
        name => Message::verbatim(name),
    }
}

/// `81 moves`.
pub fn moves_text(count: usize) -> Message {
    let english = if count == 1 { "{count} move" } else { "{count} moves" };
    Message::new("analyze-moves", english).with("count", grouped(count as u64))
}

/// The opening, the accuracy of both sides, where the scores are exact, how the game ended, and its turning points, a sentence each.
pub fn remarks(review: &Review<'_>) -> Vec<String> {
    let mut remarks: Vec<String> = opening(review).into_iter().collect();
    remarks.push(accuracies(review));
    if review.game.info.has_solver
        && let Some(from) = review.exact_from().filter(|&from| from < review.moves.len())
    {
        let exact = Message::new("analyze-exact", "From ply {ply} on every score is exact.");
        remarks.push(review.say(&exact.with("ply", (from + 1).to_string())));
    }
    remarks.extend(ending(review));
    remarks.extend(turning_points(review));
    remarks
}

/// `The opening: Tiger.`
fn opening(review: &Review<'_>) -> Option<String> {
    let name = review.input.opening_name(review.game, review.language)?;
    Some(review.say(&Message::new("analyze-opening", "The opening: {name}.").with("name", name)))
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
    let [before, after] = mv.expected_results.map(ExpectedResult::message);
    let expected = match before == after {
        true => Message::new("analyze-still", "{before} before it and after it").with("before", before),
        false => Message::new("analyze-changed", "{before} before it, {after} after it")
            .with("before", before)
            .with("after", after),
    };
    let english = "Ply {ply}, {side} {move}: {fault}, {expected}. It costs {cost}, from {from} to {to}; best was {best}.";
    let sentence = Message::new("analyze-sentence", english)
        .with("ply", (index + 1).to_string())
        .with("side", review.game.info.side(review.side(index)))
        .with("move", move_name(review, index))
        .with("fault", mv.judgement.message())
        .with("expected", expected)
        .with("cost", cost(review, index))
        .with("from", score(review, mv.best_score))
        .with("to", score(review, mv.score))
        .with("best", best_line(review, index));
    review.say(&sentence)
}

/// `38.2 percentage points of the expected score`, `14 discs`.
fn cost(review: &Review<'_>, index: usize) -> Message {
    let (mv, unit) = (&review.moves[index], review.game.info.unit);
    match mv.expected_loss {
        Some(loss) => Message::new("analyze-points", "{loss} percentage points of the expected score")
            .with("loss", format!("{loss:.1}")),
        None => Message::new("analyze-units", "{loss} {unit}")
            .with("loss", unit.text(mv.loss))
            .with("unit", unit_name(review.game)),
    }
}

/// Discs or soldiers.
pub fn unit_name(game: Game) -> Message {
    let name = game.info.unit.name;
    Message::new(format!("unit-{name}"), name)
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
pub fn score(review: &Review<'_>, score: search_core::Score) -> Message {
    match number(score) {
        (_, Some(moves)) if moves > 0 => {
            Message::new("terminal-mate", "mate in {moves}").with("moves", moves.unsigned_abs() as usize)
        }
        (_, Some(moves)) => {
            Message::new("terminal-mated", "mated in {moves}").with("moves", moves.unsigned_abs() as usize)
        }
        (0, None) => Message::verbatim("0"),
        (value, None) => {
            let text = review.game.info.unit.text(value);
            Message::verbatim(if value > 0 { format!("+{text}") } else { text })
        }
    }
}

fn accuracies(review: &Review<'_>) -> String {
    let unit = review.game.info.unit;
    let of = |seat: Seat| {
        let side = review.of_side(seat);
        let message = match (side.accuracy, side.mean_loss) {
            (Some(accuracy), Some(loss)) => {
                Message::new("analyze-accuracy-of", "{side} {accuracy} % ({loss} {unit} lost a move)")
                    .with("accuracy", format!("{accuracy:.1}"))
                    .with("loss", format!("{:.2}", loss / f64::from(unit.size)))
                    .with("unit", unit_name(review.game))
            }
            _ => Message::new("analyze-accuracy-none", "{side} none"),
        };
        message.with("side", review.game.info.side(seat))
    };
    let accuracies = Message::new("analyze-accuracy", "Accuracy: {first}, {second}.")
        .with("first", of(Seat::First))
        .with("second", of(Seat::Second));
    review.say(&accuracies)
}

/// The end of the game by the rules, and whether the file goes on after that.
fn ending(review: &Review<'_>) -> Option<String> {
    let ending = review.analysis.ending.as_ref()?;
    let more = review.moves.len() - ending.after;
    let explanation = review.ending_message(ending);
    let message = match more {
        0 => Message::new("analyze-ending", "{ending}."),
        _ => {
            let english =
                "By the rules the game ended with ply {ply}: {ending}. The file goes on for {moves}.";
            Message::new("analyze-ended-before", english)
                .with("ply", ending.after.to_string())
                .with("moves", moves_text(more))
        }
    };
    Some(review.say(&message.with("ending", explanation)))
}

/// `Ply 4, White d6: +1.25`.
pub fn short(review: &Review<'_>, index: usize) -> String {
    let short = Message::new("analyze-short", "Ply {ply}, {side} {move}: {score}")
        .with("ply", (index + 1).to_string())
        .with("side", review.game.info.side(review.side(index)))
        .with("move", move_name(review, index))
        .with("score", score(review, review.moves[index].score));
    review.say(&short)
}

/// The remark on a move beside its score: `blunder, costs 14 discs; best was c1 d1 …`.
pub fn note(review: &Review<'_>, index: usize) -> String {
    let judgement = review.moves[index].judgement;
    let message = match judgement {
        Judgement::Forced => Message::new("analyze-forced", "the only move"),
        Judgement::Best => Message::new("analyze-best", "the best move: {best}"),
        _ => Message::new("analyze-note", "{fault}, costs {cost}; best was {best}")
            .with("fault", judgement.name())
            .with("cost", cost(review, index)),
    };
    review.say(&message.with("best", best_line(review, index)))
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
