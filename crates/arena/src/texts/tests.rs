use super::*;
use crate::fault::Fault;
use crate::rating::{Sprt, SprtParameters};
use crate::record::GameResult;
use crate::samples;

/// The figures of games, of 20 that are planned.
fn figures(config: &MatchConfig, games: &[GameRecord]) -> String {
    TextReport { config, planned: 20 }.figures(&Standings::of(config, None, games))
}

fn games(count: u64) -> Vec<GameRecord> {
    (0..count).map(samples::game).collect()
}

#[test]
fn the_figures_have_all_results() {
    let config = samples::config();
    let report = TextReport { config: &config, planned: 20 };
    let crash = samples::faulty(6, Fault::Crash { how: "the engine exited".to_owned() });
    let test = Sprt::new(SprtParameters { elo1: 10.0, ..SprtParameters::default() }).unwrap();
    let standings = Standings::of(&config, Some(test), &[games(6), vec![crash.clone()]].concat());
    let text = report.figures(&standings);
    for line in [
        "a against b, othello: 7 of 20 games\n",
        "  result         3 won, 3 drawn, 1 lost, 4.5 of 7 points (64.29 %)\n",
        "  pairs          0 with 0 points, 0 with 1/2, 0 with 1, 3 with 1 1/2, 0 with 2; won to lost -\n",
        "  as Black       3 won, 0 drawn, 1 lost\n",
        "  discs          6.00 ± 0.00 a game\n",
        "for [0, 10]: not decided\n",
        "  a              faults: 1 crash; 0.4120 s a move, 0.412 s at most, depth 15.0",
        "                 1.236 s used in all; left at the end of a game: 5.000 s in the median, 5.000 s at least\n",
        "  colours        Black won 3, White won 1, 3 drawn\n",
        "  games          2.0 plies in the mean; 6 by discs, 1 by fault",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    let interim = report.interim(&standings);
    assert!(interim.starts_with("after 7 games: 64.29 %, Elo 190.85"), "{interim}");
    let line = report.finished(&crash, &standings);
    assert!(line.contains("game 7/20: a (Black) - b (White) 0-1, Black disconnects; a +3 =3 -1 b"), "{line}");
}

/// The first of three wins every game; the two others have a win each.
#[test]
fn an_engine_that_never_lost_a_point_is_marked() {
    let mut config = samples::config();
    config.layout.repeat = 1;
    config.engines.push(samples::engine("c"));
    let played = |engines: [usize; 2]| {
        let mut game = samples::game(0);
        game.scheduled.engines = engines;
        game
    };
    let text = figures(&config, &[[0, 1], [0, 2], [1, 2], [2, 1]].map(played));
    assert_eq!(text.matches("(never lost a point)\n").count(), 1, "{text}");
    assert!(text.contains("1. a ") && text.contains("2 of 2 (100.00 %) (never lost a point)\n"), "{text}");
    assert!(text.contains("Some engines never lost a point to others: "), "{text}");
}

#[test]
fn overruns_that_the_margin_covered_are_shown() {
    let mut game = samples::game(0);
    game.moves[1].over = Some(12_340);
    let text = figures(&samples::config(), &[game]);
    assert!(text.contains("5.000 s at least; 1 move needed the margin, 12.3 ms at most\n"), "{text}");
    assert!(text.contains("note           b: 1 of 1 move took longer than the time left for them"), "{text}");
}

/// After two wins an interval of 95 % still holds that the winner is 511 Elo weaker.
#[test]
fn a_bound_that_says_nothing_is_not_shown() {
    let won = |number| GameRecord {
        result: GameResult::win_of(samples::game(number).seat_of(0).unwrap()),
        ..samples::game(number)
    };
    let text = |count: u64| figures(&samples::config(), &(0..count).map(won).collect::<Vec<_>>());
    assert!(text(2).contains("unknown") && !text(2).contains("above"), "{}", text(2));
    assert!(text(10).contains("above 34"), "{}", text(10));
}

#[test]
fn few_games_give_neither_certainty_nor_an_infinity() {
    let mut config = samples::config();
    // One pair of 1 1/2 points: the interval is as wide as can be, so the likelihood is far from 100 %.
    assert!(figures(&config, &games(2)).contains("LOS            66.67 %"));
    for engine in ["c", "d"] {
        for count in [0, 1, 4] {
            let text = figures(&config, &games(count));
            assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        }
        config.engines.push(samples::engine(engine));
    }
}
