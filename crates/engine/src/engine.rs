//! The engine loop: reads a line, has the protocol act on the game and its engine, and takes what searches find.
//!
//! Whatever the protocol, a search runs on a thread of its own and sends what it finds to the loop, which alone writes. So every line
//! takes effect at once, also during a search. An adapter for one protocol implements [`Protocol`]; the grammar of its lines is in
//! [`protocols`].

use std::fmt::Display;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, RecvError, Sender, never, select, unbounded};
use game::{EngineState, Game, GameEngine, GameSession, SearchRequest, Seat, Strength, Variety};
use search_core::session::{Listener, SearchJob};
use search_core::{Budget, Control, Outcome, Report};
use shuangqi_book::Book;
use shuangqi_cli::lines::Event;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{BadInput, Failure};

/// A message of a job in the background.
#[derive(Debug)]
pub enum JobEvent<M> {
    /// A line of a finished iteration.
    Report(Box<Report<M>>),
    /// A line to be written: a number that was counted, a remark.
    Text(String),
    /// The search is over.
    Answer(Box<Outcome<M>>, Duration),
    /// The job is over, and no answer is due.
    End,
}

/// Sends the messages of a search to the loop. They are lost once the loop has dropped the job.
struct Messenger<M>(Sender<JobEvent<M>>);

impl<M: Clone + Send> Listener<M> for Messenger<M> {
    fn on_report(&mut self, report: &Report<M>) {
        let _ = self.0.send(JobEvent::Report(Box::new(report.clone())));
    }

    fn on_finished(self, outcome: Outcome<M>, elapsed: Duration) {
        let _ = self.0.send(JobEvent::Answer(Box::new(outcome), elapsed));
    }
}

/// A game in progress, the engine that thinks about it, and the place for its answers: what every protocol acts on.
#[derive(Debug)]
pub struct Engine<G: Game> {
    /// The engine that searches.
    pub game: GameEngine<G>,
    /// The game.
    pub session: GameSession<G>,
    /// How strong it may play, whatever a search asks for.
    pub strength: Strength,
    /// The seed of the choice among the moves of the program's book; `None`: it is not used.
    pub own_book: Option<u64>,
    /// Set while the last position that was sent could not be used: then nothing is searched.
    pub is_refused: bool,
    /// Set when the protocol has nothing more to do.
    pub is_over: bool,
    sink: Sink,
    job: Option<Receiver<JobEvent<G::Move>>>,
    /// Set while the running search must be told to end.
    is_held: bool,
}

impl<G: Game> Engine<G> {
    /// Before the first line; answers go to the sink.
    pub fn new(game: GameEngine<G>, sink: Sink) -> Engine<G> {
        Engine {
            game,
            session: GameSession::default(),
            strength: Strength::FULL,
            own_book: None,
            is_refused: false,
            is_over: false,
            sink,
            job: None,
            is_held: false,
        }
    }

    /// Writes a line, or several.
    pub fn write(&self, text: impl Display) {
        self.sink.write_line(text);
    }

    /// Returns whether a search or another job is running, or its answer has not been taken.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// The search of the position now that a request for a move asks for: of the book's move alone, and as short as can be, where
    /// there is one.
    pub fn job(&self, request: &SearchRequest) -> SearchJob<G> {
        let mut job = self.analysis(&self.allowed(request));
        if let Some(mv) = self.book_move(request) {
            let options = &mut job.options;
            (options.only, options.lines) = (vec![mv], 1);
            (options.depth, options.stepwise, options.resume) = (1, 1, 1);
        }
        job
    }

    /// The same without the book, and as strong as is asked for: who plays weakly still analyses as well as it can.
    pub fn analysis(&self, request: &SearchRequest) -> SearchJob<G> {
        GameEngine::job(&self.session, &SearchRequest { threads: self.game.threads(), ..*request })
    }

    /// The move of the program's book, if that is used, has one, and the play is as strong as it: the same for a seed.
    fn book_move(&self, request: &SearchRequest) -> Option<G::Move> {
        let seed = self.own_book?;
        let is_endless = request.is_endless_for(Seat::to_move(self.session.position()));
        if is_endless || self.allowed(request).strength < Strength::FULL {
            return None;
        }
        let mut variety = Variety::new(seed.wrapping_add(self.session.moves().len() as u64));
        let moves = Book::of_game(G::INFO.name).moves(self.session.position());
        Book::choose(&moves, &G::INFO, &mut variety).copied()
    }

    /// Searches in the calling thread, with at most its strength and by its book.
    pub fn think(&mut self, request: &SearchRequest) -> Outcome<G::Move> {
        let job = self.job(request);
        self.game.think_job(&job, &Control::new(), |_| {})
    }

    /// A request as the engine may carry it out: by its threads, and at most at its strength.
    pub fn allowed(&self, request: &SearchRequest) -> SearchRequest {
        let strength = request.strength.min(self.strength);
        SearchRequest { threads: self.game.threads(), strength, ..*request }
    }

    /// Begins a search in the background. The protocol has ended the one before ([`Protocol::interrupt`]).
    ///
    /// # Errors
    /// If the operating system cannot start a thread.
    pub fn search(&mut self, job: SearchJob<G>) -> Result<(), BadInput> {
        let recipe = G::PLAY;
        self.search_by(job, move |state, job, control, report, _| state.think(recipe, job, control, report))
    }

