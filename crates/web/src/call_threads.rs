//! The threads in which the backend answers.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::backend::{Backend, Call, Problem};

/// Searches are recursive.
const STACK_BYTES: usize = 16 << 20;

/// Starts a thread for each call, up to a number.
#[derive(Clone)]
pub(crate) struct CallThreads {
    backend: Arc<dyn Backend>,
    running: Arc<Running>,
    most: usize,
}

#[derive(Default)]
struct Running {
    count: Mutex<usize>,
    ended: Condvar,
}

impl CallThreads {
    pub fn new(backend: Arc<dyn Backend>, most: usize) -> CallThreads {
        CallThreads { backend, running: Arc::default(), most }
    }

    /// Has the backend answer in a thread of its own.
    ///
    /// # Errors
    /// Too many calls run, or the system starts no further thread. `finish` is not called then.
    pub fn start(
        &self,
        call: Call,
        finish: impl FnOnce(&Result<Value, Problem>) + Send + 'static,
    ) -> Result<(), Problem> {
        let slot = self.slot()?;
        let backend = Arc::clone(&self.backend);
        let work = move || {
            let answer = answer(&*backend, &call);
            drop(slot);
            finish(&answer);
        };
        let thread = thread::Builder::new().name("call".to_owned()).stack_size(STACK_BYTES).spawn(work);
        thread
            .map(drop)
            .map_err(|error| Problem::new(format!("The system starts no further thread: {error}.")))
    }

    /// Waits until no call runs, at most for the time.
    pub fn wait(&self, time: Duration) {
        let end = Instant::now() + time;
        let mut count = self.running.count();
        while *count > 0 {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            count = self.running.ended.wait_timeout(count, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn slot(&self) -> Result<Slot, Problem> {
        let mut count = self.running.count();
        if *count >= self.most {
            return Err(Problem::new(format!(
                "The server works on {} requests at once, and no more. Stop one, or wait for one to end.",
                self.most
            )));
        }
        *count += 1;
        Ok(Slot(Arc::clone(&self.running)))
    }
}

impl Running {
    fn count(&self) -> MutexGuard<'_, usize> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to run; dropped, it is given back.
struct Slot(Arc<Running>);

impl Drop for Slot {
    fn drop(&mut self) {
        *self.0.count() -= 1;
        self.0.ended.notify_all();
    }
}

/// The answer of the backend, or what it panicked with.
fn answer(backend: &dyn Backend, call: &Call) -> Result<Value, Problem> {
    catch_unwind(AssertUnwindSafe(|| backend.answer(call))).unwrap_or_else(|panic| {
        let what = panic_text(&*panic);
        Err(Problem::new(format!("This is a bug of Shuangqi, please report it: {what}")))
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a text")
}
