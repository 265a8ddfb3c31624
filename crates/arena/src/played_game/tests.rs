use game::{EngineScore, Notation};

use super::*;
use crate::clock;
use crate::config::{Adjudication, DrawRule, Limits, ResignRule};
use crate::games::Game;
use crate::player::SearchInfo;
use crate::running_games::RunningGames;
use crate::samples::{self, OTHELLO};

/// A player with given answers, which records its requests.
#[derive(Default)]
struct Script {
    /// The answers in turn; after them it plays the first legal move.
    answers: Vec<Result<Answer, Fault>>,
    begins: Option<Fault>,
    /// The moves, clocks and moves to the last capture of each request.
    asked: Vec<(Vec<String>, [Option<Duration>; 2], usize)>,
    ended: Vec<(String, String)>,
}

fn script(answers: Vec<Result<Answer, Fault>>) -> Script {
    Script { answers, ..Script::default() }
}

fn moves(texts: &[&str]) -> Script {
    script(texts.iter().map(|text| Ok(after(0, text))).collect())
}

fn after(milliseconds: u64, text: &str) -> Answer {
    Answer {
        choice: Choice::Move(text.to_owned()),
        offers_draw: false,
        elapsed: Duration::from_millis(milliseconds),
        info: SearchInfo::default(),
    }
}

fn thinking(score: i32, text: &str) -> Answer {
    let score = Some(EngineScore::Hundredths(score));
    Answer { info: SearchInfo { score, depth: Some(9), nodes: Some(77), pv: Vec::new() }, ..after(1, text) }
}

impl Player for Script {
    fn begin(&mut self, _: &Opening, _: Seat) -> Result<(), Fault> {
        self.begins.clone().map_or(Ok(()), Err)
    }

