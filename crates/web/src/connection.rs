//! The requests of one connection.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serde_json::json;

use crate::backend::{Call, Cancellation, Problem};
use crate::call_threads::CallThreads;
use crate::message::{self, Request};
use crate::options::Limits;
use crate::outbox::Outbox;

/// What a connection has asked for and not got yet. Dropped, it cancels all of it.
pub(crate) struct Connection {
    threads: CallThreads,
    outbox: Arc<Outbox>,
    /// All calls, those that run and those that wait.
    calls: BTreeMap<u64, Arc<Cancellation>>,
    /// The calls that wait for another to end, in order.
    waiting: VecDeque<Request>,
    most_running: usize,
    most_waiting: usize,
}

impl Connection {
    pub fn new(threads: CallThreads, outbox: Arc<Outbox>, limits: &Limits) -> Connection {
        Connection {
            threads,
            outbox,
            calls: BTreeMap::new(),
            waiting: VecDeque::new(),
            most_running: limits.calls_per_connection,
            most_waiting: limits.waiting_calls,
        }
    }

    /// Whether a call runs or waits.
    pub fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// Takes a message of the client.
    pub fn receive(&mut self, text: &str) {
        match message::parse(text) {
            Ok(request) if self.calls.contains_key(&request.id) => {
                let text = format!(
                    "The id {} belongs to a request that has no answer yet. Take another.",
                    request.id
                );
                self.refuse(None, &Problem::new(text));
            }
            Ok(request) if request.name == "stop" => self.stop(&request),
            Ok(request) => self.call(request),
            Err(malformed) => {
                let id = malformed.id.filter(|id| !self.calls.contains_key(id));
                self.refuse(id, &malformed.problem);
            }
        }
    }

    /// Answers a message that is no text.
    pub fn refuse_binary(&self) {
        self.refuse(None, &Problem::new("A message is text."));
    }

    /// The answers of calls are sent: others may run.
    pub fn end(&mut self, ids: &[u64]) {
        ids.iter().for_each(|id| drop(self.calls.remove(id)));
        self.start_waiting();
    }

    fn stop(&self, request: &Request) {
        let call = request.fields.get("of").and_then(message::id_of).and_then(|of| self.calls.get(&of));
        let Some(call) = call else {
            let text = "No request with the id in `of` is running: it may have ended.";
            return self.refuse(Some(request.id), &Problem::new(text));
        };
        call.cancel();
        self.outbox.reply(message::answer(request.id, &Ok(json!({}))));
    }

    fn call(&mut self, request: Request) {
        if self.waiting.len() >= self.most_waiting {
            let text = "Too many requests of this page wait. Stop one, or wait for one to end.";
            return self.refuse(Some(request.id), &Problem::new(text));
        }
        self.calls.insert(request.id, Arc::default());
        self.waiting.push_back(request);
        self.start_waiting();
    }

    fn start_waiting(&mut self) {
        while self.calls.len() - self.waiting.len() < self.most_running {
            let Some(request) = self.waiting.pop_front() else { return };
            self.start(request);
        }
    }

    fn start(&mut self, request: Request) {
        let Request { id, name, fields } = request;
        let Some(cancellation) = self.calls.get(&id).cloned() else { return };
        let (events, answers) = (Arc::clone(&self.outbox), Arc::clone(&self.outbox));
        let call = Call::new(name, fields, cancellation, move |event| events.emit(id, event));
        self.outbox.open(id);
        if let Err(problem) = self.threads.start(call, move |answer| answers.answer(id, answer)) {
            self.outbox.answer(id, &Err(problem));
        }
    }

    fn refuse(&self, id: Option<u64>, problem: &Problem) {
        self.outbox.reply(message::refusal(id, problem));
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.outbox.close();
        self.calls.values().for_each(|call| call.cancel());
    }
}
