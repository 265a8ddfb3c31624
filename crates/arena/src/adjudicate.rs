//! Endings before the rules end a game.
//!
//! An [`Arbiter`] follows the scores that players report. In this order it ends solved games of Othello, resigns lost games,
//! draws level ones, and draws those that have lasted too long.

use game::any::AnySession;
use game::{EngineScore, GameResult, Seat, Verdict};

use super::config::Adjudication;

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
mod tests {
    use super::*;
    use crate::config::{DrawRule, ResignRule};
    use crate::games::Game;
    use crate::samples::{begin, opening};

    const RESIGN: ResignRule = ResignRule { moves: 2, score: 500, is_two_sided: false };
    const DRAW: DrawRule = DrawRule { from_move: 3, moves: 2, score: 10 };

    fn board(game: Game, start: &str) -> Box<dyn AnySession> {
        begin(game, "asian", &opening(start, &[])).unwrap()
    }

    /// The ending, by what reason after how many moves, of a game in which the seats take turns to claim these scores.
    fn adjudicated(rules: Adjudication, claims: &[i32]) -> Option<(usize, GameResult, String)> {
        let session = board(Game::XIANGQI, ::xiangqi::fen::START);
        let mut arbiter = Arbiter::new(rules);
        let mut seats = Seat::BOTH.into_iter().cycle();
        (1..).zip(claims).find_map(|(plies, &score)| {
            arbiter.count_move(seats.next().unwrap(), Some(EngineScore::Hundredths(score)), false);
            let ending = arbiter.ending(&*session, plies)?;
            Some((plies, ending.result, ending.reason))
        })
    }

    fn resign(is_two_sided: bool) -> Adjudication {
        Adjudication { resign: Some(ResignRule { is_two_sided, ..RESIGN }), ..Adjudication::default() }
    }

    /// Rules, the scores that the seats claim in turn, and the end.
    type Case<'a> = (Adjudication, &'a [i32], Option<(usize, GameResult, &'a str)>);

    #[test]
    fn games_end_by_what_players_report() {
        let none = Adjudication::default();
        let draw = Adjudication { draw: Some(DRAW), ..none };
        let soon = Some(DrawRule { from_move: 1, moves: 2, score: 1000 });
        let long = Adjudication { most_moves: Some(2), ..none };
        // Resignation precedes a draw, and a draw of a level game that of a long one.
        let all = Adjudication { draw: soon, most_moves: Some(2), ..resign(false) };
        let (first, second) = (GameResult::First, GameResult::Second);
        let cases: [Case<'_>; 14] = [
            (none, &[-9999; 400], None),
            (resign(false), &[-500, 0, -500, 0], Some((3, second, "resign_rule"))),
            (resign(false), &[0, -900, 0, -500], Some((4, first, "resign_rule"))),
            (resign(false), &[-500, 0, -499, 0, -500, 0], None),
            (resign(false), &[0, i32::MIN, 0, i32::MIN], Some((4, first, "resign_rule"))),
            (resign(true), &[-500, 0, -500, 0, -500, 0], None),
            (resign(true), &[-500, 0, -500, 500, -500, 500], Some((6, second, "resign_rule"))),
            (draw, &[0; 20], Some((6, GameResult::Draw, "draw_rule"))),
            (draw, &[0, 0, 0, 11, 0, 0, 0, 10], Some((8, GameResult::Draw, "draw_rule"))),
            (draw, &[0, 50, 0, 50, 0, 50, 0, 50], None),
            (all, &[-600, 0, -600, 0], Some((3, second, "resign_rule"))),
            (all, &[0; 9], Some((4, GameResult::Draw, "draw_rule"))),
            (long, &[0; 9], Some((4, GameResult::Draw, "most_moves"))),
            (long, &[0; 3], None),
        ];
        for (rules, claims, expected) in cases {
            let expected = expected.map(|(plies, result, reason)| (plies, result, reason.to_owned()));
            assert_eq!(adjudicated(rules, claims), expected, "{rules:?} {claims:?}");
        }
    }

    #[test]
    fn mates_count_as_lost_and_missing_scores_do_not() {
        let session = board(Game::XIANGQI, ::xiangqi::fen::START);
        let mut arbiter = Arbiter::new(resign(false));
        for claim in [Some(EngineScore::Mate(-3)), None, Some(EngineScore::Mate(-2))] {
            arbiter.count_move(Seat::First, claim, false);
            assert!(arbiter.ending(&*session, 10).is_none());
        }
        arbiter.count_move(Seat::First, Some(EngineScore::Mate(0)), false);
        let ending = arbiter.ending(&*session, 10).unwrap();
        assert_eq!(ending.explanation, "Red has reported a lost position for 2 moves");
        arbiter.count_move(Seat::First, Some(EngineScore::Mate(4)), false);
        assert!(arbiter.ending(&*session, 10).is_none());
    }

    #[test]
    fn a_capture_restarts_the_count_of_level_moves() {
        let session = board(Game::XIANGQI, ::xiangqi::fen::START);
        let mut arbiter = Arbiter::new(Adjudication { draw: Some(DRAW), ..Adjudication::default() });
        let level = Some(EngineScore::Hundredths(0));
        for ply in 0..4 {
            arbiter.count_move(Seat::BOTH[ply % 2], level, ply == 3);
        }
        for ply in 4..8 {
            assert!(arbiter.ending(&*session, 50).is_none());
            arbiter.count_move(Seat::BOTH[ply % 2], level, false);
        }
        assert!(arbiter.ending(&*session, 50).is_some());
    }

    #[test]
    fn the_solver_precedes_all_rules() {
        let problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let session = board(Game::OTHELLO, problem);
        let rules = Adjudication { solve_empties: Some(14), most_moves: Some(1), ..Adjudication::default() };
        let ending = Arbiter::new(rules).ending(&*session, 100).unwrap();
        assert_eq!((ending.discs, ending.reason.as_str()), (Some(18), "solved"));
        let fewer = Adjudication { solve_empties: Some(13), ..rules };
        assert_eq!(Arbiter::new(fewer).ending(&*session, 100).unwrap().reason, "most_moves");
    }
}
