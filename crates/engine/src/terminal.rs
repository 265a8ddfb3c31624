//! A game between a person and an engine at a terminal: prompt, commands, searches in the background, Ctrl-C.
//!
//! It acts on an [`Engine`], as protocols do, and is the same for every game.
//! While the engine searches, lines are read and Ctrl-C is noticed. Commands that only show something, and `stop` and
//! `quit`, take effect at once; those that make the engine's answer useless (`undo`, `redo`, `new`, `set`) end its search; all
//! others wait for its move.

pub mod command;
mod line_editor;
mod screen;
mod style;

use std::collections::VecDeque;
use std::io::{IsTerminal, stdin, stdout};
use std::time::Duration;

use crossbeam_channel::{Receiver, never, select};
use game::{Game, GameSession, Limits, Message, SearchRequest, Seat, Strength, Variety};
use search_core::bad_input::quote;
use search_core::{BadInput, Outcome, Report, Score};
use shuangqi_cli::lines::Event;
use shuangqi_cli::{Failure, version};
use shuangqi_texts::{Catalogue, Language};

pub use command::{Command, Setting};
pub use line_editor::Input;

use crate::engine::{Engine, JobEvent, seed_of_now};
use command::CommandTiming;
use screen::Screen;
use style::{Style, record, save};

/// The options of a game at a terminal.
#[derive(Clone, Debug)]
pub struct TerminalOptions {
    /// The limit of the engine's searches until another is set, if not the usual one.
    pub limit: Option<SearchRequest>,
    /// Set if boards and moves are shown in letters, not in the characters of the game.
    pub in_letters: bool,
    /// The language; `None`: that of the system where a person reads, English elsewhere.
    pub language: Option<Language>,
    /// Commands that are carried out before anything is shown.
    pub setup: Vec<String>,
    /// The words that, as the first line, select a protocol instead of a game.
    pub protocols: &'static [&'static str],
    /// The seed of the choice among opening moves. Without one, games with a person differ, and those of a script are the same.
    pub seed: Option<u64>,
}

/// Plays with the person at the terminal, who moves first, until the end of input, `quit`, Ctrl-C, or a first line that
/// selects a protocol.
///
/// # Errors
/// A command of the setup that is none, if nothing can be written, and [`Failure::Interrupted`].
pub fn run<G: Game>(
    engine: &mut Engine<G>,
    options: &TerminalOptions,
    input: &Input,
    interrupts: &Receiver<()>,
) -> Result<Ending, Failure> {
    let mut out = stdout();
    let is_interactive = stdin().is_terminal();
    let seed = options.seed.or_else(|| is_interactive.then(seed_of_now));
    engine.own_book = engine.own_book.or(seed);
    let language = Language::of_output(options.language, out.is_terminal());
    let mut terminal = Terminal {
        engine,
        screen: Screen::stdout(&mut out, input.editor()),
        undone: Vec::new(),
        style: Style::new(options.in_letters, language),
        engine_sides: vec![Seat::Second],
        limit: options.limit.unwrap_or_else(usual_limit::<G>),
        search: None,
        waiting: VecDeque::new(),
        protocols: options.protocols,
        is_interactive,
        variety: seed.map(Variety::new),
    };
    options.setup.iter().try_for_each(|line| terminal.prepare(line))?;
    match terminal.run(input.lines(), interrupts)? {
        Ending::Interrupted => Err(Failure::Interrupted(None)),
        ending => Ok(ending),
    }
}

/// The level at which a game's engine plays with a person, or a second for each move.
fn usual_limit<G: Game>() -> SearchRequest {
    let second = Limits { move_time: Some(Duration::from_secs(1)), ..Limits::default() };
    G::INFO.default_level.map_or(SearchRequest::within(second), SearchRequest::at_level)
}

/// The end of a game at a terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By `quit`, or by the end of input.
    Quit,
    /// By Ctrl-C.
    Interrupted,
    /// The first line is one of a protocol.
    Protocol(String),
}

/// The use of a search's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// The terminal plays it.
    Move,
    /// The terminal shows it.
    Hint,
    /// The terminal has shown all that was found.
    Analysis,
}

/// A search that is running.
struct Search<M> {
    purpose: Purpose,
    is_stopped: bool,
    /// The best lines of the last iteration, each with its end.
    lines: Vec<String>,
    /// The moves with which they begin, and their scores.
    moves: Vec<M>,
    scores: Vec<Score>,
}

