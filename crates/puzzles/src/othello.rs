//! Puzzles of Othello: endings in which one move is the only one that wins, that leaves the other side no disc, or that draws.

use game::{Game, GameSession};
use othello::board::Board;
use othello::square::{Bitboard, Square};
use othello::{DISC, Move, Position};
use search_core::{Control, Position as _, Score};

use crate::finder::Finder;
use crate::{Goal, PuzzleGame, Solution};

/// With fewer empty squares people count, and with more the engine does.
const EMPTIES: std::ops::RangeInclusive<u32> = 8..=16;
/// The fewest moves to choose from.
const CHOICES: usize = 3;
/// The most moves of the solver.
const MOVES: usize = 4;
/// The score of a side that has taken all discs.
const ALL: Score = 64 * DISC;
/// The discs that a move turns in a sweep, at least.
const SWEEP: u32 = 8;
/// The discs that a quiet move turns, at most.
const QUIET: u32 = 2;

impl PuzzleGame for Position {
    fn puzzle(
        finder: &mut Finder<Self>,
        session: &GameSession<Self>,
        control: &Control,
    ) -> Option<Solution<Move>> {
        let position = session.position();
        if !EMPTIES.contains(&position.board.empties().len()) || position.legal_moves().len() < CHOICES {
            return None;
        }
        let (mut line, mut now) = (Vec::new(), session.clone());
        let (first, goal) = only_move(finder, &now, control)?;
        let mut next = Some(first);
        while let Some(mv) = next {
            line.push(mv);
            now.play(mv);
            if line.len() + 1 >= 2 * MOVES || now.verdict().is_some() {
                break;
            }
            let reply = finder.solved(&now, control)?;
            line.push(reply);
            now.play(reply);
            next = only_move(finder, &now, control).map(|(mv, _)| mv);
        }
        // The last word is the solver's.
        if line.len() % 2 == 0 {
            line.pop();
        }
        Some(Solution { goal, line })
    }

    fn themes(position: &Self, solution: &Solution<Move>) -> Vec<&'static str> {
        let Some(&first) = solution.line.first() else { return Vec::new() };
        let Some(square) = first.square() else { return Vec::new() };
        let (board, turned) = (position.board, position.prepare(first).flips().len());
        [
            ("corner", edges(square) == 2),
            ("edge", edges(square) == 1),
            ("x-square", is_x_square(board, square)),
            ("parity", is_by_parity(board, square)),
            ("sweep", turned >= SWEEP),
            ("quiet", turned <= QUIET),
        ]
        .into_iter()
        .filter_map(|(name, holds)| holds.then_some(name))
        .collect()
    }

    /// Corners are not: whether to take one is often the question.
    fn is_expected(_session: &GameSession<Self>, _mv: Move) -> bool {
        false
    }
}

/// The only move that wins, that takes all discs, or that draws.
fn only_move(
    finder: &mut Finder<Position>,
    session: &GameSession<Position>,
    control: &Control,
) -> Option<(Move, Goal)> {
    let moves = session.position().legal_moves();
    let worth = |mv| finder.worth(session, mv, control).map(|worth| (worth, mv));
    let mut found: Vec<(Score, Move)> = moves.iter().map(worth).collect::<Option<_>>()?;
    found.sort_by_key(|&(worth, _)| -worth);
    let &[(best, mv), (second, _), ..] = &found[..] else { return None };
    match best.signum() {
        1 if second <= 0 => Some((mv, Goal::Win)),
        1 if best == ALL && second < ALL => Some((mv, Goal::WipeOut)),
        0 if second < 0 => Some((mv, Goal::Draw)),
        _ => None,
    }
}

/// The number of edges that a square is on.
fn edges(square: Square) -> usize {
    [square.file(), square.rank()].into_iter().filter(|line| matches!(line, 0 | 7)).count()
}

/// Whether a square is the one beside an empty corner on its diagonal.
fn is_x_square(board: Board, square: Square) -> bool {
    let corner = |line: usize| match line {
        1 => Some(0),
        6 => Some(7),
        _ => None,
    };
    let corner =
        corner(square.file()).zip(corner(square.rank())).and_then(|(file, rank)| Square::at(file, rank));
    corner.is_some_and(|corner| board.empties().has(corner))
}

/// Whether a move goes into a region with an odd number of empty squares while there is one with an even number.
fn is_by_parity(board: Board, square: Square) -> bool {
    let mut left = board.empties();
    let (mut is_odd_here, mut has_even) = (false, false);
    while let Some(start) = left.first() {
        let region = region(board.empties(), start);
        left -= region;
        let is_even = region.len().is_multiple_of(2);
        has_even |= is_even;
        is_odd_here |= region.has(square) && !is_even;
    }
    is_odd_here && has_even
}

/// The empty squares that touch each other, from one on.
fn region(empties: Bitboard, start: Square) -> Bitboard {
    let mut region = Bitboard::of(start);
    loop {
        let grown = region.grown() & empties;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::of_game;

    fn position(text: &str) -> Position {
        Position::parse_board(text).unwrap()
    }

    fn solution(board: &str) -> Option<Solution<Move>> {
        let session = GameSession::new(position(board), ());
        Position::puzzle(&mut Finder::new().unwrap(), &session, &Control::new())
    }

    #[test]
    fn every_other_move_gives_the_goal_away() {
        for puzzle in of_game("othello").iter().step_by(50) {
            let position = position(&puzzle.board);
            let session = GameSession::new(position, ());
            let Solution { goal, line } = solution(&puzzle.board).unwrap();
            assert_eq!(goal, puzzle.goal, "{puzzle:?}");
            let mut finder = Finder::new().unwrap();
            for mv in position.legal_moves().iter() {
                let worth = finder.worth(&session, mv, &Control::new()).unwrap();
                let reached = match goal {
                    Goal::WipeOut => ALL,
                    Goal::Win => 1,
                    _ => 0,
                };
                assert_eq!(mv == line[0], worth >= reached, "{puzzle:?} {mv}");
            }
        }
    }

    #[test]
    fn regions_are_counted_by_their_empty_squares() {
        let full = "X".repeat(60) + "--X-" + " X";
        let board = position(&full).board;
        let at = |name: &str| Square::parse(name).unwrap();
        assert!(is_by_parity(board, at("h8")) && !is_by_parity(board, at("e8")));
        assert_eq!([edges(at("a1")), edges(at("a4")), edges(at("d4"))], [2, 1, 0]);
    }
}
