//! The course of a game as a small graph of text.

use super::judgement::{MoveJudgement, number};
use super::review::Review;
use game::Seat;

/// Rows above the middle, and below.
const ROWS: usize = 3;
/// The most columns.
const MOST_COLUMNS: usize = 64;
/// Steps of a row.
const STEPS: usize = 8;
/// Bars that fill so many eighths of a row from below.
const BARS: [char; STEPS + 1] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The scores after each move from the first seat's view: bars above the middle where it is ahead, below where the
/// other is. Near the middle there is more room than at the ends. Empty without moves.
pub fn graph(review: &Review<'_>) -> String {
    let heights = columns(&shares(review));
    if heights.is_empty() {
        return String::new();
    }
    // The row of the score at half the height bears its number.
    let number = review.game.info.scores.bend / 100;
    let label =
        |row: usize, sign: &str| if row == ROWS / 2 { format!("{sign}{number}") } else { String::new() };
    let width = label(ROWS / 2, "+").len();
    let line = |label: String, bars: String| format!("{label:>width$} │{}", bars.trim_end());
    let above = (0..ROWS)
        .rev()
        .map(|row| line(label(row, "+"), heights.iter().map(|&height| upper_bar(height, row)).collect()));
    let below = (0..ROWS)
        .map(|row| line(label(row, "-"), heights.iter().map(|&height| lower_bar(-height, row)).collect()));
    let middle = format!("{:>width$} ┼{}", 0, "─".repeat(heights.len()));
    let colours = Seat::BOTH.map(|seat| review.game.colour(seat));
    let title = format!("{} ahead above, {} below, in {}s", colours[0], colours[1], review.game.info.hundred);
    [title].into_iter().chain(above).chain([middle]).chain(below).collect::<Vec<_>>().join("\n")
}

/// The score after each move as a share of the height, from −1 to 1.
fn shares(review: &Review<'_>) -> Vec<f64> {
    let bend = f64::from(review.game.info.scores.bend);
    let share = |(index, mv): (usize, &MoveJudgement)| {
        let score = f64::from(number(mv.score).0);
        let own = score / (score.abs() + bend);
        if review.side(index) == Seat::First { own } else { -own }
    };
    review.moves.iter().enumerate().map(share).collect()
}

/// As many columns as there is room for; each is the mean of its moves.
fn columns(shares: &[f64]) -> Vec<f64> {
    let group = shares.len().div_ceil(MOST_COLUMNS).max(1);
    shares.chunks(group).map(|chunk| chunk.iter().sum::<f64>() / chunk.len() as f64).collect()
}

/// The part of a bar in a row above the middle; row 0 is the lowest.
fn upper_bar(height: f64, row: usize) -> char {
    let eighths = (height * (ROWS * STEPS) as f64).round().max(0.0) as usize;
    BARS[eighths.saturating_sub(row * STEPS).min(STEPS)]
}

/// The same below the middle, where fonts have bars of half a row only; row 0 is the highest.
fn lower_bar(height: f64, row: usize) -> char {
    let eighths = (height * (ROWS * STEPS) as f64).round().max(0.0) as usize;
    match eighths.saturating_sub(row * STEPS) {
        0..=1 => ' ',
        2..=5 => '▀',
        _ => '█',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_from_the_middle() {
        assert_eq!(
            [0.0, 1.0 / 24.0, 0.5, 1.0, -1.0].map(|height| upper_bar(height, 0)),
            [' ', '▁', '█', '█', ' ']
        );
        assert_eq!([0.0, 0.5, 1.0].map(|height| upper_bar(height, 2)), [' ', ' ', '█']);
        assert_eq!([0.0, 1.0 / 6.0, 1.0].map(|height| lower_bar(height, 0)), [' ', '▀', '█']);
    }

    #[test]
    fn long_games_fit() {
        assert_eq!(columns(&[0.5; 10]), [0.5; 10]);
        assert_eq!(columns(&[0.25; 300]).len(), 60);
        assert!(columns(&[]).is_empty());
    }
}
