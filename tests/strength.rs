//! The lower end of the scale of strengths, against a beginner who looks one move ahead.
//!
//! The beginner takes the most valuable piece that it can in Xiangqi; in Othello it takes corners, and otherwise turns as many discs as
//! it can. Among moves that are equal to it, one is chosen by lot.

use fastrand::Rng;
use game::{EngineOptions, Game, GameEngine, GameResult, GameSession, SearchRequest, Seat, Strength};
use othello::square::Bitboard;
use rayon::prelude::*;
use search_core::{Control, Position as _};

/// The points of a hundred that the beginner takes in games from the start against a strength, half of them with each side.
fn beginners_points<G: Game>(strength: u8, games: u64, worth: fn(&G, G::Move) -> i32) -> f64 {
    let strength = Strength::new(strength).unwrap();
    let points: u64 = (0..games).into_par_iter().map(|game| half_points(strength, game, worth)).sum();
    points as f64 * 50.0 / games as f64
}

/// Twice the points of the beginner in one game, which is drawn after so many moves.
fn half_points<G: Game>(strength: Strength, game: u64, worth: fn(&G, G::Move) -> i32) -> u64 {
    const MOVES: usize = 300;
    let beginner = Seat::BOTH[(game % 2) as usize];
    let mut lots = Rng::with_seed(game);
    let options =
        EngineOptions { hash_bytes: 1 << 20, nodes: u64::MAX, recipe: None, weights: None, solves: false };
    let mut engine = GameEngine::<G>::new(options).unwrap();
    let mut session = GameSession::<G>::default();
    while session.verdict().is_none() && session.moves().len() < MOVES {
        let position = session.position();
        let mv = if Seat::to_move(position) == beginner {
            chosen(position, &mut lots, worth)
        } else {
            engine
                .think(&session, &SearchRequest::at_strength(strength), &Control::new(), |_| {})
                .best
                .unwrap()
        };
        session.play(mv);
    }
    match session.verdict().map(|verdict| verdict.result) {
        Some(GameResult::First) => 2 * u64::from(beginner == Seat::First),
        Some(GameResult::Second) => 2 * u64::from(beginner == Seat::Second),
        Some(GameResult::Draw) | None => 1,
    }
}

/// One of the moves that are worth most.
fn chosen<G: Game>(position: &G, lots: &mut Rng, worth: fn(&G, G::Move) -> i32) -> G::Move {
    let moves: Vec<_> = position.legal_moves().iter().map(|mv| (worth(position, mv), mv)).collect();
    let most = moves.iter().map(|&(worth, _)| worth).max().unwrap();
    let best: Vec<_> = moves.into_iter().filter(|&(worth, _)| worth == most).collect();
    best[lots.usize(..best.len())].1
}

/// The piece that is taken, in tenths of a soldier; a mate above all.
fn xiangqi_worth(position: &xiangqi::Position, mv: xiangqi::moves::Move) -> i32 {
    if position.child(mv).count_moves() == 0 {
        return i32::MAX;
    }
    // By kinds in the order of rising worth, as the search has them.
    position.victim(mv) as i32
}

/// The discs that are turned; corners above all.
fn othello_worth(position: &othello::Position, mv: othello::Move) -> i32 {
    let is_corner = mv.square().is_some_and(|square| Bitboard::CORNERS.has(square));
    let turned = position.prepare(mv).flips().len() as i32;
    if is_corner { 100 + turned } else { turned }
}

#[test]
#[ignore = "half a minute in a release build"]
fn a_beginner_beats_the_weakest_and_loses_to_the_fifth() {
    for (name, points) in [
        ("xiangqi", [1, 5].map(|strength| beginners_points(strength, 200, xiangqi_worth))),
        ("othello", [1, 5].map(|strength| beginners_points(strength, 200, othello_worth))),
    ] {
        println!("{name}: {points:?} of 100 against strengths 1 and 5");
        assert!(points[0] >= 75.0 && points[1] <= 25.0, "{name}: {points:?}");
    }
}
