//! Work on a thread of its own, while the calling thread lets Python run and looks for Ctrl-C.
//!
//! Searches need more stack than a thread of Python may have, and Python delivers Ctrl-C to its main thread only while that runs
//! no foreign code.

use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use search_core::session::STACK_BYTES;
use shuangqi_cli::{Failure, interrupt};

use crate::errors::failure;

/// The pause between two looks for Ctrl-C.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Does work with the lock of the interpreter released. Ctrl-C calls `stop`, which ends the work soon, and is then raised.
///
/// # Errors
/// What a handler of a signal raised, and a failure of the work itself.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, ended) = bounded::<()>(0);
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            let thread = builder.spawn_scoped(scope, move || {
                let result = work();
                drop(done);
                result
            })?;
            let mut interrupted = None;
            while ended.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if interrupted.is_none() {
                    interrupted = Python::attach(|py| py.check_signals()).err();
                    interrupted.iter().for_each(|_| stop());
                }
            }
            let result = join(thread)?;
            interrupted.map_or(Ok(result), Err)
        })
    })
}

fn join<T>(thread: ScopedJoinHandle<'_, T>) -> PyResult<T> {
    thread.join().map_err(|_| internal_error())
}

/// The exception for an error of this library, whose message went to stderr.
pub(crate) fn internal_error() -> PyErr {
    PyRuntimeError::new_err("an internal error of shuangqi; what happened is on the standard error stream")
}

/// Work of a command, which stops when the user has asked for it: all such work of the process stops together.
///
/// # Errors
/// As [`run`], and what the work fails by.
pub(crate) fn run_command<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let flag = interrupt::flag();
    let done = run(py, || flag.store(true, Relaxed), work);
    flag.store(false, Relaxed);
    done?.map_err(failure)
}
