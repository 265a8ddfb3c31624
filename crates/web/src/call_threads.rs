//! The threads in which the backend answers calls.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use shuangqi_page::{Backend, Call, Problem, message};

use crate::slots::Slots;

/// Searches are recursive.
const STACK_BYTES: usize = 16 << 20;
/// The answer to a call that was ended for another.
const ENDED: &str = "This was ended because the server has too much to do: the oldest analysis ends.";

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

    /// Has the backend answer in a thread of its own. If too many calls run, one that is in the background is ended.
    ///
    /// # Errors
    /// Too many calls run and none can be ended, or the system starts no further thread. `finish` is not called then.
    pub fn start(
        &self,
        call: Call,
        finish: impl FnOnce(&Result<Value, Problem>) + Send + 'static,
    ) -> Result<(), Problem> {
        let cancellation = call.cancellation();
        let slot = self.slots.take(self.backend.is_background(&call), move || cancellation.cancel());
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
    catch_unwind(AssertUnwindSafe(|| backend.answer(call)))
        .unwrap_or_else(|panic| Err(Problem::bug(panic_text(&*panic))))
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a text")
}
