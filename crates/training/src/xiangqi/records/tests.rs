use proptest::prelude::*;

use super::*;
use crate::shards::tests::{check_damage, check_round_trip};

/// A game of random legal moves with random scores.
fn game(seed: u64) -> GameRecord {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = start();
    let plies = random.usize(..40);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Some(mv) = random.choice(position.legal_moves()) else { break };
        moves.push(mv);
        position.play(mv);
    }
    let line = moves.split_off(random.usize(..=moves.len().min(10)));
    let mut ply = |mv| Ply { mv, score: random.i16(..), is_kept: random.bool() };
    let line = line.into_iter().map(&mut ply).collect();
    let mut winner = || random.choice([Some(Color::Red), None, Some(Color::Black)]).unwrap();
    let (winner, adjudged) = (winner(), winner());
    let after = random.u16(..);
    let ruling = random.bool().then_some(Ruling { winner: adjudged, after });
    GameRecord { opening: moves, line, winner, ending: random.choice(Ending::ALL).unwrap(), ruling }
}

proptest! {
    #[test]
    fn what_is_written_is_read(seeds in prop::collection::vec(any::<u64>(), 0..6)) {
        check_round_trip(&seeds.into_iter().map(game).collect::<Vec<_>>());
    }

    #[test]
    fn damage_is_noticed(seed: u64, place in any::<prop::sample::Index>(), change in 1..=255_u8) {
        check_damage(&[game(seed), game(!seed)], &place, change);
    }

    /// Behind a checksum that is right too, only games of legal moves are read.
    #[test]
    fn any_bytes_are_read_as_games_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60), seed: u64) {
        let mut whole = Vec::new();
        game(seed).write(&mut whole);
        whole.extend(bytes);
        let mut rest = &whole[..];
        while let Some(game) = GameRecord::read(&mut rest) {
            prop_assert_eq!(game.samples().count() as u64, game.positions());
        }
    }
}

#[test]
fn samples_are_the_positions_that_are_kept() {
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9"].map(|text| Move::parse(text).unwrap());
    let ply = |mv, score, is_kept| Ply { mv, score, is_kept };
    let line = vec![ply(moves[1], -20, true), ply(moves[2], 30, false), ply(moves[3], -40, true)];
    let opening = moves[..1].to_vec();
    let game = GameRecord { opening, line, winner: Some(Color::Red), ending: Ending::NoMove, ruling: None };
    let samples: Vec<(String, i16, f32, usize)> = game
        .samples()
        .map(|sample| (sample.position.to_string(), sample.score, sample.points, sample.ply))
        .collect();
    let fens = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
        "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2",
    ];
    let expected = [(fens[0].to_owned(), -20, 0.0, 1), (fens[1].to_owned(), -40, 0.0, 3)];
    assert_eq!(samples, expected);
}
