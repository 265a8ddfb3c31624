//! Tests of whole pages.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;

use super::*;
use crate::config::{EngineConfig, Limits, TimeControl};
use crate::fault::Fault;
use crate::games::Game;
use crate::rating::{Sprt, SprtParameters};
use crate::record::{GameResult, ScheduledGame, Termination};
use crate::samples;
use shuangqi_plot::board;

fn page(sample: &Sample) -> String {
    let test = Sprt::new(SprtParameters::default()).unwrap();
    with_report(sample, Some(test), |report| text(report).unwrap())
}

fn with_report<T>(sample: &Sample, test: Option<Sprt>, make: impl Fn(&Report<'_>) -> T) -> T {
    let Sample { config, games } = sample;
    let standings = Standings::of(config, test, games);
    let planned = games.len() as u64 + if test.is_some() { 10 } else { 0 };
    make(&Report { config, games, standings: &standings, planned, command: "shuangqi match …" })
}

fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script id=\"data\" type=\"application/gzip;base64\">").unwrap();
    let packed = STANDARD.decode(rest.split_once("</script>").unwrap().0).unwrap();
    serde_json::from_reader(GzDecoder::new(packed.as_slice())).unwrap()
}

fn samples() -> Vec<Sample> {
    let duel = ["new", "base"];
    let none = Sample { config: config(Game::XIANGQI, &duel), games: Vec::new() };
    let mut even = sample(Game::OTHELLO, &duel, 6);
    even.games.iter_mut().for_each(|game| game.result = GameResult::Draw);
    let mut lost = sample(Game::OTHELLO, &duel, 2);
    lost.games[0].result = GameResult::Second;
    lost.games[1].result = GameResult::First;
    vec![
        sample(Game::OTHELLO, &duel, 40),
        sample(Game::XIANGQI, &duel, 9),
        sample(Game::OTHELLO, &["a", "b", "c", "d"], 24),
        sample(Game::XIANGQI, &duel, 1),
        none,
        even,
        lost,
    ]
}

#[test]
fn pages_have_only_numbers_whatever_was_played() {
    for sample in samples() {
        let page = page(&sample);
        // The packed data, in which any letters may follow each other, is JSON and has numbers alone.
        let (head, rest) = page.split_once("<script id=\"data\"").unwrap();
        for text in [head, rest.split_once("</script>").unwrap().1] {
            assert!(!text.contains("NaN") && !text.contains(">inf") && !text.contains("-inf"));
        }
    }
}

#[test]
fn the_numbers_are_those_of_the_games() {
    let mut sample = sample(Game::OTHELLO, &["new", "base"], 8);
    // Of the first engine: won and drawn, lost and won, twice drawn, twice won.
    let results = [
        (GameResult::First, GameResult::Draw),
        (GameResult::Second, GameResult::Second),
        (GameResult::Draw, GameResult::Draw),
        (GameResult::First, GameResult::Second),
    ];
    for (pair, (one, other)) in sample.games.chunks_mut(2).zip(results) {
        pair[0].scheduled.engines = [0, 1];
        pair[1].scheduled.engines = [1, 0];
        (pair[0].result, pair[1].result) = (one, other);
    }
    let page = page(&sample);
    assert!(page.contains("5½ / 8") && page.contains("68.8 %: +4 =3 −1"), "score");
    for pairs in ["2 (both won): 1 of 4", "1½: 1 of 4", "½: 0 of 4", "0 (both lost): 0 of 4"] {
        assert!(page.contains(pairs), "{pairs}");
    }
    let counts = crate::rating::Pentanomial([0, 0, 2, 1, 1]);
    let elo = crate::rating::Counts::from(counts).spread().elo();
    let shown = format!("+{:.1}\u{a0}±\u{a0}{:.1}", elo.value.unwrap(), elo.error.unwrap());
    assert!(page.contains(&shown), "{shown}");
}

#[test]
fn a_match_without_a_lost_point_has_a_chart_over_games() {
    let mut sample = sample(Game::OTHELLO, &["new", "base"], 8);
    for game in &mut sample.games {
        let is_first = game.scheduled.engines[0] == 0;
        game.result = if is_first { GameResult::First } else { GameResult::Second };
    }
    let page = with_report(&sample, None, |report| text(report).unwrap());
    let (_, section) = page.split_once("<h2>Course of the match</h2>").unwrap();
    let section = section.split_once("</section>").unwrap().0;
    assert!(section.contains("<svg") && section.contains("Scores over games"), "{section}");
    // Few games do not give certainty.
    assert!(page.contains("96.9 %") && !page.contains("100.0 % </b>"));
}

#[test]
fn pairs_of_equal_games_give_a_warning() {
    let mut sample = sample(Game::OTHELLO, &["new", "base"], 4);
    assert!(!page(&sample).contains("nothing is tested"));
    for pair in sample.games.chunks_mut(2) {
        pair[1].moves = pair[0].moves.clone();
    }
    assert!(page(&sample).contains("both games of every pair have the same moves"));
}

