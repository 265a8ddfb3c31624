//! One WebSocket: reads requests, sends events and answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::time::{sleep_until, timeout};

use crate::backend::ClientId;
use crate::call_threads::CallThreads;
use crate::connection::Connection;
use crate::options::Limits;
use crate::outbox::Outbox;
use crate::tcp_connection::OpenConnection;

/// What happens next on a socket.
enum Step {
    /// Something is to be sent, or to be looked for again.
    Output,
    Message(Message),
    Ping,
    Idle,
    /// There are too many connections.
    Excess,
    End(Option<axum::Error>),
}

/// A WebSocket and what belongs to it.
pub(crate) struct Socket {
    socket: WebSocket,
    open: Arc<OpenConnection>,
    connection: Connection,
    outbox: Arc<Outbox>,
    pace: Pace,
    limits: Arc<Limits>,
    last_message: Instant,
    next_ping: Instant,
}

impl Socket {
    pub fn new(
        socket: WebSocket,
        open: Arc<OpenConnection>,
        client: ClientId,
        threads: CallThreads,
        limits: Arc<Limits>,
    ) -> Socket {
        let outbox = Arc::new(Outbox::new(limits.event_interval, limits.waiting_bytes));
        let connection = Connection::new(threads, client, Arc::clone(&outbox), &limits);
        let (pace, now) = (Pace::new(limits.messages_per_second), Instant::now());
        let next_ping = now + limits.ping_interval;
        Socket { socket, open, connection, outbox, pace, limits, last_message: now, next_ping }
    }

    /// Serves the connection until it ends.
    pub async fn run(mut self) {
        loop {
            let is_open = match self.step().await {
                Step::Output => self.send_output().await,
                Step::Message(message) => self.receive(message),
                Step::Ping => self.ping().await,
                Step::Idle => return self.close(close_code::AWAY, "no message for a long time").await,
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
        let (due, readable) = (self.outbox.due(now), self.pace.readable());
        if due.is_some_and(|due| due <= now) {
            return Step::Output;
        }
        let is_readable = readable <= now && self.outbox.has_room();
        let is_idle = !self.connection.has_calls();
        self.open.set_idle(is_idle);
        let idle = self.last_message + self.limits.idle_time;
        let (outbox, open, socket) = (&self.outbox, &self.open, &mut self.socket);
        tokio::select! {
            biased;
            () = open.ended() => Step::Excess,
            () = outbox.changed() => Step::Output,
            () = sleep_until(due.unwrap_or(now).into()), if due.is_some() => Step::Output,
            () = sleep_until(readable.into()), if readable > now => Step::Output,
            message = socket.recv(), if is_readable => match message {
                Some(Ok(message)) => Step::Message(message),
                Some(Err(error)) => Step::End(Some(error)),
                None => Step::End(None),
            },
            () = sleep_until(self.next_ping.into()) => Step::Ping,
            () = sleep_until(idle.into()), if is_idle => Step::Idle,
        }
    }

    fn receive(&mut self, message: Message) -> bool {
        self.pace.count(Instant::now());
        match message {
            Message::Text(text) => {
                self.last_message = Instant::now();
                self.connection.receive(&text);
            }
            Message::Binary(_) => self.connection.refuse_binary(),
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
        self.connection.end(&batch.ended);
        true
    }

    /// Keeps the connection alive on its way, and finds out whether it is.
    async fn ping(&mut self) -> bool {
        self.next_ping = Instant::now() + self.limits.ping_interval;
        self.socket.send(Message::Ping(Bytes::new())).await.is_ok()
    }

    /// Says why the connection ends, if the client still reads.
    async fn close(mut self, code: u16, reason: &'static str) {
        drop(self.connection);
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = timeout(self.limits.stalled_time, self.socket.send(Message::Close(Some(frame)))).await;
    }
}

/// How fast messages are read.
struct Pace {
    /// The share of a second that a message takes.
    message: Duration,
    /// The time at which all messages so far were due at the steady rate.
    paid_until: Instant,
}

/// The time's worth of messages that may come at once.
const BURST: Duration = Duration::from_secs(2);

impl Pace {
    fn new(per_second: u32) -> Pace {
        Pace { message: Duration::from_secs(1) / per_second.max(1), paid_until: Instant::now() }
    }

    fn count(&mut self, now: Instant) {
        self.paid_until = self.paid_until.max(now) + self.message;
    }

    /// When the next message may be read.
    fn readable(&self) -> Instant {
        self.paid_until.checked_sub(BURST).unwrap_or(self.paid_until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_at_once_up_to_a_number_then_at_the_rate() {
        let mut pace = Pace::new(10);
        let now = pace.paid_until;
        for _ in 0..20 {
            assert!(pace.readable() <= now);
            pace.count(now);
        }
        pace.count(now);
        assert_eq!(pace.readable(), now + Duration::from_millis(100));
        let later = now + Duration::from_secs(3600);
        pace.count(later);
        assert_eq!(pace.readable(), later + Duration::from_millis(100) - BURST);
    }
}