/// A game between a person and the engine, which moves second, and the dialogue about it.
struct Terminal<'run, G: Game> {
    engine: &'run mut Engine<G>,
    screen: Screen<'run>,
    /// The moves that were taken back, the last one first.
    undone: Vec<G::Move>,
    style: Style,
    /// The sides that the engine plays.
    engine_sides: Vec<Seat>,
    limit: SearchRequest,
    search: Option<Search<G::Move>>,
    /// Commands that wait for the end of the search.
    waiting: VecDeque<Command<G>>,
    protocols: &'static [&'static str],
    /// Set if a person types the lines; where none does, the end of input waits for the engine's move.
    is_interactive: bool,
    variety: Option<Variety>,
}

impl<G: Game> Terminal<'_, G> {
    /// Carries out a command before the game is shown: a limit, the engine's sides, a position, moves or a setting.
    ///
    /// # Errors
    /// If it is no command, or another one.
    fn prepare(&mut self, line: &str) -> Result<(), BadInput> {
        match command::parse(self.position(), line)? {
            Command::Limit(limit) => self.limit = limit,
            Command::Engine(sides) => self.engine_sides = sides,
            Command::Begin(position) => self.begin(position.map(|position| *position)),
            Command::Play(text) => self.play_text(&text)?,
            Command::Set(setting) => self.set(setting),
            _ => {
                let expected = "a limit, the engine's side, a position, moves or a setting";
                let remedy = "Type this command during the game";
                return Err(BadInput::new("first command", None, quote(line), expected, remedy));
            }
        }
        Ok(())
    }

    fn position(&self) -> &G {
        self.engine.session.position()
    }

    fn seat(&self) -> Seat {
        Seat::to_move(self.position())
    }

    fn is_engine(&self, seat: Seat) -> bool {
        self.engine_sides.contains(&seat)
    }

    /// The sides of person and engine, in a sentence.
    fn welcome(&self) -> String {
        let of_person = |seat: Seat| {
            let message = if seat == self.seat() {
                Message::new("terminal-you-begin", "You are {own}, and begin")
            } else {
                Message::new("terminal-other-begins", "You are {own}; {other} begins")
            };
            message.with("own", G::INFO.side(seat)).with("other", G::INFO.side(!seat))
        };
        let players = match Seat::BOTH.map(|seat| self.is_engine(seat)) {
            [false, true] => of_person(Seat::First),
            [true, false] => of_person(Seat::Second),
            [true, true] => Message::new("terminal-engine-alone", "The engine plays both sides"),
            [false, false] => Message::new("terminal-person-alone", "You play both sides"),
        };
        let title = Message::new(format!("game-{}", G::INFO.name), G::INFO.title);
        let welcome = Message::new(
            "terminal-welcome",
            "Shuangqi {title} {version}. {players}; help lists the commands.",
        )
        .with("title", title)
        .with("version", version::SHORT.to_owned())
        .with("players", players);
        self.style.say(&welcome) + "\n"
    }

    /// The end of the game in a sentence, if it has ended.
    fn result(&self) -> Option<String> {
        let verdict = self.engine.session.verdict()?;
        let explained = G::verdict_message(&self.engine.session);
        let explanation = explained.unwrap_or_else(|| Message::verbatim(verdict.explanation));
        let over = Message::new("terminal-over", "The game is over. {explanation}.")
            .with("explanation", explanation);
        Some(self.style.say(&over))
    }

    fn begin(&mut self, position: Option<G>) {
        self.engine.session = GameSession::new(position.unwrap_or_else(G::start), G::Rules::default());
        self.undone.clear();
        self.engine.game.clear();
    }

    /// Reads moves and plays them: all or none.
    fn play_text(&mut self, text: &str) -> Result<(), BadInput> {
        let before = self.engine.session.moves().len();
        let played = self.play_words(text);
        played.inspect_err(|_| self.engine.session.truncate(before))?;
        self.undone.clear();
        Ok(())
    }

    /// Plays a move, whose symbols may have blanks between them, or several; numbers of moves are skipped.
    fn play_words(&mut self, text: &str) -> Result<(), BadInput> {
        let is_number = |word: &str| word.ends_with('.') && word.trim_end_matches('.').parse::<u32>().is_ok();
        if self.position().parse_move(text).is_ok() {
            return self.play_word(text);
        }
        let words = text.split_whitespace().filter(|word| !is_number(word));
        words.flat_map(G::split_moves).try_for_each(|(_, word)| self.play_word(word))
    }

    fn play_word(&mut self, word: &str) -> Result<(), BadInput> {
        if self.engine.session.verdict().is_some() {
            let found = format!("{} after the end of the game", quote(word));
            let remedy = "Type undo to take moves back, or new";
            return Err(BadInput::new("move", None, found, "a game that goes on", remedy));
        }
        self.engine.session.play_text(word)
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Threads(threads) => self.engine.game.set_threads(threads),
            Setting::InLetters(in_letters) => self.style = Style::new(in_letters, self.style.language),
            Setting::Notation(notation) => self.style.notation = notation,
        }
    }

    fn drawing(&self) -> String {
        self.style.drawing(self.position())
    }

    /// Plays until the end of input, `quit` or Ctrl-C while nothing is searched.
    ///
    /// # Errors
    /// If output cannot be written, or no thread can be started.
    fn run(&mut self, lines: &Receiver<Event>, interrupts: &Receiver<()>) -> Result<Ending, Failure> {
        self.screen.print(&self.welcome())?;
        self.play_on()?;
        let silence = never();
        let (mut is_open, mut is_first) = (true, true);
        while is_open || !self.is_idle() {
            if self.search.is_none()
                && let Some(command) = self.waiting.pop_front()
            {
                self.execute_or_report(command)?;
                continue;
            }
            self.ask_for_line()?;
            let lines = if is_open { lines } else { &silence };
            select! {
                recv(lines) -> event => match event.unwrap_or(Event::End(None)) {
                    Event::Line(line) if is_first && self.protocols.contains(&line.trim()) => {
                        return Ok(Ending::Protocol(line));
                    }
                    Event::Line(line) => {
                        is_first &= line.trim().is_empty();
                        self.read(&line)?;
                        if self.engine.is_over {
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
                recv(self.engine.events()) -> event => {
                    let event = self.engine.receive(event);
                    self.take(event)?;
                }
            }
        }
        // The last answer is followed by a prompt, whether or not the input had ended before it.
        self.ask_for_line()?;
        self.leave(Ending::Quit)
    }

    /// Ends a search whose answer is not needed, and the line that the cursor is on.
    fn leave(&mut self, ending: Ending) -> Result<Ending, Failure> {
        self.abort_search();
        self.screen.end_line()?;
        Ok(ending)
    }

    /// Executes a line, or defers it.
    fn read(&mut self, line: &str) -> Result<(), Failure> {
        self.screen.line_was_typed();
        let command = match command::parse(self.position(), line) {
            Ok(command) => command,
            Err(bad) => return self.print_error(&bad),
        };
        let waits = match command.timing() {
            CommandTiming::AtOnce => false,
            CommandTiming::InsteadOfTheAnswer => !self.waiting.is_empty(),
            CommandTiming::AfterTheAnswer => true,
        };
        if waits && self.search.is_some() {
            self.waiting.push_back(command);
            return self.screen.note(&(self.style.say(&waits_message(line.trim())) + "\n"));
        }
        self.execute_or_report(command)
    }

    /// Executes a command; an error is printed.
    fn execute_or_report(&mut self, command: Command<G>) -> Result<(), Failure> {
        match self.execute(command) {
            Err(Failure::BadInput(bad)) => self.print_error(&bad),
            other => other,
        }
    }

    fn is_idle(&self) -> bool {
        self.search.is_none() && self.waiting.is_empty()
    }

    /// Prompts the person, or lets them edit a line whose prompt names the side to move unless the engine thinks.
    fn ask_for_line(&mut self) -> Result<(), Failure> {
        let names = Seat::BOTH.map(|seat| self.style.say(&G::INFO.side(seat)));
        let name = if self.is_idle() { names[self.seat().index()].as_str() } else { "" };
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let completions =
            || self.style.completions(&self.engine.session).chain(command::completions::<G>()).collect();
        self.screen.ask_for_line(name, width, completions)
    }

    fn print_error(&mut self, bad: &BadInput) -> Result<(), Failure> {
        self.screen.print(&format!("{bad}\n"))
    }

    fn execute(&mut self, command: Command<G>) -> Result<(), Failure> {
        if command.timing() == CommandTiming::InsteadOfTheAnswer {
            self.abort_search();
        }
        match command {
            Command::Nothing => {}
            Command::Quit => self.engine.is_over = true,
            Command::Help => {
                self.screen.print(&command::help::<G>(self.protocols, Catalogue::of(self.style.language)))?
            }
            Command::Board => self.screen.print(&self.drawing())?,
            Command::Fen => self.screen.print(&format!("{}\n", self.position().board_text()))?,
            Command::Moves => self.screen.print(&self.style.list(&self.engine.session))?,
            Command::Save { path, is_forced } => {
                save(&path, &record(&self.engine.session, &path)?, is_forced)?;
                let saved = Message::new("terminal-saved", "Saved as {path}.").with("path", path);
                self.screen.print(&(self.style.say(&saved) + "\n"))?;
            }
            Command::Stop => self.stop(),
            Command::Limit(limit) => self.limit = limit,
            Command::Set(setting) => {
                self.set(setting);
                self.screen.print(&self.drawing())?;
            }
            Command::Hint(lines) => self.ask(lines, Purpose::Hint)?,
            Command::Analyze => self.ask(1, Purpose::Analysis)?,
            Command::Begin(position) => {
                self.begin(position.map(|position| *position));
                self.play_on()?;
            }
            Command::Engine(sides) => {
                self.engine_sides = sides;
                self.play_on()?;
            }
            Command::Go => {
                self.engine_sides = vec![self.seat()];
                self.play_on()?;
            }
            Command::Play(text) => {
                self.play_text(&text)?;
                self.play_on()?;
            }
            Command::Undo => {
                self.undo();
                self.show()?;
            }
            Command::Redo => {
                self.redo();
                self.show()?;
            }
        }
        Ok(())
    }

    /// Returns whether a person chooses the next move.
    fn is_persons_choice(&self) -> bool {
        !self.position().must_pass() && !self.is_engine(self.seat())
    }

    /// Back to where a person last chose a move.
    fn undo(&mut self) {
        while let Some(&mv) = self.engine.session.moves().last() {
            self.engine.session.undo();
            self.undone.push(mv);
            if self.is_persons_choice() {
                return;
            }
        }
    }

    /// On to where a person next chose a move.
    fn redo(&mut self) {
        while let Some(mv) = self.undone.pop() {
            self.engine.session.play(mv);
            if self.is_persons_choice() {
                return;
            }
        }
    }

    /// Plays the pass of a side that must pass, and says so.
    fn pass(&mut self) -> Option<String> {
        let position = self.position();
        let pass = position.must_pass().then(|| position.legal_moves().iter().next())??;
        let message =
            Message::new("terminal-passes", "{side} must pass.").with("side", G::INFO.side(self.seat()));
        self.engine.session.play(pass);
        Some(self.style.say(&message) + "\n")
    }

    /// Forced passes and the engine's moves, until a person has a choice or the game is over.
    fn play_on(&mut self) -> Result<(), Failure> {
        while let Some(text) = self.pass() {
            self.screen.print(&text)?;
        }
        if self.engine.session.verdict().is_none() && self.is_engine(self.seat()) {
            let plies = self.engine.session.moves().len();
            let lines = self.variety.as_ref().map_or(1, |_| Variety::lines(plies));
            return self.begin_search(SearchRequest { lines, ..self.limit }, Purpose::Move);
        }
        self.show()
    }

    /// Begins a search whose answer is only shown.
    fn ask(&mut self, lines: usize, purpose: Purpose) -> Result<(), Failure> {
        let limits = match purpose {
            Purpose::Analysis => SearchRequest::ENDLESS,
            Purpose::Hint => of_hint(self.limit),
            Purpose::Move => self.limit,
        };
        match self.result() {
            Some(result) => self.screen.print(&format!("{result}\n")),
            None => self.begin_search(SearchRequest { lines, ..limits }, purpose),
        }
    }

    fn begin_search(&mut self, request: SearchRequest, purpose: Purpose) -> Result<(), Failure> {
        let job = match purpose {
            Purpose::Move => self.engine.job(&request),
            Purpose::Hint | Purpose::Analysis => self.engine.analysis(&request),
        };
        self.engine.search(job)?;
        let (lines, moves, scores) = (Vec::new(), Vec::new(), Vec::new());
        self.search = Some(Search { purpose, is_stopped: false, lines, moves, scores });
        Ok(())
    }

    /// Ends a search early: its answer is what it has found. An engine that plays both sides would go on with the next
    /// move, so it plays neither from then on.
    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.is_stopped = true;
            self.engine.stop();
            if search.purpose == Purpose::Move && self.engine_sides.len() > 1 {
                self.engine_sides.clear();
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
            self.engine.abort();
        }
    }

    fn take(&mut self, event: JobEvent<G::Move>) -> Result<(), Failure> {
        match event {
            JobEvent::Report(report) => self.show_report(&report),
            JobEvent::Text(text) => self.screen.print(&format!("{text}\n")),
            JobEvent::Answer(outcome, elapsed) => self.answer(&outcome, elapsed),
            // The thread has ended without an answer and printed the reason to stderr.
            JobEvent::End => {
                self.search = None;
                self.engine_sides.clear();
                Ok(())
            }
        }
    }

    fn show_report(&mut self, report: &Report<G::Move>) -> Result<(), Failure> {
        let evaluation = self.style.evaluation(self.position(), report.score, report.depth);
        let text = format!("{evaluation}  {}", self.style.line(self.position(), &report.variation));
        let Some(search) = &mut self.search else { return Ok(()) };
        if search.purpose == Purpose::Analysis {
            return self.screen.print(&format!("{text}\n"));
        }
        // Each iteration starts again with the best line.
        search.lines.truncate(report.line - 1);
        search.lines.push(format!("{}. {text}\n", report.line));
        search.moves.truncate(report.line - 1);
        search.moves.extend(report.variation.first());
        search.scores.truncate(report.line - 1);
        search.scores.push(report.score);
        if report.line > 1 {
            return Ok(());
        }
        let thinking = Message::new("terminal-thinking", "thinking: {line}").with("line", text);
        self.screen.progress(&self.style.say(&thinking))
    }

    fn answer(&mut self, outcome: &Outcome<G::Move>, elapsed: Duration) -> Result<(), Failure> {
        match self.search.take() {
            Some(Search { purpose: Purpose::Hint, lines, .. }) => self.screen.print(&lines.concat()),
            Some(Search { purpose: Purpose::Analysis, .. }) => Ok(()),
            search => {
                let chosen = search.and_then(|search| self.choose(&search));
                let (mv, score) =
                    chosen.map_or((outcome.best, outcome.score), |(mv, score)| (Some(mv), score));
                if let Some(mv) = mv {
                    let answered = Outcome { score, ..outcome.clone() };
                    self.screen.print(&self.style.answer(self.position(), mv, &answered, elapsed))?;
                    self.engine.session.play(mv);
                    self.undone.clear();
                }
                self.play_on()
            }
        }
    }

    /// One of the moves that are about as good as the best, with its score, where games are to differ.
    fn choose(&mut self, search: &Search<G::Move>) -> Option<(G::Move, Score)> {
        let place = self.variety.as_mut()?.choose(&search.scores, self.limit.strength.variety(&G::INFO));
        search.moves.get(place).copied().zip(search.scores.get(place).copied())
    }

    /// The board, and how the game ended.
    fn show(&mut self) -> Result<(), Failure> {
        let end = self.result().map_or_else(String::new, |result| format!("{result}\n"));
        self.screen.print(&format!("\n{}{end}", self.drawing()))
    }
}

/// What is said of a command that is deferred.
fn waits_message(line: &str) -> Message {
    Message::new("terminal-waits", "({command} waits for the engine; stop ends its thinking.)")
        .with("command", line.to_owned())
}

fn too_long() -> BadInput {
    BadInput::new("command", None, "a line without end", "at most a mebibyte", "Type a shorter line")
}

/// The limit of a hint: that of the engine's moves. Where the engine plays weakly it is a second at full strength.
fn of_hint(limit: SearchRequest) -> SearchRequest {
    if limit.strength < Strength::FULL { SearchRequest::at_strength(Strength::FULL) } else { limit }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_the_terminal_says_is_in_the_catalogues() {
        let sources = [include_str!("terminal.rs"), include_str!("terminal/style.rs")];
        let keys = sources.iter().flat_map(|source| source.split("Message::new(\"").skip(1));
        let keys: Vec<&str> =
            keys.filter_map(|rest| rest.split('"').next()).filter(|key| !key.is_empty()).collect();
        assert!(keys.len() > 15, "{keys:?}");
        for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
            for &key in &keys {
                assert_ne!(Catalogue::of(language).text(key), key, "{language:?}");
            }
        }
    }

    #[test]
    fn the_last_line_of_a_drawing_says_who_is_to_move() {
        fn check<G: Game>(position: &G) {
            let drawing = position.drawing(true);
            assert_eq!(drawing.lines().last(), Some(&*position.to_move().to_string()));
            assert_eq!(Style::new(true, Language::English).drawing(position), drawing);
        }
        check(&othello::Position::START);
        check(&xiangqi::Position::start());
        check(
            &xiangqi::Position::from_fen("3k5/9/9/9/9/9/9/9/4r4/r3K4 w")
                .unwrap_or_else(|bad| panic!("{bad}")),
        );
    }

    #[test]
    fn hints_are_as_good_as_the_engine_can() {
        let strength = |limit| of_hint(limit).strength;
        let weak = SearchRequest::at_strength(Strength::new(3).unwrap());
        assert_eq!([weak, SearchRequest::at_level(8)].map(strength), [Strength::FULL; 2]);
        assert_eq!(of_hint(SearchRequest::at_level(8)).level, Some(8));
    }
}
