//! The interface between the server and the program that it serves.

use std::fmt;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};

use crate::message::Request;
use crate::problem::Problem;

/// Answers the requests of pages.
pub trait Backend: Send + Sync + 'static {
    /// Answers a request. It runs in a thread of its own that has room for deep searches, may take long, and reports what
    /// happens meanwhile by [`Call::emit`]. Once the call is cancelled it should return soon; its answer is still sent if
    /// the page is there to read it.
    ///
    /// # Errors
    /// What is wrong with the request.
    fn answer(&self, call: &Call) -> Result<Value, Problem>;

    /// Whether a request is one that nothing waits for, such as an analysis: it may be ended for others when too many are at work.
    fn is_background(&self, request: &Request) -> bool;
}

/// A client: what is limited is shared between clients.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ClientId {
    /// A browser, by the number in its cookie.
    Cookie(u128),
    /// Whoever is at an address and has sent no cookie, or not yet.
    Address(IpAddr),
}

/// A request of a page, and the way back to it.
pub struct Call {
    /// What is to be done: the field `do`.
    pub name: String,
    /// All fields.
    pub fields: Map<String, Value>,
    /// Who asks.
    pub client: ClientId,
    cancellation: Arc<Cancellation>,
    emit: Box<dyn Fn(Value) + Send + Sync>,
}

impl fmt::Debug for Call {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Call")
            .field("name", &self.name)
            .field("fields", &self.fields)
            .finish_non_exhaustive()
    }
}

impl Call {
    /// A request of a client whose events go to `emit`.
    pub fn new(
        request: Request,
        client: ClientId,
        cancellation: Arc<Cancellation>,
        emit: impl Fn(Value) + Send + Sync + 'static,
    ) -> Call {
        let Request { name, fields, .. } = request;
        Call { name, fields, client, cancellation, emit: Box::new(emit) }
    }

    /// The way to cancel it.
    pub(crate) fn cancellation(&self) -> Arc<Cancellation> {
        Arc::clone(&self.cancellation)
    }

    /// Sends an event. It is dropped if the page is gone.
    pub fn emit(&self, event: Value) {
        (self.emit)(event);
    }

    /// Whether the page wants no more of it.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled.load(Relaxed)
    }

    /// Has the function called when the call is cancelled: at once if it is already.
    pub fn on_cancel(&self, action: impl Fn() + Send + Sync + 'static) {
        self.cancellation.on_cancel(Box::new(action));
    }
}

/// The way to cancel a call.
#[derive(Default)]
pub struct Cancellation {
    is_cancelled: AtomicBool,
    actions: Mutex<Vec<Box<dyn Fn() + Send + Sync>>>,
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Cancellation").field("is_cancelled", &self.is_cancelled).finish_non_exhaustive()
    }
}

impl Cancellation {
    /// Cancels the call.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Relaxed);
        let actions = self.actions.lock().unwrap_or_else(PoisonError::into_inner);
        actions.iter().for_each(|action| action());
    }

    fn on_cancel(&self, action: Box<dyn Fn() + Send + Sync>) {
        let mut actions = self.actions.lock().unwrap_or_else(PoisonError::into_inner);
        // Under the lock, so that none is missed.
        if self.is_cancelled.load(Relaxed) {
            action();
        }
        actions.push(action);
    }
}
