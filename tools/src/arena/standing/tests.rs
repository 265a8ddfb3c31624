use super::*;
use crate::arena::player::Fault;
use crate::arena::record::GameResult;
use crate::arena::samples;
use crate::rating::{Pentanomial, Question, Trinomial};

#[test]
fn the_order_of_games_does_not_matter() {
    let setup = samples::setup();
    let games: Vec<GameRecord> = (0..9).map(samples::game).collect();
    let one = Standing::of(&setup, None, &games);
    let other = Standing::of(&setup, None, games.iter().rev());
    let figures = |standing: &Standing| {
        let encounter = standing.first_encounter();
        (encounter.games(), encounter.pairs(), encounter.discs(), encounter.elo())
    };
    assert_eq!(figures(&one), figures(&other));
    assert_eq!(figures(&one).0, Trinomial { losses: 0, draws: 4, wins: 5 });
    // The ninth game waits for its other half.
    assert_eq!(figures(&one).1.counts, Pentanomial([0, 0, 0, 4, 0]));
    assert_eq!(one.first_encounter().counted_games().games(), 8);
    assert_eq!(figures(&one).2.value, Some(6.0));
    assert_eq!((one.games(), one.mean_plies(), one.by_seat()), (9, Some(2.0), [5, 4, 0]));
    assert_eq!((one.players()[0].half_points, one.players()[1].half_points), (14, 4));
    assert_eq!(one.first_encounter().with_seat(Seat::First).wins, 5);
    // The second ply of each game was timed: that of `b` in five, and of `a` in four.
    assert_eq!((one.players()[1].effort.moves, one.players()[0].effort.moves), (5, 4));
    assert_eq!(one.players()[0].effort.depth(), Some(15.0));
}

#[test]
fn without_pairs_games_count() {
    let mut setup = samples::setup();
    setup.layout.repeat = 1;
    let games: Vec<GameRecord> = (0..3).map(samples::game).collect();
    let standing = Standing::of(&setup, None, &games);
    let encounter = standing.first_encounter();
    assert_eq!(encounter.counts(), Trinomial { losses: 0, draws: 1, wins: 2 }.into());
    assert_eq!(encounter.discs().value, Some(8.0));
}

#[test]
fn a_test_waits_for_pairs_and_is_decided_by_them() {
    let setup = samples::setup();
    let test = Sprt::new(Question { elo1: 50.0, ..Question::default() }).unwrap();
    let mut standing = Standing::new(&setup, Some(test));
    assert_eq!((standing.state().unwrap().llr, standing.is_decided()), (0.0, false));
    standing.add(&samples::game(0));
    assert_eq!(standing.state().unwrap().llr, 0.0);
    (1..400).for_each(|number| standing.add(&samples::game(number)));
    assert_eq!(standing.state().unwrap().verdict, Verdict::H1);
    assert!(standing.is_decided());
}

#[test]
fn faults_are_counted_by_kind_and_engine() {
    let setup = samples::setup();
    let crash = Fault::Crash { how: "it ended with status 1".to_owned() };
    let junk = Fault::Junk { what: "it answered".to_owned() };
    let games = [
        samples::faulty(0, crash.clone()),
        samples::faulty(1, junk),
        samples::faulty(2, crash),
        samples::game(4),
    ];
    let standing = Standing::of(&setup, None, &games);
    let faults = |engine: usize| standing.players()[engine].faults;
    assert_eq!((faults(0).crash, faults(0).total(), faults(1).junk), (2, 2, 1));
    assert_eq!(standing.faults().text(), "2 crashes, 1 junk answer");
    assert_eq!(games[0].result, GameResult::Second);
}

#[test]
fn two_of_a_tournament_have_their_own_faults_and_times() {
    let mut setup = samples::setup();
    setup.engines.push(samples::engine("c"));
    let crash = Fault::Crash { how: "it ended".to_owned() };
    let mut other = samples::faulty(2, crash);
    other.fixture.engines = [0, 2];
    let standing = Standing::of(&setup, None, &[samples::game(0), other]);
    let [first, second] = standing.encounters() else { panic!() };
    assert_eq!((first.engines, first.faults()[0].total(), first.efforts()[1].moves), ([0, 1], 0, 1));
    assert_eq!((second.engines, second.faults()[0].crash, second.mean_plies()), ([0, 2], 1, Some(2.0)));
}

#[test]
fn engines_that_are_not_there_are_passed_over() {
    let mut game = samples::game(0);
    game.fixture.engines = [0, 7];
    assert_eq!(Standing::of(&samples::setup(), None, &[game]).games(), 0);
}
