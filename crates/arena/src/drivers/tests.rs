//! Engines with every fault, in every protocol.

use std::time::Duration;

use game::Seat;

use super::*;
use crate::config::{Limits, Opening, Restart};
use crate::fault::Fault;
use crate::player::{Answer, Choice, MoveRequest};
use crate::samples::{self, Asked};

/// An engine without a clock.
pub fn config(protocol: Protocol, command: &str, arguments: &[&str]) -> EngineConfig {
    let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
    let command = command.to_owned();
    EngineConfig { command, arguments, protocol, limits: Limits::default(), ..samples::engine("engine") }
}

const PROTOCOLS: [Protocol; 5] =
    [Protocol::Uci, Protocol::Ucci, Protocol::Xboard, Protocol::Gtp, Protocol::Nboard];

fn game_of(protocol: Protocol) -> Game {
    if protocol.is_of(Game::OTHELLO) { Game::OTHELLO } else { Game::XIANGQI }
}

/// Long enough for an answer on a busy machine.
const SOON: Option<Duration> = Some(Duration::from_secs(60));

/// A mock engine in one protocol, with its processes on record.
struct Mock {
    player: Box<dyn Player>,
    game: Game,
    opening: Opening,
    folder: tempfile::TempDir,
}

impl Mock {
    fn new(protocol: Protocol, arguments: &[&str]) -> Mock {
        Mock::under(protocol, arguments, |_, _| {})
    }

    fn under(
        protocol: Protocol,
        arguments: &[&str],
        change: impl FnOnce(&mut EngineConfig, &mut Timeouts),
    ) -> Mock {
        let own = std::env::current_exe().unwrap();
        let program = own.ancestors().nth(2).unwrap().join("examples/mock_engine");
        assert!(program.exists(), "build the examples first: cargo test -p tools does it");
        let folder = tempfile::tempdir().unwrap();
        let pids = folder.path().join("pids");
        let mut words = vec!["--proto", protocol.name(), "--pids", pids.to_str().unwrap()];
        words.extend(arguments);
        let mut config = config(protocol, program.to_str().unwrap(), &words);
        let game = game_of(protocol);
        let (minute, soon) = (Duration::from_secs(60), Duration::from_millis(300));
        // Nothing but the silence of an engine that never answers lasts for the shorter time.
        let mut timeouts = Timeouts { start: minute, ready: minute, answer: soon, quit: soon };
        change(&mut config, &mut timeouts);
        Mock {
            player: open(&config, (game, "asian"), timeouts, &[], &Channel::default()).unwrap(),
            game,
            opening: samples::standard(game),
            folder,
        }
    }

    /// A mock engine whose first game has begun.
    fn begun(protocol: Protocol, arguments: &[&str]) -> Mock {
        let mut mock = Mock::new(protocol, arguments);
        mock.begin().unwrap();
        mock
    }

    fn begin(&mut self) -> Result<(), Fault> {
        self.player.begin(&self.opening, Seat::First)
    }

    fn asked(&self, moves: &[String]) -> Asked {
        Asked::new(self.game, &self.opening, moves)
    }

    /// The answer to a request after these moves.
    fn answer(&mut self, moves: &[String], allowance: Option<Duration>) -> Result<Answer, Fault> {
        let asked = self.asked(moves);
        self.player.answer(&MoveRequest { allowance, ..asked.request() })
    }

    /// Plays with itself to this number of moves, or a fault.
    fn play(&mut self, plies: usize) -> Result<Vec<String>, Fault> {
        let mut moves = Vec::new();
        while moves.len() < plies {
            match self.answer(&moves, SOON)?.choice {
                Choice::Move(mv) => moves.push(mv),
                choice => panic!("{choice:?}"),
            }
        }
        Ok(moves)
    }

    /// The first fault of a game.
    fn fault(&mut self) -> Fault {
        let failed = self.begin().and_then(|()| self.play(12));
        failed.expect_err("no fault")
    }

