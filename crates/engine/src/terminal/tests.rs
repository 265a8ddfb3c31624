mod page;

use std::fmt;
use std::num::{NonZero, NonZeroU16};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Sender, unbounded};
use game::{BoardShape, GameInfo, GameResult, HelpTexts, Verdict};
use search_core::{Evaluator, Heuristics, MoveKind, MoveList, Position, Recipe, Score};

use super::search::Report;
use super::*;
use page::Page;

/// Much longer than anything here takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Players add numbers from 1 to 8 in turn; a sum of 9 ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Adding {
    sum: u16,
    plies: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number(u16);

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl Position for Adding {
    type Move = Number;
    type LineEntry = ();
    type Signature = [u64; 2];

    const HISTORY_SIZE: usize = 16;

    fn side(&self) -> usize {
        self.plies % 2
    }

    fn key(&self) -> u64 {
        u64::from(self.sum)
    }

    fn signature(&self) -> [u64; 2] {
        [self.key(), 0]
    }

    fn moves(&self, which: MoveKind, list: &mut MoveList<Number>) {
        if which != MoveKind::Captures && self.sum < 9 {
            (1..=8).for_each(|number| list.push(Number(number)));
        }
    }

    fn pack(Number(number): Number) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(number)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<Number> {
        Some(Number(packed.get() - 1))
    }

    fn play(&mut self, Number(number): Number) {
        *self = Adding { sum: self.sum + number, plies: self.plies + 1 };
    }

    fn history_index(&self, Number(number): Number) -> usize {
        number.into()
    }

    fn final_score(&self, _ply: u32) -> Score {
        0
    }

    fn line_entry(&self, _mv: Option<Number>) {}
}

#[derive(Debug, Default)]
pub(super) struct Level;

impl Heuristics<Adding> for Level {}

impl Evaluator<Adding> for Level {
    type Heuristics = Self;

    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> Level {
        Level
    }

    fn evaluate(&mut self, _position: &Adding) -> Score {
        0
    }
}

impl Game for Adding {
    type Evaluator = Level;
    type Weights = ();
    type Recipe = &'static Recipe;
    type Rules = ();

    const INFO: GameInfo = GameInfo {
        help: HelpTexts {
            example: "a move such as 3",
            moves: &[("3", "play a move")],
            position: "begin at N",
            level: "think N plies ahead",
            save: &[],
        },
        ..GameInfo::new("adding", "Adding", ["zero", "one"], ["Zero", "One"], BoardShape::Xiangqi)
    };
    const START: &'static str = "0";
    const PLAY: &'static Recipe = &search_core::recipe::STRONGEST;
    const STRONGEST: Recipe = search_core::recipe::STRONGEST;

    fn start() -> Adding {
        Adding::default()
    }

    fn parse_board(text: &str) -> Result<Adding, BadInput> {
        let sum = text
            .parse()
            .map_err(|_| BadInput::new("number", Some(1), quote(text), "a number", "Type set 3"))?;
        Ok(Adding { sum, plies: 0 })
    }

    fn board_text(&self) -> String {
        self.sum.to_string()
    }

    fn drawing(&self, _in_letters: bool) -> String {
        format!("sum {}\n", self.sum)
    }

    fn verdict(session: &GameSession<Adding>) -> Option<Verdict> {
        let is_over = session.position().sum >= 9;
        is_over.then(|| Verdict::new(GameResult::Draw, "sum", "The sum is 9".to_owned()))
    }

    fn evaluator((): &(), _nodes: u64) -> Level {
        Level
    }
}

/// A search that the test answers.
type Asked = (SearchRequest, SearchListener<Adding>);

/// Passes searches on to the test.
struct Passing {
    searches: Sender<Asked>,
    stops: Sender<()>,
}

impl Searcher<Adding> for Passing {
    fn search(
        &mut self,
        _session: &GameSession<Adding>,
        request: &SearchRequest,
        listener: SearchListener<Adding>,
    ) -> Result<(), Failure> {
        self.searches.send((*request, listener)).map_err(|error| Failure::Internal(error.to_string()))
    }

    fn stop(&mut self) {
        let _ = self.stops.send(());
    }

