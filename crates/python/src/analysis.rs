//! A search in the background, whose lines are taken as they come.

use std::fmt::{self, Debug};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use game::{Notation, SearchRequest};
use pyo3::prelude::*;
use search_core::Control;
use search_core::session::STACK_BYTES;

use crate::background::{POLL_INTERVAL, internal_error};
use crate::info::{Info, PlayResult};
use crate::played_game::PlayedGame;
use crate::shared_engine::EngineTurn;

/// A message of the search.
enum AnalysisEvent {
    Line(Info),
    End(Box<PlayResult>),
}

/// A search in the background: an iterator over its lines (Info), which waits for the next one.
///
/// In a ``with`` statement the search is stopped at the end of the block; so it is when the object is deleted. Ctrl-C stops it too.
#[pyclass(frozen, module = "shuangqi")]
pub struct Analysis {
    events: Receiver<AnalysisEvent>,
    control: Arc<Control>,
    thread: Mutex<Option<JoinHandle<()>>>,
    lines: Mutex<Vec<Info>>,
    result: OnceLock<PlayResult>,
}

impl Debug for Analysis {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Analysis").field("result", &self.result).finish_non_exhaustive()
    }
}

impl Analysis {
    /// Begins the search.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(crate) fn begin(
        turn: EngineTurn,
        played: Box<dyn PlayedGame>,
        request: SearchRequest,
    ) -> PyResult<Analysis> {
        let (sender, events) = unbounded();
        let control = Arc::new(Control::new());
        let own = Arc::clone(&control);
        let search = move || {
            // An engine that failed before sends nothing: whoever waits finds no result.
            let Ok(mut engine) = turn.engine() else { return };
            let notation = Some(Notation::default());
            // The lines are of no use to an analysis that was deleted.
            let result = engine.think(played.session(), &request, notation, &own, &mut |report| {
                let _ = sender.send(AnalysisEvent::Line(Info::of_report(report)));
            });
            drop(engine);
            drop(turn);
            let _ = sender.send(AnalysisEvent::End(Box::new(PlayResult::new(&result, own.elapsed()))));
        };
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(search)?;
        let thread = Mutex::new(Some(thread));
        Ok(Analysis { events, control, thread, lines: Mutex::default(), result: OnceLock::new() })
    }

    fn latest(&self) -> MutexGuard<'_, Vec<Info>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        loop {
            match py.detach(|| self.events.recv_timeout(POLL_INTERVAL)) {
                Ok(AnalysisEvent::Line(line)) => {
                    line.clone().keep(&mut self.latest());
                    return Ok(Some(line));
                }
                Ok(AnalysisEvent::End(result)) => drop(self.result.set(*result)),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| self.control.stop())?,
                Err(RecvTimeoutError::Disconnected) if self.result.get().is_some() => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(internal_error()),
            }
        }
    }

    /// The lines of the last iterations that were taken, the best first.
    #[getter]
    fn multipv(&self) -> Vec<Info> {
        self.latest().clone()
    }

    /// Ends the search; what it has found can still be taken.
    fn stop(&self) {
        self.control.stop();
    }

    /// Waits for the end of the search, takes the lines that are left, and returns the move.
    fn wait(&self, py: Python<'_>) -> PyResult<PlayResult> {
        while self.__next__(py)?.is_some() {}
        self.result.get().cloned().ok_or_else(internal_error)
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.control.stop();
        py.detach(|| self.join());
    }
}

impl Analysis {
    /// Waits for the thread, which has been stopped.
    fn join(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        // What went wrong there has been written to the standard error stream.
        let _ = thread.map(JoinHandle::join);
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.control.stop();
        self.join();
    }
}
