//! The interface between the server and the program that it serves, and the threads in which that program answers.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::message::{self, Problem, Request};
use crate::slots::Slots;

/// Searches are recursive.
const STACK_BYTES: usize = 16 << 20;
/// The answer to a call that was ended for another.
const ENDED: &str = "This was ended because the server has too much to do: the oldest analysis ends.";

/// Answers the requests of pages.
pub trait Backend: Send + Sync + 'static {
    /// Answers a request. It runs in a thread of its own that has room for deep searches, may take long, and reports what
    /// happens meanwhile by [`Call::emit`]. Once the call is cancelled it should return soon; its answer is still sent if
    /// the page is there to read it.
    ///
    /// # Errors
    /// The error of the request.
    fn answer(&self, call: &Call) -> Result<Value, Problem>;

    /// Whether a request is one that nothing waits for, such as an analysis: it may be ended for others when too many are at work.
    fn is_background(&self, request: &Request) -> bool;
}

/// A request of a page, and the way back to it.
pub struct Call {
    /// The name of the call: the field `do`.
    pub name: String,
    /// All fields.
    pub fields: Map<String, Value>,
    is_background: bool,
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
    pub(crate) fn new(
        request: Request,
        is_background: bool,
        cancellation: Arc<Cancellation>,
        emit: impl Fn(Value) + Send + Sync + 'static,
    ) -> Call {
        let Request { name, fields, .. } = request;
        Call { name, fields, is_background, cancellation, emit: Box::new(emit) }
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

#[derive(Default)]
pub(crate) struct Cancellation {
    is_cancelled: AtomicBool,
    actions: Mutex<Vec<Box<dyn Fn() + Send + Sync>>>,
}

impl Cancellation {
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Relaxed);
        let actions = self.actions.lock().unwrap_or_else(PoisonError::into_inner);
        actions.iter().for_each(|action| action());
    }
}

/// Starts a thread for each call, up to a number.
#[derive(Clone)]
pub(crate) struct CallThreads {
    backend: Arc<dyn Backend>,
    slots: Arc<Slots>,
    most: usize,
}

impl CallThreads {
    pub fn new(backend: Arc<dyn Backend>, most: usize) -> CallThreads {
        CallThreads { backend, slots: Slots::new(most), most }
    }

    /// A call of a request whose events go to `emit`.
    pub fn call(
        &self,
        request: Request,
        cancellation: Arc<Cancellation>,
        emit: impl Fn(Value) + Send + Sync + 'static,
    ) -> Call {
        let is_background = self.backend.is_background(&request);
        Call::new(request, is_background, cancellation, emit)
    }

    /// Has the backend answer in a thread of its own. If too many calls run, one that is in the background is ended.
    ///
    /// # Errors
    /// Too many calls run and none can be ended, or the system starts no further thread. `finish` is not called then.
    pub fn start(
        &self,
        call: Call,
        finish: impl FnOnce(&Result<Value, Problem>) + Send + 'static,
    ) -> Result<(), Problem> {
        let cancellation = Arc::clone(&call.cancellation);
        let slot = self.slots.take(call.is_background, move || cancellation.cancel());
        let slot = slot.ok_or_else(|| self.full())?;
        let backend = Arc::clone(&self.backend);
        let language = message::language_of(&call.fields);
        let work = move || {
            let answer = answer(&*backend, &call).map_err(|problem| problem.said_in(language));
            let is_ended = slot.is_ended();
            drop(slot);
            finish(&if is_ended {
                Err(Problem::new("problem-ended", ENDED).said_in(language))
            } else {
                answer
            });
        };
        let thread = thread::Builder::new().name("call".to_owned()).stack_size(STACK_BYTES).spawn(work);
        thread.map(drop).map_err(|_| Problem::new("problem-busy", "The system starts no further thread."))
    }

    /// Waits until no call runs, at most for the time.
    pub fn wait(&self, time: Duration) {
        self.slots.wait_until_free(time);
    }

    fn full(&self) -> Problem {
        let most = self.most;
        let text = "The server works on {most} requests at once. Stop one, or wait for one to end.";
        Problem::new("problem-busy", text).with("most", most)
    }
}

/// The answer of the backend, or what it panicked with.
fn answer(backend: &dyn Backend, call: &Call) -> Result<Value, Problem> {
    catch_unwind(AssertUnwindSafe(|| backend.answer(call))).unwrap_or_else(|panic| {
        let what = panic_text(&*panic);
        let text = "This is a bug of Shuangqi, please report it: {what}";
        Err(Problem::new("problem-bug", text).with("what", what.to_owned()))
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a text")
}