    fn answer(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault> {
        let clocks = request.clocks.map(|clock| clock.map(|face| face.remaining));
        self.asked.push((request.moves.to_vec(), clocks, request.session.last_capture()));
        let scripted = (!self.answers.is_empty()).then(|| self.answers.remove(0));
        scripted.unwrap_or_else(|| Ok(after(1, &first_legal(request))))
    }

    fn end(&mut self, result: &str, why: &str) {
        self.ended.push((result.to_owned(), why.to_owned()));
    }

    fn dialogue(&self) -> Vec<String> {
        vec!["> go".to_owned(), "< huh".to_owned()]
    }
}

fn first_legal(request: &MoveRequest<'_>) -> String {
    request.session.legal_moves(Notation::default())[0].text.clone()
}

fn engine(tc: &str, limits: Limits) -> EngineConfig {
    let (clock, margin) = (clock::read(tc).unwrap(), Duration::from_millis(20));
    EngineConfig { clock, limits, margin, ..samples::engine("x") }
}

fn config(game: Game, tc: &str) -> MatchConfig {
    let engines = vec![engine(tc, Limits::default()), engine(tc, Limits::default())];
    MatchConfig { game, engines, ..samples::config() }
}

fn opening(start: &str, moves: &[&str]) -> Opening {
    Opening { name: "7".to_owned(), is_standard: true, ..samples::opening(start, moves) }
}

const SCHEDULED: ScheduledGame = ScheduledGame { number: 3, round: 1, pair: 1, opening: 0, engines: [1, 0] };

fn played(config: &MatchConfig, opening: &Opening, [first, second]: [&mut Script; 2]) -> GameRecord {
    let (running, stop) = (RunningGames::new(0), &samples::NOT_CANCELLED);
    play(config, SCHEDULED, opening, [first, second], stop, running.of_worker(0)).unwrap().unwrap()
}

/// A game of Othello from its start, in which White plays any legal moves.
fn othello(config: &MatchConfig, first: &mut Script) -> GameRecord {
    played(config, &opening(OTHELLO, &[]), [first, &mut Script::default()])
}

#[test]
fn a_game_of_othello_is_played_to_its_end() {
    let (mut first, mut second) = (Script::default(), Script::default());
    let record =
        played(&config(Game::OTHELLO, "inf"), &opening(OTHELLO, &["f5", "d6"]), [&mut first, &mut second]);
    assert_eq!((record.termination, record.reason.as_str()), (Termination::Normal, "discs"));
    assert_eq!((record.book, record.opening_name.as_str(), record.scheduled), (2, "7", SCHEDULED));
    assert!(record.fault.is_none() && record.discs.is_some());
    assert_eq!(first.ended, [(record.result.text().to_owned(), record.explanation.clone())]);
    assert_eq!(first.ended, second.ended);
    // No player was asked for the opening's moves and the passes.
    let asked = record.moves.iter().filter(|made| made.micros.is_some()).count();
    let passes = record.moves.iter().filter(|made| made.text == "pass").count();
    assert_eq!(asked + passes + 2, record.moves.len());
    assert_eq!(asked, first.asked.len() + second.asked.len());
    assert_eq!(first.asked[0].0, ["f5", "d6"]);
}

#[test]
fn passes_are_the_referees() {
    let board = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO- O";
    let (mut first, mut second) = (moves(&["H8"]), Script::default());
    let record = played(&config(Game::OTHELLO, "1"), &opening(board, &[]), [&mut first, &mut second]);
    let texts: Vec<&str> = record.moves.iter().map(|made| made.text.as_str()).collect();
    assert_eq!(texts, ["pass", "h8"]);
    assert_eq!((record.discs, record.moves[0].micros, record.moves[0].left), (Some(-48), None, None));
    assert!(second.asked.is_empty());
}

#[test]
fn thoughts_and_times_are_kept() {
    let (mut first, mut second) = (Script::default(), moves(&["d6", "z9"]));
    first.answers = vec![Ok(Answer { elapsed: Duration::from_micros(1_500_250), ..thinking(-30, "F5") })];
    let record = played(&config(Game::OTHELLO, "10+0.1"), &opening(OTHELLO, &[]), [&mut first, &mut second]);
    let expected = MoveRecord {
        text: "f5".to_owned(),
        claim: Some(EngineScore::Hundredths(-30)),
        depth: Some(9),
        nodes: Some(77),
        micros: Some(1_500_250),
        left: Some(8_599_750),
        over: None,
    };
    assert_eq!(record.moves[0], expected);
    let seconds = |clocks: [Option<Duration>; 2]| clocks.map(|left| left.unwrap().as_secs_f64());
    assert_eq!(seconds(second.asked[0].1), [8.599_75, 10.0]);
}

/// ElephantEye's scores are about 0.22 of this engine's.
#[test]
fn scores_are_brought_to_one_scale() {
    let mut config = config(Game::OTHELLO, "inf");
    config.engines[1].scale = Some(4.5);
    config.adjudication.resign = Some(ResignRule { moves: 1, score: 600, is_two_sided: false });
    for (score, scaled, is_over) in [(-133, -599, false), (-134, -603, true)] {
        let record = othello(&config, &mut script(vec![Ok(thinking(score, "f5"))]));
        assert_eq!(record.moves[0].claim, Some(EngineScore::Hundredths(scaled)));
        assert_eq!(record.reason == "resign_rule" && record.moves.len() == 1, is_over);
    }
}

/// Edax took the other's clock for its own, and thought without end.
#[test]
fn an_engine_without_a_clock_does_not_see_the_others() {
    let mut config = config(Game::OTHELLO, "10");
    config.engines[1].clock = None;
    let (mut first, mut second) = (moves(&["f5"]), moves(&["d6"]));
    played(&config, &opening(OTHELLO, &[]), [&mut first, &mut second]);
    assert_eq!(first.asked[0].1, [None, None]);
    assert_eq!(second.asked[0].1, [None, Some(Duration::from_secs(10))]);
}

#[test]
fn a_late_answer_loses_on_time_whatever_it_is() {
    let choices = [Choice::Move("f5".to_owned()), Choice::Move("nonsense".to_owned()), Choice::Resign];
    for choice in choices {
        let mut first = script(vec![Ok(Answer { choice, ..after(1021, "") })]);
        let mut second = Script::default();
        let record = played(&config(Game::OTHELLO, "1+5"), &opening(OTHELLO, &[]), [&mut first, &mut second]);
        assert_eq!((record.result, record.termination), (GameResult::Second, Termination::TimeForfeit));
        assert_eq!(record.explanation, "Black lost on time: the engine used 1.021 s of 1.020 s");
        let fault = record.fault.unwrap();
        assert_eq!((fault.seat, fault.dialogue.len()), (Seat::First, 2));
        assert!(record.moves.is_empty() && record.discs.is_none());
        assert!(first.ended.is_empty() && second.ended.len() == 1);
    }
}

#[test]
fn the_margin_is_forgiven() {
    let (mut first, mut second) = (Script::default(), moves(&["d6"]));
    first.answers = vec![Ok(after(1020, "f5")), Err(Fault::Crash { how: "the engine exited".to_owned() })];
    let record = played(&config(Game::OTHELLO, "1+5"), &opening(OTHELLO, &[]), [&mut first, &mut second]);
    assert_eq!(record.moves[0].left, Some(5_000_000));
    assert_eq!((record.reason.as_str(), record.termination), ("crash", Termination::Abandoned));
}

#[test]
fn a_time_for_each_move_is_kept_beside_the_clock() {
    let mut config = config(Game::OTHELLO, "inf");
    config.engines[1].limits.move_time = Some(Duration::from_millis(100));
    for (elapsed, is_late) in [(120, false), (121, true)] {
        let record = othello(&config, &mut script(vec![Ok(after(elapsed, "f5"))]));
        assert_eq!(record.termination == Termination::TimeForfeit, is_late);
    }
    config.engines[1].clock = clock::read("0.05").unwrap();
    let record = othello(&config, &mut script(vec![Ok(after(71, "f5"))]));
    assert_eq!(record.termination, Termination::TimeForfeit);
}

#[test]
fn every_fault_loses_the_game_for_its_player() {
    let stall = Fault::Stall { to: "isready".to_owned(), waited: Duration::from_secs(60) };
    let junk = Fault::Junk { what: "the engine answered \"?\"".to_owned() };
    let crash = Fault::Crash { how: "the engine exited with status 1".to_owned() };
    let late = Fault::Timeout { used: Duration::from_secs(3), allowed: Duration::from_secs(2) };
    let cases = [
        (late, "timeout", Termination::TimeForfeit, "White lost on time: the engine used 3.000 s of 2.000 s"),
        (
            stall,
            "stall",
            Termination::Abandoned,
            "White stopped responding: the engine did not answer \"isready\" within 60 s",
        ),
        (junk, "junk", Termination::Abandoned, "White sent no valid answer: the engine answered \"?\""),
        (crash, "crash", Termination::Abandoned, "White crashed: the engine exited with status 1"),
        (
            Fault::NoMove { answer: "nobestmove".to_owned() },
            "no_move",
            Termination::NoMove,
            "White made no move: the engine answered \"nobestmove\" in a game that is not over",
        ),
    ];
    for (fault, reason, termination, explanation) in cases {
        let (mut first, mut second) = (moves(&["f5"]), Script::default());
        second.answers = vec![match fault.clone() {
            Fault::NoMove { answer } => Ok(Answer { choice: Choice::NoMove(answer), ..after(1, "") }),
            fault => Err(fault),
        }];
        let record = played(&config(Game::OTHELLO, "inf"), &opening(OTHELLO, &[]), [&mut first, &mut second]);
        assert_eq!((record.result, record.termination), (GameResult::First, termination));
        assert_eq!((record.reason.as_str(), record.explanation.as_str()), (reason, explanation));
        assert_eq!(record.fault.unwrap().fault, fault);
        assert!(second.ended.is_empty() && first.ended.len() == 1);
    }
}

#[test]
fn an_illegal_move_is_recorded_as_received() {
    let (mut first, mut second) = (Script::default(), moves(&["H9G7", "a0a1"]));
    let start = ::xiangqi::fen::START;
    let record = played(&config(Game::XIANGQI, "inf"), &opening(start, &["h2e2"]), [&mut first, &mut second]);
    assert_eq!((record.result, record.termination), (GameResult::First, Termination::IllegalMove));
    let message = "Black made an illegal move: \"a0a1\" is illegal: there is no piece of the side to move on its \
                first point";
    assert_eq!(record.explanation, message);
    assert_eq!(record.moves.len(), 3);
}

#[test]
fn a_player_that_cannot_begin_loses() {
    let crash = Fault::Crash { how: "the engine could not be started: no such file".to_owned() };
    let (mut first, mut second) = (Script::default(), Script::default());
    second.begins = Some(crash);
    let record = played(
        &config(Game::XIANGQI, "inf"),
        &opening(::xiangqi::fen::START, &["h2e2"]),
        [&mut first, &mut second],
    );
    assert_eq!((record.result, record.reason.as_str(), record.moves.len()), (GameResult::First, "crash", 1));
    assert!(first.asked.is_empty() && first.ended.len() == 1 && second.ended.is_empty());
}

#[test]
fn resignations_and_agreed_draws_are_normal() {
    let resign = Answer { choice: Choice::Resign, ..after(0, "") };
    let record = othello(&config(Game::OTHELLO, "inf"), &mut script(vec![Ok(resign)]));
    assert_eq!((record.result, record.termination), (GameResult::Second, Termination::Normal));
    assert_eq!(record.explanation, "Black has resigned");

    let offer = |text: &str| Ok(Answer { offers_draw: true, ..after(0, text) });
    let mut first = script(vec![offer("f5"), offer("c3")]);
    let mut second = script(vec![Ok(after(0, "d6")), offer("d3")]);
    let record = played(&config(Game::OTHELLO, "inf"), &opening(OTHELLO, &[]), [&mut first, &mut second]);
    assert_eq!(
        (record.result, record.reason.as_str(), record.moves.len()),
        (GameResult::Draw, "agreement", 4)
    );
}

#[test]
fn the_rules_of_the_match_end_games_too() {
    let mut config = config(Game::XIANGQI, "inf");
    let resign = Some(ResignRule { moves: 1, score: 300, is_two_sided: false });
    let draw = Some(DrawRule { from_move: 1, moves: 1, score: 5 });
    config.adjudication = Adjudication { resign, draw, most_moves: Some(2), ..Adjudication::default() };
    let start = opening(::xiangqi::fen::START, &[]);
    let reason = |scores: [i32; 2]| {
        let [mut first, mut second] = [(scores[0], "h2e2"), (scores[1], "h9g7")]
            .map(|(score, mv)| script(vec![Ok(thinking(score, mv))]));
        let record = played(&config, &start, [&mut first, &mut second]);
        assert_eq!(record.termination, Termination::Adjudication);
        (record.reason, record.result, record.moves.len())
    };
    assert_eq!(reason([-300, 0]), ("resign_rule".to_owned(), GameResult::Second, 1));
    assert_eq!(reason([0, 5]), ("draw_rule".to_owned(), GameResult::Draw, 2));
    assert_eq!(reason([0, 50]), ("most_moves".to_owned(), GameResult::Draw, 4));
}

#[test]
fn the_solver_decides_the_end_of_othello() {
    let mut config = config(Game::OTHELLO, "inf");
    config.adjudication.solve_empties = Some(8);
    let record = othello(&config, &mut Script::default());
    assert_eq!((record.reason.as_str(), record.termination), ("solved", Termination::Adjudication));
    assert!(record.discs.is_some() && record.explanation.ends_with("with best play of the last 8 squares"));
    assert_eq!(record.moves.iter().filter(|made| made.text != "pass").count(), 52);
}

/// Stops the match at its second request.
struct Stopper<'a>(&'a Arc<AtomicBool>, u32);

