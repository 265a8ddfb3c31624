use std::fs;

use super::*;
use crate::fault::Fault;
use crate::games::Game;
use crate::record::FaultRecord;
use crate::samples;
use crate::score::EngineScore;

/// A match of this game and its first game, played by random moves.
fn played(game: Game) -> (MatchConfig, Schedule, GameRecord) {
    let mut config = samples::config();
    config.game = game;
    config.adjudication.most_moves = Some(30);
    let schedule = Schedule::new(&config.layout, 2, 10);
    let fixture = schedule.fixture(0).unwrap();
    let game = samples::finished(&config, fixture, &samples::standard(game));
    (config, schedule, game)
}

/// What is wrong with a game that was changed.
fn found(of: Game, change: impl Fn(&mut GameRecord)) -> String {
    let (config, schedule, mut game) = played(of);
    change(&mut game);
    replay(&config, &schedule, &game).err().unwrap_or_default()
}

#[test]
fn unchanged_games_are_accepted() {
    for of in [Game::OTHELLO, Game::XIANGQI] {
        assert_eq!(found(of, |_| ()), "");
    }
}

#[test]
fn changed_games_are_refused() {
    for of in [Game::OTHELLO, Game::XIANGQI] {
        assert!(found(of, |game| drop(game.moves.pop())).contains("its moves do not end the game"));
        assert!(
            found(of, |game| game.moves[0].text = "a9".to_owned())
                .contains("move 1, \"a9\", cannot be played")
        );
        assert!(found(of, |game| game.moves.push(game.moves[0].clone())).contains("cannot be played"));
        assert!(found(of, |game| game.moves.swap(2, 7)).contains("cannot be played"));
        assert!(found(of, |game| game.book = 999).contains("an opening of 999 moves"));
        assert!(found(of, |game| game.start.replace_range(0..1, "?")).contains('?'));
        assert!(found(of, |game| game.fixture.engines.swap(0, 1)).contains("not a game of the schedule"));
        assert!(found(of, |game| game.reason = "agreement".to_owned()).contains("end the game otherwise"));
        assert!(found(of, |game| game.reason = "stalemate2".to_owned()).contains("\"stalemate2\""));
        assert!(found(of, |game| game.termination = Termination::Adjudication).contains("otherwise"));
        assert!(found(of, |game| game.fault = Some(fault(Seat::First))).contains("has not ended the game"));
        let other = |result| if result == GameResult::First { GameResult::Second } else { GameResult::First };
        assert!(found(of, |game| game.result = other(game.result)).contains("the result "));
    }
    let discs = found(Game::OTHELLO, |game| game.discs = game.discs.map(|discs| discs + 2));
    assert!(discs.contains(" discs, but "), "{discs}");
}

fn fault(seat: Seat) -> FaultRecord {
    FaultRecord { seat, fault: Fault::Crash { how: "the engine exited".to_owned() }, dialogue: Vec::new() }
}

/// A game that was broken off after twenty plies, ended like this.
fn early(termination: Termination, reason: &str, result: GameResult) -> impl Fn(&mut GameRecord) {
    move |game| {
        game.moves.truncate(20);
        game.discs = None;
        (game.termination, game.reason, game.result) = (termination, reason.to_owned(), result);
        game.moves[19].claim = Some(EngineScore::Hundredths(7));
        if !matches!(termination, Termination::Normal | Termination::Adjudication) {
            game.fault = Some(fault(Seat::First));
        }
    }
}

#[test]
fn early_ends_have_a_possible_result() {
    use GameResult::{Draw, First, Second};
    use Termination::{Abandoned, Adjudication, IllegalMove, Normal, TimeForfeit};
    for (termination, reason, result, holds) in [
        // The first seat is to move after twenty plies.
        (Normal, "resignation", Second, true),
        (Normal, "resignation", First, false),
        (Normal, "agreement", Draw, true),
        (Normal, "agreement", First, false),
        (Adjudication, "resign_rule", First, true),
        (Adjudication, "resign_rule", Draw, false),
        (Adjudication, "draw_rule", Draw, true),
        (Adjudication, "draw_rule", Second, false),
        // Thirty moves have not been made.
        (Adjudication, "most_moves", Draw, false),
        (Adjudication, "solved", First, false),
        (TimeForfeit, "timeout", Second, true),
        (TimeForfeit, "timeout", First, false),
        (IllegalMove, "illegal_move", Second, true),
        (Abandoned, "crash", Draw, false),
    ] {
        let message = found(Game::OTHELLO, early(termination, reason, result));
        assert_eq!(message.is_empty(), holds, "{reason} {result:?}: {message}");
    }
    let solved = |game: &mut GameRecord| {
        early(Adjudication, "solved", First)(game);
        game.discs = Some(12);
    };
    assert_eq!(found(Game::OTHELLO, solved), "");
    let unexplained = |game: &mut GameRecord| {
        early(TimeForfeit, "timeout", Second)(game);
        game.fault = None;
    };
    assert!(found(Game::OTHELLO, unexplained).contains("none is recorded"));
}

#[test]
fn a_torn_line_is_dropped_and_a_repeated_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.journal");
    let (mut journal, _) = open(&path, &Games::built_in()).unwrap();
    assert!(!path.exists());
    journal.write(&Header::new(&samples::config(), &RunOptions::default())).unwrap();
    [4, 1].iter().for_each(|&number| journal.write_soon(&samples::game(number)).unwrap());
    journal.finish().unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{whole}{}", &whole[..40])).unwrap();
    let (mut journal, kept) = open(&path, &Games::built_in()).unwrap();
    assert_eq!(kept.lines, BTreeMap::from([(4, 2), (1, 3)]));
    journal.write_soon(&samples::game(4)).unwrap();
    journal.finish().unwrap();
    let refusal = open(&path, &Games::built_in()).unwrap_err().to_string();
    assert!(refusal.contains("m.journal:4: ") && refusal.contains("game 5, which stands in line 2 too"));
}
