//! A game between a person and an engine at a terminal: prompt, commands, searches in the background, Ctrl-C.
//!
//! The loop is the same for every game: a [`Game`] provides the rules, the search, and its own reading and writing.
//! While the engine searches, lines are read and Ctrl-C is noticed. Commands that only show something, and `stop` and
//! `quit`, take effect at once; those that make the engine's answer useless (`undo`, `new`, `set`) end its search; all
//! others wait for its move.

pub mod command;
mod save;
mod screen;
mod search;

use std::collections::VecDeque;
use std::fmt;

use crossbeam_channel::{Receiver, never, select};

pub use command::{Command, Limit};
pub use screen::Screen;
pub use search::{Answer, Report, Reporter};

use crate::failure::Failure;
use crate::lines::Event;
use command::Urgency;
use save::save;
use search::{Purpose, Search, SearchEvent};
use search_core::BadInput;

/// A command of a game.
pub type CommandOf<G> = Command<<G as Game>::Side, <G as Game>::Position, <G as Game>::Setting>;

/// A game that can be played at a terminal: a position with its past, and a search.
pub trait Game {
    /// A side.
    type Side: Copy + PartialEq;
    /// A position to begin from.
    type Position;
    /// A move.
    type Move;
    /// What the game's own commands change, such as how the board is drawn.
    type Setting;

    /// Reads a line.
    ///
    /// # Errors
    /// If it is no command.
    fn parse(&self, line: &str) -> Result<CommandOf<Self>, BadInput>;
    /// The list of commands.
    fn help(&self) -> String;
    /// The program's name and version.
    fn title(&self) -> String;
    /// Both sides, the one that moves first in a new game before the other, and how sentences name them.
    fn sides(&self) -> [(Self::Side, &'static str); 2];
    /// The words that, as the first line, select a protocol instead of a game.
    fn protocols(&self) -> &'static [&'static str] {
        &[]
    }

    /// The side to move.
    fn side(&self) -> Self::Side;
    /// What stands before the sign of the prompt.
    fn prompt(&self) -> String;
    /// The board as text, with the end of its last line.
    fn board(&self) -> String;
    /// How the game ended, in a sentence, if it has.
    fn result(&self) -> Option<String>;

    /// Begins a game from this position, or from the start.
    fn begin(&mut self, position: Option<Self::Position>);
    /// Reads moves and plays them: all or none.
    ///
    /// # Errors
    /// The first that cannot be played.
    fn play_text(&mut self, text: &str) -> Result<(), BadInput>;
    /// Plays a move that the search has found.
    fn play(&mut self, mv: Self::Move);
    /// If the side to move must pass: passes, and returns a sentence about it.
    fn pass(&mut self) -> Option<String> {
        None
    }
    /// Takes a ply back; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Whether the side to move has anything to choose from.
    fn has_choice(&self) -> bool;
    /// The moves so far in lines, each with its end.
    fn moves(&self) -> String;
    /// The game as the text of a file of this name.
    ///
    /// # Errors
    /// If the game has no form with the name's ending.
    fn record(&self, path: &str) -> Result<String, BadInput>;
    /// Changes how things are shown.
    fn set(&mut self, setting: Self::Setting);

    /// Starts a search for `lines` best moves in the background.
    ///
    /// # Errors
    /// If the operating system cannot start a thread.
    fn search(&mut self, limit: Limit, lines: usize, reporter: Reporter<Self::Move>) -> Result<(), Failure>;
    /// Requests the end of the search, whose answer follows.
    fn stop(&mut self);
}

/// How a game at a terminal ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By `quit`, or by the end of input.
    Quit,
    /// By Ctrl-C.
    Interrupted,
    /// The first line is one of a protocol.
    Protocol(String),
}

/// A game between a person and the engine, and the dialogue about it.
pub struct Terminal<'out, G: Game> {
    game: G,
    screen: Screen<'out>,
    /// The sides that the engine plays.
    engine: Vec<G::Side>,
    limit: Limit,
    search: Option<Search<G::Move>>,
    /// Commands that wait for the end of the search.
    waiting: VecDeque<CommandOf<G>>,
    /// Whether a person types the lines.
    is_interactive: bool,
}