    /// Its processes that live.
    fn alive(&self) -> Vec<String> {
        let pids = std::fs::read_to_string(self.folder.path().join("pids")).unwrap_or_default();
        pids.lines().filter(|pid| crate::process::tests::is_alive(pid)).map(str::to_owned).collect()
    }

    fn assert_gone(&mut self) {
        self.player.quit();
        assert_eq!(self.alive(), [""; 0]);
    }
}

#[test]
fn every_protocol_plays() {
    for protocol in PROTOCOLS {
        let mut one = Mock::begun(protocol, &["--seed", "5"]);
        let moves = one.play(30).unwrap();
        one.player.end("1-0", "enough");
        assert!(one.player.engine_name().unwrap().starts_with("Mock"));
        assert_eq!(one.alive().len(), 1);
        // The next game needs no new process, and is the same.
        one.begin().unwrap();
        assert_eq!(one.play(30).unwrap(), moves, "{protocol:?}");
        one.assert_gone();
    }
}

/// An analysis searches deeper each time; a match has the same limits all along.
#[test]
fn limits_that_change_are_sent() {
    let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    let seconds =
        |seconds: u32| Limits { move_time: Some(Duration::from_secs(seconds.into())), ..Limits::default() };
    type LimitsOf = dyn Fn(u32) -> Limits;
    for (protocol, limits, line) in [
        (Protocol::Uci, &depth as &LimitsOf, "> go depth "),
        (Protocol::Xboard, &depth, "> sd "),
        (Protocol::Gtp, &seconds, "> time_settings 0 "),
        (Protocol::Nboard, &depth, "> set depth "),
    ] {
        let mut mock = Mock::begun(protocol, &[]);
        for number in [3, 5] {
            let limits = limits(number);
            mock.player.answer(&MoveRequest { limits, ..mock.asked(&[]).request() }).unwrap();
            let dialogue = mock.player.dialogue();
            let last = dialogue.iter().rev().find_map(|said| said.strip_prefix(line));
            let is_own = last.is_some_and(|rest| rest.starts_with(&number.to_string()));
            assert!(is_own, "{protocol:?}: {dialogue:?}");
        }
        mock.assert_gone();
    }
}

#[test]
fn ends_and_closed_outputs_are_crashes() {
    for (kind, how) in [
        ("crash-at-start", "the engine exited with status 7"),
        ("crash", "the engine exited with status 7"),
        ("abort", "the engine was killed by signal 6"),
        ("mute", "the engine closed its output"),
    ] {
        for protocol in PROTOCOLS {
            let mut mock = Mock::new(protocol, &["--fault", kind, "--at", "3"]);
            assert_eq!(mock.fault(), Fault::Crash { how: how.to_owned() }, "{protocol:?}");
            assert!(!mock.player.dialogue().is_empty());
            mock.assert_gone();
        }
    }
}

#[test]
fn after_a_crash_the_next_game_has_a_new_process() {
    for protocol in PROTOCOLS {
        let mut mock = Mock::new(protocol, &["--fault", "crash", "--at", "3"]);
        mock.fault();
        assert!(mock.answer(&[], None).is_err());
        mock.begin().unwrap();
        assert_eq!(mock.play(2).unwrap().len(), 2);
        mock.assert_gone();
    }
}

#[test]
fn silence_is_a_stall_where_no_clock_runs_and_a_timeout_where_one_does() {
    for protocol in [PROTOCOLS[0], PROTOCOLS[2], PROTOCOLS[3]] {
        let mut mock = Mock::begun(protocol, &["--fault", "hang", "--at", "2"]);
        let moves = mock.play(1).unwrap();
        let fault = mock.answer(&moves, None).unwrap_err();
        assert!(matches!(fault, Fault::Stall { .. }), "{fault}");
        mock.assert_gone();
    }
    let mut mock = Mock::begun(PROTOCOLS[0], &["--fault", "hang"]);
    let fault = mock.answer(&[], Some(Duration::from_millis(100))).unwrap_err();
    assert!(matches!(fault, Fault::Timeout { used, .. } if used > Duration::from_secs(1)), "{fault}");
    mock.assert_gone();
}