#[test]
fn every_game_is_listed_and_is_in_the_data() {
    for game in [Game::OTHELLO, Game::XIANGQI] {
        let sample = sample(game, &["new", "base"], 9);
        let page = page(&sample);
        assert_eq!(page.matches(" data-number=").count(), sample.games.len());
        let data = data(&page);
        let columns = &data["games"];
        assert_eq!(data["schema"], "match-report/2");
        for (place, game) in sample.games.iter().enumerate() {
            let moves: Vec<&str> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
            assert_eq!(columns["moves"][place], moves.join(" ").as_str());
            assert_eq!(columns["depth"][place].as_array().unwrap().len(), moves.len());
            assert_eq!(
                data["starts"][columns["start"][place].as_u64().unwrap() as usize],
                game.start.as_str()
            );
            assert_eq!(columns["result"][place], game.result.text());
        }
    }
}

#[test]
fn moves_of_xiangqi_have_chinese_names() {
    let data = data(&page(&sample(Game::XIANGQI, &["new", "base"], 2)));
    let names = data["games"]["names"][0].as_str().unwrap();
    let is_name = |name: &str| name.chars().count() == 4 && !name.is_ascii();
    assert!(names.split(' ').all(is_name), "{names}");
}

#[test]
fn a_page_of_many_games_is_small() {
    let page = page(&sample(Game::OTHELLO, &["new", "base"], 100));
    assert!(page.len() < 400_000, "{}", page.len());
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    let page = || page(&sample(Game::XIANGQI, &["new", "base"], 5));
    assert!(page() == page());
}

/// The output of a script; `None` without an interpreter.
fn run_script(script: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("script.js");
    std::fs::write(&path, script).unwrap();
    let output = std::process::Command::new("node").arg(&path).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_page_has_the_boards_of_the_library() {
    for game in [Game::OTHELLO, Game::XIANGQI] {
        let sample = sample(game, &["new", "base"], 20);
        let script = format!(
            "{}{}const {{ board, starts, games }} = {};
            games.number.forEach((_, at) => {{
              const first = readPosition(board, starts[games.start[at]]);
              const positions = changedPositions(first, games.changes[at].split(' '), games.rests[at].split('|'));
              const frame = framesOf(board, positions).at(-1);
              console.log(positionText(board, positions.at(-1)), (frame.men || []).length);
            }});",
            board::SCRIPT,
            board::FRAMES,
            data(&page(&sample))
        );
        let Some(found) = run_script(&script) else { return };
        assert_eq!(found.lines().count(), sample.games.len());
        let men = if game == Game::XIANGQI { 32 } else { 0 };
        for (found, record) in found.lines().zip(&sample.games) {
            let moves: Vec<&str> = record.moves.iter().map(|step| step.text.as_str()).collect();
            let referee = samples::begin(game, "asian", &samples::opening(&record.start, &moves)).unwrap();
            assert_eq!(found, format!("{} {men}", referee.board()), "game {}", record.scheduled.number);
        }
    }
}

struct Sample {
    config: MatchConfig,
    games: Vec<GameRecord>,
}

/// An engine with a clock.
pub fn engine(name: &str) -> EngineConfig {
    let (base, increment) = (Duration::from_secs(10), Duration::from_millis(100));
    let clock = Some(TimeControl { base, increment, moves: None });
    EngineConfig { clock, limits: Limits::default(), ..samples::engine(name) }
}

fn config(game: Game, names: &[&str]) -> MatchConfig {
    let openings = "50 openings from balanced.epd".to_owned();
    MatchConfig {
        game,
        engines: names.iter().map(|name| engine(name)).collect(),
        openings,
        ..samples::config()
    }
}

/// A match of this number of random games; a few of them end with a fault.
fn sample(game: Game, names: &[&str], count: u64) -> Sample {
    let config = config(game, names);
    let mut games: Vec<GameRecord> = (0..count).map(|number| played(&config, number)).collect();
    games.iter_mut().skip(6).step_by(31).for_each(spoil);
    Sample { config, games }
}

fn played(config: &MatchConfig, number: u64) -> GameRecord {
    const BOOK: usize = 2;
    let (count, pair) = (config.engines.len(), number / 2);
    let one = pair as usize % count;
    let other = (one + 1 + pair as usize / count % (count - 1)) % count;
    let engines = if number.is_multiple_of(2) { [one, other] } else { [other, one] };
    let scheduled = ScheduledGame { number, round: pair as u32, pair, opening: pair as usize % 50, engines };
    let mut game = samples::played(config, scheduled, &samples::standard(config.game), 140);
    game.book = BOOK;
    game.moves[..BOOK].iter_mut().for_each(|step| *step = samples::step(&step.text));
    game
}

/// Lets a game end early, by the fault of the second player.
fn spoil(game: &mut GameRecord) {
    let fault = Fault::Timeout { used: Duration::from_millis(1234), allowed: Duration::from_secs(1) };
    game.moves.truncate(31);
    game.result = GameResult::First;
    game.termination = Termination::TimeForfeit;
    game.reason = "timeout".to_owned();
    game.explanation = format!("the second player lost: {fault}");
    game.discs = None;
    let dialogue = ["> go wtime 1000", "< bestmove ?"].map(str::to_owned).to_vec();
    game.fault = Some(FaultRecord { seat: Seat::Second, fault, dialogue });
}
