use std::time::Duration;

use super::*;
use crate::fault::Fault;
use crate::rating::{Pentanomial, SprtParameters, Trinomial};
use crate::record::{GameResult, Termination};
use crate::samples;

#[test]
fn the_order_of_games_does_not_matter() {
    let config = samples::config();
    let games: Vec<GameRecord> = (0..9).map(samples::game).collect();
    let one = Standings::of(&config, None, &games);
    let other = Standings::of(&config, None, games.iter().rev());
    let figures = |standings: &Standings| {
        let encounter = standings.first_encounter();
        (encounter.games(), encounter.pairs, encounter.discs(), encounter.elo())
    };
    assert_eq!(figures(&one), figures(&other));
    assert_eq!(figures(&one).0, Trinomial { losses: 0, draws: 4, wins: 5 });
    // The ninth game waits for its other half.
    assert_eq!(figures(&one).1, Pentanomial([0, 0, 0, 4, 0]));
    assert_eq!(figures(&one).2.value, Some(6.0));
    assert_eq!((one.games(), one.mean_plies()), (9, Some(2.0)));
    assert_eq!(one.first_seat, Trinomial { losses: 0, draws: 4, wins: 5 });
    let [a, b] = &one.engines[..] else { panic!() };
    assert_eq!((a.games().points(), b.games().points(), a.by_seat[0].wins), (7.0, 2.0, 5));
    // The second ply of each game was timed: that of `b` in five, and of `a` in four.
    assert_eq!((b.effort.moves, a.effort.moves, a.effort.depth()), (5, 4, Some(15.0)));
    assert_eq!(a.least_left(), Some(5_000_000));
}

#[test]
fn moves_that_needed_the_margin_are_counted_with_the_time_left_at_the_end_of_games() {
    let config = samples::config();
    let mut games: Vec<GameRecord> = (0..4).map(samples::game).collect();
    for (game, left) in games.iter_mut().zip([9_000, 1_000, 4_000, 2_000]) {
        // The first and the third of these moves are those of `b`.
        (game.moves[1].left, game.moves[1].over) = (Some(left), Some(left / 2));
    }
    let standings = Standings::of(&config, None, &games);
    let [a, b] = &standings.engines[..] else { panic!() };
    assert_eq!((b.median_left(), b.least_left()), (Some(6_500), Some(4_000)));
    assert_eq!((a.median_left(), a.least_left()), (Some(1_500), Some(1_000)));
    assert_eq!((b.effort.margin_moves, b.effort.most_over), (2, 4_500));
    let warnings = standings.warnings(&config, true);
    let texts: Vec<&str> = warnings.iter().map(|warning| warning.text.as_str()).collect();
    assert!(texts[0].starts_with("a: 2 of 2 moves took longer than"), "{texts:?}");
    let late = samples::faulty(9, Fault::Timeout { used: Duration::ZERO, allowed: Duration::ZERO });
    assert_eq!(late.fault.as_ref().unwrap().seat, Seat::First);
    let late = GameRecord { termination: Termination::TimeForfeit, ..late };
    let by_late = |seat: Seat| {
        let mut results = EngineResults::default();
        results.add(&late, seat);
        results.least_left()
    };
    assert_eq!([by_late(Seat::First), by_late(Seat::Second)], [None, Some(5_000_000)]);
}

#[test]
fn without_pairs_games_count() {
    let mut config = samples::config();
    config.layout.repeat = 1;
    let games: Vec<GameRecord> = (0..3).map(samples::game).collect();
    let standings = Standings::of(&config, None, &games);
    let encounter = standings.first_encounter();
    assert_eq!(encounter.counts(), Trinomial { losses: 0, draws: 1, wins: 2 }.into());
    assert_eq!(encounter.discs().value, Some(8.0));
}

#[test]
fn a_test_waits_for_pairs_and_is_decided_by_them() {
    let config = samples::config();
    let test = Sprt::new(SprtParameters { elo1: 50.0, ..SprtParameters::default() }).unwrap();
    let mut standings = Standings::new(&config, Some(test));
    assert_eq!((standings.test_state().unwrap().llr, standings.is_decided()), (0.0, false));
    standings.add(&samples::game(0));
    assert_eq!(standings.test_state().unwrap().llr, 0.0);
    (1..400).for_each(|number| standings.add(&samples::game(number)));
    assert_eq!(standings.test_state().unwrap().verdict, Verdict::H1);
    assert!(standings.is_decided());
}

#[test]
fn faults_are_counted_by_kind_and_engine() {
    let config = samples::config();
    let crash = Fault::Crash { how: "the engine exited with status 1".to_owned() };
    let junk = Fault::Junk { what: "it answered".to_owned() };
    let games = [
        samples::faulty(0, crash.clone()),
        samples::faulty(1, junk),
        samples::faulty(2, crash),
        samples::game(4),
    ];
    let standings = Standings::of(&config, None, &games);
    let faults = |engine: usize| standings.engines[engine].faults;
    assert_eq!((faults(0).crash, faults(0).total(), faults(1).junk), (2, 2, 1));
    assert_eq!(standings.faults().text(), "2 crashes, 1 junk answer");
    assert_eq!(games[0].result, GameResult::Second);
}

#[test]
fn encounters_of_a_tournament_have_their_own_faults_and_times() {
    let mut config = samples::config();
    config.engines.push(samples::engine("c"));
    let crash = Fault::Crash { how: "the engine exited".to_owned() };
    let mut other = samples::faulty(2, crash);
    other.scheduled.engines = [0, 2];
    let standings = Standings::of(&config, None, &[samples::game(0), other]);
    let [first, second] = standings.encounters().collect::<Vec<_>>()[..] else { panic!() };
    let [of_a, of_b] = &first.results;
    assert_eq!((first.engines, of_a.faults.total(), of_b.effort.moves), ([0, 1], 0, 1));
    assert_eq!((second.engines, second.results[0].faults.crash), ([0, 2], 1));
    assert_eq!(second.mean_plies(), Some(2.0));
    assert_eq!((standings.games_between(2, 0).wins, standings.games_between(1, 2).games()), (1, 0));
}

#[test]
fn games_of_unknown_engines_are_ignored() {
    let mut game = samples::game(0);
    game.scheduled.engines = [0, 7];
    assert_eq!(Standings::of(&samples::config(), None, &[game]).games(), 0);
}
