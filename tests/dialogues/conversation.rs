//! Conversations with an engine: its loop on a thread of this process, or the program behind two pipes; and a script of commands
//! with the replies that must come for them, and how it is run.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use shuangqi_cli::Failure;
use shuangqi_cli::lines::Event;
use shuangqi_cli::sink::Sink;

use crate::engines::dialogue;

/// The longest wait for an answer: much longer than any answer takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

enum Peer {
    Thread(Sender<Event>, JoinHandle<Result<(), Failure>>),
    Program(Child, Option<ChildStdin>),
}

/// An engine, its input and its output.
pub struct Connection {
    far: Peer,
    output: mpsc::Receiver<String>,
    /// All that was sent and received.
    pub log: Vec<String>,
}

impl Connection {
    /// Runs an engine's loop on a thread.
    pub fn to_thread(engine: fn(Receiver<Event>, Sink) -> Result<(), Failure>) -> Connection {
        let (sender, events) = unbounded();
        let (lines, output) = mpsc::channel();
        let sink = Sink::to(LineWriter { lines, rest: Vec::new() });
        let thread = thread::spawn(move || engine(events, sink));
        Connection { far: Peer::Thread(sender, thread), output, log: Vec::new() }
    }

    /// Starts a program.
    pub fn to_program(program: &Path) -> Connection {
        let (child, input, output) = dialogue::start(program, &[]);
        Connection { far: Peer::Program(child, Some(input)), output, log: Vec::new() }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.log.push(format!("> {line}"));
        match &mut self.far {
            Peer::Thread(sender, _) => sender.send(Event::Line(line.to_owned())).unwrap(),
            Peer::Program(_, input) => writeln!(input.as_mut().unwrap(), "{line}").unwrap(),
        }
    }

    /// The next line of output; `None` after the last.
    ///
    /// # Errors
    /// If there is none for long.
    pub fn receive(&mut self) -> Result<Option<String>, &'static str> {
        match self.output.recv_timeout(TIMEOUT) {
            Ok(line) => {
                self.log.push(format!("< {line}"));
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err("deaf"),
        }
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.log.push("> (the end)".to_owned());
        match &mut self.far {
            Peer::Thread(sender, _) => drop(sender.send(Event::End(None))),
            Peer::Program(_, input) => *input = None,
        }
    }

    /// Whether the engine, whose output has ended, ended well.
    pub fn has_succeeded(self) -> bool {
        match self.far {
            Peer::Thread(_, thread) => matches!(thread.join(), Ok(Ok(()))),
            Peer::Program(mut child, _) => child.wait().unwrap().success(),
        }
    }

    /// Ends a program that will not end by itself.
    pub fn kill(&mut self) {
        if let Peer::Program(child, _) = &mut self.far {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Cuts output into lines and sends them.
struct LineWriter {
    lines: mpsc::Sender<String>,
    rest: Vec<u8>,
}

impl Write for LineWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]).into_owned();
            self.lines.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A reply that must come.
#[derive(Clone, Debug)]
pub struct ExpectedReply {
    /// Replies of one kind come in the order of their commands.
    pub kind: &'static str,
    /// The possible beginnings of the reply.
    pub beginnings: Vec<String>,
    /// Whether a stopped command may leave it out.
    pub is_optional: bool,
}

/// A reply of this kind with this beginning.
pub fn expected(kind: &'static str, beginning: impl Into<String>) -> ExpectedReply {
    ExpectedReply { kind, beginnings: vec![beginning.into()], is_optional: false }
}

impl ExpectedReply {
    fn fits(&self, line: &str) -> bool {
        self.beginnings.iter().any(|beginning| begins(line, beginning))
    }
}

/// Whether the line begins so, `#` standing for a move of four characters, `$` for the end.
fn begins(line: &str, beginning: &str) -> bool {
    match beginning.split_once('#') {
        None => match beginning.strip_suffix('$') {
            Some(whole) => line == whole,
            None => line.starts_with(beginning),
        },
        Some((before, _)) => line.strip_prefix(before).is_some_and(|rest| {
            let rest = rest.as_bytes();
            let is_point = |at: usize| {
                matches!(rest.get(at), Some(b'a'..=b'i')) && matches!(rest.get(at + 1), Some(b'0'..=b'9'))
            };
            is_point(0) && is_point(2) && matches!(rest.get(4), None | Some(b' '))
        }),
    }
}

/// The replies to wait for behind a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// None in particular.
    Nothing,
    /// Those to the lines before.
    Earlier,
    /// All.
    All,
    /// All of this kind.
    Kind(&'static str),
}

/// A line, and the replies to it.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is sent.
    pub line: String,
    /// The replies to it.
    pub expected: Vec<ExpectedReply>,
    /// The replies to wait for.
    pub due: Due,
    /// Whether nothing more may be sent until that has come.
    pub must_wait: bool,
}