impl<G: Game> fmt::Debug for Terminal<'_, G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Terminal").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl<'out, G: Game> Terminal<'out, G> {
    /// A game in which the engine plays `side` within `limit`. Where no person types, the end of input waits for the
    /// engine's move.
    pub fn new(game: G, screen: Screen<'out>, side: G::Side, limit: Limit, is_interactive: bool) -> Self {
        Terminal {
            game,
            screen,
            engine: vec![side],
            limit,
            search: None,
            waiting: VecDeque::new(),
            is_interactive,
        }
    }

    /// Carries out a command before the game is shown: a limit, the engine's sides, a position, moves or a setting.
    ///
    /// # Errors
    /// If it is no command, or another one.
    pub fn prepare(&mut self, line: &str) -> Result<(), BadInput> {
        match self.game.parse(line)? {
            Command::Limit(limit) => self.limit = limit,
            Command::Engine(sides) => self.engine = sides,
            Command::Begin(position) => self.game.begin(position.map(|position| *position)),
            Command::Play(text) => self.game.play_text(&text)?,
            Command::Set(setting) => self.game.set(setting),
            _ => {
                let expected = "a limit, the engine's side, a position, moves or a setting";
                let remedy = "Type this command during the game";
                return Err(BadInput::new(
                    "first command",
                    None,
                    search_core::bad_input::quote(line),
                    expected,
                    remedy,
                ));
            }
        }
        Ok(())
    }

    /// Who plays what, in a sentence.
    fn welcome(&self) -> String {
        let is_engine = |side| self.engine.contains(&side);
        let [first, second] = self.game.sides();
        let mover = self.game.side();
        let of_person = |(side, name): (G::Side, &str), (_, other): (G::Side, &str)| {
            if side == mover {
                format!("You are {name}, and begin")
            } else {
                format!("You are {name}; {other} begins")
            }
        };
        let players = match [first.0, second.0].map(is_engine) {
            [false, true] => of_person(first, second),
            [true, false] => of_person(second, first),
            [true, true] => "The engine plays both sides".to_owned(),
            [false, false] => "You play both sides".to_owned(),
        };
        format!("{}. {players}; help lists the commands.\n", self.game.title())
    }

    /// Plays until the end of input, `quit` or Ctrl-C while nothing is searched.
    ///
    /// # Errors
    /// If output cannot be written, or no thread can be started.
    pub fn run(&mut self, lines: &Receiver<Event>, interrupts: &Receiver<()>) -> Result<Ending, Failure> {
        self.screen.print(&self.welcome())?;
        self.play_on()?;
        self.prompt_if_idle()?;
        let (silent_lines, silent_search) = (never(), never());
        let (mut is_open, mut is_first) = (true, true);
        while is_open || self.search.is_some() || !self.waiting.is_empty() {
            let lines = if is_open { lines } else { &silent_lines };
            let events = self.search.as_ref().map_or(&silent_search, |search| &search.events).clone();
            select! {
                recv(lines) -> event => match event.unwrap_or(Event::End(None)) {
                    Event::Line(line) if is_first && self.game.protocols().contains(&line.trim()) => {
                        return Ok(Ending::Protocol(line));
                    }
                    Event::Line(line) => {
                        is_first &= line.trim().is_empty();
                        if self.read(&line)? {
                            self.abort_search();
                            return Ok(Ending::Quit);
                        }
                    }
                    Event::TooLong => self.print_error(&too_long())?,
                    Event::End(_) if self.is_interactive => return self.leave(Ending::Quit),
                    Event::End(_) => is_open = false,
                },
                recv(interrupts) -> _ => if self.interrupt()? {
                    return self.leave(Ending::Interrupted);
                },
                recv(events) -> event => self.take_event(event.ok())?,
            }
            self.run_waiting()?;
        }
        self.leave(Ending::Quit)
    }

    /// Ends a search whose answer is not needed, and the line that the cursor is on.
    fn leave(&mut self, ending: Ending) -> Result<Ending, Failure> {
        self.abort_search();
        self.screen.print("\n")?;
        Ok(ending)
    }

    /// Executes a line, or defers it; `true`: the game ends.
    fn read(&mut self, line: &str) -> Result<bool, Failure> {
        self.screen.line_was_typed();
        let command = match self.game.parse(line) {
            Ok(Command::Quit) => return Ok(true),
            Ok(command) => command,
            Err(bad) => {
                self.print_error(&bad)?;
                self.prompt_if_idle()?;
                return Ok(false);
            }
        };
        let waits = match command.urgency() {
            Urgency::AtOnce => false,
            Urgency::InsteadOfTheAnswer => !self.waiting.is_empty(),
            Urgency::AfterTheAnswer => true,
        };
        if waits && self.search.is_some() {
            self.screen
                .note(&format!("({} waits for the engine; stop ends its thinking.)\n", line.trim()))?;
            self.waiting.push_back(command);
            return Ok(false);
        }
        self.execute_or_report(command)?;
        Ok(false)
    }

    /// Executes deferred commands, as long as no search runs.
    fn run_waiting(&mut self) -> Result<(), Failure> {
        while self.search.is_none()
            && let Some(command) = self.waiting.pop_front()
        {
            self.execute_or_report(command)?;
        }
        Ok(())
    }

    /// Executes a command; an error is printed.
    fn execute_or_report(&mut self, command: CommandOf<G>) -> Result<(), Failure> {
        match self.execute(command) {
            Err(Failure::BadInput(bad)) => self.print_error(&bad)?,
            other => other?,
        }
        self.prompt_if_idle()
    }

    fn prompt_if_idle(&mut self) -> Result<(), Failure> {
        if self.search.is_some() || !self.waiting.is_empty() {
            return Ok(());
        }
        self.screen.prompt(&self.game.prompt())
    }

    fn print_error(&mut self, bad: &BadInput) -> Result<(), Failure> {
        self.screen.print(&format!("{bad}\n"))
    }

    fn execute(&mut self, command: CommandOf<G>) -> Result<(), Failure> {
        if command.urgency() == Urgency::InsteadOfTheAnswer {
            self.abort_search();
        }
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Help => self.screen.print(&self.game.help())?,
            Command::Board => self.screen.print(&self.game.board())?,
            Command::Moves => self.screen.print(&self.game.moves())?,
            Command::Save { path, is_forced } => self.save(&path, is_forced)?,
            Command::Stop => self.stop(),
            Command::Limit(limit) => self.limit = limit,
            Command::Set(setting) => {
                self.game.set(setting);
                self.screen.print(&self.game.board())?;
            }
            Command::Hint(lines) => self.hint(lines)?,
            Command::Begin(position) => {
                self.game.begin(position.map(|position| *position));
                self.play_on()?;
            }
            Command::Engine(sides) => {
                self.engine = sides;
                self.play_on()?;
            }
            Command::Go => {
                self.engine = vec![self.game.side()];
                self.play_on()?;
            }
            Command::Play(text) => {
                self.game.play_text(&text)?;
                self.play_on()?;
            }
            Command::Undo => {
                self.undo();
                self.show()?;
            }
        }
        Ok(())
    }

    fn save(&mut self, path: &str, is_forced: bool) -> Result<(), Failure> {
        let text = self.game.record(path)?;
        save(path, &text, is_forced)?;
        self.screen.print(&format!("Saved as {path}.\n"))
    }

    /// Back to where a person last chose a move.
    fn undo(&mut self) {
        while self.game.undo() {
            if self.game.has_choice() && !self.engine.contains(&self.game.side()) {
                return;
            }
        }
    }

    /// Forced passes and the engine's moves, until a person has a choice or the game is over.
    fn play_on(&mut self) -> Result<(), Failure> {
        while let Some(text) = self.game.pass() {
            self.screen.print(&text)?;
        }
        if self.game.result().is_none() && self.engine.contains(&self.game.side()) {
            return self.begin_search(1, Purpose::Move);
        }
        self.show()
    }

    fn hint(&mut self, lines: usize) -> Result<(), Failure> {
        match self.game.result() {
            Some(result) => self.screen.print(&format!("{result}\n")),
            None => self.begin_search(lines, Purpose::Hint),
        }
    }

    fn begin_search(&mut self, lines: usize, purpose: Purpose) -> Result<(), Failure> {
        let (search, reporter) = Search::new(purpose);
        self.game.search(self.limit, lines, reporter)?;
        self.search = Some(search);
        Ok(())
    }

    /// Ends a search early: its answer is what it has found. An engine that plays both sides would go on with the next
    /// move, so it plays neither from then on.
    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.is_stopped = true;
            self.game.stop();
            if search.purpose == Purpose::Move && self.engine.len() > 1 {
                self.engine.clear();
            }
        }
    }

    /// Ctrl-C: ends the search; `true`: there is none, or it is ending already, so the game is left.
    fn interrupt(&mut self) -> Result<bool, Failure> {
        if self.search.as_ref().is_none_or(|search| search.is_stopped) {
            return Ok(true);
        }
        self.screen.interrupt_was_typed();
        self.waiting.clear();
        self.stop();
        Ok(false)
    }

    /// Ends a search without reading its answer.
    fn abort_search(&mut self) {
        if self.search.take().is_some() {
            self.game.stop();
        }
    }

    fn take_event(&mut self, event: Option<SearchEvent<G::Move>>) -> Result<(), Failure> {
        let Some(search) = &mut self.search else { return Ok(()) };
        match event {
            Some(SearchEvent::Report(report)) => {
                self.screen.progress(&report)?;
                search.take(report);
                Ok(())
            }
            Some(SearchEvent::Answer(answer)) => {
                let search = self.search.take();
                self.answer(search, answer)
            }
            // The thread has ended without an answer and printed the reason to stderr.
            None => {
                self.search = None;
                self.engine.clear();
                self.prompt_if_idle()
            }
        }
    }

    fn answer(&mut self, search: Option<Search<G::Move>>, answer: Answer<G::Move>) -> Result<(), Failure> {
        match search {
            Some(Search { purpose: Purpose::Hint, lines, .. }) => self.screen.print(&lines.concat())?,
            _ => {
                self.screen.print(&answer.remark)?;
                if let Some(mv) = answer.mv {
                    self.game.play(mv);
                }
                self.play_on()?;
            }
        }
        self.prompt_if_idle()
    }

    /// The board, and how the game ended.
    fn show(&mut self) -> Result<(), Failure> {
        let end = self.game.result().map_or_else(String::new, |result| format!("{result}\n"));
        self.screen.print(&format!("\n{}{end}", self.game.board()))
    }
}

fn too_long() -> BadInput {
    BadInput::new("command", None, "a line without end", "at most a mebibyte", "Type a shorter line")
}

#[cfg(test)]
mod tests;