    fn clear(&mut self) {}

    fn set_threads(&mut self, _threads: NonZero<usize>) {}
}

/// A terminal on a thread of its own, with its input and output.
struct Stage {
    lines: Option<Sender<Event>>,
    interrupts: Sender<()>,
    searches: Receiver<Asked>,
    stops: Receiver<()>,
    page: Page,
    read: usize,
    thread: thread::JoinHandle<Ending>,
}

impl Stage {
    fn new(is_live: bool) -> Stage {
        let (lines, typed) = unbounded();
        let (interrupts, interrupted) = unbounded();
        let (asked, searches) = unbounded();
        let (stopped, stops) = unbounded();
        let page = Page::default();
        let mut out = page.clone();
        let thread = thread::spawn(move || {
            let screen = if is_live { Screen::live(&mut out) } else { Screen::plain(&mut out) };
            let options = TerminalOptions {
                limit: Limit::Level(3),
                in_letters: true,
                setup: Vec::new(),
                protocols: &["protocol"],
            };
            let engine = Passing { searches: asked, stops: stopped };
            let mut terminal = Terminal::new(engine, screen, &options, is_live);
            terminal.run(&typed, &interrupted).unwrap()
        });
        Stage { lines: Some(lines), interrupts, searches, stops, page, read: 0, thread }
    }

    fn type_line(&self, line: &str) {
        self.lines.as_ref().unwrap().send(Event::Line(line.to_owned())).unwrap();
    }

