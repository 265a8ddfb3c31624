//! Puzzles of Xiangqi: mates, and moves that gain.

use game::{Game, GameSession};
use search_core::score::plies_to_mate;
use search_core::{Control, Evaluator as _, Heuristics as _, Position as _, Score};
use xiangqi::mate_search;
use xiangqi::piece::PieceKind;
use xiangqi::rules::Rules;
use xiangqi::square::Square;
use xiangqi::{Move, Position};

use crate::finder::Finder;
use crate::{Goal, PuzzleGame, Solution};

/// Positions that the engine visits to see whether there may be a puzzle, and to verify one.
const SCREENING: u64 = 20_000;
const VERIFYING: u64 = 400_000;
/// Positions that the proof of a mate may take.
const PROOF: u64 = 3_000_000;
/// The longest mate, in moves of the solver.
const LONGEST_MATE: u32 = 6;
/// The most moves of the solver that gain.
const MOVES: usize = 4;
/// What the solver is ahead after the best move at least, and after any other at most; in hundredths of a soldier.
const AHEAD: Score = 200;
const LEVEL: Score = 60;
/// The fewest moves to choose from.
const CHOICES: usize = 4;
/// What a sacrifice gives up at least, in hundredths of a soldier.
const SACRIFICE: Score = 150;

impl PuzzleGame for Position {
    fn puzzle(
        finder: &mut Finder<Self>,
        session: &GameSession<Self>,
        control: &Control,
    ) -> Option<Solution<Move>> {
        if session.position().legal_moves().len() < CHOICES {
            return None;
        }
        let [best, second] = finder.two_best(session, SCREENING, control)?;
        if best.score > 0 && plies_to_mate(best.score).is_some_and(|plies| plies < 2 * LONGEST_MATE) {
            return only_mate(session, control);
        }
        if best.score < AHEAD || second.score > LEVEL { None } else { only_gain(finder, session, control) }
    }

    fn themes(position: &Self, solution: &Solution<Move>) -> Vec<&'static str> {
        let Some(&first) = solution.line.first() else { return Vec::new() };
        let after = position.child(first);
        let is_quiet = position.victim(first) == 0 && !after.in_check();
        let themes = [
            ("sacrifice", exchange(position, first) <= -SACRIFICE),
            ("fork", forked(&after, first.to()) >= 2),
            ("pin", is_pinning(position, &after)),
            ("quiet", is_quiet),
            ("check", after.in_check()),
        ];
        themes.into_iter().filter_map(|(name, holds)| holds.then_some(name)).collect()
    }

    /// A piece that has just taken one is taken in turn.
    fn is_expected(session: &GameSession<Self>, mv: Move) -> bool {
        let played = session.moves().len();
        let taken =
            played.checked_sub(1).filter(|&last| session.positions()[last].victim(session.moves()[last]) > 0);
        taken.is_some_and(|last| session.moves()[last].to() == mv.to())
    }
}

/// The shortest mate, if every move of the solver but the last is the only one that mates as soon.
fn only_mate(session: &GameSession<Position>, control: &Control) -> Option<Solution<Move>> {
    let root = session.under(Rules::Plain.into());
    let line = mate_search::shortest(&root, LONGEST_MATE, &[], PROOF, control)?;
    let length = line.len().div_ceil(2) as u32;
    let mut now = root;
    for (place, &mv) in line.iter().enumerate() {
        let left = length - (place / 2) as u32;
        if place % 2 == 0 && left > 1 {
            let others: Vec<Move> =
                now.position().legal_moves().into_iter().filter(|&other| other != mv).collect();
            if others.is_empty() || mate_search::shortest(&now, left, &others, PROOF, control).is_some() {
                return None;
            }
        }
        now.play(mv);
    }
    (now.position().count_moves() == 0 && !control.is_stopped())
        .then_some(Solution { goal: Goal::Mate(length), line })
}

