//! What all protocols have in common: a process, a question, an answer in time or not.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::arena::config::ConfigProblem;
use crate::arena::config::{EngineConfig, Opening, Restart, Timeouts};
use crate::arena::fault::Fault;
use crate::arena::log::Channel;
use crate::arena::names;
use crate::arena::player::{Answer, Choice, MoveRequest, Player, SearchInfo};
use crate::arena::process::{Heard, Launch, Process};
use crate::arena::seat::Seat;

/// How long an answer that is already late is waited for.
const GRACE: Duration = Duration::from_secs(1);
/// How often is looked whether the answer still is wanted. What arrives is heard at once.
const GLANCE: Duration = Duration::from_millis(100);

/// A protocol, and what is known of the engine that speaks it.
pub trait Language: Send {
    /// The line that ends the conversation.
    const FAREWELL: &'static str = "quit";
    /// The line that makes an engine answer at once, if there is one.
    const HURRY: Option<&'static str>;

    /// Introduces the two to each other, and sets the options. What was known of another process is forgotten.
    ///
    /// # Errors
    /// The engine's fault.
    fn greet(&mut self, talk: &mut Talk, setup: &EngineConfig) -> Result<(), Fault>;

    /// Says a line that the user wants said after the greeting.
    ///
    /// # Errors
    /// The engine's fault.
    fn pass_on(&mut self, talk: &mut Talk, line: &str) -> Result<(), Fault> {
        talk.say(line).map(drop)
    }

    /// Begins a game, and waits until the engine is ready for it.
    ///
    /// # Errors
    /// The engine's fault.
    fn begin(&mut self, talk: &mut Talk, opening: &Opening, seat: Seat) -> Result<(), Fault>;

    /// What the engine cannot do of its setup, after the greeting.
    fn problems(&self, _setup: &EngineConfig) -> Vec<ConfigProblem> {
        Vec::new()
    }

    /// Shows a game without asking for a move, and waits until the engine has taken it in.
    ///
    /// # Errors
    /// The engine's fault.
    fn set_up(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<(), Fault>;

    /// Tells what has been played. The result is the line that asks for a move, with which the clock starts.
    ///
    /// # Errors
    /// The engine's fault.
    fn ask(&mut self, talk: &mut Talk, question: &MoveRequest<'_>) -> Result<String, Fault>;

    /// Shows the board alone, as if a game began there, to an engine that found no move: it may count moves without a
    /// capture or repetitions by rules of its own. The result is the line that asks for a move; `None`: the protocol has
    /// no way to show a board.
    ///
    /// # Errors
    /// The engine's fault.
    fn ask_bare(&mut self, _talk: &mut Talk, _question: &MoveRequest<'_>) -> Result<Option<String>, Fault> {
        Ok(None)
    }

    /// Understands a line while a move is due; `None`: it is not the answer yet.
    ///
    /// # Errors
    /// The engine's fault.
    fn understand(&mut self, line: &str, thoughts: &mut SearchInfo) -> Result<Option<Verdict>, Fault>;

    /// Takes note of a line that came when nothing was due.
    fn overhear(&mut self, _line: &str) {}

    /// The game is over, with this result from the first seat's view.
    fn end(&mut self, _talk: &mut Talk, _result: &str, _why: &str) {}

    /// The name that the engine gives itself.
    fn title(&self) -> Option<String>;
}

/// What an engine answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// What to play.
    pub choice: Choice,
    /// The draw offered, or accepted, with it.
    pub offers_draw: bool,
}

impl From<Choice> for Verdict {
    fn from(choice: Choice) -> Verdict {
        Verdict { choice, offers_draw: false }
    }
}

/// A conversation with a running engine.
#[derive(Debug)]
pub struct Talk {
    process: Process,
    /// How long it may be silent.
    pub patience: Timeouts,
}

impl Talk {
    /// Starts the engine, of which every line is logged.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(launch: &Launch, patience: Timeouts, log: Channel) -> Result<Talk, Fault> {
        Ok(Talk { process: Process::logged(launch, log)?, patience })
    }

    /// The process itself.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Says a line, and tells when it was written.
    ///
    /// # Errors
    /// As of [`Process::say`].
    pub fn say(&mut self, line: &str) -> Result<Instant, Fault> {
        self.process.say(line)
    }