    /// Reads the output up to and including this text.
    fn expect(&mut self, text: &str) {
        let begin = Instant::now();
        loop {
            let page = String::from_utf8(self.page.0.lock().unwrap().clone()).unwrap();
            if let Some(place) = page[self.read..].find(text) {
                self.read += place + text.len();
                return;
            }
            assert!(begin.elapsed() < TIMEOUT, "waiting for {text:?}: {:?}", &page[self.read..]);
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn search(&self) -> Asked {
        self.searches.recv_timeout(TIMEOUT).unwrap()
    }

    fn expect_stop(&self) {
        self.stops.recv_timeout(TIMEOUT).unwrap();
    }

    fn end(mut self) -> (Ending, String) {
        drop(self.lines.take());
        // A search without an answer would be waited for.
        drop(self.searches);
        let ending = self.thread.join().unwrap();
        (ending, String::from_utf8(self.page.0.lock().unwrap().clone()).unwrap())
    }
}

fn report(rank: usize) -> Report {
    Report { rank, evaluation: format!("+{rank}.00 at depth 1"), line: "2 3".to_owned() }
}

fn play(mv: u16) -> Answer<Number> {
    Answer { mv: Some(Number(mv)), remark: format!("The engine plays {mv}.\n") }
}

#[test]
fn what_is_asked_while_the_engine_thinks_is_answered_at_once() {
    let mut stage = Stage::new(false);
    stage.type_line("2");
    let (request, search) = stage.search();
    assert_eq!((request.level, request.lines), (Some(3), 1));
    for (line, answer) in [
        ("board", "sum 2\n"),
        ("moves", "  1. 2\n"),
        ("fen", "2\n"),
        ("help", "  3                play a move\n"),
        ("hello", "found \"hello\""),
    ] {
        stage.type_line(line);
        stage.expect(answer);
    }
    stage.type_line("stop");
    stage.expect_stop();
    search.reporter.answer(play(3));
    stage.expect("The engine plays 3.\n\nsum 5\nZero> ");
    assert_eq!(stage.end().0, Ending::Quit);
}

#[test]
fn quit_does_not_wait_for_the_engine() {
    let stage = Stage::new(false);
    stage.type_line("go");
    let _unanswered = stage.search();
    stage.type_line("quit");
    stage.expect_stop();
    assert_eq!(stage.end().0, Ending::Quit);
}

#[test]
fn moves_wait_for_the_engine_and_the_end_of_a_pipe_does_too() {
    let stage = Stage::new(false);
    ["go", "1", "moves"].iter().for_each(|line| stage.type_line(line));
    stage.search().1.reporter.answer(play(4));
    stage.search().1.reporter.answer(play(8));
    let (_, text) = stage.end();
    assert!(
        text.contains("The engine plays 4.\n")
            && text.ends_with("sum 13\nThe game is over. The sum is 9.\nOne> \n"),
        "{text}"
    );
}

#[test]
fn undo_and_new_throw_the_answer_away() {
    let mut stage = Stage::new(false);
    stage.type_line("5");
    let (_, late) = stage.search();
    stage.type_line("undo");
    stage.expect_stop();
    stage.expect("sum 0\nZero> ");
    late.reporter.answer(play(4));
    stage.type_line("set 7");
    stage.expect("sum 7\nZero> ");
    stage.type_line("new");
    stage.expect("sum 0\nZero> ");
    assert!(!stage.end().1.contains("The engine plays"));
}

#[test]
fn ctrl_c_stops_the_search_and_then_leaves() {
    let mut stage = Stage::new(false);
    stage.type_line("go");
    let (_, search) = stage.search();
    stage.interrupts.send(()).unwrap();
    stage.expect_stop();
    search.reporter.answer(play(1));
    stage.expect("sum 1\nOne> ");
    stage.interrupts.send(()).unwrap();
    assert_eq!(stage.thread.join().unwrap(), Ending::Interrupted);
}

#[test]
fn a_second_ctrl_c_leaves_a_search_that_does_not_end() {
    let stage = Stage::new(false);
    stage.type_line("go");
    let _unanswered = stage.search();
    stage.interrupts.send(()).unwrap();
    stage.expect_stop();
    stage.interrupts.send(()).unwrap();
    assert_eq!(stage.thread.join().unwrap(), Ending::Interrupted);
}

#[test]
fn an_engine_that_plays_alone_goes_on_until_it_is_stopped_or_the_game_is_over() {
    let mut stage = Stage::new(false);
    stage.type_line("engine both");
    stage.search().1.reporter.answer(play(1));
    let (_, search) = stage.search();
    stage.type_line("stop");
    stage.expect_stop();
    search.reporter.answer(play(1));
    stage.expect("sum 2\nZero> ");
    stage.type_line("engine both");
    stage.search().1.reporter.answer(play(7));
    stage.expect("sum 9\nThe game is over. The sum is 9.\n");
    stage.type_line("hint");
    stage.expect("The game is over. The sum is 9.\nOne> ");
}

#[test]
fn hints_are_the_lines_of_the_last_iteration() {
    let mut stage = Stage::new(false);
    stage.type_line("time 0.5");
    stage.type_line("hint 2");
    let (request, search) = stage.search();
    assert_eq!((request.limits.move_time, request.lines), (Some(Duration::from_millis(500)), 2));
    [1, 2, 1].iter().for_each(|&rank| search.reporter.report(report(rank)));
    search.reporter.answer(play(1));
    stage.expect("1. +1.00 at depth 1  2 3\nZero> ");
    let (_, text) = stage.end();
    assert!(!text.contains("2. +2.00") && !text.contains("The engine plays"), "{text}");
}

#[test]
fn at_a_terminal_progress_shows_and_the_end_of_input_does_not_wait() {
    let mut stage = Stage::new(true);
    stage.type_line("go");
    let (_, search) = stage.search();
    search.reporter.report(report(1));
    stage.expect("\r\x1b[Kthinking: +1.00 at depth 1  2 3");
    stage.type_line("4");
    stage.expect("(4 waits for the engine; stop ends its thinking.)\n");
    assert_eq!(stage.end().0, Ending::Quit);
}

#[test]
fn a_protocol_may_be_chosen_by_the_first_line_only() {
    let stage = Stage::new(false);
    stage.type_line(" protocol ");
    assert_eq!(stage.end().0, Ending::Protocol(" protocol ".to_owned()));
    let mut stage = Stage::new(false);
    stage.type_line("board");
    stage.type_line("protocol");
    stage.expect("found \"protocol\", expected a move such as 3, or a command");
}

#[test]
fn a_search_that_died_leaves_the_game_as_it_was() {
    let mut stage = Stage::new(false);
    stage.type_line("go");
    drop(stage.search());
    stage.expect("sum 0\n");
    stage.expect("Zero> ");
    stage.type_line("3");
    stage.expect("sum 3\nOne> ");
}

#[test]
fn a_line_without_end_is_refused() {
    let mut stage = Stage::new(false);
    stage.lines.as_ref().unwrap().send(Event::TooLong).unwrap();
    stage.expect("found a line without end");
}

#[test]
fn games_are_saved_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my game.txt");
    let save = format!("save {}", path.display());
    let mut stage = Stage::new(false);
    stage.type_line(&save);
    stage.expect("Saved as ");
    stage.type_line(&save);
    stage.expect("there already");
    stage.type_line(&format!("{save} --force"));
    stage.expect("Saved as ");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "\n");
}

