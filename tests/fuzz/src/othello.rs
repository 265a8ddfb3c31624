//! The texts of Othello: boards, moves, problems, games, perft suites.

use game::GameSession;
use othello::notation::obf::Problem;
use othello::notation::{self, read_move, read_side};
use othello::perft::suite;
use othello::{Position, Symmetry, notation::board as text_of};
use search_core::Position as _;
use search_core::perft::{Convention, KnownCount};
use search_core::testing::conformance;

use super::message;

/// What is read can be written and read again, keeps the contract of the search, and looks alike from every corner.
pub fn board(text: &str) {
    match text_of::read(text) {
        Ok(position) => valid(position),
        Err(bad) => message::error(text, &bad),
    }
}

fn valid(position: Position) {
    assert_eq!(text_of::read(&text_of::write(position)), Ok(position));
    assert_eq!(notation::board::draw(position).lines().count(), 11, "{position:?}");
    conformance::check(&position);
    for symmetry in Symmetry::ALL {
        let moves = symmetry.board(position.board).legal_moves();
        assert_eq!(moves, symmetry.set(position.board.legal_moves()), "{symmetry:?} of {position:?}");
    }
    for square in position.board.legal_moves() {
        let after = position.board.play(square).map(|after| after.empties().len() + 1);
        assert_eq!(after, Ok(position.board.empties().len()), "{square} in {position:?}");
    }
}

/// The name of a move or a side is read as it.
pub fn moves(word: &str) {
    if let Some(mv) = read_move(word) {
        assert_eq!(read_move(&mv.to_string()), Some(mv), "{word:?}");
        assert!(mv.is_pass() || mv.to_string().eq_ignore_ascii_case(word), "{word:?} is {mv}");
    }
    if let Some(side) = read_side(word) {
        assert_eq!(read_side(&side.to_string()), Some(side), "{word:?}");
    }
}

/// A problem can be written and read again, and its moves are legal; an error names its line.
pub fn obf(text: &str) {
    const NAME: &str = "problems.obf";
    for problem in notation::obf::read(NAME, text) {
        match problem {
            Ok((number, problem)) => {
                assert!((1..=text.lines().count()).contains(&number), "line {number} of {text:?}");
                scored(&problem);
            }
            Err(bad) => message::error_in_file(NAME, text, &bad),
        }
    }
}

fn scored(problem: &Problem) {
    let line = notation::obf::write(problem);
    assert_eq!(notation::obf::read_line(&line).as_ref().map(Option::as_ref), Ok(Some(problem)), "{line}");
    for (mv, score) in &problem.scores {
        assert!(problem.position.unpack(Position::pack(*mv)).is_some(), "{mv} in {line}");
        assert!(score.abs() <= 64, "{line}");
    }
    let best = problem.expected().map(|(score, moves)| (score, moves.is_empty()));
    assert_eq!(best, problem.scores.iter().map(|(_, score)| (*score, false)).max(), "{line}");
}

/// The first line is a board, or there is none and the game starts as usual; the rest is a game. It can be written and
/// read again, and leads by legal moves to where it says.
pub fn transcript(text: &str) {
    let (start, text) = match text.split_once('\n') {
        Some((first, text)) => (text_of::read(first), text),
        None => (Ok(Position::START), text),
    };
    let Ok(start) = start else { return };
    match notation::transcript::read(start, text) {
        Ok(game) => replays(&game),
        Err(bad) => message::error(text, &bad),
    }
}

/// A game is made of legal moves, and is read as it is written.
pub fn replays(game: &GameSession<Position>) {
    are_legal(game);
    let text = notation::transcript::write(game.moves());
    assert_eq!(notation::transcript::read(game.positions()[0], &text).as_ref(), Ok(game), "{text}");
}

fn are_legal(game: &GameSession<Position>) {
    for (position, &mv) in game.positions().iter().zip(game.moves()) {
        assert_eq!(position.unpack(Position::pack(mv)), Some(mv), "{mv} in {position:?}");
    }
}

/// The entries can be written and read again; an error names its line.
pub fn perft_suite(text: &str) {
    const NAME: &str = "perft.txt";
    match suite::read(NAME, text) {
        Ok(entries) => {
            let written: String = entries.chunk_by(|one, other| one.line == other.line).map(lines).collect();
            let again =
                suite::read(NAME, &written).map(|entries| entries.into_iter().map(unplaced).collect());
            assert_eq!(again, Ok(entries.into_iter().map(unplaced).collect::<Vec<_>>()), "{written}");
        }
        Err(bad) => message::error_in_file(NAME, text, &bad),
    }
}

/// The lines for the counts of one convention.
fn lines(entries: &[KnownCount<Position>]) -> String {
    let KnownCount { position, convention, .. } = &entries[0];
    let counts: Vec<String> = entries.iter().map(|entry| entry.count.to_string()).collect();
    let board = text_of::write(*position);
    format!("position name {board}\n{} {}\n", convention.map_or('A', Convention::letter), counts.join(" "))
}

fn unplaced(entry: KnownCount<Position>) -> KnownCount<Position> {
    KnownCount { line: 0, ..entry }
}
