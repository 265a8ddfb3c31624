use std::collections::HashSet;
use std::sync::Arc;

use game::GameSession;
use search_core::Evaluator;
use xiangqi::Position;
use xiangqi::evaluator::net::{NetEvaluator, UNITS};
use xiangqi::evaluator::{Chances, Classical, Weights};

use super::model::COUNT;
use super::positions::Packed;
use super::*;
use crate::adam::Moments;
use crate::xiangqi::self_play::{Conditions, Player, Switch};

/// Positions of a few games of small searches.
fn positions() -> Positions {
    let conditions = Conditions {
        nodes: 40,
        random: (6, 10),
        balance: 300,
        endings: 30,
        adjudicate: Switch::On,
        check_adjudication: 0,
    };
    let mut player = Player::new(&Classical::default(), conditions);
    let games: Vec<GameRecord> = (0..6).map(|seed| player.game(seed)).collect();
    Positions::of(&games, 1.5, &mut AnyEvaluator::default(), 1)
}

fn stage(samples: &[Packed]) -> Stage<'_> {
    Stage {
        name: "games",
        samples,
        held_out: samples,
        target: Target { scale: 400.0, search_weight: 0.7 },
        passes: 12,
        rate: 0.003,
        seed: 5,
    }
}

/// The slopes are those that small changes of the numbers show.
#[test]
fn slopes_are_those_of_the_loss() {
    let positions = positions();
    let model = Model::random(2);
    for position in positions.of_games.iter().step_by(60) {
        let forward = model.forward(position.inputs(false));
        let mut slopes = vec![0.0; COUNT];
        model.add_slopes(&forward, 1.0, &mut slopes);
        let input = usize::from(position.inputs(false).of(0)[3]) * UNITS;
        let places = [input, input + 17, COUNT - 1000, COUNT - 3, COUNT - 8 * 5000];
        let steepest = (0..COUNT).max_by(|&one, &other| slopes[one].abs().total_cmp(&slopes[other].abs()));
        for place in places.into_iter().chain(steepest) {
            let value = |change: f32| {
                let mut changed = model.clone();
                changed.numbers[place] += change;
                f64::from(changed.value(position))
            };
            let measured = (value(1e-2) - value(-1e-2)) / 2e-2;
            assert!(
                (measured - f64::from(slopes[place])).abs() < 2e-3,
                "{place}: {measured}, {}",
                slopes[place]
            );
        }
    }
}

/// A position of a game is learnt from once, as it is told of first.
#[test]
fn no_position_is_learnt_from_twice() {
    let mut positions = positions();
    let (games, others) = (positions.of_games.len(), positions.off_games.len());
    positions.append(self::positions());
    assert_eq!((positions.of_games.len(), positions.off_games.len()), (games, 2 * others));
    let boards: HashSet<String> =
        positions.of_games.iter().map(|position| format!("{:?}", position.inputs(false))).collect();
    assert!(boards.len() > games / 2, "{} of {games}", boards.len());
}

/// The same fit on any number of threads, and a loss that falls far below that of what is known without learning.
#[test]
fn a_fit_learns_and_does_not_depend_on_threads() {
    let positions = positions();
    let stage = stage(&positions.off_games);
    let fit = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (mut model, mut moments) = (Model::random(1), Moments::new(COUNT));
            let losses: Vec<f64> = (0..stage.passes)
                .map(|pass| stage.pass(pass, &mut model, &mut moments, &|_| true).unwrap())
                .collect();
            (model, losses)
        })
    };
    let (model, losses) = fit(1);
    assert_eq!((&model, &losses), (&fit(3).0, &fit(3).1));
    assert!(losses.last() < losses.first(), "{losses:?}");
}

/// What the program computes in whole numbers is what was fitted, but for rounding.
#[test]
fn whole_numbers_agree_with_what_was_fitted() {
    let model = Model::random(4);
    let net = model.quantised(400.0, Chances::ends(Weights::embedded()));
    let mut evaluator = NetEvaluator::new(Arc::new(net));
    let mut session = GameSession::<Position>::default();
    for _ in 0..40 {
        let position = *session.position();
        let packed = Packed::of(&position, &mut AnyEvaluator::default(), 0, 0.5);
        let value = 400.0 * model.value(&packed);
        let score = evaluator.evaluate(&position) as f32;
        assert!((packed.scale(value) * value - score).abs() < 12.0, "{value} {score} {position}");
        let moves = position.legal_moves();
        session.play(moves[moves.len() / 3]);
    }
}

/// A net that another fit begins with is the same net there, and the evaluation that is imitated may be a net's.
#[test]
fn a_fit_may_begin_with_a_net() {
    let chances = Chances::ends(Weights::embedded());
    let net = Model::random(7).quantised(400.0, chances);
    assert_eq!(Model::of_net(&net).quantised(400.0, chances), net);
    let mut teacher = AnyEvaluator::new(&AnyWeights::Net(Arc::new(net)));
    let position = *GameSession::<Position>::default().position();
    let packed = Packed::of(&position, &mut teacher, 0, 0.5);
    assert_eq!(i32::from(packed.imitated), teacher.evaluate(&position));
}
