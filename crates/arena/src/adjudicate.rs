//! Endings before the rules end a game.
//!
//! An [`Arbiter`] follows the scores that players report. In this order it ends solved games of Othello, resigns lost games,
//! draws level ones, and draws those that have lasted too long.

use game::any::AnySession;
use game::{GameResult, Seat, Verdict};

use super::config::Adjudication;
use super::score::EngineScore;

/// The number of its last moves in a row for which a player has reported such a score.
#[derive(Clone, Copy, Default, Debug)]
struct Streak {
    losing: u32,
    winning: u32,
    level: u32,
}

/// Ends games early by the rules of the match.
#[derive(Clone, Debug)]
pub struct Arbiter {
    rules: Adjudication,
    streaks: [Streak; 2],
}

impl Arbiter {
    pub fn new(rules: Adjudication) -> Arbiter {
        Arbiter { rules, streaks: [Streak::default(); 2] }
    }

    /// Counts a move and the score reported with it. `is_settled`: later moves cannot undo this one, so the count of level
    /// moves restarts.
    pub fn count_move(&mut self, seat: Seat, claim: Option<EngineScore>, is_settled: bool) {
        if is_settled {
            self.streaks.iter_mut().for_each(|streak| streak.level = 0);
        }
        let streak = &mut self.streaks[seat.index()];
        if let Some(rule) = self.rules.resign {
            count(&mut streak.losing, claim.is_some_and(|claim| worth(claim) <= -rule.score.abs()));
            count(&mut streak.winning, claim.is_some_and(|claim| worth(claim) >= rule.score.abs()));
        }
        if let Some(rule) = self.rules.draw {
            let is_level = claim.is_some_and(|claim| worth(claim).abs() <= rule.score.abs());
            count(&mut streak.level, is_level && !is_settled);
        }
    }

    /// The end of the game after this number of plies, if a rule of the match ends it.
    pub fn ending(&self, session: &dyn AnySession, plies: usize) -> Option<Verdict> {
        let solved = || session.solution(self.rules.solve_empties?);
        let resigned = || Seat::BOTH.into_iter().find_map(|seat| self.resigned(session, seat));
        solved().or_else(resigned).or_else(|| self.level(plies)).or_else(|| self.most_moves(plies))
    }

    /// A player that has reported a lost position for long enough, and the other agrees if it has to.
    fn resigned(&self, session: &dyn AnySession, seat: Seat) -> Option<Verdict> {
        let rule = self.rules.resign.filter(|rule| rule.moves > 0)?;
        let agrees = !rule.is_two_sided || self.streaks[(!seat).index()].winning >= rule.moves;
        let is_lost = self.streaks[seat.index()].losing >= rule.moves;
        (is_lost && agrees).then(|| {
            let (colour, moves) = (session.colour(seat), moves(rule.moves));
            let explanation = match rule.is_two_sided {
                true => format!("Both sides have reported {colour} lost for {moves}"),
                false => format!("{colour} has reported a lost position for {moves}"),
            };
            Verdict::new(GameResult::win_of(!seat), "resign_rule", explanation)
        })
    }

    /// Both players have reported a level position for long enough.
    fn level(&self, plies: usize) -> Option<Verdict> {
        let rule = self.rules.draw.filter(|rule| rule.moves > 0)?;
        let is_late = plies >= 2 * rule.from_move as usize;
        let is_level = self.streaks.iter().all(|streak| streak.level >= rule.moves);
        (is_late && is_level).then(|| {
            let explanation =
                format!("A draw, as both sides have reported a level position for {}", moves(rule.moves));
            Verdict::new(GameResult::Draw, "draw_rule", explanation)
        })
    }

    fn most_moves(&self, plies: usize) -> Option<Verdict> {
        let most = self.rules.most_moves.filter(|&most| plies >= 2 * most as usize)?;
        Some(Verdict::new(GameResult::Draw, "most_moves", format!("A draw after {}", moves(most))))
    }
}

fn moves(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

fn count(streak: &mut u32, goes_on: bool) {
    *streak = if goes_on { *streak + 1 } else { 0 };
}

/// A mate is worth more than any score.
fn worth(claim: EngineScore) -> i32 {
    match claim {
        EngineScore::Hundredths(score) => score.clamp(-i32::MAX, i32::MAX),
        EngineScore::Mate(1..) => i32::MAX,
        EngineScore::Mate(_) => -i32::MAX,
    }
}

#[cfg(test)]
mod tests;
