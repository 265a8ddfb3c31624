use xiangqi::evaluator::{Classical, Weights};

use super::*;
use crate::xiangqi::records::GameRecord;
use crate::xiangqi::samples::{best_scale, numbers};
use crate::xiangqi::self_play::{Conditions, Player, Switch};

const TARGET: Target = Target { scale: 300.0, search_weight: 1.0 };
const SCHEDULE: Schedule = Schedule { passes: 30, rate: 8.0, deviation: 100.0, seed: 1 };

fn games(seeds: std::ops::Range<u64>) -> Vec<GameRecord> {
    let conditions = Conditions {
        nodes: 60,
        random: (4, 12),
        balance: 400,
        adjudicate: Switch::On,
        endings: 10,
        check_adjudication: 0,
    };
    let mut player = Player::new(&Classical::default(), conditions);
    seeds.map(|seed| player.game(seed)).collect()
}

/// Games whose scores are what these weights say of the positions, and the weights that see them so.
fn samples(seeds: std::ops::Range<u64>, weights: &Weights) -> Samples {
    let mut games = games(seeds);
    for game in &mut games {
        let says: Vec<f32> = Samples::of(std::slice::from_ref(game), weights)
            .iter()
            .map(|sample| sample.evaluation(&numbers(weights)))
            .collect();
        let sides: Vec<_> = game.samples().map(|sample| sample.position.side()).collect();
        let kept = game.line.iter_mut().filter(|ply| ply.is_kept);
        for ((ply, red_score), side) in kept.zip(says).zip(sides) {
            let score = if side == ::xiangqi::Color::Red { red_score } else { -red_score };
            ply.score = score.round() as i16;
        }
    }
    Samples::of(&games, weights)
}

/// Weights of pieces that are wrong are found again from scores alone.
#[test]
fn what_the_weights_can_express_is_learnt() {
    let truth = Weights::embedded();
    let (training, held_out) = (samples(0..40, truth), samples(40..48, truth));
    let rook = (0..Weights::COUNT).find(|&index| Weights::name(index) == "piece.rook").unwrap();
    let mut begin = numbers(truth);
    begin[rook] = begin[rook].map(|number| number - 300.0);
    let before = mean_loss(&held_out, &begin, &TARGET);
    let best = mean_loss(&held_out, &numbers(truth), &TARGET);
    let schedule = Schedule { passes: 60, deviation: 1000.0, ..SCHEDULE };
    let fitted = fit((&training, &held_out), &begin, &TARGET, &schedule, &|_| true);
    let after = mean_loss(&held_out, &fitted.weights, &TARGET);
    assert!(after - best < 0.3 * (before - best), "{before} before, {after} after, {best} at best");
    assert_eq!(fitted.curve.len(), 60);
    assert_eq!(fitted.curve[59].held_out, after);
}

/// The fewer samples there are, the less numbers leave where they began.
#[test]
fn rare_weights_stay_where_they_began() {
    let training = samples(0..6, Weights::embedded());
    let begin = numbers(Weights::embedded());
    let target = Target { search_weight: 0.0, ..TARGET };
    let furthest = |deviation: f32| {
        let fitted =
            fit((&training, &training), &begin, &target, &Schedule { deviation, ..SCHEDULE }, &|_| true);
        let distance =
            |(now, then): (&Numbers, &Numbers)| (now[0] - then[0]).abs().max((now[1] - then[1]).abs());
        fitted.weights.iter().zip(&begin).map(distance).fold(0.0, f32::max)
    };
    let (free, held) = (furthest(1000.0), furthest(1.0));
    assert!(held < 5.0 && free > 20.0, "{held} and {free}");
    let unseen = training.occurrences().iter().position(|&times| times == 0).unwrap();
    let fitted = fit((&training, &training), &begin, &target, &SCHEDULE, &|_| true);
    assert_eq!(fitted.weights[unseen], begin[unseen]);
    let reordered =
        fit((&training, &training), &begin, &target, &Schedule { seed: 2, ..SCHEDULE }, &|_| true);
    assert_ne!(reordered.weights, fitted.weights);
}

#[test]
fn a_fit_can_be_stopped() {
    let training = samples(0..2, Weights::embedded());
    let begin = numbers(Weights::embedded());
    assert!(fit((&training, &training), &begin, &TARGET, &SCHEDULE, &|_| false).curve.is_empty());
}

/// The evaluations of a sample are those of the evaluator.
#[test]
fn samples_are_evaluated_as_positions_are() {
    use search_core::Evaluator;
    let weights = Weights::embedded();
    let mut evaluator = Classical::default();
    for game in games(0..4) {
        let samples = Samples::of(std::slice::from_ref(&game), weights);
        assert_eq!(samples.len(), game.samples().count());
        for (sample, of_game) in samples.iter().zip(game.samples()) {
            let position = of_game.position;
            let score = evaluator.evaluate(&position) as f32;
            let red_score = if position.side() == ::xiangqi::Color::Red { score } else { -score };
            assert!((sample.evaluation(&numbers(weights)) - red_score).abs() <= 2.0, "{position}");
        }
    }
}

#[test]
fn the_scale_is_that_of_the_results() {
    let mut samples = samples(0..20, Weights::embedded());
    let begin = numbers(Weights::embedded());
    let scale = best_scale(&samples, &begin);
    assert!((20.0..5000.0).contains(&scale));
    let loss = |scale| mean_loss(&samples, &begin, &Target { scale, search_weight: 0.0 });
    assert!(loss(scale) <= loss(scale * 1.2) && loss(scale) <= loss(scale / 1.2));
    samples = Samples::default();
    assert_eq!(mean_loss(&samples, &begin, &TARGET), 0.0);
}

#[test]
fn the_minimum_is_found_in_steep_and_flat_directions() {
    let mut moments = Moments::new(2);
    let mut weights = [[0.0, 0.0]];
    for step in 0..2000 {
        let [[steep, flat]] = weights;
        let gradient = [[2e3 * (steep - 30.0), 2e-5 * (flat + 20.0)]];
        let rate = 1.0 - step as f32 / 2000.0;
        moments.step(weights.as_flattened_mut(), gradient.as_flattened(), rate, EPSILON);
    }
    assert!((weights[0][0] - 30.0).abs() < 0.5 && (weights[0][1] + 20.0).abs() < 0.5, "{weights:?}");
}