/// The commands of a session.
#[derive(Clone, Debug)]
pub struct Script {
    /// The lines.
    pub steps: Vec<Step>,
    /// Whether the input ends behind that, without a last command.
    pub is_closed: bool,
    /// The kind of answer that a line is, if it is one.
    pub kind: fn(&str) -> Option<&'static str>,
}

impl Script {
    /// An empty script.
    pub fn new(kind: fn(&str) -> Option<&'static str>) -> Script {
        Script { steps: Vec::new(), is_closed: true, kind }
    }

    /// Adds a line that is not answered.
    pub fn send(&mut self, line: impl Into<String>) {
        self.request(line, Vec::new(), Due::Nothing);
    }

    /// Adds a line that is answered.
    pub fn request(&mut self, line: impl Into<String>, expected: Vec<ExpectedReply>, due: Due) {
        self.steps.push(Step { line: line.into(), expected, due, must_wait: false });
    }
}

/// The replies that must still come, by kind, and how many were expected and have come.
#[derive(Default)]
struct PendingReplies {
    open: HashMap<&'static str, VecDeque<ExpectedReply>>,
    expected: HashMap<&'static str, usize>,
    received: HashMap<&'static str, usize>,
}

impl PendingReplies {
    fn expect(&mut self, expected: &ExpectedReply) {
        self.open.entry(expected.kind).or_default().push_back(expected.clone());
        *self.expected.entry(expected.kind).or_default() += 1;
    }

    fn match_reply(&mut self, kind: &'static str, line: &str) -> Result<(), &'static str> {
        let open = self.open.entry(kind).or_default();
        while let Some(first) = open.pop_front() {
            *self.received.entry(kind).or_default() += 1;
            if first.fits(line) {
                return Ok(());
            }
            if !first.is_optional {
                return Err("another reply was expected");
            }
        }
        Err("no reply was expected")
    }

    fn has(&self, goal: &HashMap<&'static str, usize>) -> bool {
        goal.iter().all(|(kind, &count)| self.received.get(kind).copied().unwrap_or(0) >= count)
    }

    fn is_complete(&self) -> bool {
        self.open.values().flatten().all(|expected| expected.is_optional)
    }
}

struct Session<'a> {
    connection: Connection,
    pending: PendingReplies,
    script: &'a Script,
}

impl Session<'_> {
    /// Receives a line; `false`: the output has ended.
    fn receive(&mut self) -> Result<bool, &'static str> {
        let Some(line) = self.connection.receive()? else { return Ok(false) };
        match (self.script.kind)(&line) {
            Some(kind) => self.pending.match_reply(kind, &line).map(|()| true),
            None => Ok(true),
        }
    }

    fn take(&mut self, step: &Step, random: &mut fastrand::Rng) -> Result<Duration, &'static str> {
        let earlier = self.pending.expected.clone();
        self.connection.send(&step.line);
        let sent = Instant::now();
        step.expected.iter().for_each(|expected| self.pending.expect(expected));
        let goal = match step.due {
            Due::Nothing => HashMap::new(),
            Due::Earlier => earlier,
            Due::All => self.pending.expected.clone(),
            Due::Kind(kind) => HashMap::from([(kind, self.pending.expected.get(kind).copied().unwrap_or(0))]),
        };
        if !goal.is_empty() && (step.must_wait || random.bool()) {
            while !self.pending.has(&goal) {
                if !self.receive()? {
                    return Err("the output has ended");
                }
            }
            return Ok(sent.elapsed());
        }
        if random.u8(..4) == 0 {
            thread::sleep(Duration::from_micros(random.u64(..2000)));
        }
        Ok(Duration::ZERO)
    }

    fn run(&mut self, random: &mut fastrand::Rng) -> Result<Duration, &'static str> {
        let mut longest = Duration::ZERO;
        for step in &self.script.steps {
            longest = self.take(step, random)?.max(longest);
        }
        if self.script.is_closed {
            self.connection.close();
        }
        while self.receive()? {}
        if self.pending.is_complete() { Ok(longest) } else { Err("an answer is missing") }
    }
}

/// Runs a script, and returns the longest time that a reply took.
pub fn run_script(
    connection: Connection,
    script: &Script,
    mut random: fastrand::Rng,
    name: &str,
    seed: u64,
) -> Duration {
    let mut session = Session { connection, pending: PendingReplies::default(), script };
    match session.run(&mut random) {
        Ok(longest) => {
            assert!(session.connection.has_succeeded(), "{name}, seed {seed}: exit status");
            longest
        }
        Err(why) => {
            session.connection.kill();
            panic!(
                "{name}, seed {seed}: {why}: {:#?}\nexpected: {:#?}",
                session.connection.log, session.pending.open
            );
        }
    }
}
