//! The requests of one connection.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;

use crate::backend::{Call, Cancellation, ClientId};
use crate::call_threads::CallThreads;
use crate::message::{self, Request};
use crate::options::Limits;
use crate::outbox::Outbox;
use crate::problem::Problem;

/// What a connection has asked for and not got yet. Dropped, it cancels all of it.
pub(crate) struct Connection {
    threads: CallThreads,
    client: ClientId,
    outbox: Arc<Outbox>,
    /// All calls, those that run and those that wait.
    calls: BTreeMap<u64, OpenCall>,
    /// The calls that wait for another of their kind to end, in order.
    waiting: Vec<Request>,
    most_running: usize,
    most_waiting: usize,
}

/// A call without an answer.
struct OpenCall {
    cancellation: Arc<Cancellation>,
    is_background: bool,
    is_running: bool,
}

impl Connection {
    pub fn new(threads: CallThreads, client: ClientId, outbox: Arc<Outbox>, limits: &Limits) -> Connection {
        Connection {
            threads,
            client,
            outbox,
            calls: BTreeMap::new(),
            waiting: Vec::new(),
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
        call.cancellation.cancel();
        self.outbox.reply(message::answer(request.id, &Ok(json!({}))));
    }

    fn call(&mut self, request: Request) {
        if self.waiting.len() >= self.most_waiting {
            let text = "Too many requests of this page wait. Stop one, or wait for one to end.";
            return self.refuse(Some(request.id), &Problem::new(text));
        }
        let is_background = self.threads.is_background(&request);
        let call = OpenCall { cancellation: Arc::default(), is_background, is_running: false };
        self.calls.insert(request.id, call);
        self.waiting.push(request);
        self.start_waiting();
    }

    fn start_waiting(&mut self) {
        while let Some(at) = self.waiting.iter().position(|request| self.has_room_for(request)) {
            let request = self.waiting.remove(at);
            self.start(request);
        }
    }

    /// Whether a call may begin: those in the background do not hold up the others.
    fn has_room_for(&self, request: &Request) -> bool {
        let kind = self.calls.get(&request.id).map(|call| call.is_background);
        let running = self.calls.values().filter(|call| call.is_running && Some(call.is_background) == kind);
        running.count() < self.most_running
    }

    fn start(&mut self, request: Request) {
        let id = request.id;
        let Some(open) = self.calls.get_mut(&id) else { return };
        open.is_running = true;
        let (events, answers) = (Arc::clone(&self.outbox), Arc::clone(&self.outbox));
        let emit = move |event| events.emit(id, event);
        let call = Call::new(request, self.client, Arc::clone(&open.cancellation), emit);
        self.outbox.open(id);
        let finish = move |answer: &_| answers.answer(id, answer);
        if let Err(problem) = self.threads.start(call, open.is_background, finish) {
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
        self.calls.values().for_each(|call| call.cancellation.cancel());
    }
}
