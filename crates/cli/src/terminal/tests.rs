use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Sender, unbounded};

use super::command::{CommandIn, Syntax};
use super::*;
use crate::test_page::Page;

/// Much longer than anything here takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Players add numbers in turn; a sum of 9 ends the game. The test itself answers the searches.
struct Adding {
    numbers: Vec<i32>,
    start: i32,
    searches: Sender<(Limit, usize, Reporter<i32>)>,
    stops: Sender<()>,
}

impl Adding {
    fn sum(&self) -> i32 {
        self.start + self.numbers.iter().sum::<i32>()
    }
}

enum AddingSyntax {}

impl Syntax for AddingSyntax {
    type Side = usize;
    type Position = i32;
    type Setting = ();

    const MOST: u8 = 9;
    const SIDES: &'static str = "0, 1, both or none";
    const SIDE: &'static str = "0";
    const MOVE: &'static str = "a move such as 3";

    fn both() -> Vec<usize> {
        vec![0, 1]
    }

    fn side(name: &str) -> Option<usize> {
        name.parse().ok().filter(|side| *side < 2)
    }

    fn position(text: &str) -> Result<i32, BadInput> {
        text.parse().map_err(|_| BadInput::new("number", Some(1), quoted(text), "a number", "Type set 3"))
    }

    fn setting(line: &str) -> Option<()> {
        (line == "redraw").then_some(())
    }

    fn is_move(line: &str) -> bool {
        line.parse::<i32>().is_ok()
    }
}

fn quoted(text: &str) -> String {
    search_core::bad_input::quote(text)
}

impl Game for Adding {
    type Side = usize;
    type Position = i32;
    type Move = i32;
    type Setting = ();

    fn parse(&self, line: &str) -> Result<CommandIn<AddingSyntax>, BadInput> {
        command::parse::<AddingSyntax>(line)
    }

    fn help(&self) -> String {
        command::help::<AddingSyntax>(&[("3", "play a move")], ("set N", "begin at N"), &[])
    }

    fn title(&self) -> String {
        "Adding".to_owned()
    }

    fn sides(&self) -> [(usize, &'static str); 2] {
        [(0, "zero"), (1, "one")]
    }

    fn protocols(&self) -> &'static [&'static str] {
        &["protocol"]
    }

    fn side(&self) -> usize {
        self.numbers.len() % 2
    }

    fn prompt(&self) -> String {
        self.side().to_string()
    }

    fn board(&self) -> String {
        format!("sum {}\n", self.sum())
    }

    fn result(&self) -> Option<String> {
        (self.sum() >= 9).then(|| "Over.".to_owned())
    }

    fn begin(&mut self, position: Option<i32>) {
        self.start = position.unwrap_or(0);
        self.numbers.clear();
    }

    fn play_text(&mut self, text: &str) -> Result<(), BadInput> {
        self.numbers.push(AddingSyntax::position(text)?);
        Ok(())
    }

    fn play(&mut self, mv: i32) {
        self.numbers.push(mv);
    }

    fn undo(&mut self) -> bool {
        self.numbers.pop().is_some()
    }

    fn has_choice(&self) -> bool {
        true
    }

    fn moves(&self) -> String {
        format!("{:?}\n", self.numbers)
    }

    fn record(&self, _: &str) -> Result<String, BadInput> {
        Ok(self.moves())
    }

    fn set(&mut self, (): ()) {}

    fn search(&mut self, limit: Limit, lines: usize, reporter: Reporter<i32>) -> Result<(), Failure> {
        self.searches.send((limit, lines, reporter)).map_err(|error| Failure::Internal(error.to_string()))
    }

    fn stop(&mut self) {
        let _ = self.stops.send(());
    }
}

/// A terminal on a thread of its own, with its input and output.
struct Stage {
    lines: Option<Sender<Event>>,
    interrupts: Sender<()>,
    searches: Receiver<(Limit, usize, Reporter<i32>)>,
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
            let game = Adding { numbers: Vec::new(), start: 0, searches: asked, stops: stopped };
            let mut terminal = Terminal::new(game, screen, 1, Limit::Level(3), is_live);
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