/// The moves that gain, while each is the only one.
fn only_gain(
    finder: &mut Finder<Position>,
    session: &GameSession<Position>,
    control: &Control,
) -> Option<Solution<Move>> {
    let (mut line, mut now) = (Vec::new(), session.clone());
    while line.len() < 2 * MOVES {
        let Some([best, second]) = finder.two_best(&now, VERIFYING, control) else { break };
        if best.score < AHEAD || second.score > LEVEL {
            break;
        }
        line.push(best.moves[0]);
        now.play(best.moves[0]);
        let Some(reply) = finder.best(&now, VERIFYING, control).filter(|_| now.verdict().is_none()) else {
            break;
        };
        line.push(reply);
        now.play(reply);
    }
    // The last word is the solver's.
    if line.len() % 2 == 0 {
        line.pop();
    }
    (!line.is_empty() && !control.is_stopped()).then_some(Solution { goal: Goal::Gain, line })
}

/// What a move wins once every recapture has been made that pays, in hundredths of a soldier.
fn exchange(position: &Position, mv: Move) -> Score {
    let mut evaluator = Position::evaluator(&Default::default(), 1);
    evaluator.heuristics().exchange_value(position, mv)
}

/// The larger pieces that the piece on a point attacks to gain by it, the general among them; its opponent is to move.
fn forked(position: &Position, point: Square) -> usize {
    let own = position.passed();
    let attacks = |mv: &Move| {
        let kind = own.board().at(mv.to()).map(|piece| piece.kind);
        match kind {
            Some(PieceKind::King) => true,
            Some(PieceKind::Rook | PieceKind::Cannon | PieceKind::Horse) => exchange(&own, *mv) > 0,
            _ => false,
        }
    };
    own.legal_moves().iter().filter(|mv| mv.from() == point).filter(|mv| attacks(mv)).count()
}

/// Whether one of the larger pieces of the other side, which could move, cannot any more, though its general is not in check.
fn is_pinning(before: &Position, after: &Position) -> bool {
    let could = before.passed();
    let moves = |position: &Position, point: Square| {
        position.legal_moves().iter().filter(|mv| mv.from() == point).count()
    };
    let is_large = |kind| matches!(kind, PieceKind::Rook | PieceKind::Cannon | PieceKind::Horse);
    let held = |point: Square| {
        let piece =
            after.board().at(point).filter(|piece| piece.color == after.side() && is_large(piece.kind));
        piece.is_some() && moves(&could, point) >= 3 && moves(after, point) == 0
    };
    !after.in_check() && !before.in_check() && Square::all().any(held)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solution(fen: &str) -> Option<Solution<Move>> {
        let session = GameSession::new(Position::from_fen(fen).unwrap(), Default::default());
        Position::puzzle(&mut Finder::new().unwrap(), &session, &Control::new())
    }

    /// The mates of the project's set have one first move or several: those with one are puzzles if the rest of the line is forced.
    #[test]
    fn a_mate_with_several_first_moves_is_no_puzzle() {
        let mates = include_str!("../../../data/xiangqi/mates.epd");
        let mut puzzles = 0;
        for line in mates.lines().filter(|line| line.contains("bm ")).take(12) {
            let (fen, rest) = line.split_once(';').unwrap();
            let says =
                |name: &str| rest.split(';').find_map(|part| part.trim().strip_prefix(name)).unwrap().trim();
            let best: Vec<&str> = says("bm ").split(' ').collect();
            let Some(Solution { goal: Goal::Mate(length), line }) = solution(fen.trim()) else { continue };
            puzzles += 1;
            assert_eq!(length.to_string(), says("dm "), "{fen}");
            assert!(length == 1 || best == [line[0].to_string()], "{fen}: {best:?}");
        }
        assert!(puzzles > 0);
    }

    #[test]
    fn a_level_position_is_no_puzzle() {
        assert_eq!(solution(Position::START), None);
    }
}
