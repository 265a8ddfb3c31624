//! A conversation planned beforehand, and holding it: what is sent, and which answers are owed for it.

use std::collections::{HashMap, VecDeque};
use std::thread;
use std::time::{Duration, Instant};

use super::connection::Connection;

/// An answer.
#[derive(Clone, Debug)]
pub struct Owed {
    /// Answers of one kind come in the order of their commands.
    pub kind: &'static str,
    /// How the answer may begin.
    pub beginnings: Vec<String>,
    /// Whether the command may be broken off unanswered.
    pub is_optional: bool,
}

/// An answer of this kind that begins so.
pub fn owed(kind: &'static str, beginning: impl Into<String>) -> Owed {
    Owed { kind, beginnings: vec![beginning.into()], is_optional: false }
}

impl Owed {
    /// `#` stands for a letter of a file and `0` behind it for a digit; the text up to the end of the beginning must
    /// agree.
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

/// Which answers are due as soon as a line is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// None in particular.
    Nothing,
    /// Those owed for the lines before.
    Earlier,
    /// All.
    All,
    /// All of this kind.
    Kind(&'static str),
}

/// A line, and what comes of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is sent.
    pub line: String,
    /// The answers owed for it.
    pub owed: Vec<Owed>,
    /// What is due then.
    pub due: Due,
    /// Whether nothing more may be sent until that has come.
    pub must_wait: bool,
}

/// A conversation.
#[derive(Clone, Debug)]
pub struct Script {
    /// What is said.
    pub steps: Vec<Step>,
    /// Whether the input ends behind that, without a last command.
    pub is_closed: bool,
    /// The kind of answer that a line is, if it is one.
    pub kind: fn(&str) -> Option<&'static str>,
}

impl Script {
    /// Nothing yet.
    pub fn new(kind: fn(&str) -> Option<&'static str>) -> Script {
        Script { steps: Vec::new(), is_closed: true, kind }
    }

    /// Adds a line that is not answered.
    pub fn say(&mut self, line: impl Into<String>) {
        self.ask(line, Vec::new(), Due::Nothing);
    }

    /// Adds a line that is answered.
    pub fn ask(&mut self, line: impl Into<String>, owed: Vec<Owed>, due: Due) {
        self.steps.push(Step { line: line.into(), owed, due, must_wait: false });
    }
}

/// What is owed, by kind, and how much of it was owed and has come.
#[derive(Default)]
struct Ledger {
    open: HashMap<&'static str, VecDeque<Owed>>,
    owed: HashMap<&'static str, usize>,
    settled: HashMap<&'static str, usize>,
}

impl Ledger {
    fn owe(&mut self, owed: &Owed) {
        self.open.entry(owed.kind).or_default().push_back(owed.clone());
        *self.owed.entry(owed.kind).or_default() += 1;
    }

    fn settle(&mut self, kind: &'static str, line: &str) -> Result<(), &'static str> {
        let open = self.open.entry(kind).or_default();
        while let Some(first) = open.pop_front() {
            *self.settled.entry(kind).or_default() += 1;
            if first.fits(line) {
                return Ok(());
            }
            if !first.is_optional {
                return Err("another answer was owed");
            }
        }
        Err("no answer was owed")
    }

    fn has(&self, goal: &HashMap<&'static str, usize>) -> bool {
        goal.iter().all(|(kind, &count)| self.settled.get(kind).copied().unwrap_or(0) >= count)
    }

    fn is_settled(&self) -> bool {
        self.open.values().flatten().all(|owed| owed.is_optional)
    }
}

struct Talk<'a> {
    connection: Connection,
    ledger: Ledger,
    script: &'a Script,
}

impl Talk<'_> {
    /// Receives a line; `false`: the output has ended.
    fn receive(&mut self) -> Result<bool, &'static str> {
        let Some(line) = self.connection.receive()? else { return Ok(false) };
        match (self.script.kind)(&line) {
            Some(kind) => self.ledger.settle(kind, &line).map(|()| true),
            None => Ok(true),
        }
    }

    fn take(&mut self, step: &Step, random: &mut fastrand::Rng) -> Result<Duration, &'static str> {
        let earlier = self.ledger.owed.clone();
        self.connection.send(&step.line);
        let sent = Instant::now();
        step.owed.iter().for_each(|owed| self.ledger.owe(owed));
        let goal = match step.due {
            Due::Nothing => HashMap::new(),
            Due::Earlier => earlier,
            Due::All => self.ledger.owed.clone(),
            Due::Kind(kind) => HashMap::from([(kind, self.ledger.owed.get(kind).copied().unwrap_or(0))]),
        };
        if !goal.is_empty() && (step.must_wait || random.bool()) {
            while !self.ledger.has(&goal) {
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
        if self.ledger.is_settled() { Ok(longest) } else { Err("an answer is missing") }
    }
}

/// Holds a conversation, and returns the longest time that an answer took once it was due.
pub fn hold(
    connection: Connection,
    script: &Script,
    mut random: fastrand::Rng,
    name: &str,
    seed: u64,
) -> Duration {
    let mut talk = Talk { connection, ledger: Ledger::default(), script };
    match talk.run(&mut random) {
        Ok(longest) => {
            assert!(talk.connection.has_succeeded(), "{name}, seed {seed}: it ends well");
            longest
        }
        Err(why) => {
            talk.connection.kill();
            panic!("{name}, seed {seed}: {why}: {:#?}\nowed: {:#?}", talk.connection.log, talk.ledger.open);
        }
    }
}
