//! The messages that wait to be sent to one connection.
//!
//! Threads of calls put events and answers in, the connection takes them out: events in groups, at most one group in each
//! interval, answers at once and with them all that waits. An event replaces the one of the same kind that still waits: of the
//! same call, with fields of the same names. One with `"keep": true` replaces none and is replaced by none. So what waits is
//! bounded but for events that are kept, and a call that emits one of these is held up while too much waits.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use shuangqi_page::{Problem, message};
use tokio::sync::Notify;

/// The field that marks an event which must not be replaced.
const KEEP: &str = "keep";

#[derive(Debug)]
pub(crate) struct Outbox {
    state: Mutex<State>,
    changed: Notify,
    /// Something was taken out, or the connection has ended.
    taken: Condvar,
    interval: Duration,
    most_bytes: usize,
}

#[derive(Debug)]
struct State {
    calls: BTreeSet<u64>,
    waiting: Vec<Waiting>,
    bytes: usize,
    /// When what waits may be taken: at once if something other than events is among it.
    due: Instant,
    is_closed: bool,
}

#[derive(Debug)]
struct Waiting {
    text: String,
    /// Its call and the names of its fields, if it is an event that another may replace.
    kind: Option<(u64, Vec<String>)>,
    /// The call whose answer it is.
    ended: Option<u64>,
}

/// The messages to be sent now.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct Batch {
    pub texts: Vec<String>,
    /// The calls whose answers are among them.
    pub ended: Vec<u64>,
}

impl Outbox {
    pub fn new(interval: Duration, most_bytes: usize) -> Outbox {
        let (calls, waiting, due) = (BTreeSet::new(), Vec::new(), Instant::now());
        let state = Mutex::new(State { calls, waiting, bytes: 0, due, is_closed: false });
        Outbox { state, changed: Notify::new(), taken: Condvar::new(), interval, most_bytes }
    }

    /// Puts in a message that belongs to no running call.
    pub fn reply(&self, text: String) {
        self.put_now(self.state(), Waiting { text, kind: None, ended: None });
    }

    /// A call begins, and may emit from now on.
    pub fn open(&self, id: u64) {
        self.state().calls.insert(id);
    }

    /// Puts in an event of a call. Waits for room if it is kept and too much waits.
    pub fn emit(&self, id: u64, mut event: Value) {
        let kind = kind_of(&mut event).map(|names| (id, names));
        let text = message::event(id, &event);
        let mut state = self.state();
        while kind.is_none() && state.bytes > self.most_bytes && !state.is_closed {
            state = self.taken.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.calls.contains(&id) {
            let same = |other: &Waiting| kind.is_some() && other.kind == kind;
            if let Some(index) = state.waiting.iter().position(same) {
                state.bytes -= state.waiting.remove(index).text.len();
            }
            state.put(Waiting { text, kind, ended: None });
            self.changed.notify_one();
        }
    }

    /// Puts in the answer of a call, which ends it.
    pub fn answer(&self, id: u64, answer: &Result<Value, Problem>) {
        let mut state = self.state();
        if state.calls.remove(&id) {
            self.put_now(state, Waiting { text: message::answer(id, answer), kind: None, ended: Some(id) });
        }
    }

    fn put_now(&self, mut state: MutexGuard<'_, State>, waiting: Waiting) {
        state.put(waiting);
        state.due = Instant::now();
        self.changed.notify_one();
    }

    /// Nothing more will be taken out: those that wait for room go on.
    pub fn close(&self) {
        let mut state = self.state();
        state.calls.clear();
        state.waiting.clear();
        state.is_closed = true;
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
    pub fn due(&self) -> Option<Instant> {
        let state = self.state();
        (!state.waiting.is_empty()).then_some(state.due)
    }

    pub fn take(&self, now: Instant) -> Batch {
        let mut state = self.state();
        let mut batch = Batch::default();
        if state.due > now {
            return batch;
        }
        for waiting in state.waiting.drain(..) {
            batch.texts.push(waiting.text);
            batch.ended.extend(waiting.ended);
        }
        state.bytes = 0;
        state.due = now + self.interval;
        self.taken.notify_all();
        batch
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn put(&mut self, waiting: Waiting) {
        if !self.is_closed {
            self.bytes += waiting.text.len();
            self.waiting.push(waiting);
        }
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
        assert_eq!(outbox.due(), Some(now + INTERVAL));
        assert_eq!(outbox.take(now + INTERVAL / 2), Batch::default());
        outbox.emit(1, json!({ "depth": 3 }));
        assert_eq!(outbox.take(now + INTERVAL).texts, [event(json!({ "depth": 3 }))]);
        assert_eq!(outbox.due(), None);
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
        let outbox = outbox();
        outbox.emit(1, json!({ "depth": 1 }));
        outbox.take(Instant::now());
        outbox.emit(1, json!({ "depth": 2 }));
        outbox.answer(1, &Ok(json!(7)));
        outbox.emit(1, json!({ "depth": 3 }));
        let batch = outbox.take(Instant::now());
        assert_eq!(batch.texts, [event(json!({ "depth": 2 })), message::answer(1, &Ok(json!(7)))]);
        assert_eq!(batch.ended, [1]);
        outbox.emit(1, json!({ "depth": 4 }));
        assert_eq!(outbox.due(), None);
    }

    #[test]
    fn room_is_what_does_not_wait() {
        let outbox = outbox();
        let text = "x".repeat(600);
        for _ in 0..100 {
            outbox.emit(1, json!({ "text": text }));
        }
        assert!(outbox.has_room());
        outbox.reply(text.clone());
        assert!(!outbox.has_room());
        assert_eq!(outbox.take(Instant::now()).texts.len(), 2);
        assert!(outbox.has_room() && outbox.state().bytes == 0);
        outbox.reply(text);
        outbox.close();
        outbox.emit(1, json!({ "any": 1, "keep": true }));
        assert_eq!(outbox.take(Instant::now() + INTERVAL), Batch::default());
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