#[test]
fn silence_at_the_start_is_a_stall() {
    for protocol in [PROTOCOLS[0], PROTOCOLS[1], PROTOCOLS[3], PROTOCOLS[4]] {
        let is_short = |_: &mut EngineConfig, timeouts: &mut Timeouts| {
            timeouts.start = Duration::from_millis(200);
        };
        let mut mock = Mock::under(protocol, &["--fault", "hang-at-start"], is_short);
        assert!(matches!(mock.fault(), Fault::Stall { .. }));
        mock.assert_gone();
    }
}

#[test]
fn a_late_answer_is_a_timeout_and_the_engine_stays() {
    for protocol in PROTOCOLS {
        // Any answer is late where no time is allowed; the sooner it comes, the surer it is still waited for.
        let mut mock = Mock::begun(protocol, &["--fault", "late", "--late", "1"]);
        let fault = mock.answer(&[], Some(Duration::ZERO)).unwrap_err();
        assert!(
            matches!(fault, Fault::Timeout { used, allowed: Duration::ZERO } if used >= Duration::from_millis(1)),
            "{fault}"
        );
        let process = mock.alive();
        mock.begin().unwrap();
        assert_eq!(mock.alive(), process);
        mock.assert_gone();
    }
}

#[test]
fn floods_are_junk_and_do_not_last() {
    for protocol in [PROTOCOLS[0], PROTOCOLS[3]] {
        let mut mock = Mock::new(protocol, &["--fault", "flood"]);
        assert!(matches!(mock.fault(), Fault::Junk { .. }));
        mock.assert_gone();
    }
}

#[test]
fn invalid_moves_are_passed_to_the_referee_and_refusals_are_junk() {
    for (number, protocol) in PROTOCOLS.into_iter().enumerate() {
        let mut mock = Mock::begun(protocol, &["--fault", "junk"]);
        match mock.answer(&[], SOON) {
            Ok(answer) => assert!(number < 2 && answer.choice == Choice::Move("%$?".to_owned())),
            Err(fault) => assert!(matches!(fault, Fault::Junk { .. }) && number >= 2, "{fault}"),
        }
        mock.assert_gone();
        let mut mock = Mock::begun(protocol, &["--fault", "illegal"]);
        let choice = mock.answer(&[], SOON).unwrap().choice;
        let expected = if game_of(protocol) == Game::OTHELLO { "d4" } else { "a0a9" };
        assert_eq!(choice, Choice::Move(expected.to_owned()));
    }
}

#[test]
fn resignations_and_draw_offers_are_read() {
    for protocol in &PROTOCOLS[..4] {
        let mut mock = Mock::begun(*protocol, &["--fault", "resign"]);
        assert_eq!(mock.answer(&[], SOON).unwrap().choice, Choice::Resign);
    }
    for protocol in &PROTOCOLS[1..3] {
        let mut mock = Mock::begun(*protocol, &["--fault", "draw"]);
        assert!(mock.answer(&[], SOON).unwrap().offers_draw);
    }
}

/// ElephantEye does so after a hundred quiet plies.
#[test]
fn an_engine_that_finds_no_move_is_asked_again_with_the_bare_board() {
    for protocol in &PROTOCOLS[..3] {
        let mut mock = Mock::begun(*protocol, &["--fault", "no-move", "--at", "3"]);
        assert_eq!(mock.play(8).unwrap().len(), 8);
        assert!(mock.player.dialogue().iter().any(|line| line.contains(" - - 0 1")));
        mock.assert_gone();
    }
}

#[test]
fn no_move_at_all_is_an_answer() {
    for (protocol, words) in PROTOCOLS.iter().zip(["bestmove (none)", "nobestmove", "1/2-1/2 {no captures}"])
    {
        let mut mock = Mock::begun(*protocol, &["--fault", "stuck"]);
        assert_eq!(mock.answer(&[], SOON).unwrap().choice, Choice::NoMove(words.to_owned()));
        assert_eq!(mock.alive().len(), 1);
    }
}

