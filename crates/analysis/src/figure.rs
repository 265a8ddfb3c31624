//! The scores of a game as a picture.

use shuangqi_plot::{Axis, Figure, Fill, Line, LineChart, Look, Point, Ruling, number};

use super::judgement::Judgement;
use super::review::Review;
use super::text;
use game::Seat;

/// The picture of a game: in discs, or where there is a model of it the expected score in per cent, from the first
/// seat's view. Moves that cost something are marked.
pub fn figure(review: &Review<'_>) -> Figure {
    let reading = match exact_from(review) {
        Some(from) => format!(
            "Marks are moves that cost something. From the upright line on, after ply {from}, scores are exact."
        ),
        None => "Marks are moves that cost something.".to_owned(),
    };
    Figure::full(name(review.number), reading, &chart(review))
}

/// The number of moves from which on scores are exact, if it is before the end.
fn exact_from(review: &Review<'_>) -> Option<usize> {
    review.exact_from().filter(|&from| from < review.moves.len())
}

/// The beginning of the names of pictures.
pub const NAME: &str = "scores-";

/// The name of the picture of the game of this number.
pub fn name(number: usize) -> String {
    format!("{NAME}{number}")
}

fn chart(review: &Review<'_>) -> LineChart {
    let (game, colour) = (review.game, review.game.colour(Seat::First));
    let has_model = review.analysis.positions.iter().any(|position| position.chances.is_some());
    let y = if has_model {
        let label = format!("expected score of {colour} after each move, per cent");
        Axis { ends: (Some(0.0), Some(100.0)), ..Axis::new(&label, Ruling::Linear, number::plain) }
    } else {
        let label = format!("score after each move from the view of {colour}, {}", game.info.unit.name);
        Axis::new(&label, Ruling::Linear, |value| number::signed(value, 0))
    };
    let points = (0..review.moves.len()).map(|index| point(review, index)).collect();
    let lines = vec![Line::new("score", Look::Numbered(0), points)];
    let title = format!("Game {}: {}", review.number, review.input.title(game));
    LineChart {
        rules: vec![if has_model { 50.0 } else { 0.0 }],
        uprights: exact_from(review).map(|from| from as f64).into_iter().collect(),
        ..LineChart::new(title, Axis::new("ply", Ruling::Whole, number::plain), y, lines)
    }
}

fn point(review: &Review<'_>, index: usize) -> Point {
    let mv = &review.moves[index];
    let is_first = review.side(index) == Seat::First;
    let y = match review.position(index).chances {
        Some(chances) => {
            let [win, draw, _] = chances.played;
            let expected = f64::from(2 * u32::from(win) + u32::from(draw)) / 20.0;
            if is_first { expected } else { 100.0 - expected }
        }
        None => {
            let score = f64::from(mv.score) / f64::from(review.game.info.unit.size);
            if is_first { score } else { -score }
        }
    };
    let is_fault = mv.judgement >= Judgement::Inaccuracy;
    let tip = if is_fault { text::sentence(review, index) } else { text::short(review, index) };
    let fill = Some(if is_fault { Fill::Full } else { Fill::Hidden });
    Point { fill, ..Point::new((index + 1) as f64, y, tip) }
}