    fn search(&self) -> (Limit, usize, Reporter<i32>) {
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

fn play(mv: i32) -> Answer<i32> {
    Answer { mv: Some(mv), remark: format!("The engine plays {mv}.\n") }
}

#[test]
fn what_is_asked_while_the_engine_thinks_is_answered_at_once() {
    let mut stage = Stage::new(false);
    stage.type_line("2");
    let (limit, lines, search) = stage.search();
    assert_eq!((limit, lines), (Limit::Level(3), 1));
    for (line, answer) in [
        ("board", "sum 2\n"),
        ("moves", "[2]\n"),
        ("help", "  3                play a move\n"),
        ("9x", "found \"9x\""),
    ] {
        stage.type_line(line);
        stage.expect(answer);
    }
    stage.type_line("stop");
    stage.expect_stop();
    search.answer(play(3));
    stage.expect("The engine plays 3.\n\nsum 5\n0> ");
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
    stage.search().2.answer(play(4));
    stage.search().2.answer(play(8));
    let (_, text) = stage.end();
    assert!(text.contains("The engine plays 4.\n") && text.ends_with("sum 13\nOver.\n1> \n"), "{text}");
}

#[test]
fn undo_and_new_throw_the_answer_away() {
    let mut stage = Stage::new(false);
    stage.type_line("5");
    let (_, _, late) = stage.search();
    stage.type_line("undo");
    stage.expect_stop();
    stage.expect("sum 0\n0> ");
    late.answer(play(4));
    stage.type_line("set 7");
    stage.expect("sum 7\n0> ");
    stage.type_line("new");
    stage.expect("sum 0\n0> ");
    assert!(!stage.end().1.contains("The engine plays"));
}

#[test]
fn ctrl_c_stops_the_search_and_then_leaves() {
    let mut stage = Stage::new(false);
    stage.type_line("go");
    let (_, _, search) = stage.search();
    stage.interrupts.send(()).unwrap();
    stage.expect_stop();
    search.answer(play(1));
    stage.expect("sum 1\n1> ");
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
    stage.search().2.answer(play(1));
    let (_, _, search) = stage.search();
    stage.type_line("stop");
    stage.expect_stop();
    search.answer(play(1));
    stage.expect("sum 2\n0> ");
    stage.type_line("engine both");
    stage.search().2.answer(play(7));
    stage.expect("sum 9\nOver.\n");
    stage.type_line("hint");
    stage.expect("Over.\n1> ");
}

#[test]
fn hints_are_the_lines_of_the_last_iteration() {
    let mut stage = Stage::new(false);
    stage.type_line("time 0.5");
    stage.type_line("hint 2");
    let (limit, lines, search) = stage.search();
    assert_eq!((limit, lines), (Limit::Time(Duration::from_millis(500)), 2));
    [1, 2, 1].iter().for_each(|&rank| search.report(report(rank)));
    search.answer(play(1));
    stage.expect("1. +1.00 at depth 1  2 3\n0> ");
    let (_, text) = stage.end();
    assert!(!text.contains("2. +2.00") && !text.contains("The engine plays"), "{text}");
}

#[test]
fn at_a_terminal_progress_shows_and_the_end_of_input_does_not_wait() {
    let mut stage = Stage::new(true);
    stage.type_line("go");
    let (_, _, search) = stage.search();
    search.report(report(1));
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
    stage.expect("0> ");
    stage.type_line("3");
    stage.expect("sum 3\n1> ");
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
    let path = folder.path().join("my game");
    let save = format!("save {}", path.display());
    let mut stage = Stage::new(false);
    stage.type_line(&save);
    stage.expect("Saved as ");
    stage.type_line(&save);
    stage.expect("there already");
    stage.type_line(&format!("{save} --force"));
    stage.expect("Saved as ");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "[]\n");
}

#[test]
fn every_line_of_the_help_is_indented() {
    let help = command::help::<AddingSyntax>(&[("3", "play")], ("set N", "begin"), &[]);
    assert!(help.lines().all(|line| line.starts_with("  ")), "{help}");
}
