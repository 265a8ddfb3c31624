//! What waits to be sent to one connection.
//!
//! Threads of calls put events and answers in, the connection takes them out. The events of a call are taken in groups,
//! at most one group in each interval. An event replaces the one of the same kind that still waits: of the same call,
//! with fields of the same names. One with `"keep": true` replaces none and is replaced by none. So what waits is bounded but
//! for events that are kept, and a call that emits one of these is held up while too much waits.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::Notify;

use crate::message::{self, Problem};

/// The field that marks an event which must not be replaced.
const KEEP: &str = "keep";

/// The messages that wait for one connection.
#[derive(Debug)]
pub(crate) struct Outbox {
    state: Mutex<State>,
    /// Something was put in.
    changed: Notify,
    /// Something was taken out, or the connection has ended.
    taken: Condvar,
    interval: Duration,
    most_bytes: usize,
}

#[derive(Default, Debug)]
struct State {
    /// Messages that belong to no running call.
    replies: Vec<String>,
    calls: BTreeMap<u64, CallOutput>,
    bytes: usize,
    is_closed: bool,
}

/// What a call has put in.
#[derive(Debug)]
struct CallOutput {
    events: Vec<Event>,
    answer: Option<String>,
    /// When the next events may be taken.
    due: Instant,
}

#[derive(Debug)]
struct Event {
    /// The names of its fields, unless it is kept.
    kind: Option<Vec<String>>,
    text: String,
}

/// What is to be sent now.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct Batch {
    /// The messages, in order.
    pub texts: Vec<String>,
    /// The calls whose answers are among them.
    pub ended: Vec<u64>,
}

impl Outbox {
    pub fn new(interval: Duration, most_bytes: usize) -> Outbox {
        let (state, changed, taken) = Default::default();
        Outbox { state, changed, taken, interval, most_bytes }
    }

    /// Puts in a message that belongs to no running call.
    pub fn reply(&self, text: String) {
        let mut state = self.state();
        state.bytes += text.len();
        state.replies.push(text);
        self.changed.notify_one();
    }

    /// A call begins, and may emit from now on.
    pub fn open(&self, id: u64) {
        self.state().calls.insert(id, CallOutput { events: Vec::new(), answer: None, due: Instant::now() });
    }

    /// Puts in an event of a call. Waits for room if it is kept and too much waits.
    pub fn emit(&self, id: u64, mut event: Value) {
        let kind = kind_of(&mut event);
        let event = Event { text: message::event(id, &event), kind };
        let mut state = self.state();
        while event.kind.is_none() && state.bytes > self.most_bytes && !state.is_closed {
            state = self.taken.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if !state.is_closed {
            state.add(id, event);
            self.changed.notify_one();
        }
    }

    /// Puts in the answer of a call, which ends it.
    pub fn answer(&self, id: u64, answer: &Result<Value, Problem>) {
        let text = message::answer(id, answer);
        let mut state = self.state();
        state.bytes += text.len();
        if let Some(call) = state.calls.get_mut(&id) {
            call.answer = Some(text);
        }
        self.changed.notify_one();
    }

    /// Nothing more will be taken out: those that wait for room go on.
    pub fn close(&self) {
        let mut state = self.state();
        *state = State { is_closed: true, ..State::default() };
        self.taken.notify_all();
    }

    /// Waits until something was put in since the last wait.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Whether little enough waits to take requests.
    pub fn has_room(&self) -> bool {
        self.state().bytes <= self.most_bytes
    }

    /// When something is to be taken next, as far as is known.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        let state = self.state();
        if !state.replies.is_empty() {
            return Some(now);
        }
        state.calls.values().filter_map(|call| call.due(now)).min()
    }

    /// Takes out what is due.
    pub fn take(&self, now: Instant) -> Batch {
        let mut state = self.state();
        let mut batch = Batch { texts: std::mem::take(&mut state.replies), ended: Vec::new() };
        for (id, call) in &mut state.calls {
            if call.due(now).is_none_or(|due| due > now) {
                continue;
            }
            batch.texts.extend(call.events.drain(..).map(|event| event.text));
            call.due = now + self.interval;
            if let Some(answer) = call.answer.take() {
                batch.texts.push(answer);
                batch.ended.push(*id);
            }
        }
        batch.ended.iter().for_each(|id| drop(state.calls.remove(id)));
        state.bytes = state.bytes.saturating_sub(batch.texts.iter().map(String::len).sum());
        self.taken.notify_all();
        batch
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn add(&mut self, id: u64, event: Event) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        self.bytes += event.text.len();
        let same = |other: &Event| event.kind.is_some() && other.kind == event.kind;
        if let Some(index) = call.events.iter().position(same) {
            self.bytes -= call.events.remove(index).text.len();
        }
        call.events.push(event);
    }
}

