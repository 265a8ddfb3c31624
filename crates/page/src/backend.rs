//! The interface between those who carry messages (a server, a worker of a browser) and the program that answers them.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};

use crate::message::{Problem, Request};

/// Answers the requests of pages.
pub trait Backend: Send + Sync + 'static {
    /// Answers a request. It runs where there is room for deep searches (a stack of 16 MiB), may take long, and reports what
    /// happens meanwhile by [`Call::emit`]. Once the call is cancelled it should return soon; its answer is still sent if
    /// the page is there to read it.
    ///
    /// # Errors
    /// The error of the request.
    fn answer(&self, call: &Call) -> Result<Value, Problem>;

    /// Whether a call is one that nothing waits for, such as an analysis: it may be ended for others when too many are at work.
    fn is_background(&self, call: &Call) -> bool;
}

/// A request of a page, and the way back to it.
pub struct Call {
    /// The name of the call: the field `do`.
    pub name: String,
    /// All fields.
    pub fields: Map<String, Value>,
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
    /// A call of a request, which `cancellation` ends and whose events go to `emit`.
    pub fn new(
        request: Request,
        cancellation: Arc<Cancellation>,
        emit: impl Fn(Value) + Send + Sync + 'static,
    ) -> Call {
        let Request { name, fields, .. } = request;
        Call { name, fields, cancellation, emit: Box::new(emit) }
    }

    /// What ends the call.
    pub fn cancellation(&self) -> Arc<Cancellation> {
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
        let mut actions = self.cancellation.actions.lock().unwrap_or_else(PoisonError::into_inner);
        // Under the lock, so that none is missed.
        if self.is_cancelled() {
            action();
        }
        actions.push(Box::new(action));
    }
}

/// What ends a call, and is known to it.
#[derive(Default)]
pub struct Cancellation {
    is_cancelled: AtomicBool,
    actions: Mutex<Vec<Box<dyn Fn() + Send + Sync>>>,
}

impl Cancellation {
    /// Ends the call, which is told to stop.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Relaxed);
        let actions = self.actions.lock().unwrap_or_else(PoisonError::into_inner);
        actions.iter().for_each(|action| action());
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Cancellation").field("is_cancelled", &self.is_cancelled).finish_non_exhaustive()
    }
}