impl Player for Stopper<'_> {
    fn begin(&mut self, _: &Opening, _: Seat) -> Result<(), Fault> {
        Ok(())
    }

    fn answer(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault> {
        self.1 += 1;
        if self.1 == 2 {
            self.0.store(true, Relaxed);
            assert!(request.is_cancelled.load(Relaxed));
            return Err(Fault::Crash { how: "the engine was killed".to_owned() });
        }
        Ok(after(1, &first_legal(request)))
    }
}

#[test]
fn a_stopped_game_is_dropped_whatever_its_players_do() {
    let is_stopped = Arc::default();
    let (mut first, mut second) = (Stopper(&is_stopped, 0), Script::default());
    let config = config(Game::OTHELLO, "inf");
    let opening = opening(OTHELLO, &[]);
    let running = RunningGames::new(0);
    let players: [&mut dyn Player; 2] = [&mut first, &mut second];
    let dropped = play(&config, SCHEDULED, &opening, players, &is_stopped, running.of_worker(0));
    assert!(dropped.unwrap().is_none() && second.ended.is_empty());
    assert_eq!(first.1, 2);
}

#[test]
fn a_game_that_cannot_begin_is_a_failure() {
    let config = config(Game::OTHELLO, "inf");
    let try_play = |scheduled, opening: Opening| {
        let (mut first, mut second) = (Script::default(), Script::default());
        let (running, stop) = (RunningGames::new(0), &samples::NOT_CANCELLED);
        play(&config, scheduled, &opening, [&mut first, &mut second], stop, running.of_worker(0)).unwrap_err()
    };
    assert!(matches!(try_play(SCHEDULED, opening("XO", &[])), Failure::BadInput(_)));
    let lacking = ScheduledGame { engines: [0, 9], ..SCHEDULED };
    assert!(matches!(try_play(lacking, opening(OTHELLO, &[])), Failure::Internal(_)));
}