    /// Says a line, and listens until `read` makes something of what is heard.
    ///
    /// # Errors
    /// A stall if that does not happen in time, and as of [`Process`].
    pub fn request<T>(
        &mut self,
        line: &str,
        patience: Duration,
        read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let begin = self.say(line)?;
        self.expect(line, begin, patience, read)
    }

    /// Listens until `read` makes something of what is heard, in answer to what was said at `begin`.
    ///
    /// # Errors
    /// As of [`Talk::request`].
    pub fn expect<T>(
        &mut self,
        to: &str,
        begin: Instant,
        patience: Duration,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        while let Some(heard) = self.process.hear(begin + patience)? {
            if let Some(found) = read(&heard.text) {
                return Ok(found);
            }
        }
        Err(Fault::Stall { to: to.to_owned(), waited: patience })
    }
}

/// A player that is an engine behind pipes.
#[derive(Debug)]
pub struct Engine<L> {
    language: L,
    setup: EngineConfig,
    patience: Timeouts,
    launch: Launch,
    /// While it runs.
    talk: Option<Talk>,
    /// What was said last by an engine that runs no more.
    last_words: Vec<String>,
    log: Channel,
}

impl<L: Language> Engine<L> {
    /// An engine that is started later.
    pub fn new(language: L, setup: &EngineConfig, patience: Timeouts, processors: &[usize]) -> Engine<L> {
        let launch = Launch {
            command: setup.command.clone(),
            arguments: setup.arguments.clone(),
            folder: setup.folder.clone(),
            processors: processors.to_vec(),
            stderr: setup.stderr.clone(),
        };
        Engine {
            language,
            setup: setup.clone(),
            patience,
            launch,
            talk: None,
            last_words: Vec::new(),
            log: Channel::default(),
        }
    }

    /// Does something with the running engine, which is ended if it fails.
    fn with<T>(
        &mut self,
        work: impl FnOnce(&mut L, &mut Talk, &EngineConfig) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let Some(talk) = &mut self.talk else {
            return Err(Fault::Crash { how: "it was ended after its fault".to_owned() });
        };
        let outcome = work(&mut self.language, talk, &self.setup);
        if outcome.is_err() {
            self.last_words = talk.process.dialogue();
            self.talk = None;
        }
        outcome
    }

    fn start(&mut self) -> Result<(), Fault> {
        self.talk = Some(Talk::start(&self.launch, self.patience, self.log.clone())?);
        self.with(|language, talk, setup| {
            language.greet(talk, setup)?;
            setup.initial.iter().try_for_each(|line| language.pass_on(talk, line))
        })
    }
}

impl<L: Language> Player for Engine<L> {
    fn begin(&mut self, opening: &Opening, seat: Seat) -> Result<(), Fault> {
        self.last_words.clear();
        if self.setup.restart == Restart::On {
            self.dismiss();
        }
        // What ended between two games did no harm to any.
        if self.with(|language, talk, _| overhear(language, talk)).is_err() {
            self.start()?;
        }
        self.with(|language, talk, _| language.begin(talk, opening, seat))
    }

    fn problems(&self) -> Vec<ConfigProblem> {
        self.language.problems(&self.setup)
    }

    fn set_up(&mut self, question: &MoveRequest<'_>) -> Result<(), Fault> {
        self.with(|language, talk, _| language.set_up(talk, question))
    }

    fn answer(&mut self, question: &MoveRequest<'_>) -> Result<Answer, Fault> {
        let prepare = |language: &mut L, talk: &mut Talk| {
            overhear(language, talk)?;
            language.ask(talk, question).map(Some)
        };
        let answer =
            self.request(question, prepare)?.ok_or_else(|| Fault::Crash { how: UNASKED.to_owned() })?;
        match answer.choice {
            Choice::NoMove(_) => self.ask_again(question, answer),
            _ => Ok(answer),
        }
    }

    fn end(&mut self, result: &str, why: &str) {
        if let Some(talk) = &mut self.talk {
            self.language.end(talk, result, why);
        }
    }

    fn dialogue(&self) -> Vec<String> {
        self.talk.as_ref().map_or_else(|| self.last_words.clone(), |talk| talk.process.dialogue())
    }

    fn log_to(&mut self, log: &Channel) {
        self.log = log.clone();
    }