impl CallOutput {
    /// When something of it is to be taken. An answer does not wait, nor do the events before it.
    fn due(&self, now: Instant) -> Option<Instant> {
        if self.answer.is_some() { Some(now) } else { (!self.events.is_empty()).then_some(self.due) }
    }
}

/// The kind of an event, which loses the mark of one that is kept. Anything but an object is kept.
fn kind_of(event: &mut Value) -> Option<Vec<String>> {
    let fields = event.as_object_mut()?;
    match fields.remove(KEEP) {
        Some(Value::Bool(true)) => None,
        _ => Some(fields.keys().cloned().collect()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const INTERVAL: Duration = Duration::from_millis(100);

    fn outbox() -> Outbox {
        let outbox = Outbox::new(INTERVAL, 1000);
        outbox.open(1);
        outbox
    }

    fn event(value: Value) -> String {
        message::event(1, &value)
    }

    #[test]
    fn groups_of_events_keep_their_interval() {
        let (outbox, now) = (outbox(), Instant::now());
        outbox.emit(1, json!({ "depth": 1 }));
        assert_eq!(outbox.take(now).texts, [event(json!({ "depth": 1 }))]);
        outbox.emit(1, json!({ "depth": 2 }));
        assert_eq!(outbox.due(now), Some(now + INTERVAL));
        assert_eq!(outbox.take(now + INTERVAL / 2), Batch::default());
        outbox.emit(1, json!({ "depth": 3 }));
        assert_eq!(outbox.take(now + INTERVAL).texts, [event(json!({ "depth": 3 }))]);
        assert_eq!(outbox.due(now), None);
    }

    #[test]
    fn an_event_replaces_its_kind_alone_and_moves_to_the_end() {
        let outbox = outbox();
        for value in [
            json!({ "a": 1 }),
            json!({ "b": 1 }),
            json!({ "a": 2, "keep": true }),
            json!({ "a": 3, "b": 3 }),
            json!({ "a": 4, "keep": false }),
            json!("text"),
            json!("text"),
        ] {
            outbox.emit(1, value);
        }
        let expected = [
            json!({ "b": 1 }),
            json!({ "a": 2 }),
            json!({ "a": 3, "b": 3 }),
            json!({ "a": 4 }),
            json!("text"),
            json!("text"),
        ];
        assert_eq!(outbox.take(Instant::now()).texts, expected.map(event));
    }

    #[test]
    fn an_answer_waits_for_nothing_and_ends_its_call() {
        let (outbox, now) = (outbox(), Instant::now());
        outbox.emit(1, json!({ "depth": 1 }));
        outbox.take(now);
        outbox.emit(1, json!({ "depth": 2 }));
        outbox.answer(1, &Ok(json!(7)));
        outbox.emit(1, json!({ "depth": 3 }));
        let batch = outbox.take(now);
        assert_eq!(batch.texts, [event(json!({ "depth": 3 })), message::answer(1, &Ok(json!(7)))]);
        assert_eq!(batch.ended, [1]);
        outbox.emit(1, json!({ "depth": 4 }));
        assert_eq!((outbox.due(now), outbox.take(now)), (None, Batch::default()));
    }

    #[test]
    fn room_is_what_does_not_wait() {
        let (outbox, now) = (outbox(), Instant::now());
        let text = "x".repeat(600);
        for _ in 0..100 {
            outbox.emit(1, json!({ "text": text }));
        }
        assert!(outbox.has_room());
        outbox.reply(text.clone());
        assert!(!outbox.has_room());
        assert_eq!(outbox.take(now).texts.len(), 2);
        assert!(outbox.has_room() && outbox.state().bytes == 0);
        outbox.reply(text);
        outbox.close();
        outbox.emit(1, json!({ "any": 1, "keep": true }));
        assert_eq!(outbox.take(now + INTERVAL), Batch::default());
    }

    #[test]
    fn an_event_to_keep_waits_for_room() {
        let outbox = outbox();
        let kept = || json!({ "text": "x".repeat(600), "keep": true });
        std::thread::scope(|scope| {
            scope.spawn(|| (0..20).for_each(|_| outbox.emit(1, kept())));
            let (mut taken, mut now) = (0, Instant::now());
            while taken < 20 {
                assert!(outbox.state().bytes < 1000 + 700);
                now += INTERVAL;
                taken += outbox.take(now).texts.len();
            }
        });
    }
}
