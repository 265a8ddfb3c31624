//! What is written is read as the same: moves, positions, games, commands.

use game::GameSession;
use othello::notation::transcript;
use proptest::prelude::*;
use search_core::split_mix::next;
use search_core::{MoveKind, MoveList, Position};
use shuangqi_engine::xiangqi::request::read_position;

use super::properties;

/// The first moves of a random game.
fn random_moves<P: Position>(start: &P, mut seed: u64, plies: usize) -> Vec<P::Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut list = MoveList::new();
    for _ in 0..plies {
        list.clear();
        position.moves(MoveKind::All, &mut list);
        let legal: Vec<P::Move> = list.iter().collect();
        if legal.is_empty() {
            break;
        }
        moves.push(legal[next(&mut seed) as usize % legal.len()]);
        position.play(moves[moves.len() - 1]);
    }
    moves
}

/// There are few enough moves to try them all.
#[test]
fn every_move_between_two_points_of_xiangqi() {
    for from in xiangqi::Square::all() {
        for to in xiangqi::Square::all() {
            properties::xiangqi::moves(&format!("{from}{to}"));
            properties::xiangqi::moves(&format!("{from}-{to}").to_uppercase());
            assert_eq!(xiangqi::Move::parse(&format!("{from}{to}")).is_ok(), from != to);
        }
    }
}

#[test]
fn every_move_of_othello() {
    for square in othello::Square::ALL {
        properties::othello::moves(&square.to_string());
        properties::othello::moves(&square.to_string().to_uppercase());
        assert!(othello::notation::read_move(&square.to_string()).is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn positions_and_games_of_xiangqi(seed: u64, plies in 0_usize..60) {
        let mut position: xiangqi::Position = xiangqi::fen::START.parse().unwrap();
        let moves = random_moves(&position, seed, plies);
        moves.iter().for_each(|&mv| position.play(mv));
        // A FEN has no number of checks, which the sixty-move rule also counts.
        let read = xiangqi::Position::from_fen(&position.to_string()).map(|read| read.to_setup());
        prop_assert_eq!(read, Ok(position.to_setup()));
        let moves = moves.iter().map(|mv| mv.to_string().into()).collect();
        let history = read_position(&protocols::uci::Position { fen: None, moves });
        prop_assert_eq!(history.map(|history| *history.position()), Ok(position));
    }

    #[test]
    fn games_of_othello(seed: u64, plies in 0_usize..70) {
        let mut game = GameSession::<othello::Position>::default();
        random_moves(game.position(), seed, plies).into_iter().for_each(|mv| game.play(mv));
        let text = transcript::write(game.moves());
        prop_assert_eq!(transcript::read(othello::Position::START, &text), Ok(game));
    }
}