#[test]
fn every_line_of_the_help_is_indented() {
    let help = command::help::<Adding>(&["protocol"]);
    assert!(help.lines().all(|line| line.starts_with("  ")), "{help}");
}

#[test]
fn what_was_taken_back_is_played_again() {
    let mut stage = Stage::new(false);
    ["engine none", "2 3", "undo", "undo"].iter().for_each(|line| stage.type_line(line));
    stage.expect("sum 0\nZero> ");
    ["redo", "redo", "redo"].iter().for_each(|line| stage.type_line(line));
    stage.expect("sum 2\nOne> \nsum 5\nZero> \nsum 5\nZero> ");
    ["undo", "4", "redo"].iter().for_each(|line| stage.type_line(line));
    stage.expect("sum 6\nZero> \nsum 6\nZero> ");
}

#[test]
fn an_analysis_shows_what_is_found_until_it_is_stopped() {
    let mut stage = Stage::new(false);
    stage.type_line("analyze");
    let (request, search) = stage.search();
    assert!(request.is_endless());
    search.reporter.report(report(1));
    stage.expect("+1.00 at depth 1  2 3\n");
    stage.type_line("stop");
    stage.expect_stop();
    search.reporter.answer(play(1));
    stage.expect("Zero> ");
    assert!(!stage.end().1.contains("The engine plays"));
}

#[test]
fn every_completion_is_a_command() {
    for line in command::completions::<Adding>() {
        let command = command::parse(&Adding::default(), &line);
        let is_known = command.as_ref().map_or_else(
            |bad| line.ends_with(' ') && !bad.to_string().starts_with("command:"),
            |command| !matches!(command, Command::Nothing | Command::Play(_)),
        );
        assert!(is_known, "{line:?}: {command:?}");
    }
}

#[test]
fn commands_may_be_short_and_in_any_case() {
    let parse = |line: &str| command::parse(&Adding::default(), line).map_err(|bad| bad.to_string());
    let save = |is_forced| Command::Save { path: "my game.txt".to_owned(), is_forced };
    for (line, command) in [
        ("  ", Command::Nothing),
        ("GO", Command::Go),
        ("u", Command::Undo),
        ("hint 3", Command::Hint(3)),
        ("h", Command::Hint(1)),
        ("engine Both", Command::Engine(Seat::BOTH.to_vec())),
        ("engine o", Command::Engine(vec![Seat::Second])),
        ("time 0.5", Command::Limit(Limit::Time(Duration::from_millis(500)))),
        ("level 60", Command::Limit(Limit::Level(60))),
        ("threads 2", Command::Set(Setting::Threads(NonZero::new(2).unwrap()))),
        ("set 4", Command::Begin(Some(Box::new(Adding { sum: 4, plies: 0 })))),
        ("3 4", Command::Play("3 4".to_owned())),
        ("save my game.txt", save(false)),
        ("save  my game.txt  --force", save(true)),
    ] {
        assert_eq!(parse(line), Ok(command), "{line}");
    }
    for line in [
        "hello",
        "level 0",
        "level 61",
        "time -1",
        "time NaN",
        "hint 0",
        "engine red",
        "threads 0",
        "set x",
        "save",
        "save --force",
        "letters",
        "notation wxf",
    ] {
        assert!(parse(line).unwrap_err().contains("expected"), "{line}");
    }
    assert!(parse("  set  XO?").unwrap_err().contains("column 8: found"));
}