#[test]
fn engines_that_ignore_quit_and_their_children_are_ended() {
    let words = ["--ignore-quit", "--ignore-signals", "--orphan", "--loud"];
    for protocol in [PROTOCOLS[0], PROTOCOLS[4]] {
        let mut mock = Mock::begun(protocol, &words);
        mock.play(2).unwrap();
        assert_eq!(mock.alive().len(), 2);
        mock.assert_gone();
    }
    let mut mock = Mock::new(PROTOCOLS[0], &["--orphan", "--fault", "crash", "--at", "2"]);
    assert_eq!(mock.fault(), Fault::Crash { how: "the engine exited with status 7".to_owned() });
    assert_eq!(mock.alive(), [""; 0]);
}

#[test]
fn a_missing_program_is_reported() {
    let change = |config: &mut EngineConfig, _: &mut Timeouts| config.command = "/no/such/engine".to_owned();
    let mut mock = Mock::under(PROTOCOLS[0], &[], change);
    let fault = mock.begin().unwrap_err().to_string();
    assert!(fault.starts_with("the engine could not be started: /no/such/engine: No such file"), "{fault}");
    let fault = |command: &str, folder: &str| {
        let change = |config: &mut EngineConfig, _: &mut Timeouts| {
            (config.command, config.folder) = (command.to_owned(), Some(folder.to_owned()));
        };
        Mock::under(PROTOCOLS[0], &[], change).begin().unwrap_err().to_string()
    };
    // A relative path is one from the folder where the program runs.
    assert!(fault("./such", "/tmp").contains("/tmp/such: No such file"), "{}", fault("./such", "/tmp"));
    assert!(fault("no-such-engine", "/tmp").contains("no-such-engine on the PATH: No such file"));
    assert!(fault("./such", "/no/folder").contains("dir=/no/folder: No such file"));
}

#[test]
fn a_relative_program_is_found_in_its_folder() {
    let change = |config: &mut EngineConfig, _: &mut Timeouts| {
        let program = std::path::Path::new(&config.command).to_owned();
        config.folder = program.ancestors().nth(2).map(|folder| folder.to_string_lossy().into_owned());
        config.command = "examples/mock_engine".to_owned();
    };
    Mock::under(PROTOCOLS[0], &[], change).begin().unwrap();
}

#[test]
fn unknown_options_and_limits_are_problems() {
    let problems = |protocol, change: fn(&mut EngineConfig)| {
        let mut mock = Mock::under(protocol, &[], |config, _| change(config));
        mock.begin().unwrap();
        mock.player.problems().into_iter().map(|problem| problem.text).collect::<Vec<_>>().join("\n")
    };
    let hash = |config: &mut EngineConfig| config.options = vec![("Hsh".to_owned(), "64".to_owned())];
    assert!(
        problems(PROTOCOLS[0], hash)
            .contains("no option \"Hsh\". Did you mean Hash? Its options: Hash, Clear Hash")
    );
    assert!(problems(PROTOCOLS[1], hash).contains("Its options: usemillisec, newgame"));
    assert!(problems(PROTOCOLS[2], hash).contains("Its options: none"));
    assert!(problems(PROTOCOLS[3], hash).contains("Its commands: protocol_version, name"));
    for protocol in &PROTOCOLS[..4] {
        assert_eq!(problems(*protocol, |_| ()), "");
    }
    assert!(problems(PROTOCOLS[3], |config| config.limits.depth = Some(3)).contains("set_level"));
}

