//! An engine that one search at a time has, in whatever thread that runs.

use std::sync::atomic::{AtomicBool, Ordering::AcqRel, Ordering::Acquire, Ordering::Release};
use std::sync::{Arc, Mutex, MutexGuard};

use game::any::AnyEngine;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::background::internal_error;

/// An engine and whether it is in use.
pub(crate) struct SharedEngine {
    engine: Mutex<Box<dyn AnyEngine>>,
    is_busy: AtomicBool,
}

/// The use of an engine; it ends when this is dropped.
pub(crate) struct EngineTurn(Arc<SharedEngine>);

impl SharedEngine {
    pub fn new(engine: Box<dyn AnyEngine>) -> SharedEngine {
        SharedEngine { engine: Mutex::new(engine), is_busy: AtomicBool::new(false) }
    }

    /// Begins to use the engine.
    ///
    /// # Errors
    /// If it is in use.
    pub fn begin(self: &Arc<Self>) -> PyResult<EngineTurn> {
        let taken = self.is_busy.compare_exchange(false, true, AcqRel, Acquire);
        taken.map(|_| EngineTurn(Arc::clone(self))).map_err(|_| {
            PyRuntimeError::new_err(
                "the engine is searching: wait for it, stop the analysis, or make another engine",
            )
        })
    }
}

impl EngineTurn {
    /// The engine.
    ///
    /// # Errors
    /// If it failed by an error of its own in a search before.
    pub fn engine(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyEngine>>> {
        self.0.engine.lock().map_err(|_| internal_error())
    }
}

impl Drop for EngineTurn {
    fn drop(&mut self) {
        self.0.is_busy.store(false, Release);
    }
}