    fn title(&self) -> Option<String> {
        self.language.title().map(|title| names::shortened(&title))
    }

    fn dismiss(&mut self) {
        if let Some(mut talk) = self.talk.take() {
            self.last_words = talk.process.dialogue();
            talk.process.dismiss(L::FAREWELL, self.patience.quit);
        }
    }
}

/// Nothing was asked: no protocol does that with its first question.
const UNASKED: &str = "it could not be asked";

impl<L: Language> Engine<L> {
    /// Asks what `prepare` makes of it, and waits for the answer; `None`: there was nothing to ask.
    fn request(
        &mut self,
        question: &MoveRequest<'_>,
        prepare: impl FnOnce(&mut L, &mut Talk) -> Result<Option<String>, Fault>,
    ) -> Result<Option<Answer>, Fault> {
        let limit = question.allowance.unwrap_or(self.patience.answer);
        let answer = self.with(|language, talk, _| {
            let Some(line) = prepare(language, talk)? else { return Ok(None) };
            let begin = talk.say(&line)?;
            let ear = Ear { begin, limit, is_unwanted: question.is_unwanted };
            if let Some(answer) = ear.listen(language, talk)? {
                return Ok(Some(answer));
            }
            let answer = ear.hurry(language, talk)?;
            answer.map(Some).ok_or_else(|| match question.allowance {
                Some(allowed) => Fault::Timeout { used: begin.elapsed(), allowed },
                None => Fault::Stall { to: line, waited: limit },
            })
        })?;
        match (&answer, question.allowance) {
            // It has answered all the same, so that it can go on with the next game.
            (Some(Answer { elapsed, .. }), Some(allowed)) if *elapsed > allowed => {
                Err(Fault::Timeout { used: *elapsed, allowed })
            }
            _ => Ok(answer),
        }
    }

    /// Asks once more, with the bare board and what is left of the time.
    fn ask_again(&mut self, question: &MoveRequest<'_>, first: Answer) -> Result<Answer, Fault> {
        let used = first.elapsed;
        let rest = question.after(used);
        let second = self.request(&rest, |language, talk| language.ask_bare(talk, &rest));
        match second {
            Ok(None) => Ok(first),
            Ok(Some(answer)) => Ok(Answer { elapsed: answer.elapsed + used, ..answer }),
            Err(Fault::Timeout { used: later, allowed }) => {
                Err(Fault::Timeout { used: later + used, allowed: allowed + used })
            }
            Err(fault) => Err(fault),
        }
    }
}

/// What was said while nothing was due.
fn overhear<L: Language>(language: &mut L, talk: &mut Talk) -> Result<(), Fault> {
    for Heard { text, .. } in talk.process.turn()? {
        language.overhear(&text);
    }
    Ok(())
}

/// The waiting for one answer.
struct Ear<'a> {
    begin: Instant,
    limit: Duration,
    is_unwanted: &'a AtomicBool,
}

impl Ear<'_> {
    /// Listens for an answer; `None`: there is none in time, or nobody wants it any more.
    fn listen<L: Language>(&self, language: &mut L, talk: &mut Talk) -> Result<Option<Answer>, Fault> {
        let until = self.begin + self.limit;
        let mut thoughts = SearchInfo::default();
        while !self.is_unwanted.load(Relaxed) {
            let glance = until.min(Instant::now() + GLANCE);
            let Some(Heard { text, at }) = talk.process.hear(glance)? else {
                if Instant::now() >= until {
                    break;
                }
                continue;
            };
            if let Some(Verdict { choice, offers_draw }) = language.understand(&text, &mut thoughts)? {
                let elapsed = at.saturating_duration_since(self.begin);
                return Ok(Some(Answer { choice, offers_draw, elapsed, thoughts }));
            }
        }
        Ok(None)
    }

    /// Tells the engine that its time is over, and listens a little longer.
    fn hurry<L: Language>(&self, language: &mut L, talk: &mut Talk) -> Result<Option<Answer>, Fault> {
        if let Some(line) = L::HURRY {
            talk.say(line)?;
        }
        let limit = self.begin.elapsed() + GRACE;
        Ear { begin: self.begin, limit, is_unwanted: &AtomicBool::new(false) }.listen(language, talk)
    }
}