#[test]
fn openings_are_sent_before_the_match() {
    let (start, moves) = ("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1".to_owned(), ["a0a1".to_owned()]);
    for protocol in &PROTOCOLS[..3] {
        let mut mock = Mock::new(*protocol, &[]);
        mock.opening = Opening { is_standard: false, start: start.clone(), ..mock.opening };
        mock.begin().unwrap();
        let asked = mock.asked(&moves);
        mock.player.set_position(&asked.request()).unwrap();
    }
    // Games of GTP engines are made of moves.
    let mut mock = Mock::begun(PROTOCOLS[3], &["--fault", "refuse-play"]);
    let asked = mock.asked(&["f5".to_owned()]);
    let fault = mock.player.set_position(&asked.request()).unwrap_err();
    assert_eq!(fault.to_string(), "the engine answered \"? illegal move\" to \"play b f5\"");
}

#[test]
fn initial_lines_are_sent_and_answered() {
    let lines = ["komi 0", "name"].map(str::to_owned);
    let mut mock = Mock::under(PROTOCOLS[3], &[], |config, _| config.initial = lines[1..].to_vec());
    mock.begin().unwrap();
    assert_eq!(mock.play(4).unwrap().len(), 4);
    let mut mock = Mock::under(PROTOCOLS[3], &[], |config, _| config.initial = lines.to_vec());
    assert_eq!(mock.fault().to_string(), "the engine answered \"? unknown command\" to \"komi 0\"");
}

#[test]
fn an_engine_that_ended_between_two_games_is_started_again() {
    let mut mock = Mock::begun(PROTOCOLS[0], &[]);
    let process = mock.alive();
    assert!(std::process::Command::new("kill").arg("-9").arg(&process[0]).status().unwrap().success());
    while !mock.alive().is_empty() {
        std::thread::yield_now();
    }
    std::thread::sleep(Duration::from_millis(200));
    mock.begin().unwrap();
    assert_eq!(mock.play(2).unwrap().len(), 2);
}

#[test]
fn a_new_process_for_every_game_if_wanted() {
    let mut mock = Mock::under(PROTOCOLS[0], &[], |config, _| config.restart = Restart::On);
    mock.begin().unwrap();
    let process = mock.alive();
    mock.begin().unwrap();
    assert_ne!(mock.alive(), process);
    assert_eq!(mock.alive().len(), 1);
}

#[test]
fn limits_that_a_protocol_cannot_express_are_refused() {
    let refused = |protocol, game, nodes| {
        let mut config = config(protocol, "engine", &[]);
        config.limits.nodes = std::num::NonZeroU64::new(nodes);
        open(&config, (game, "asian"), Timeouts::default(), &[], &Channel::default())
            .err()
            .map(|bad| bad.to_string())
            .unwrap_or_default()
    };
    assert!(refused(Protocol::Gtp, Game::XIANGQI, 0).contains("proto=uci, ucci, xboard or internal"));
    assert!(refused(Protocol::Ucci, Game::OTHELLO, 0).contains("proto=gtp, nboard or internal"));
    assert!(refused(Protocol::Gtp, Game::OTHELLO, 9).contains("Use st= or depth="));
    // NBoard has no clocks.
    let mut timed = config(Protocol::Nboard, "engine", &[]);
    timed.clock = crate::clock::read("60").unwrap();
    let opened = |config: &EngineConfig| {
        open(config, (Game::OTHELLO, ""), Timeouts::default(), &[], &Channel::default()).map(drop)
    };
    assert!(opened(&timed).unwrap_err().to_string().contains("Add depth="));
    timed.limits.depth = Some(8);
    assert!(opened(&timed).is_ok());
    assert_eq!(refused(Protocol::Uci, Game::XIANGQI, 9), "");
}

#[test]
fn options_and_records_spell_the_names_of_the_table() {
    for protocol in Protocol::value_variants() {
        assert_eq!(protocol.to_possible_value().unwrap().get_name(), protocol.name());
        assert_eq!(serde_json::to_value(protocol).unwrap(), protocol.name());
    }
}

#[test]
fn an_answer_belongs_to_one_protocol() {
    for line in ["uciok", "ucciok", "= 2", "feature ping=1 done=1", "pong 1"] {
        assert_eq!(Protocol::external().filter(|protocol| (protocol.facts().is_answer)(line)).count(), 1);
    }
}
