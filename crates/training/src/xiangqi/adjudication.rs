//! The end of games that are decided.

use xiangqi::Color;

/// Both sides agree that the game is won, each in so many plies of its own, …
const WON_PLIES: usize = 3;
/// … if the score is this far from 0: more than a chariot.
const WON: i32 = 1_100;
/// It is drawn if scores have been close to 0 for so many plies, …
const DRAWN_PLIES: usize = 20;
/// … this close, …
const DRAWN: i32 = 15;
/// … once so many plies were searched.
const DRAWN_FROM: usize = 100;

/// Names a result as soon as both sides' scores agree on it.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    /// Plies searched.
    plies: usize,
    /// The last plies in which the same side was winning, and which.
    won: (usize, Option<Color>),
    /// The last plies with a score close to 0.
    level: usize,
}

impl Adjudicator {
    /// Takes the score of the next ply, from Red's view; the winner if the game is decided.
    pub fn note(&mut self, score: i32) -> Option<Option<Color>> {
        let leader = (score.abs() >= WON).then_some(if score > 0 { Color::Red } else { Color::Black });
        let streak = if leader == self.won.1 { self.won.0 + 1 } else { 1 };
        self.won = (streak, leader);
        self.level = if score.abs() <= DRAWN { self.level + 1 } else { 0 };
        self.plies += 1;
        if leader.is_some() && streak >= 2 * WON_PLIES {
            return Some(leader);
        }
        (self.level >= DRAWN_PLIES && self.plies >= DRAWN_FROM).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of scores until there is a result, and the result.
    fn after(scores: impl IntoIterator<Item = i32>) -> Option<(usize, Option<Color>)> {
        let mut adjudicator = Adjudicator::default();
        (1..).zip(scores).find_map(|(ply, score)| Some((ply, adjudicator.note(score)?)))
    }

    #[test]
    fn a_win_needs_both_sides_scores() {
        assert_eq!(after([0, 1200, 1200, 1300, 1200, 1200, 1250]), Some((7, Some(Color::Red))));
        assert_eq!(after([-1500; 9]), Some((6, Some(Color::Black))));
        assert_eq!(after([1200, 900, 1200, 1200, 1200, 1200, 1200, -1200]), None);
    }

    #[test]
    fn a_draw_needs_a_long_level_game() {
        assert_eq!(after([3; 400]), Some((100, None)));
        assert_eq!(after((0..400).map(|ply| if ply == 95 { 40 } else { -3 })), Some((116, None)));
        assert_eq!(after((0..400).map(|ply| if ply % 10 == 0 { 40 } else { 0 })), None);
    }
}