    /// The same with another way to find the outcome, which reports as a search does and may send lines of text.
    ///
    /// # Errors
    /// As [`Engine::search`].
    pub fn search_by(
        &mut self,
        job: SearchJob<G>,
        think: impl FnOnce(
            &mut EngineState<G>,
            &SearchJob<G>,
            &Control,
            &mut dyn FnMut(&Report<G::Move>),
            &dyn Fn(String),
        ) -> Outcome<G::Move>
        + Send
        + 'static,
    ) -> Result<(), BadInput> {
        let (sender, events) = unbounded();
        let (is_held, texts) = (job.is_held, sender.clone());
        let started =
            self.game.searches().start(job, Messenger(sender), move |state, _, job, control, report| {
                think(state, job, control, report, &|text| drop(texts.send(JobEvent::Text(text))))
            });
        (self.job, self.is_held) = (Some(events), is_held);
        started.map_err(no_thread)
    }

    /// Begins another job in the background, which may send lines of text and should test the control often.
    ///
    /// # Errors
    /// As [`Engine::search`].
    pub fn run(
        &mut self,
        job: impl FnOnce(&mut EngineState<G>, &Control, &dyn Fn(String)) + Send + 'static,
    ) -> Result<(), BadInput> {
        let (texts, events) = unbounded();
        let work = move |state: &mut _, _: G::Recipe, control: &Control| {
            job(state, control, &|text| drop(texts.send(JobEvent::Text(text))));
        };
        let started = self.game.searches().run(work);
        (self.job, self.is_held) = (Some(events), false);
        started.map_err(no_thread)
    }

    /// Requests the end of the job, whose answer follows.
    pub fn stop(&self) {
        self.game.stop();
    }

    /// Lets a held search end by itself or after this time (`ponderhit`).
    pub fn release(&mut self, budget: Option<Budget>) {
        self.is_held = false;
        self.game.searches().release(budget);
    }

    /// Ends the job; nothing that it has found is used.
    pub fn abort(&mut self) {
        self.job = None;
        self.game.searches().interrupt();
    }

    /// The messages of the job; none ever where nothing runs.
    pub fn events(&self) -> Receiver<JobEvent<G::Move>> {
        self.job.clone().unwrap_or_else(never)
    }

    /// Takes a message that was received; the job is over with its answer, or when its thread has ended without one.
    pub fn receive(&mut self, event: Result<JobEvent<G::Move>, RecvError>) -> JobEvent<G::Move> {
        let event = event.unwrap_or(JobEvent::End);
        if matches!(event, JobEvent::Answer(..) | JobEvent::End) {
            self.job = None;
            self.game.searches().wait();
        }
        event
    }
}

/// A seed that differs from game to game.
pub(crate) fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // The lower digits are the ones that differ.
    now.as_nanos() as u64
}

fn no_thread(error: std::io::Error) -> BadInput {
    let found = format!("no thread to search on ({error})");
    BadInput::new("go", None, found, "one", "Close some programs and try again")
}

/// A protocol as the loop sees it: what to do for a line, and what to write of that which is found.
pub trait Protocol<G: Game> {
    /// Executes a line, and writes what is wrong with it.
    fn execute(&mut self, engine: &mut Engine<G>, line: &str);

    /// Reports a line that was too long to be read.
    fn reject_long_line(&mut self, engine: &mut Engine<G>);

    /// Takes a message of the job.
    fn take(&mut self, engine: &mut Engine<G>, event: JobEvent<G::Move>);

    /// The input has ended: a search that ends by itself is waited for, one that does not is stopped.
    fn finish(&mut self, engine: &mut Engine<G>) {
        while engine.is_busy() && !engine.is_over {
            if engine.is_held {
                engine.stop();
            }
            self.take_next(engine);
        }
    }

    /// Ends the job, and takes what it has found.
    fn interrupt(&mut self, engine: &mut Engine<G>) {
        engine.stop();
        while engine.is_busy() {
            self.take_next(engine);
        }
    }

    /// Waits for the next message of the job.
    fn take_next(&mut self, engine: &mut Engine<G>) {
        let event = engine.events().recv();
        let event = engine.receive(event);
        self.take(engine, event);
    }
}

/// Executes line after line, until the protocol ends the session or the input ends. `choose` makes the protocol that the first line
/// selects; that line is executed too.
///
/// # Errors
/// If answers cannot be written.
pub fn serve<G: Game>(
    mut engine: Engine<G>,
    lines: &Receiver<Event>,
    choose: impl FnOnce(&Engine<G>, &str) -> Box<dyn Protocol<G>>,
) -> Result<(), Failure> {
    let mut event = lines.recv();
    let mut protocol = choose(&engine, if let Ok(Event::Line(line)) = &event { line } else { "" });
    loop {
        match event.unwrap_or(Event::End(None)) {
            Event::Line(line) => protocol.execute(&mut engine, &line),
            Event::TooLong => protocol.reject_long_line(&mut engine),
            Event::End(_) => {
                protocol.finish(&mut engine);
                engine.is_over = true;
            }
        }
        event = loop {
            match engine.sink.failure() {
                Some(failure) => return Err(failure),
                None if engine.is_over => return Ok(()),
                None => {}
            }
            select! {
                recv(lines) -> event => break event,
                recv(engine.events()) -> event => {
                    let event = engine.receive(event);
                    protocol.take(&mut engine, event);
                }
            }
        };
    }
}

/// Executes one command, with its searches and counts.
///
/// # Errors
/// Everything that is wrong with it, or that answers cannot be written.
pub fn execute_alone<G: Game, P: Protocol<G>>(
    mut engine: Engine<G>,
    protocol: &mut P,
    command: impl FnOnce(&mut P, &mut Engine<G>) -> Result<(), BadInput>,
) -> Result<(), Failure> {
    let obeyed = command(protocol, &mut engine);
    protocol.finish(&mut engine);
    obeyed?;
    engine.sink.failure().map_or(Ok(()), Err)
}
