//! One WebSocket and its requests: reads them, sends their events and answers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use serde_json::json;
use shuangqi_page::message::{self, REQUEST, Request};
use shuangqi_page::{Call, Cancellation, Problem};
use tokio::time::{sleep_until, timeout};

use crate::call_threads::CallThreads;
use crate::options::Limits;
use crate::outbox::Outbox;
use crate::slots::OpenConnection;

/// The next event on a socket.
enum Step {
    /// Something is to be sent, or to be looked for again.
    Output,
    Message(Message),
    Ping,
    Excess,
    End(Option<axum::Error>),
}

pub(crate) struct Socket {
    socket: WebSocket,
    open: Arc<OpenConnection>,
    calls: Calls,
    outbox: Arc<Outbox>,
    limits: Arc<Limits>,
    next_ping: Instant,
}

impl Socket {
    pub fn new(
        socket: WebSocket,
        open: Arc<OpenConnection>,
        threads: CallThreads,
        limits: Arc<Limits>,
    ) -> Socket {
        let outbox = Arc::new(Outbox::new(limits.event_interval, limits.waiting_bytes));
        let most = limits.calls_per_connection;
        let calls = Calls { threads, outbox: Arc::clone(&outbox), open: BTreeMap::new(), most };
        let next_ping = Instant::now() + limits.ping_interval;
        Socket { socket, open, calls, outbox, limits, next_ping }
    }

    pub async fn run(mut self) {
        loop {
            let is_open = match self.step().await {
                Step::Output => self.send_output().await,
                Step::Message(message) => self.receive(message),
                Step::Ping => self.ping().await,
                Step::Excess => return self.close(close_code::AWAY, "too many connections").await,
                Step::End(None) => return,
                Step::End(Some(_)) => {
                    return self
                        .close(close_code::PROTOCOL, "a message too large, or none of WebSocket")
                        .await;
                }
            };
            if !is_open {
                return;
            }
        }
    }

    /// Waits for what happens next. What is to be sent comes first, so that a client which does not read is not read.
    async fn step(&mut self) -> Step {
        let now = Instant::now();
        let due = self.outbox.due();
        if due.is_some_and(|due| due <= now) {
            return Step::Output;
        }
        self.open.set_idle(self.calls.open.is_empty());
        let (outbox, open, socket) = (&self.outbox, &self.open, &mut self.socket);
        tokio::select! {
            biased;
            () = open.ended() => Step::Excess,
            () = outbox.changed() => Step::Output,
            () = sleep_until(due.unwrap_or(now).into()), if due.is_some() => Step::Output,
            message = socket.recv(), if outbox.has_room() => match message {
                Some(Ok(message)) => Step::Message(message),
                Some(Err(error)) => Step::End(Some(error)),
                None => Step::End(None),
            },
            () = sleep_until(self.next_ping.into()) => Step::Ping,
        }
    }

    fn receive(&mut self, message: Message) -> bool {
        match message {
            Message::Text(text) => self.calls.receive(&text),
            Message::Binary(_) => self.calls.refuse(None, &Problem::new(REQUEST, "A message is text.")),
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(_) => return false,
        }
        true
    }

    async fn send_output(&mut self) -> bool {
        let batch = self.outbox.take(Instant::now());
        for text in batch.texts {
            if self.socket.send(Message::Text(text.into())).await.is_err() {
                return false;
            }
        }
        batch.ended.iter().for_each(|id| drop(self.calls.open.remove(id)));
        true
    }

    /// Keeps the connection alive on its way, and finds out whether it is.
    async fn ping(&mut self) -> bool {
        self.next_ping = Instant::now() + self.limits.ping_interval;
        self.socket.send(Message::Ping(Bytes::new())).await.is_ok()
    }

    /// Says why the connection ends, if the client still reads.
    async fn close(mut self, code: u16, reason: &'static str) {
        drop(self.calls);
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = timeout(self.limits.stalled_time, self.socket.send(Message::Close(Some(frame)))).await;
    }
}

/// The calls of a connection that are not answered yet. Dropped, it cancels all of it.
struct Calls {
    threads: CallThreads,
    outbox: Arc<Outbox>,
    open: BTreeMap<u64, Arc<Cancellation>>,
    most: usize,
}

impl Calls {
    fn receive(&mut self, text: &str) {
        match message::parse(text) {
            Ok(request) if self.open.contains_key(&request.id) => {
                let text = format!(
                    "The id {} belongs to a request that has no answer yet. Take another.",
                    request.id
                );
                self.refuse(None, &Problem::new(REQUEST, text));
            }
            Ok(request) if request.name == "stop" => self.stop(&request),
            Ok(request) if self.open.len() >= self.most => {
                let text = "Too many requests of this page are at work. Stop one, or wait for one to end.";
                let problem = Problem::new("problem-busy-page", text);
                self.refuse(Some(request.id), &problem.said_in(message::language_of(&request.fields)));
            }
            Ok(request) => self.start(request),
            Err(malformed) => {
                let id = malformed.id.filter(|id| !self.open.contains_key(id));
                self.refuse(id, &malformed.problem);
            }
        }
    }

    fn stop(&self, request: &Request) {
        match request.fields.get("of").and_then(message::id_of).and_then(|of| self.open.get(&of)) {
            Some(call) => {
                call.cancel();
                self.outbox.reply(message::answer(request.id, &Ok(json!({}))));
            }
            None => {
                let text = "No request with the id in `of` is running: it may have ended.";
                self.refuse(Some(request.id), &Problem::new(REQUEST, text));
            }
        }
    }

    fn start(&mut self, request: Request) {
        let (id, cancellation) = (request.id, Arc::<Cancellation>::default());
        let language = message::language_of(&request.fields);
        self.open.insert(id, Arc::clone(&cancellation));
        self.outbox.open(id);
        let (events, answers) = (Arc::clone(&self.outbox), Arc::clone(&self.outbox));
        let call = Call::new(request, cancellation, move |event| events.emit(id, event));
        if let Err(problem) = self.threads.start(call, move |answer| answers.answer(id, answer)) {
            self.outbox.answer(id, &Err(problem.said_in(language)));
        }
    }

    fn refuse(&self, id: Option<u64>, problem: &Problem) {
        self.outbox.reply(message::refusal(id, problem));
    }
}

impl Drop for Calls {
    fn drop(&mut self) {
        self.outbox.close();
        self.open.values().for_each(|call| call.cancel());
    }
}
