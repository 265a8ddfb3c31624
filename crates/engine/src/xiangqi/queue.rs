//! Commands in the order in which they take effect.
//!
//! A count (`go perft`, `bench`) has no answer that could be given early, so the commands behind it wait for its end.
//! Only `stop` and `isready` take effect at once.

use std::collections::VecDeque;

use crossbeam_channel::{Receiver, never, select};
use protocols::uci::Command;
use shuangqi_cli::lines::Event;

use super::state::Engine;

/// The most commands that wait for the end of a count; then no more input is read.
const MOST: usize = 4096;

/// The commands that have arrived, and those that wait for the end of a count.
#[derive(Debug)]
pub struct CommandQueue<'a> {
    events: &'a Receiver<Event>,
    waiting: VecDeque<Event>,
    is_open: bool,
}

impl<'a> CommandQueue<'a> {
    /// The commands of this input.
    pub fn new(events: &'a Receiver<Event>) -> CommandQueue<'a> {
        CommandQueue { events, waiting: VecDeque::new(), is_open: true }
    }

    /// The next command, after the count that may be in progress; `stop` and `isready` are executed meanwhile.
    pub fn next(&mut self, engine: &mut Engine) -> Event {
        let silence = never();
        while let Some(finished) = engine.counting() {
            if self.waiting.iter().any(|event| command(event) == Some(Command::Stop)) {
                // `stop` ends all commands before it.
                engine.stop();
            }
            let events = if self.is_open && self.waiting.len() < MOST { self.events } else { &silence };
            select! {
                recv(events) -> event => self.defer(event.unwrap_or(Event::End(None)), engine),
                recv(finished) -> _ => engine.end_count(),
            }
        }
        self.waiting.pop_front().or_else(|| self.events.recv().ok()).unwrap_or(Event::End(None))
    }

    fn defer(&mut self, event: Event, engine: &mut Engine) {
        self.is_open = !matches!(event, Event::End(_));
        match command(&event) {
            Some(Command::IsReady) => engine.answer_ready(),
            Some(Command::Stop) => {
                engine.stop();
                if !self.waiting.is_empty() {
                    self.waiting.push_back(event);
                }
            }
            _ => self.waiting.push_back(event),
        }
    }
}

fn command(event: &Event) -> Option<Command> {
    match event {
        Event::Line(line) => line.parse().ok(),
        Event::TooLong | Event::End(_) => None,
    }
}
